/** Seats on several processes at once: never more people than seats, and a waiting list without gaps. */
import { patient } from '@understudy/tooling/patience';
import type { SpawnedServer } from '@understudy/tooling/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ask, startReplicas } from '../replicas/cluster.js';
import { postgresBackend } from '../stores/stores.js';
import { eventOf, person, registrationIn } from './calls.js';

// Processes start here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: patient(30_000), hookTimeout: patient(30_000) });

/** Two seats are left. */
const EVENT = 'event_0001';

let replicas: SpawnedServer[];
beforeAll(async () => {
  const { address } = await postgresBackend();
  replicas = await startReplicas(address, 3);
});
afterAll(() => Promise.all(replicas.map((replica) => replica.stop())));

/** Many people at once, one after the other on each replica. */
function crowd(from: number, count: number, more: object = {}) {
  const bodies = Array.from({ length: count }, (_, i) => person(from + i, more));
  return Promise.all(
    replicas.map(async (replica, at) => {
      const answers = [];
      for (const body of bodies.filter((_, i) => i % replicas.length === at)) {
        answers.push(await ask(replica, 'POST', `/api/events/${EVENT}/registrations`, { body }));
      }
      return answers;
    }),
  ).then((all) => all.flat());
}

it('confirms as many as there are seats, and queues the others', async () => {
  const [one] = replicas;
  if (one === undefined) throw new Error('no replica was started');
  const { available, registered_count, capacity } = await eventOf(one, EVENT);
  const answers = await crowd(0, 60);
  const kinds = answers.map(({ json, status }) => (status === 200 ? 'confirmed' : json['kind']));
  expect(kinds.filter((kind) => kind === 'confirmed')).toHaveLength(available);
  expect(kinds.filter((kind) => kind === 'sold_out')).toHaveLength(60 - available);
  const queued = (await crowd(100, 60, { waitlist: true })).map(registrationIn);
  const positions = queued.map(({ waitlist_position: position }) => position ?? 0);
  expect(positions.toSorted((a, b) => a - b)).toEqual(positions.map((_, i) => i + 1));
  for (const replica of replicas) {
    const counts = { registered_count: registered_count + available, available: 0, waitlist_count: 60 };
    expect(await eventOf(replica, EVENT)).toMatchObject({ capacity, sold_out: true, ...counts });
  }
});
