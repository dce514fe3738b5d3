/** Runs of entries: whatever entries are put together, each is read as it was. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { BatchLoad } from '../../src/journal/batch-load.js';
import { type EntryPattern, textsOfPattern } from '../../src/journal/entry-pattern.js';
import { RepeatablePart } from '../../src/journal/repeatable-part.js';
import { RepeatedExchange } from '../../src/journal/repeated-exchange.js';
import { entriesOf } from '../../src/journal/runs/read-run.js';
import { endOf, rowsOf, type RunEntry, runBytes } from '../../src/journal/runs/run.js';
import { inOrder, oldestRuns, runGroups } from '../../src/journal/runs/run-order.js';
import { runsOf } from '../../src/journal/runs/run-writer.js';
import { bodyOf, entryOf, exchangeOf } from './journals.js';

const parts = [1, 2].map((page) => {
  const response = {
    headers: { 'content-type': 'text/plain', vary: 'accept' },
    body: bodyOf(`page ${page} `.repeat(500)),
  };
  return new RepeatablePart({ ...exchangeOf({ query: `page=${page}`, response }), status: 200 });
});

/** A JSON Web Token. */
const SECRET = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlc2lnbmF0dXJl';

const entry = fc.record({
  isRepeated: fc.boolean(),
  page: fc.constantFrom(0, 1),
  id: fc.oneof(fc.nat(), fc.constantFrom('own-id', SECRET)),
  headers: fc.constantFrom(['Accept', '*/*'], ['Accept', '*/*', 'Authorization', 'Bearer secret'], []),
  address: fc.constantFrom('', '10.0.0.1', '::1'),
  connection: fc.constantFrom(null, 'c1', 'c2'),
  how: fc.constantFrom(
    { ended: 'complete', hasHead: true } as const,
    { ended: 'client_left', hasHead: true } as const,
    { ended: 'client_left', hasHead: false } as const,
  ),
  ms: fc.double({ min: 0, max: 1e7, noNaN: true }),
  gap: fc.constantFrom(1, 1, 1, 1, 5),
});

type Made = typeof entry extends fc.Arbitrary<infer Value> ? Value : never;

function pendingOf({ isRepeated, page, headers, how, ms, ...own }: Made) {
  const shared = parts[page];
  if (!isRepeated || shared === undefined) return entryOf({ id: String(own.id), headers, body: bodyOf(`body ${ms}`) });
  const when = { since: ms, until: ms * 2, appMs: ms / 3, receivedAt: 1_700_000_000_000 + Math.floor(ms) };
  return new RepeatedExchange({ shared, headers }, { ...own, ...when, ...how }, { sandbox: 'a', isMinor: false });
}

const textsIn = ({ facts, headers, bodies }: ReturnType<typeof textsOfPattern>) => ({ facts, headers, bodies });

it('give each entry back, with its number and its times', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), fc.constantFrom(0, 3000, 1e9), (list, bytes) => {
      let sequence = 0;
      const entries = list.map((made): RunEntry => {
        sequence += made.gap;
        return { sequence, received: made.ms, answered: made.ms * 1.5, of: pendingOf(made) };
      });
      const runs = runsOf(entries, bytes);
      const read = runs.flatMap(entriesOf);
      expect(read.map((one) => [one.sequence, one.received, one.answered])).toEqual(
        entries.map((one) => [one.sequence, one.received, one.answered]),
      );
      const texts = (some: readonly RunEntry[]) => some.map(({ of }) => textsIn(textsOfPattern(of.pattern())));
      expect(texts(read)).toEqual(texts(entries));
      expect(JSON.stringify(runs)).not.toMatch(/Bearer secret|c2lnbmF0dXJl/);
      // Read and put together again they are the same.
      expect(runsOf(read, bytes)).toEqual(runs);
      for (const run of runs) {
        const own = entries.filter((one) => one.sequence >= run.sequence && one.sequence <= endOf(run));
        expect(run).toMatchObject({
          entries: own.length,
          received: Math.min(...own.map(({ received }) => received)),
          answered: Math.min(...own.map(({ answered }) => answered)),
          until: Math.max(...own.map(({ answered }) => answered)),
        });
      }
    }),
    { numRuns: 300 },
  );
});

