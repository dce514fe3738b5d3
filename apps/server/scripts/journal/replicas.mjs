/** Replicas whose journal is one: kills amid batches, resets and clearing amid requests, waits and streams. */
import { setTimeout } from 'node:timers/promises';
import { startBalancer } from '@understudy/tooling/balancer';
import { readEvents } from './event-reader.mjs';
import { COURSES, load, watch } from './load.mjs';
import { journalOf, sequenceFaults } from './sandbox.mjs';

async function killAmidBatches({ running, start, store, balancer, rounds }) {
  const faults = [];
  let looks = 0;
  for (let round = 0; round < rounds; round += 1) {
    const name = `killed-${round}`;
    const under = load(balancer.origin, name);
    const unwatch = watch(running[0].origin, name);
    const follower = new AbortController();
    let [last, wrong] = [0, 0];
    const { ended } = await readEvents(`${running[0].origin}/sandboxes/${name}/requests/stream`, {
      signal: follower.signal,
      onEvent: ({ type, id, data }) => {
        const count = type === 'dropped' ? JSON.parse(data).count : 1;
        if (Number(id) !== last + count) wrong += 1;
        last = Number(id);
      },
    });
    await setTimeout(200 + ((round * 37) % 100));
    await running[2].stop('SIGKILL');
    await setTimeout(300);
    running[2] = await start(['--store', store]);
    balancer.use(running.map(({ origin }) => origin));
    await setTimeout(200);
    const statuses = await under.stop();
    await setTimeout(400);
    const seen = await unwatch();
    looks += seen.looks;
    const { data, meta } = await journalOf(running[1].origin, name).all();
    faults.push(...seen.faults, ...sequenceFaults(data));
    if (meta.last !== data.at(-1)?.sequence) faults.push(`last is ${meta.last}, and the journal ends before`);
    if (wrong > 0) faults.push(`the stream had ${wrong} events out of order`);
    if (last !== meta.last) faults.push(`the stream ended at ${last}, the journal at ${meta.last}`);
    if (data.length < (statuses[200] ?? 0) / 2) faults.push(`${data.length} entries of ${statuses[200]} answers`);
    follower.abort();
    await ended;
  }
  return { said: `${rounds} kills of a replica, ${looks} looks at the journal meanwhile`, faults };
}

/** Resets, clears and forgets while requests are on their way; those who read go on. */
async function clearAmidRequests({ balancer, rounds }) {
  const faults = [];
  const name = 'cleared';
  const under = load(balancer.origin, name);
  const { base, read, all } = journalOf(balancer.origin, name);
  const follower = new AbortController();
  let [last, back, events] = [0, 0, 0];
  const { ended } = await readEvents(`${base}/requests/stream`, {
    signal: follower.signal,
    onEvent: ({ id }) => {
      if (Number(id) <= last) back += 1;
      last = Number(id);
      events += 1;
    },
  });
  const acts = [
    ['POST', '/reset'],
    ['DELETE', '/requests'],
    ['DELETE', ''],
  ];
  for (let round = 0; round < rounds; round += 1) {
    const [method, path] = acts[round % acts.length];
    const waiting = Promise.all(
      [
        read({ wait: 5, min: 3, since: last }),
        read({ wait: 5, min: 1, method: 'PURGE' }).catch(({ message }) => message),
      ].slice(0, 1),
    );
    const response = await fetch(base + path, { method });
    await response.arrayBuffer();
    if (!response.ok) faults.push(`${method} ${path} answered ${response.status}`);
    const [{ data }] = await waiting;
    if (data.length === 0) faults.push(`after ${method} ${path} nobody who waits got anything`);
    await setTimeout(50);
  }
  const statuses = await under.stop();
  const broken = Object.keys(statuses).filter((status) => status !== '200');
  if (broken.length > 0) faults.push(`requests ended with ${JSON.stringify(statuses)}`);
  // Nobody sends any more: what is cleared now stays cleared.
  for (const [method, path] of acts) {
    await fetch(`${balancer.origin}/sandboxes/${name}${COURSES}`).then((response) => response.arrayBuffer());
    const response = await fetch(base + path, { method });
    await response.arrayBuffer();
    for (let look = 0; look < 10; look += 1) {
      const { data } = await all();
      if (data.length > 0) faults.push(`after ${method} ${path} there is sequence ${data[0].sequence}`);
      await setTimeout(60);
    }
  }
  if (back > 0) faults.push(`the stream went back ${back} times`);
  follower.abort();
  const how = await ended;
  if (how !== 'AbortError') faults.push(`the stream ended with ${how}`);
  return { said: `${rounds} times cleared amid ${statuses[200]} requests, ${events} events followed`, faults };
}

/** @param {{ start: Function, scale: number, shared: string }} attack `shared`: a store that replicas can have in common */
export async function replicas({ start, scale, shared }) {
  const faults = [];
  const lines = [];
  for (const store of shared) {
    const address = await store.create();
    const running = [];
    for (let i = 0; i < 3; i += 1) running.push(await start(['--store', address]));
    const balancer = await startBalancer(running.map(({ origin }) => origin));
    for (const attack of [killAmidBatches, clearAmidRequests]) {
      const rounds = Math.ceil(10 * scale);
      const outcome = await attack({ running, start, store: address, balancer, rounds });
      lines.push(`${store.name}: ${outcome.said}`);
      faults.push(...outcome.faults.map((fault) => `${store.name}: ${fault}`));
    }
    await balancer.close();
    for (const { stop } of running) await stop();
  }
  return { said: lines.join('\n  '), faults };
}
