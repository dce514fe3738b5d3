/** Seats on several replicas at once: never more people than seats, and a waiting list without gaps. */
import { patient } from '@understudy/tooling/patience';
import { expect, it } from 'vitest';
import { atOnce, useReplicas } from '../replicas/use-replicas.js';
import { postgresBackend } from '../stores/stores.js';
import { eventOf, person, registerFor, registrationIn } from './calls.js';

/** Two seats are left. */
const EVENT = 'event_0001';

const REPLICAS = 3;
const inTurn = useReplicas(postgresBackend, { count: REPLICAS });

/** Many people at once, as many at a time as there are replicas. */
async function crowd(from: number, count: number, more: object = {}) {
  const answers = await atOnce(REPLICAS, async (lane) => {
    const own = [];
    for (let i = lane; i < count; i += REPLICAS) own.push(await registerFor(inTurn, EVENT, person(from + i, more)));
    return own;
  });
  return answers.flat();
}

it('confirms as many as there are seats, and queues the others', { timeout: patient(30_000) }, async () => {
  const { available, registered_count, capacity } = await eventOf(inTurn, EVENT);
  const answers = await crowd(0, 60);
  const kinds = answers.map(({ json, status }) => (status === 200 ? 'confirmed' : json['kind']));
  expect(kinds.filter((kind) => kind === 'confirmed')).toHaveLength(available);
  expect(kinds.filter((kind) => kind === 'sold_out')).toHaveLength(60 - available);
  const queued = (await crowd(100, 60, { waitlist: true })).map(registrationIn);
  const positions = queued.map(({ waitlist_position: position }) => position ?? 0);
  expect(positions.toSorted((a, b) => a - b)).toEqual(positions.map((_, i) => i + 1));
  for (let replica = 0; replica < REPLICAS; replica++) {
    const counts = { registered_count: registered_count + available, available: 0, waitlist_count: 60 };
    expect(await eventOf(inTurn, EVENT)).toMatchObject({ capacity, sold_out: true, ...counts });
  }
});
