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
        expect(error.message).toMatch(/64 levels|at line/);
      }
    }),
    { numRuns: 1000 },
  );
});
