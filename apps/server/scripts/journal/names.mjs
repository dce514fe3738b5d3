/** A sandbox of its own for each request: the journals of a process share one budget. */
import { pipeline } from './wire.mjs';

const MB = 1_000_000;

/** Requests on their way on a connection. */
const BATCH = 500;

const CONNECTIONS = 8;

/** Resident memory that may come on top, in bytes: all journals, their overhead, and what the allocator keeps. */
const MAX_GROWTH = 400 * MB;

/** @param {{ start: Function, scale: number, store: string }} attack */
export async function names({ start, scale, store }) {
  const server = await start(['--store', store]);
  const faults = [];
  const count = Math.ceil((100_000 * scale) / BATCH) * BATCH;
  const target = (index) => `/sandboxes/n${index}/api/education/courses?per_page=1`;
  await pipeline(
    server.origin,
    Array.from({ length: BATCH }, (_, i) => target(`warm${i}`)),
  );
  const before = await server.gauge();
  const since = performance.now();
  let next = 0;
  const work = async () => {
    while (next < count) {
      const from = next;
      next += BATCH;
      const statuses = await pipeline(
        server.origin,
        Array.from({ length: BATCH }, (_, i) => target(from + i)),
      );
      if (statuses['200'] !== BATCH) faults.push(`statuses ${JSON.stringify(statuses)}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const seconds = (performance.now() - since) / 1000;
  const after = await server.gauge();
  const grown = after.rss - before.rss;
  if (grown > MAX_GROWTH) faults.push(`RSS grew by ${(grown / MB).toFixed(0)} MB`);
  await server.stop();
  const rss = `RSS ${(before.rss / MB).toFixed(0)} MB before, ${(after.rss / MB).toFixed(0)} MB after`;
  const heap = `heap ${(before.heap / MB).toFixed(0)} and ${(after.heap / MB).toFixed(0)} MB`;
  const loop = `event loop held ${after.loop.max} ms at most, p99 ${after.loop.p99} ms`;
  return { said: `${count} names in ${seconds.toFixed(1)} s, ${rss}, ${heap}, ${loop}`, faults };
}
