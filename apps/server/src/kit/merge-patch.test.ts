import { describe, expect, it } from 'vitest';
import { mergePatch } from './merge-patch.js';

/** The examples of RFC 7396 appendix A whose target is an object; null has been read as a removal, as the schemas do. */
it.each([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: undefined }, {}],
  [{ a: 'b', b: 'c' }, { a: undefined }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: undefined } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{ a: 'foo' }, { a: { b: 'c' } }, { a: { b: 'c' } }],
  [{}, { a: { bb: { ccc: undefined } } }, { a: { bb: {} } }],
])('%j patched with %j is %j', (record, patch, expected) => {
  const before = structuredClone(record);
  expect(mergePatch(record, patch)).toStrictEqual(expected);
  expect(record).toStrictEqual(before);
});

describe('a patch that changes nothing', () => {
  const record = { a: { b: [1, { c: null }] }, d: 'e', f: null };

  it.each([[{}], [{ d: 'e' }], [{ f: null }], [{ a: {} }], [{ a: { b: [1, { c: null }] } }], [{ g: undefined }]])(
    '%j gives the record itself',
    (patch) => expect(mergePatch(record, patch)).toBe(record),
  );

  it('is none where one of its members does', () => {
    const changed = mergePatch(record, { d: 'x', a: { b: [1, { c: null }] } });
    expect(changed).not.toBe(record);
    expect(changed.a).toBe(record.a);
  });
});

it('takes members for members, whatever they are called', () => {
  const patch = JSON.parse('{"__proto__":{"x":1},"constructor":"y"}') as object;
  const merged = mergePatch({}, patch);
  expect(JSON.stringify(merged)).toBe('{"__proto__":{"x":1},"constructor":"y"}');
  expect('x' in merged).toBe(false);
});
