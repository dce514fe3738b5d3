/** Values that programs stumble over, wherever they are put. */
import fc from 'fast-check';

const odd = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '%00',
  '%',
  '\u0000',
  '\ud800',
  '\uffff\ufffe',
  '\u202e',
  'e\u0301',
  '😀'.repeat(30),
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  'a\r\nX-Injected: 1',
  '9'.repeat(400),
  'x'.repeat(201),
  'x'.repeat(5000),
  '#/~0~1',
  '*',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999-23:59',
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00:00+00:00',
  'http://127.0.0.1:1/hook',
  'http://169.254.169.254/latest/meta-data',
  'javascript:alert(1)',
  'https://user:pass@example.com:99999/',
];

const numbers = [
  0,
  -0,
  -1,
  1,
  0.1,
  2,
  49,
  50,
  51,
  255,
  65_536,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  9e15,
  1e21,
  1e308,
  -1e308,
  5e-324,
];

/** Texts: odd ones, any Unicode, half surrogate pairs. */
export const text = fc.oneof(fc.constantFrom(...odd), fc.string({ unit: 'binary', maxLength: 40 }), fc.string());

/** Numbers: odd ones, and any but those that JSON has no form for. */
export const number = fc.oneof(
  fc.constantFrom(...numbers),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** A value nested deeper than anybody means it. */
const deep = fc.integer({ min: 2, max: 5000 }).map((levels) => {
  const open = '[{"a":'.repeat(levels);
  // Made as text: a value of this depth could not be written again.
  return { rawJson: `${open}1${'}]'.repeat(levels)}` };
});

/** Any JSON value, and some that only stand for one: `{ rawJson }` is put into the body as it is. */
export const value = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 4, arbitrary: number },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(number, { maxLength: 300 }) },
  { weight: 1, arbitrary: deep },
);

/** The JSON text of a value; what stands for raw JSON becomes that. */
export function toJson(given) {
  const raws = [];
  const marked = JSON.stringify(given, (_name, member) => {
    if (typeof member !== 'object' || member === null || typeof member.rawJson !== 'string') return member;
    raws.push(member.rawJson);
    return `\u0001raw${raws.length - 1}\u0001`;
  });
  return marked.replace(/"\\u0001raw(\d+)\\u0001"/g, (_, index) => raws[Number(index)]);
}
