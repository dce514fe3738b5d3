/** A PostgreSQL of the benchmark's own, with its usual configuration, in a folder that goes away with it. */
import { startPostgres } from '@understudy/tooling/postgres';
import pg from 'pg';

/** Makes a database on a server, and answers its address. */
async function create(server, name) {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  const url = new URL(server.url);
  url.pathname = name;
  return url.href;
}

/** Does some work with a server whose `create` makes databases, and ends it, whatever comes of the work. */
export async function withDatabase(work) {
  const server = await startPostgres();
  try {
    return await work({ create: (name) => create(server, name) });
  } finally {
    await server.stop();
  }
}
