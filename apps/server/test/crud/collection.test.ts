/** Collections made of what their author says: each record follows from the seed and its index alone. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { allOf } from '../../src/kit/all-of.fixture.js';
import { Dataset, EPOCH } from '../../src/kit/dataset.js';
import { collection } from '../../src/kit/make-collection.js';
import type { SeedTools } from '../../src/kit/seed-tools.js';
import { expectGolden } from '../golden/golden.js';
import { authors, note, notes } from './records.js';
import { long } from '../long.js';

const MANY = 1_000_000;

const datasetOf = (seed: string, size: number): Dataset => new Dataset(seed, { notes: size, authors: 6 });

const run = promisify(execFile);

describe('a record', () => {
  long('has the same bytes in two processes and in every size', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'records-'));
    const outfile = join(folder, 'print-records.cjs');
    const entry = new URL('print-records.ts', import.meta.url).pathname;
    await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node' });
    const print = async (size: number) => (await run(process.execPath, [outfile, String(size), '0', '6', '49'])).stdout;
    const [first, second] = await Promise.all([print(50), print(MANY)]);
    expect(second).toBe(first);
    expect(JSON.parse(first)).toContainEqual(notes.seeded(datasetOf('understudy', 50), 6));
    await rm(folder, { recursive: true });
  });

  it('is what it was before', () => {
    expectGolden('notes.json', datasetOf('understudy', 12), [authors, notes]);
  });

  it('fits its schema, belongs to one that there is, and lies before the present of the data', () => {
    const ids = allOf(datasetOf('one', 1), authors).map(({ id }) => id);
    fc.assert(
      fc.property(fc.string(), fc.nat(MANY - 1), (seed, index) => {
        const record = notes.seeded(datasetOf(seed, MANY), index);
        expect(note.parse(record)).toEqual(record);
        expect(ids).toContain(record.author_id);
        expect(Date.parse(record.updated_at)).toBeLessThan(EPOCH);
        expect(record.updated_at >= record.created_at).toBe(true);
      }),
    );
  });

  it('differs from the others', () => {
    const all = allOf(datasetOf('one', 1000), notes);
    expect(new Set(all.map(({ title, text }) => `${title} ${text}`)).size).toBe(1000);
    expect(new Set(all.map(({ author_id }) => author_id)).size).toBe(6);
  });

  it('has what its schema puts in where its seed leaves it out', () => {
    expect(notes.seeded(datasetOf('one', 1), 0).priority).toBe(3);
  });
});

/** What a seed draws, for one record. */
function drawn<Value>(draw: (tools: SeedTools) => Value, { seed = 'one', index = 0 } = {}): Value {
  let value: Value | undefined;
  const probe = collection({
    name: 'probes',
    prefix: 'probe',
    size: 1,
    schema: z.object({ id: z.string() }),
    seed: (tools) => {
      value = draw(tools);
      return {};
    },
  });
  probe.seeded(new Dataset(seed, { probes: index + 1, authors: 6 }), index);
  // The seed has run.
  return value as Value;
}

describe('the tools of a seed', () => {
  const anySeed = fc.record({ seed: fc.string(), index: fc.nat(MANY) });

  it.each([
    [[], '2025-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
    [['2024'], '2024-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'],
    [['2024-02'], '2024-02-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    [['2024-12'], '2024-12-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'],
    [['2024-02-29'], '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    [['2025-03-01T12:00:00.000Z', '2025-03-02'], '2025-03-01T12:00:00.000Z', '2025-03-02T00:00:00.000Z'],
    [['2030', '2032'], '2030-01-01T00:00:00.000Z', '2032-01-01T00:00:00.000Z'],
  ])('draw instants within %j', (span, start, end) => {
    fc.assert(
      fc.property(anySeed, (record) => {
        const text = drawn(({ instant }) => instant(...span), record);
        expect(new Date(text).toISOString()).toBe(text);
        expect(text >= start && text < end).toBe(true);
        expect(drawn(({ date }) => date(...span), record)).toBe(text.slice(0, 10));
      }),
    );
  });

  it.each([['25'], ['2025-13'], ['2025-02-30'], ['yesterday'], ['2025-03', '2025-03'], ['2025', '2024']])(
    'refuse the time %s %s',
    (...span) => {
      expect(() => drawn(({ instant }) => instant(...span))).toThrow(RangeError);
    },
  );

  it('draw numbers from their ranges, with their decimals', () => {
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 0, max: 4 }), (record, decimals) => {
        const number = drawn((tools) => tools.number(-1.5, 2.5, decimals), record);
        expect(number).toBeGreaterThanOrEqual(-1.5);
        expect(number).toBeLessThanOrEqual(2.5);
        expect(String(number)).toMatch(new RegExp(`^-?\\d(\\.\\d{1,${Math.max(1, decimals)}})?$`));
        expect(drawn((tools) => tools.int(3, 5), record)).toBeOneOf([3, 4, 5]);
      }),
    );
  });

  it('draw texts that look real', () => {
    fc.assert(
      fc.property(anySeed, (record) => {
        const words = drawn((tools) => tools.words(2, 5), record);
        expect(words).toMatch(/^[A-Z][a-z]+( [a-z]+){1,4}$/);
        const count = drawn((tools) => tools.words(9, 9), record).split(' ').length;
        expect(count).toBe(9);
        expect(drawn((tools) => tools.word(), record)).toMatch(/^[a-z]+$/);
        expect(drawn((tools) => tools.sentence(), record)).toMatch(/^[A-Z][a-zA-Z ]+ the [a-zA-Z ]+\.$/);
        expect(drawn((tools) => tools.paragraph(), record).split('. ')).toSatisfy(
          ({ length }: string[]) => length >= 3 && length <= 5,
        );
        const person = drawn((tools) => tools.person(), record);
        expect(person.name).toBe(`${person.first_name} ${person.last_name}`);
        expect(z.email().parse(person.email)).toContain(`.${record.index + 1}@example.`);
        expect(drawn((tools) => tools.company(), record)).toMatch(/^\S+ .*\S+$/);
        expect(drawn((tools) => tools.city(), record)).toMatch(/^[A-Z][A-Za-z ]+$/);
      }),
    );
  });

  it('name a record of another collection, where it has one', () => {
    expect(drawn(({ one }) => one(authors))).toMatch(/^author_000[1-6]$/);
    const none = new Dataset('one', { notes: 1, authors: 0 });
    expect(() => notes.seeded(none, 0)).toThrow('one() found no seeded record in authors');
  });

  it('choose by a probability', () => {
    expect(drawn(({ chance }) => [chance(0), chance(1)])).toEqual([false, true]);
    expect(drawn(({ pick, index }) => [pick(['a']), index])).toEqual(['a', 0]);
  });
});

const authorId = z.object({ id: z.string() });

test('ids and sizes are those of the name and prefix that a server serves', () => {
  const served = { name: 'shop.authors', prefix: 'shop_author' };
  const renamed = Object.assign(
    collection({ name: 'authors', prefix: 'author', size: 6, schema: authorId, seed: () => ({}) }),
    served,
  );
  const dataset = new Dataset('one', { 'shop.authors': 4 });
  expect(renamed.count(dataset)).toBe(4);
  expect(allOf(dataset, renamed).map(({ id }) => id)).toContain('shop_author_0004');
});
