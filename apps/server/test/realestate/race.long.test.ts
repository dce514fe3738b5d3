/** One slot on several processes at once: whoever comes first has it. */
import { patient } from '@understudy/tooling/patience';
import type { SpawnedServer } from '@understudy/tooling/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startReplicas } from '../replicas/cluster.js';
import { postgresBackend } from '../stores/stores.js';
import { book, booked, slots } from './calls.js';

// Processes start here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: patient(30_000), hookTimeout: patient(30_000) });

let replicas: SpawnedServer[];
beforeAll(async () => {
  const { address } = await postgresBackend();
  replicas = await startReplicas(address, 3);
});
afterAll(() => Promise.all(replicas.map((replica) => replica.stop())));

it('gives one of fifty people the slot, in whatever offset they write its time', async () => {
  const [first] = replicas;
  if (first === undefined) throw new Error('no replica was started');
  const [free] = await slots(first, 'lst_0010', 'status=free&from=2026-04-04');
  const times = [free?.starts_at ?? '', free?.local_start ?? ''];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      book(replicas[n % replicas.length] ?? first, 'lst_0010', times[n % 2] ?? '', `guest-${n}@example.com`),
    ),
  );
  const kinds = answers.map(({ status, json }) => (status === 201 ? 201 : json['kind']));
  expect(kinds.filter((kind) => kind === 201)).toHaveLength(1);
  expect(kinds.filter((kind) => kind === 'slot_taken')).toHaveLength(49);
  for (const replica of replicas) expect(await booked(replica)).toHaveLength(1);
});
