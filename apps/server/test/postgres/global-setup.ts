/** Starts the PostgreSQL that all test files share, before the first of them runs. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from '@understudy/tooling/postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the first database of the shared PostgreSQL. */
    readonly postgresUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres(['-c', 'max_connections=300']);
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
