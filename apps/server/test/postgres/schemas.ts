/** Empty places in the shared PostgreSQL: a schema each, so that no test sees another's tables. */
import { Client } from 'pg';
import { inject } from 'vitest';

let count = 0;

/** Runs a statement as the administrator. */
export async function administer(sql: string, url = inject('postgresUrl')): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Address of an empty schema. */
export async function emptySchema(url = inject('postgresUrl')): Promise<string> {
  const name = `test_${process.pid}_${++count}`;
  await administer(`create schema ${name}`, url);
  return `${url}?options=-csearch_path%3D${name}`;
}
