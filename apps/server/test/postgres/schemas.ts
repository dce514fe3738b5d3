/** Empty schemas in the shared PostgreSQL, one each, so that no test sees another's tables. */
import { randomUUID } from 'node:crypto';
import { patient } from '@understudy/tooling/patience';
import { Client } from 'pg';
import { inject } from 'vitest';

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

/** The parameters of an address that give a database the limits it has by itself, or longer ones on slow machines. */
export function patiently(): string {
  const seconds = Math.min(99, Math.ceil(patient(2)));
  return `connect_timeout=${seconds}&statement_timeout=${Math.min(99_999, Math.round(patient(3000)))}`;
}

/** Address of an empty schema. */
export async function emptySchema(url = inject('postgresUrl')): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(`create schema ${name}`, url);
  return `${url}?options=-csearch_path%3D${name}&${patiently()}`;
}
