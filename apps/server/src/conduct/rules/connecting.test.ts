/** Connections that are not kept, clients without a name, and names that nothing reads. */
import { expect, it } from 'vitest';
import { findings, found, type AttemptOptions } from '../attempts.fixture.js';
import { offContract } from './contract.js';
import { keptAliveNothing, noUserAgent } from './requests.js';

const apart = (
  count: number,
  change: (i: number) => Partial<AttemptOptions> = () => ({}),
  every = 100,
): AttemptOptions[] => Array.from({ length: count }, (_, i) => ({ connection: `c${i}`, at: i * every, ...change(i) }));

it('finds 20 requests on 20 connections', () => {
  expect(found(keptAliveNothing, apart(20))[0]).toHaveLength(20);
  expect(found(keptAliveNothing, apart(45))).toHaveLength(1);
});

it.each<[string, AttemptOptions[]]>([
  ['of which there are fewer', apart(19)],
  ['of which two came on one', apart(21, (i) => (i === 10 ? { connection: 'c9' } : {}))],
  ['by a proxy', apart(20, () => ({ evidence: { isProxied: true } }))],
  ['under way together', apart(20, () => ({ took: 5000 }))],
  ['with long pauses', apart(20, () => ({}), 10_000)],
  ['whose connections were ended', apart(20, (i) => (i % 5 === 0 ? { ended: 'cut' } : {}))],
  ['that met faults', apart(20, () => ({ fault: 'truncate' }))],
  ['in process', apart(20, () => ({ connection: null }))],
  ['of several clients', apart(20, (i) => ({ client: `${i}` }))],
])('says nothing of requests %s', (_what, given) => {
  expect(found(keptAliveNothing, given)).toEqual([]);
});

it('finds clients that do not say what they are', () => {
  const unnamed = { evidence: { agent: undefined } } as unknown as Partial<AttemptOptions>;
  expect(found(noUserAgent, [{ at: 0, ...unnamed }, { at: 1 }, { at: 2, ...unnamed }])).toEqual([[1, 3]]);
  expect(found(noUserAgent, [{ at: 0, ...unnamed, address: null }])).toEqual([]);
});

it('finds query names that nothing reads, with the nearest known one', () => {
  const unknown = [
    { name: 'pge', in: 'query' as const, nearest: 'page' },
    { name: 'titel', in: 'body' as const, nearest: 'title' },
  ];
  expect(found(offContract, [{ at: 0, unknown }, { at: 1 }, { at: 2, unknown }])).toEqual([[1, 3]]);
  const [finding] = findings(offContract, [{ at: 0, unknown }]);
  expect(finding?.detail).toBe('GET /api/notes: /query/pge is not known; did it mean page?');
});
