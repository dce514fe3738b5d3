/** Where the tests run: on one server, and on three replicas behind a balancer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBalancer } from '@understudy/tooling/balancer';
import { startPostgres } from '@understudy/tooling/postgres';
import { spawnServer } from '@understudy/tooling/server';

const REPLICAS = 3;

/** What stands in the way of the tests is a limit for people, not for 50 at once that begin anew each time. */
const FLAGS = ['--max-sandboxes', '100000'];

/** Starts replicas, one after the other: they make their tables. */
async function startReplicas(store) {
  const replicas = [];
  for (let i = 0; i < REPLICAS; i += 1) replicas.push(await spawnServer(['--store', store, ...FLAGS]));
  const balancer = await startBalancer(replicas.map(({ origin }) => origin));
  const close = async () => {
    await balancer.close();
    await Promise.all(replicas.map(({ stop }) => stop()));
  };
  return { origin: balancer.origin, close };
}

/** @type {Record<string, () => Promise<{ origin: string, close: () => Promise<void> }>>} */
export const setups = {
  memory: async () => {
    const { origin, stop } = await spawnServer(FLAGS);
    return { origin, close: async () => void (await stop()) };
  },
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-waiting-'));
    const { origin, close } = await startReplicas(`sqlite:${join(folder, 'state.db')}`);
    return {
      origin,
      close: async () => {
        await close();
        rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      },
    };
  },
  postgres: async () => {
    const postgres = await startPostgres(['-c', 'max_connections=300']);
    const { origin, close } = await startReplicas(`${postgres.url}?connect_timeout=30&statement_timeout=30000`);
    return {
      origin,
      close: async () => {
        await close();
        await postgres.stop();
      },
    };
  },
};
