/** What is remembered of earlier requests changes nothing in how a later one is shown, and what is skipped holds no secret. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { MaskCache, maskHeader, maskText } from '../../src/journal/mask.js';
import { maskedHeaders } from '../../src/journal/masked-entry.js';
import { mayHoldSecret } from '../../src/journal/mask/text.js';
import { plantedSecrets } from './planted-secrets.js';

const planted = plantedSecrets.flatMap(({ headers, body = '', target }) => [...Object.values(headers), body, target]);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...planted),
  fc.constantFrom('*/*', 'a=1', 'keep'),
);
const around = fc.string({ unit: fc.constantFrom('a', 'Z', '0', ' ', '-', '.', ':', '/', '=', '"', '{', '%', '\n') });

it('shows headers as each of them by itself would be shown', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.stringMatching(/^[a-z0-9-]{1,5}$/), text), { maxLength: 12 }), (pairs) => {
      const own = new Map(pairs);
      expect(maskedHeaders(own)).toEqual(
        Object.fromEntries([...own].map(([name, value]) => [name, maskHeader(name, value)])),
      );
    }),
    { numRuns: 500 },
  );
});

/** Takes a text that is masked only where it is not skipped. */
function checkHint(whole: string): void {
  if (maskText(whole) !== whole) expect(mayHoldSecret(whole), whole).toBe(true);
}

it('skips no secret by itself', () => {
  for (const secret of planted) checkHint(secret);
});

it('skips no text that holds a secret', () => {
  fc.assert(
    fc.property(around, fc.constantFrom(...planted), around, (before, secret, after) => {
      checkHint(before + secret + after);
    }),
    { numRuns: 2000 },
  );
});

it('remembers texts as they are shown, a bounded number, and none with a secret', () => {
  const shown = new MaskCache(maskText);
  fc.assert(
    fc.property(text, (one) => {
      for (let i = 0; i < 3; i++) expect(JSON.parse(shown.json(one))).toBe(JSON.parse(JSON.stringify(maskText(one))));
    }),
    { numRuns: 2000 },
  );
  expect(shown.size).toBeLessThanOrEqual(1000);
  const none = new MaskCache(maskText);
  expect(none.json('password=hunter2')).toBe('"password=***"');
  expect(none.json('a'.repeat(1000))).toBe(`"${'a'.repeat(1000)}"`);
  expect(none.size).toBe(0);
  for (let i = 0; i < 5000; i++) none.json(`text ${i}`);
  expect(none.size).toBeLessThanOrEqual(1000);
});
