/** Runs of entries: whatever entries are put together, each is read as it was. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type EntryPattern, textsOfPattern } from '../../src/journal/entry-pattern.js';
import { RepeatablePart } from '../../src/journal/repeatable-part.js';
import { RepeatedExchange } from '../../src/journal/repeated-exchange.js';
import { Repeats } from '../../src/journal/repeats.js';
import { microseconds } from '../../src/journal/runs/moments.js';
import { entriesOf } from '../../src/journal/runs/read-run.js';
import { endOf, rowsOf, type RunEntry, runBytes } from '../../src/journal/runs/run.js';
import { inOrder, oldestRuns, runGroups } from '../../src/journal/runs/run-order.js';
import { runsOf, RunsWriter } from '../../src/journal/runs/runs-writer.js';
import { idText } from '../../src/kit/request-id.js';
import { bodyOf, entryOf, exchangeOf, repeatedOf } from './journals.js';

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
  id: fc.oneof(
    fc.nat(),
    fc.constantFrom('own-id', SECRET, idText(7), 'req_abcdefgh01', 'req_abcdefgh', 'req_abcdefghA'),
  ),
  headers: fc.constantFrom(['Accept', '*/*'], ['Accept', '*/*', 'Authorization', 'Bearer secret'], []),
  address: fc.constantFrom('', '10.0.0.1', '::1'),
  connection: fc.constantFrom(null, 'c1', 'c2'),
  how: fc.constantFrom(
    { ended: 'complete', hasHead: true } as const,
    { ended: 'client_left', hasHead: true } as const,
    { ended: 'client_left', hasHead: false } as const,
  ),
  // In whole µs, as a run keeps times: of a process, and of a database, which counts since 1970.
  ms: fc.oneof(fc.nat({ max: 1e9 }), fc.integer({ min: 1.7e15, max: 2e15 })).map((us) => us / 1000),
  gap: fc.constantFrom(1, 1, 1, 1, 5),
});

type Made = typeof entry extends fc.Arbitrary<infer Value> ? Value : never;

/** A time in whole µs. */
const whole = (ms: number): number => Math.round(ms * 1000) / 1000;

function pendingOf({ isRepeated, page, headers, how, ms, ...own }: Made) {
  const shared = parts[page];
  if (!isRepeated || shared === undefined) return entryOf({ id: String(own.id), headers, body: bodyOf(`body ${ms}`) });
  // Eighths are whole µs, and add up without a rest.
  const since = Math.floor(ms % 1e6) / 8;
  const [until, appMs] = [since + Math.floor(ms % 700) / 8, Math.floor(ms % 300) / 8];
  const when = { since, until, appMs, receivedAt: 1_700_000_000_000 + Math.floor(ms % 1e6) };
  return repeatedOf(shared, { headers, ...own, ...when, ...how });
}

const textsIn = ({ facts, headers, bodies }: ReturnType<typeof textsOfPattern>) => ({ facts, headers, bodies });

