import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Overlay } from '../store/model/overlay.js';
import { toStored, View } from '../store/model/view.js';
import { type Collection, internalCollection, range } from './collection.js';
import { Draft } from './draft.js';
import { seededId } from './random.js';
import { Dataset } from './dataset.js';

interface Room {
  readonly id: string;
  readonly floor: string;
}

/** Three rooms are seeded. */
const rooms: Collection<Room> = {
  name: 'rooms',
  prefix: 'room',
  noun: 'room',
  schema: z.object({ id: z.string(), floor: z.string() }),
  count: () => 3,
  seeded: (_, index) => ({ id: seededId('room', index), floor: 'ground' }),
  lookup: { floor: (_, floor) => range(0, floor === 'ground' ? 3 : 0) },
};

const keys = internalCollection({ name: 'keys', prefix: 'key', schema: z.object({ id: z.string() }) });

let view: View;
let draft: Draft;
let commit: () => void;
beforeEach(() => {
  const overlay = new Overlay();
  view = new View(new Dataset('understudy', {}), overlay);
  draft = new Draft(view);
  commit = () => {
    overlay.apply(toStored(view, draft.writes));
    draft = new Draft(view);
  };
});

/** All that can be read of the rooms. */
const everything = (records: View | Draft) => ({
  size: records.size(rooms),
  removed: records.removed(rooms),
  inOrder: Array.from({ length: records.size(rooms) }, (_, position) => records.at(rooms, position)),
  found: Array.from(records.lookup(rooms, 'floor', 'ground') ?? []).flatMap((at) => records.at(rooms, at) ?? []),
  changed: records.changed(rooms).toSorted((a, b) => a.id.localeCompare(b.id)),
  positions: ['room_0001', 'room_0002', 'room_xa', 'room_xb', 'none'].map((id) => records.positionOf(rooms, id)),
  has: ['room_0001', 'room_0002', 'room_xa'].map((id) => records.has(rooms, id)),
});

it('reads what it has put as the view will once it is committed, and the view does not', () => {
  const before = everything(view);
  draft.put(rooms, { id: 'room_0002', floor: 'first' });
  draft.put(rooms, { id: 'room_xa', floor: 'ground' });
  draft.put(rooms, { id: 'room_xb', floor: 'second' });
  draft.remove(rooms, 'room_0001');
  const seen = everything(draft);
  expect(seen).not.toEqual(before);
  expect(everything(view)).toEqual(before);
  commit();
  expect(everything(view)).toEqual(seen);
});

it('gives a removed record that comes back its old position', () => {
  draft.put(rooms, { id: 'room_xa', floor: 'first' });
  draft.put(rooms, { id: 'room_xb', floor: 'first' });
  commit();
  draft.remove(rooms, 'room_xa');
  commit();
  draft.put(rooms, { id: 'room_xa', floor: 'second' });
  const seen = everything(draft);
  expect(seen.positions[2]).toBe(3);
  expect(seen.inOrder[3]).toEqual({ id: 'room_xa', floor: 'second' });
  commit();
  expect(everything(view)).toEqual(seen);
});

it('writes each record once, as it was last, and nothing of one that was created and removed', () => {
  draft.put(rooms, { id: 'room_xa', floor: 'first' });
  draft.put(rooms, { id: 'room_xa', floor: 'second' });
  draft.put(rooms, { id: 'room_xb', floor: 'first' });
  draft.remove(rooms, 'room_xb');
  draft.remove(rooms, 'room_xc');
  expect(draft.writes).toEqual([{ collection: rooms, record: { id: 'room_xa', floor: 'second' } }]);
});

it('gives records that are never listed no position', () => {
  draft.put(keys, { id: 'key_a' });
  expect([draft.size(keys), draft.get(keys, 'key_a'), draft.changed(keys)]).toEqual([
    0,
    { id: 'key_a' },
    [{ id: 'key_a' }],
  ]);
});

describe('a record that is looked for', () => {
  it('is found as it is now', () => {
    draft.put(rooms, { id: 'room_0001', floor: 'first' });
    expect(draft.find(rooms, 'room_0001')).toEqual({ id: 'room_0001', floor: 'first' });
    expect(draft.findAll([rooms, 'room_0001'], [rooms, 'room_0002'])).toEqual([
      { id: 'room_0001', floor: 'first' },
      { id: 'room_0002', floor: 'ground' },
    ]);
  });

  it('is a 404 where it is not, or no longer', () => {
    draft.remove(rooms, 'room_0001');
    expect(() => draft.find(rooms, 'room_0001')).toThrow('there is no room "room_0001"');
    expect(() => draft.find(keys, 'key_a')).toThrow('there is no record "key_a"');
  });

  it('is named together with the others', () => {
    expect(() => draft.findAll([rooms, 'a'], [rooms, 'room_0001'], [rooms, 'b'])).toThrow(
      'there is no room "a"; there is no room "b"',
    );
  });
});
