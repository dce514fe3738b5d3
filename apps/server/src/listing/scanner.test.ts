/** What is found after writes: those records alone are looked at that have changed since. */
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Collection } from '../kit/collection.js';
import { Dataset } from '../kit/dataset.js';
import { Overlay } from '../store/model/overlay.js';
import { REMOVED } from '../store/model/internal.js';
import { View } from '../store/model/view.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import { orderOf } from './order.js';
import { Scanner } from './scanner.js';

interface Note {
  readonly id: string;
  readonly title: string;
}

const notes: Collection<Note> = {
  name: 'notes',
  prefix: 'note',
  schema: z.object({ id: z.string(), title: z.string() }),
  count: () => 40,
  seeded: (_dataset, index) => ({
    id: `note_${String(index + 1).padStart(4, '0')}`,
    title: `${['even', 'odd'][index % 2] ?? ''} ${index % 7}`,
  }),
};

function sandboxOf(overlay: Overlay) {
  const view = new View(new Dataset('seed', {}), overlay);
  // The scanner reads the view alone.
  return { view } as Sandbox;
}

const put = (overlay: Overlay, id: string, { value, order = null }: { value: unknown; order?: number | null }) =>
  overlay.apply([{ collection: 'notes', id, value, order, expires: null }]);

it.each([
  ['a text', undefined],
  ['a text in an order', '-title'],
])('finds by %s what a new look at all records finds, whatever was written', async (_what, sort) => {
  const order = sort === undefined ? undefined : orderOf<Note>({ sort, operation: 'notes.listNotes' });
  const search = { listing: { collection: notes, where: {} }, q: 'EVEN', fields: ['title'], order };
  const overlay = new Overlay();
  const sandbox = sandboxOf(overlay);
  const scanner = new Scanner();
  const find = async (one: Scanner) => Array.from((await one.find(sandbox, search, 0)).positions ?? []);
  let created = 0;
  for (let step = 0; step < 300; step++) {
    const n = (step * 17) % 60;
    const id = n < 40 ? notes.seeded(sandbox.view.dataset, n).id : `own_${n}`;
    const isNew = n >= 40 && overlay.of('notes').get(id) === undefined;
    const value = step % 3 === 0 ? REMOVED : { id, title: `${step % 2 === 0 ? 'even' : 'odd'} ${step % 5}` };
    put(overlay, id, { value, order: isNew ? created++ : null });
    if (step % 4 === 0) expect(await find(scanner)).toEqual(await find(new Scanner()));
  }
});

it('looks at the record alone that was written last', async () => {
  const overlay = new Overlay();
  const sandbox = sandboxOf(overlay);
  for (let order = 0; order < 500; order++) {
    put(overlay, `own_${order}`, { value: { id: `own_${order}`, title: 'even' }, order });
  }
  const get = vi.spyOn(overlay.of('notes'), 'get');
  const search = { listing: { collection: notes, where: {} }, q: 'even', fields: ['title'] };
  const scanner = new Scanner();
  await scanner.find(sandbox, search, 0);
  expect(get.mock.calls.length).toBeGreaterThanOrEqual(500);
  put(overlay, 'own_7', { value: { id: 'own_7', title: 'odd' } });
  get.mockClear();
  expect(await scanner.find(sandbox, search, 0)).toMatchObject({ positions: { length: 20 + 499 } });
  expect(get.mock.calls.length).toBeLessThan(10);
});
