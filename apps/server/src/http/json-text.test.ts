/** JSON text that is none: whatever it is, the fault is named. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ProblemError } from '../kit/problem-error.js';
import { parseJson } from './json-text.js';

it('finds the fault in any heap of brackets, however long, or says that it is too deep', async () => {
  const pieces = [
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '"',
    '"a"',
    '1',
    '//',
    '/*',
    '*/',
    '\n',
    '\\',
    'x',
    '"\\u',
    '"a":',
    '[]',
  ];
  const heap = fc.tuple(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 }), fc.nat(4000));
  await fc.assert(
    fc.asyncProperty(heap, async ([some, times]) => {
      try {
        await parseJson(some.join('').repeat(times), { location: { pointer: '#' } });
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        expect(error.message).toMatch(/64 levels|at line|too large/);
      }
    }),
    { numRuns: 1000 },
  );
});

it.each(['1e999', '-1E+400', '9'.repeat(400), '1'.padEnd(309, '9') + '.5e0', '[{"a":[1,1e309]}]', '{"a":1e999'])(
  'refuses a number that cannot be held instead of making null of it: %s',
  async (text) => {
    const parsed = parseJson(text, { location: { pointer: '#' } });
    const message = text.startsWith('{')
      ? /is not valid JSON at line 1/
      : /has the number [\d.eE+…]+, which is too large/;
    await expect(parsed).rejects.toThrow(message);
  },
);

it.each(['1e308', '1e-999', '"1e999"', '{"1e999":1}', '0.0000000000000001e320', `${'1'.repeat(308)}`])(
  'reads %s',
  async (text) => {
    expect(await parseJson(text, { location: { pointer: '#' } })).toEqual(JSON.parse(text));
  },
);
