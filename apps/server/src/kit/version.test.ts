/** Versions: what counts as a change, and which records have equal tags. */
import { describe, expect, it } from 'vitest';
import { counted, tagOf } from './version.js';

const board = { id: 'brd_0001', version: 3, title: 'Plans', size: { width: 2, height: 1 }, notes: ['a', 'b'] };

describe('a tag', () => {
  it('is the version and eight digits of the data', () => {
    expect(tagOf(board)).toBe('"3-2a165de8"');
  });

  it('is the same whatever the order of members, and whether one is undefined or left out', () => {
    const { notes, size, title, version, id } = board;
    const other = { notes, more: undefined, size: { height: size.height, width: size.width }, title, version, id };
    expect(tagOf(other)).toBe(tagOf(board));
    expect(tagOf(JSON.parse(JSON.stringify(board)))).toBe(tagOf(board));
  });

  it.each([{ version: 4 }, { title: 'plans' }, { notes: ['b', 'a'] }, { more: null }])(
    'is another with %o',
    (change) => {
      expect(tagOf({ ...board, ...change })).not.toBe(tagOf(board));
    },
  );

  it.each([{}, { version: '3' }, { version: 1.5 }, null, undefined, 'x'])('is none of %o', (value) => {
    expect(() => tagOf(value)).toThrow('lacks an integer member version');
  });
});

describe('a record', () => {
  it('that is new begins with 1, whatever it says', () => {
    expect(counted({ id: 'a', version: 9 }, undefined)).toEqual({ id: 'a', version: 1 });
  });

  it('that was changed has the next version, whatever it says', () => {
    for (const version of [0, 3, 4, 99]) expect(counted({ ...board, title: 'New', version }, board).version).toBe(4);
  });

  it('that was not changed stays as it was', () => {
    for (const version of [0, 3, 99]) expect(counted({ ...board, version }, board)).toBe(board);
  });
});
