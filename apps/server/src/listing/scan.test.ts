/** A scan with removed records among those it finds. */
import { z } from 'zod';
import { expect, it } from 'vitest';
import type { Collection } from '../kit/collection.js';
import { Dataset } from '../kit/dataset.js';
import { Overlay } from '../store/model/overlay.js';
import { REMOVED } from '../store/model/internal.js';
import { View, ViewAt } from '../store/model/view.js';
import { orderOf } from './order.js';
import { scanChanged, scanSeeded } from './scanner.js';
import type { Search } from './matcher.js';
import { TextsInMemory } from './search-texts.js';

interface Note {
  readonly id: string;
  readonly title: string;
}

const notes: Collection<Note> = {
  name: 'notes',
  prefix: 'note',
  schema: z.object({ id: z.string(), title: z.string() }),
  count: () => 4,
  seeded: (_dataset, index) => ({ id: `note_000${index + 1}`, title: index % 2 === 0 ? 'even' : 'odd' }),
};

/** What is found in a view whose changed records nobody has looked at. */
function findIn(view: View, search: Search<Note>): number[] {
  const positions = run(scanSeeded(view.dataset, search, new TextsInMemory()));
  return Array.from(run(scanChanged(new ViewAt(view, 0), search, { positions, changed: undefined })));
}

function run<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

it('leaves out what was removed, seeded or created', () => {
  const overlay = new Overlay();
  const view = new View(new Dataset('seed', {}, { onBuild: () => undefined }), overlay);
  const search = { listing: { collection: notes, where: {} }, q: 'even', fields: ['title'] };
  const find = () => findIn(view, search);
  expect(find()).toEqual([0, 2]);
  const put = (id: string, value: unknown, order: number | null) =>
    overlay.apply([{ collection: 'notes', id, value, order, expires: null }]);
  put('note_x', { id: 'note_x', title: 'even' }, 0);
  put('note_0002', { id: 'note_0002', title: 'even now' }, null);
  expect(find()).toEqual([0, 1, 2, 4]);
  put('note_0001', REMOVED, null);
  put('note_x', REMOVED, null);
  expect(find()).toEqual([1, 2]);
});

it('keeps an order over records that were changed, created and removed', () => {
  const overlay = new Overlay();
  const view = new View(new Dataset('seed', {}, { onBuild: () => undefined }), overlay);
  const found = (sort: string) => {
    const order = orderOf<Note>({ sort, operation: 'notes.listNotes' });
    const search = { listing: { collection: notes, where: {} }, q: '', fields: ['title'], order };
    return findIn(view, search);
  };
  expect(found('title')).toEqual([0, 2, 1, 3]);
  expect(found('-title')).toEqual([1, 3, 0, 2]);
  const put = (id: string, value: unknown, order: number | null) =>
    overlay.apply([{ collection: 'notes', id, value, order, expires: null }]);
  put('note_x', { id: 'note_x', title: 'odd' }, 0);
  put('note_y', { id: 'note_y', title: 'even' }, 1);
  put('note_0003', { id: 'note_0003', title: 'x' }, null);
  put('note_0002', REMOVED, null);
  expect(found('title')).toEqual([0, 5, 3, 4, 2]);
  expect(found('-title')).toEqual([2, 3, 4, 0, 5]);
});

it('makes no more of a record than what a search reads, where that is quick', () => {
  const made: number[] = [];
  const seeded = (index: number) => notes.seeded(dataset, index);
  const quick: Collection<Note> = {
    ...notes,
    seeded: (_dataset, index) => {
      made.push(index);
      return seeded(index);
    },
    quick: (_dataset, index) => ({ id: seeded(index).id, title: seeded(index).title }),
  };
  const dataset = new Dataset('seed', {});
  const find = (fields: readonly string[], where = {}) =>
    Array.from(
      run(scanSeeded(dataset, { listing: { collection: quick, where }, q: 'even', fields }, new TextsInMemory())),
    );
  expect(find(['title'])).toEqual([0, 2]);
  expect(made).toEqual([]);
  // A member that it lacks is read of the record, and there of one that shows another too.
  expect(find(['title', 'body'])).toEqual([0, 2]);
  expect(made).toEqual([0, 1, 2, 3]);
});
