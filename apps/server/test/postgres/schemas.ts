/** Empty places in the shared PostgreSQL: a schema each, so that no test sees another's tables. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { patient } from '../patience.js';

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
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(`create schema ${name}`, url);
  // The limit that it has by itself.
  const seconds = Math.min(99, Math.ceil(patient(2)));
  return `${url}?options=-csearch_path%3D${name}&connect_timeout=${seconds}`;
}