it('give each entry back, with its number and its times', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), fc.constantFrom(0, 3000, 1e9), (list, bytes) => {
      const limits = { entries: 1000, bytes };
      let sequence = 0;
      const entries = list.map((made): RunEntry => {
        sequence += made.gap;
        return { sequence, received: made.ms, answered: whole(made.ms + (made.ms % 3)), of: pendingOf(made) };
      });
      const runs = runsOf(entries, limits);
      const read = runs.flatMap(entriesOf);
      expect(read.map((one) => [one.sequence, one.received, one.answered])).toEqual(
        entries.map((one) => [one.sequence, one.received, one.answered]),
      );
      const texts = (some: readonly RunEntry[]) => some.map(({ of }) => textsIn(textsOfPattern(of.pattern())));
      expect(texts(read)).toEqual(texts(entries));
      expect(JSON.stringify(runs)).not.toMatch(/Bearer secret|c2lnbmF0dXJl/);
      // Read and put together again they are the same.
      expect(runsOf(read, limits)).toEqual(runs);
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

it('are the same of exchanges that waited together as of each by itself', () => {
  const limits = { entries: 100, bytes: 5000 };
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), (list) => {
      const repeats = new Repeats('a');
      const entries = list.flatMap((made, index): RunEntry[] => {
        const of = pendingOf({ ...made, isRepeated: true });
        if (!(of instanceof RepeatedExchange)) return [];
        repeats.add(of);
        return [{ sequence: index + 1, received: made.ms, answered: made.ms, of }];
      });
      const writer = new RunsWriter(limits);
      for (const [row, { sequence, received, answered }] of entries.entries()) {
        const moments = { received: microseconds(received), answered: microseconds(answered) };
        writer.addRepeated(repeats, row, { sequence, ...moments });
      }
      expect(writer.runs()).toEqual(runsOf(entries, limits));
      const texts = (some: Iterable<RepeatedExchange>) => Array.from(some, (one) => textsIn(one.texts()));
      expect(texts(repeats)).toEqual(texts(entries.map(({ of }) => of as RepeatedExchange)));
      repeats.shift();
      expect(Array.from(repeats).length).toBe(Math.max(0, list.length - 1));
    }),
    { numRuns: 100 },
  );
});

it.each([
  [
    'another encoding of numbers',
    (facts: string) => facts.replace(/\n.*/, `\n${btoa('\0'.repeat(7) + '\x40'.repeat(9))}`),
  ],
  ['numbers that end early', (facts: string) => facts.replace(/\n.*/, `\n${btoa('\0\xff')}`)],
  ['numbers that never end', (facts: string) => facts.replace(/\n.*/, `\n${btoa('\xff'.repeat(200))}`)],
  ['shapes of lines that are not there', (facts: string) => facts.replace(/^.*/, btoa('\x09'.repeat(9)))],
  ['an entry by itself', () => '{"id":"r1"}'],
  ['nothing', () => ''],
])('that another release wrote in its own form have no entries: %s', (_name, spoilt) => {
  const of = entryOf({ id: 'r1' });
  const [run] = runsOf([{ sequence: 1, received: 1, answered: 2, of }], { entries: 10, bytes: 1000 });
  expect(run).toBeDefined();
  if (run === undefined) return;
  expect(entriesOf(run)).toHaveLength(1);
  expect(entriesOf({ ...run, facts: spoilt(run.facts) })).toEqual([]);
  expect(entriesOf({ ...run, entries: 2 })).toEqual([]);
});

it('have what entries share once: a thousand that repeat each other take little more than their numbers', () => {
  const [shared] = parts;
  if (shared === undefined) return;
  const from = { address: '10.0.0.1', ended: 'complete', hasHead: true } as const;
  const repeats = new Repeats('a');
  const writer = new RunsWriter({ entries: 100_000, bytes: 1_000_000 });
  const userAgent = 'client/1.0';
  for (let id = 0; id < 1000; id += 1) {
    // Of each connection the headers are an array of its own.
    const headers = ['Accept', '*/*', 'User-Agent', userAgent];
    const own = { id, since: id / 8, until: id / 8 + 0.25, appMs: 0.125, receivedAt: 1_700_000_000_000 + (id >> 3) };
    repeats.add(repeatedOf(shared, { headers, ...own, ...from, connection: `c${id % 30}` }));
    writer.addRepeated(repeats, id, { sequence: id + 1, received: 1e12 + id / 8, answered: 1e12 + (id + 1) / 8 });
  }
  const runs = writer.runs();
  expect(rowsOf('a', runs)).toHaveLength(3);
  const { facts, headers, bodies } = runBytes(runs);
  expect(facts).toBeLessThan(20 * 1000);
  expect(headers + bodies).toBeLessThan(5000);
  expect(repeats.bytes).toBeLessThan(120 * 1000);
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
        return runsOf(entries, { entries: 1000, bytes: 1e6 });
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