it('have what entries share once: a thousand that repeat each other take little more than their numbers', () => {
  const [shared] = parts;
  if (shared === undefined) return;
  const repeated = (id: number) =>
    new RepeatedExchange(
      { shared, headers: ['Accept', '*/*', 'User-Agent', 'client/1.0'] },
      { id, since: id, until: id + 1, appMs: 0.5, receivedAt: 1_700_000_000_000 + id, ...from, hasHead: true },
      { sandbox: 'a', isMinor: false },
    );
  const from = { address: '10.0.0.1', connection: 'c1', ended: 'complete' } as const;
  const all = Array.from({ length: 1000 }, (_, id) => repeated(id));
  const runs = runsOf(
    all.map((of, index) => ({ sequence: index + 1, received: index, answered: index, of })),
    1_000_000,
  );
  expect(rowsOf('a', runs)).toHaveLength(3);
  const { facts, headers, bodies } = runBytes(runs);
  expect(facts).toBeLessThan(110 * 1000);
  expect(headers + bodies).toBeLessThan(5000);
  const load = new BatchLoad();
  for (const one of all) load.add(one);
  expect(load.entries).toBe(1);
  const [first] = all;
  const { factsBytes, headersBytes, bodiesBytes } = first ?? { factsBytes: 0, headersBytes: 0, bodiesBytes: 0 };
  expect(load.bytes).toBeLessThan((1000 * (factsBytes + headersBytes + bodiesBytes)) / 2);
  for (const one of all) load.remove(one);
  expect([load.entries, load.bytes]).toEqual([0, 0]);
});

const times = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.nat({ max: 30 })), { maxLength: 12 });

it('are put in order together where they were answered at the same time', () => {
  const pattern: EntryPattern = { facts: '{}', headers: null, bodies: null };
  const of = { pattern: () => pattern };
  fc.assert(
    fc.property(times, (made) => {
      let sequence = 0;
      const runs = made.flatMap(([count, from]) => {
        const entries = Array.from({ length: count }, (_, i) => {
          sequence += 1;
          return { sequence, received: 0, answered: from + 3 * i, of };
        });
        return runsOf(entries, 1e6);
      });
      const groups = runGroups(runs);
      expect(groups.flatMap((group) => group.runs)).toEqual(runs);
      const ordered = groups.flatMap((group) =>
        inOrder(runs.filter((run) => group.runs.includes(run)).flatMap(entriesOf), 0),
      );
      expect(ordered.map((one) => one.sequence)).toEqual(Array.from({ length: sequence }, (_, i) => i + 1));
      expect(ordered.map(({ answered }) => answered)).toEqual(
        runs
          .flatMap(entriesOf)
          .map(({ answered }) => answered)
          .toSorted((a, b) => a - b),
      );
    }),
  );
});

it('give way as a whole, and are cut only where they have to be', () => {
  const run = (sequence: number, entries: number) => ({ sequence, entries, received: 0, answered: 0, until: 0 });
  const runs = [run(1, 10), run(11, 10), run(21, 10)];
  const excess = (entries: number, least: number) => oldestRuns(runs, { entries, least });
  expect(excess(20, 20)).toEqual({ gone: runs.slice(0, 2), cut: [], upTo: 20 });
  expect(excess(25, 15)).toEqual({ gone: runs.slice(0, 2), cut: [], upTo: 20 });
  expect(excess(25, 21)).toEqual({ gone: runs.slice(0, 2), cut: [runs[2]], upTo: 25 });
  expect(excess(5, 1)).toEqual({ gone: [], cut: [runs[0]], upTo: 5 });
});
