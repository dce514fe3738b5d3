/** Many entries a second to one who follows them, beside one who does not read: the event loop is not held for either. */
import { setTimeout } from 'node:timers/promises';
import { readEvents } from './event-reader.mjs';
import { head, open, pipeline, times } from './wire.mjs';

const MB = 1_000_000;
/** Requests that are on their way on a connection: Node answers all that came with one read in one turn. */
const BATCH = 10;

const CONNECTIONS = 16;

/** Entries that there are before. */
const WARM = 2000;

/** Longest the event loop may be held, in ms; that of one test machine at rest is far below. */
const MAX_P99 = 50;

/** RSS that may come on top, in bytes. */
const MAX_GROWTH = 300 * MB;

/** @param {{ start: Function, scale: number, store: string }} attack */
export async function streaming({ start, scale, store }) {
  const server = await start(['--store', store]);
  const faults = [];
  const name = 'streamed';
  const target = `/sandboxes/${name}/api/education/courses?per_page=1`;
  await pipeline(
    server.origin,
    Array.from({ length: WARM }, () => target),
  );
  const slow = await open(server.origin);
  slow.pause().write(head('GET', `/sandboxes/${name}/requests/stream`));
  const seen = { requests: 0, dropped: 0, last: 0, wrong: 0, first: undefined };
  const leave = new AbortController();
  const { response, ended } = await readEvents(`${server.origin}/sandboxes/${name}/requests/stream`, {
    signal: leave.signal,
    onEvent: ({ type, id, data }) => {
      const sequence = Number(id);
      const fact = JSON.parse(data);
      const count = type === 'dropped' ? fact.count : 1;
      seen[type === 'dropped' ? 'dropped' : 'requests'] += count;
      seen.first ??= sequence - count;
      if (type === 'request' && fact.sequence !== sequence) seen.wrong += 1;
      if (seen.last > 0 && sequence !== seen.last + count) seen.wrong += 1;
      seen.last = sequence;
    },
  });
  if (response.status !== 200) throw new Error(`the stream answered ${response.status}: ${await response.text()}`);
  const before = await server.gauge();
  const batches = Math.ceil((50_000 * scale) / BATCH);
  const since = performance.now();
  await times(batches, CONNECTIONS, () =>
    pipeline(
      server.origin,
      Array.from({ length: BATCH }, () => target),
    ),
  );
  const sent = batches * BATCH;
  const sentSeconds = (performance.now() - since) / 1000;
  const total = sent + WARM;
  for (let i = 0; i < 200 && seen.last < total; i += 1) await setTimeout(50);
  const seconds = (performance.now() - since) / 1000;
  const after = await server.gauge();
  if (seen.last !== total) faults.push(`the last event is ${seen.last}, and ${total} requests were sent`);
  if (seen.wrong > 0) faults.push(`${seen.wrong} events are out of order, or leave entries out in silence`);
  if (after.loop.p99 > MAX_P99) faults.push(`the event loop was held for ${after.loop.p99} ms (p99)`);
  if (after.rss - before.rss > MAX_GROWTH) faults.push(`RSS grew by ${((after.rss - before.rss) / MB).toFixed(0)} MB`);
  leave.abort();
  await ended;
  slow.destroy();
  await server.stop();
  const rate = `${sent} entries, ${Math.round(sent / sentSeconds)} sent a second, read ${Math.round(sent / seconds)} a second`;
  const memory = `RSS ${(before.rss / MB).toFixed(0)} and ${(after.rss / MB).toFixed(0)} MB`;
  return {
    said: `${rate}, ${seen.requests} seen and ${seen.dropped} dropped; loop max ${after.loop.max}, p99 ${after.loop.p99} ms; ${memory}`,
    faults,
  };
}
