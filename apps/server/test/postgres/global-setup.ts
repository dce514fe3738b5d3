/** Starts the PostgreSQL that all test files share, before the first of them runs. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from '@understudy/tooling/postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the first database of the shared PostgreSQL. */
    readonly postgresUrl: string;
  }
}

/** What it holds need not outlive the machine, so it waits for no disk; a process that is killed loses nothing by that. */
const FLAGS = ['max_connections=300', 'fsync=off', 'full_page_writes=off', 'autovacuum=off'];

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres(FLAGS.flatMap((flag) => ['-c', flag]));
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
