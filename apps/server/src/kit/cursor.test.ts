/** Cursors: read back as they were written, for their own query in their own sandbox, and as nothing else. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, type Anchor } from './cursor.js';

const binding = { key: 'one sandbox', query: 'courses?per_page=5' };
const anchor: Anchor = { direction: 'before', position: 300 };
const cursor = encodeCursor(anchor, binding);

const anyAnchor = fc.record({
  direction: fc.constantFrom('after', 'before'),
  position: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
});

it('are read back as they were written, from 20 characters that a URL holds as they are', () => {
  fc.assert(
    fc.property(anyAnchor, fc.string(), fc.string(), (given, key, query) => {
      const text = encodeCursor(given, { key, query });
      expect(text).toMatch(/^[\w-]{20}$/);
      expect(decodeCursor(text, { key, query })).toEqual(given);
    }),
  );
});

it('hold what a sorted list was sorted by', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
  fc.assert(
    fc.property(anyAnchor, fc.array(value, { minLength: 1 }), (given, values) => {
      const text = encodeCursor({ ...given, values }, binding);
      expect(text).toMatch(/^[\w-]+$/);
      expect(JSON.stringify(decodeCursor(text, binding))).toBe(JSON.stringify({ ...given, values }));
    }),
  );
});

describe('are refused', () => {
  const refusal = {
    kind: 'invalid_cursor',
    details: {
      detail: 'the cursor was changed, or belongs to another route, filter, sort or per_page',
      errors: [
        {
          parameter: 'cursor',
          code: 'invalid_cursor',
          detail: 'must be a nextCursor or prevCursor of the same query, unchanged',
        },
      ],
    },
  };
  const refused = (text: string, as = binding): void => {
    let thrown: unknown;
    try {
      decodeCursor(text, as);
    } catch (error) {
      thrown = error;
    }
    expect(thrown, JSON.stringify(text)).toMatchObject(refusal);
  };

  it('in another sandbox', () => refused(cursor, { ...binding, key: 'another sandbox' }));
  it('for another query', () => refused(cursor, { ...binding, query: 'courses?per_page=6' }));

  it('with any byte changed', () => {
    const bytes = Buffer.from(cursor, 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(i) ^ 1, i);
      refused(changed.toString('base64url'));
    }
  });

  it('with bytes cut off or added, also where the text stays well formed', () => {
    for (let length = 0; length < cursor.length; length++) refused(cursor.slice(0, length));
    for (const more of ['A', 'AA', 'AAA', 'AAAA', cursor]) refused(cursor + more);
    for (let cut = 1; cut < 15; cut++) {
      refused(Buffer.from(cursor, 'base64url').subarray(0, -cut).toString('base64url'));
    }
  });

  it('with what a lenient reader skips', () => {
    for (const text of [`${cursor}=`, ` ${cursor}`, `${cursor}\n`, cursor.replace(/^(.{7})/, '$1.')]) refused(text);
    const texts = Array.from({ length: 50 }, (_, position) => encodeCursor({ ...anchor, position }, binding));
    const changed = texts.map((text) => text.replaceAll('-', '+').replaceAll('_', '/'));
    expect(changed).not.toEqual(texts);
    for (const text of changed.filter((each, i) => each !== texts[i])) refused(text);
  });
});
