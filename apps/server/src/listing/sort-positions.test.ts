/** Positions are sorted as a plain stable sort would do it, and found again by what they are sorted by. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indexInOrder, insertPositions, orderOf, sortPositions } from './order.js';

interface Note {
  readonly text: string | null;
  readonly size: number | null;
  readonly isDone?: boolean;
}

const notes = fc.array(
  fc.record(
    {
      text: fc.option(fc.constantFrom('', 'a', 'B', 'Z', 'ä', 'é', '\u{1F600}', '\uFFFD', 'ab')),
      size: fc.option(fc.constantFrom(-1, -0, 0, 0.5, 9, 10)),
      isDone: fc.boolean(),
    },
    { requiredKeys: ['text', 'size'] },
  ),
  { maxLength: 40 },
);
const sorts = fc.constantFrom('text', '-text', 'size', '-size', 'isDone', '-isDone', 'text,-size', '-isDone,text,size');

function run<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

function ordered(all: readonly Note[], sort: string) {
  const order = orderOf<Note>({ sort, operation: 'notes.listNotes' });
  return { ...order, values: (position: number) => order.values(all[position]) };
}

/** What is wanted, said in another way: by one key after the other, the lightest first. */
function expected(all: readonly Note[], sort: string): number[] {
  let found = [...all.keys()];
  for (const key of sort.split(',').toReversed()) {
    const name = key.replace('-', '') as keyof Note;
    const without = found.filter((i) => all[i]?.[name] === undefined || all[i][name] === null);
    const values = [...new Set(found.flatMap((i) => all[i]?.[name] ?? []))].toSorted((a, b) => (a < b ? -1 : 1));
    if (key.startsWith('-')) values.reverse();
    found = [...values.flatMap((value) => found.filter((i) => all[i]?.[name] === value)), ...without];
  }
  return found;
}

it('sorts as a stable sort does, null last in both directions', () => {
  fc.assert(
    fc.property(notes, sorts, (all, sort) => {
      const sorted = run(sortPositions([...all.keys()], ordered(all, sort)));
      expect(Array.from(sorted)).toEqual(expected(all, sort));
    }),
  );
});

it('puts positions where they would be if all were sorted', () => {
  fc.assert(
    fc.property(notes, sorts, fc.integer({ min: 1, max: 5 }), (all, sort, nth) => {
      const order = ordered(all, sort);
      const positions = Uint32Array.from(all.keys());
      const sorted = run(sortPositions(positions, order));
      const kept = sorted.filter((position) => position % nth !== 0);
      const added = positions.filter((position) => position % nth === 0).toReversed();
      expect(run(insertPositions(kept, added, order))).toEqual(sorted);
    }),
  );
});

it('finds each position again', () => {
  fc.assert(
    fc.property(notes, sorts, (all, sort) => {
      const order = ordered(all, sort);
      const sorted = run(sortPositions([...all.keys()], order));
      for (const [index, position] of sorted.entries()) {
        const at = { values: order.values(position), position };
        expect(indexInOrder(sorted, order, { ...at, isCounted: true })).toBe(index);
        expect(indexInOrder(sorted, order, { ...at, isCounted: false })).toBe(index + 1);
      }
    }),
  );
});

it('compares text by its code units', () => {
  const all = ['b', 'B', 'a', 'ä', '10', '9'].map((text) => ({ text, size: null }));
  const sorted = run(sortPositions([...all.keys()], ordered(all, 'text')));
  expect(Array.from(sorted, (i) => all[i]?.text)).toEqual(['10', '9', 'B', 'a', 'b', 'ä']);
});

it('stops between steps, however much there is to sort', () => {
  const all = Array.from({ length: 5000 }, (_, i) => ({ text: String((i * 7919) % 5000), size: null }));
  let steps = 0;
  for (const _ of sortPositions([...all.keys()], ordered(all, '-text'))) steps++;
  // 5,000 values by 64, 5 runs of 1,024, and 3 rounds that merge them by 1,024.
  expect(steps).toBeGreaterThanOrEqual(79 + 5 + 15);
});
