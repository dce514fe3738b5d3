/** Those who send requests, and those who look at the journal, until they are told to stop. */
import { setTimeout } from 'node:timers/promises';
import { journalOf, sequenceFaults } from './sandbox.mjs';

/** A list that is quick to answer. */
export const COURSES = '/api/education/courses?per_page=1';

/** Sends requests as fast as it goes; `stop` gives the statuses by how often they came, `broken` where none did. */
export function load(origin, name, clients = 8) {
  const statuses = {};
  const over = new AbortController();
  const client = async () => {
    while (!over.signal.aborted) {
      const status = await fetch(`${origin}/sandboxes/${name}${COURSES}`).then(
        async (response) => (await response.arrayBuffer(), response.status),
        () => 'broken',
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const working = Promise.all(Array.from({ length: clients }, client));
  const stop = async () => {
    over.abort();
    await working;
    return statuses;
  };
  return { stop };
}

/** Reads again and again; what it sees may never be lacking, or there twice. */
export function watch(origin, name) {
  const faults = new Set();
  const over = new AbortController();
  let looks = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      const { data } = await journalOf(origin, name).all();
      for (const fault of sequenceFaults(data)) faults.add(fault);
      looks += 1;
      await setTimeout(20);
    }
  })();
  return async () => {
    over.abort();
    await watching;
    return { faults: [...faults], looks };
  };
}
