import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepAnswer, partAt, readAnswer, type Reference, type Written } from './kept-answer.js';

const LONG = 'A long description. '.repeat(20);

/** JSON as a client may send it, with keys and texts that could be taken for something else. */
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, '', '&', LONG, `${LONG}!`),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('&', '&&', '__proto__', 'id', 'data', '1'), tie('value'), { maxKeys: 3 }),
  ),
})).value;

const resolving =
  (written: readonly Written[]) =>
  ({ collection, id, path }: Reference): unknown =>
    partAt(written.find((one) => one.collection === collection && one.record.id === id)?.record, path);

/** What a store gives back. */
const stored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

it('gives back any answer byte for byte, whatever of it the records hold', () => {
  fc.assert(
    fc.property(json, json, (answer, inRecord) => {
      const written = [{ collection: 'things', record: { id: 'a', inRecord } }];
      const given = { data: [answer, written[0]?.record] };
      const kept = stored(keepAnswer(given, written));
      expect(JSON.stringify(readAnswer(kept, resolving(stored(written))))).toBe(JSON.stringify(given));
    }),
  );
});

describe('what is kept', () => {
  const record = { id: 'crs_1', title: 'One', description: LONG };
  const written = [{ collection: 'courses', record }];

  it('refers to a record that is the answer', () => {
    const { answer, parts } = keepAnswer({ data: [record], meta: { delayMs: 0 } }, written);
    expect(answer).toBe('{"data":[{"&":0}],"meta":{"delayMs":0}}');
    expect(parts).toEqual([{ collection: 'courses', id: 'crs_1', path: [] }]);
  });

  it('refers to a long text in a record, and keeps one that is in none once', () => {
    const { parts } = keepAnswer({ about: [LONG, LONG], other: [`${LONG}!`, `${LONG}!`] }, written);
    expect(parts).toEqual([{ collection: 'courses', id: 'crs_1', path: ['description'] }, { value: `${LONG}!` }]);
  });

  it('is nothing where a record that it refers to is gone', () => {
    expect(readAnswer(keepAnswer({ data: [record] }, written), () => undefined)).toBeUndefined();
  });

  it('is the answer itself where an earlier release kept it', () => {
    expect(readAnswer({ answer: { '&': 0 } }, () => undefined)).toEqual({ '&': 0 });
  });
});
