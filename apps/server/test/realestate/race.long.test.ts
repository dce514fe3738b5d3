/** One slot asked for on several replicas at once: whoever comes first has it. */
import { patient } from '@understudy/tooling/patience';
import { expect, it } from 'vitest';
import { atOnce, useReplicas } from '../replicas/use-replicas.js';
import { postgresBackend } from '../stores/stores.js';
import { book, booked, slots } from './calls.js';

const inTurn = useReplicas(postgresBackend, { count: 3 });

it('gives one of fifty people the slot, whatever the offset of its time', { timeout: patient(30_000) }, async () => {
  const [free] = await slots(inTurn, 'lst_0010', 'status=free&from=2026-04-04');
  const times = [free?.starts_at ?? '', free?.local_start ?? ''];
  const answers = await atOnce(50, (n) => book(inTurn, 'lst_0010', times[n % 2] ?? '', `guest-${n}@example.com`));
  const kinds = answers.map(({ status, json }) => (status === 201 ? 201 : json['kind']));
  expect(kinds.filter((kind) => kind === 201)).toHaveLength(1);
  expect(kinds.filter((kind) => kind === 'slot_taken')).toHaveLength(49);
  for (let replica = 0; replica < 3; replica++) expect(await booked(inTurn)).toHaveLength(1);
});
