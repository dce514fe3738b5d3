/** A search by joined texts finds what looking at each record finds, in any script, and in lists and objects. */
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Collection } from '../kit/collection.js';
import { Dataset } from '../kit/dataset.js';
import { includesText, searchedMembers, TextsInMemory } from './search-texts.js';

interface Note {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly unknown[];
  readonly author: { readonly name: string; readonly age: number } | null;
}

const words = [
  'ΟΔΟΣ',
  'ΟΔΟΣ ΑΣ',
  'İstanbul',
  'straße',
  'STRASSE',
  '\uD83D',
  '\uD83D\uDE00',
  '',
  '\u0000',
  'a',
  'Ab\nC',
  'é',
  'E\u0301',
];
const word = (n: number): string => words[n % words.length] ?? '';

function notes(count: number, made: (index: number) => void = () => undefined): Collection<Note> {
  return {
    name: 'notes',
    prefix: 'note',
    schema: z.any(),
    count: () => count,
    seeded: (_dataset, index) => {
      made(index);
      return {
        id: `note_${index}`,
        title: index % 5 === 0 ? '' : `${word(index)}${word(index * 7)}`,
        tags: index % 3 === 0 ? [] : [word(index * 3), index, [{ deep: word(index * 11) }], null],
        author: index % 4 === 0 ? null : { name: word(index * 5), age: index },
      };
    },
  };
}

function run<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

it.each([
  ['some members', ['title', 'author', 'missing']],
  ['all but the id', undefined],
])('finds what has a text in %s', (_what, fields) => {
  const dataset = new Dataset('seed', {});
  const collection = notes(2500);
  const texts = run(new TextsInMemory().get({ dataset, collection, fields }));
  expect(texts).toBeDefined();
  const asked = [
    ...words,
    ...words.map((one) => one.slice(1)),
    'σ',
    'ς',
    'i',
    '\u0307',
    'note_',
    'ss',
    'b\nc',
    'xyz',
    '1',
  ];
  for (const q of asked.map((one) => one.toLowerCase()).filter((one) => one !== '' && !one.includes('\u0000'))) {
    const members = (index: number) => searchedMembers({ ...collection.seeded(dataset, index) }, fields);
    const all = Array.from({ length: 2500 }, (_, index) => index);
    const wanted = all.filter((index) => includesText(members(index), q));
    expect(Array.from(texts === undefined ? [] : run(texts.find(q)))).toEqual(wanted);
    expect(all.filter((index) => texts?.has(index, q))).toEqual(wanted);
  }
});

it('makes each record once for all who search at the same time and later', () => {
  const made = vi.fn<(index: number) => void>();
  const [dataset, collection] = [new Dataset('seed', {}), notes(3000, made)];
  const memory = new TextsInMemory();
  const both = [1, 2].map(() => memory.get({ dataset, collection, fields: ['title'] }));
  const ends = both.map(() => false);
  while (ends.includes(false)) for (const [i, steps] of both.entries()) ends[i] = steps.next().done === true;
  run(memory.get({ dataset, collection, fields: ['title'] }));
  expect(made).toHaveBeenCalledTimes(3000);
});

it('gives up soon where the texts would take too much memory', () => {
  const made = vi.fn<(index: number) => void>();
  const [dataset, collection] = [new Dataset('seed', {}), notes(100_000, made)];
  expect(run(new TextsInMemory(10_000).get({ dataset, collection, fields: ['title'] }))).toBeUndefined();
  expect(made.mock.calls.length).toBeLessThanOrEqual(1024);
});

it('tries again after a record that could not be made', () => {
  const made = vi.fn<(index: number) => void>().mockImplementationOnce(() => {
    throw new Error('broken');
  });
  const searched = { dataset: new Dataset('seed', {}), collection: notes(20, made), fields: ['title'] };
  const memory = new TextsInMemory();
  expect(() => run(memory.get(searched))).toThrow('broken');
  expect(run(memory.get(searched))).toBeDefined();
});
