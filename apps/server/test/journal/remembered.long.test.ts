/** What is remembered of earlier requests changes nothing in how a later one is shown, and what is skipped holds no secret. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { headerMembers, headerRecord, pairsOf } from '../../src/journal/header-text.js';
import { maskText } from '../../src/journal/mask.js';
import { mayHoldSecret } from '../../src/journal/masking/hints.js';
import { ownHeaders } from '../../src/journal/own-headers.js';
import { RecordedExchange } from '../../src/journal/recorded-exchange.js';
import { RepeatablePart } from '../../src/journal/repeatable-part.js';
import { MaskCache } from '../../src/journal/mask-cache.js';
import { EntryRows } from '../../src/store/stores/memory/journal/memory-journal.js';
import { exchangeOf, repeatedOf } from './journals.js';
import { plantedSecrets } from './planted-secrets.js';

const planted = plantedSecrets.flatMap(({ headers, body = '', target }) => [...Object.values(headers), body, target]);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...planted),
  fc.constantFrom('*/*', 'a=1', 'keep'),
);
const around = fc.string({ unit: fc.constantFrom('a', 'Z', '0', ' ', '-', '.', ':', '/', '=', '"', '{', '%', '\n') });

const name = fc.oneof(
  fc.constantFrom('Accept', 'accept', 'Cookie', 'cookie', 'Set-Cookie', 'Authorization', 'X-Api-Key', '__proto__'),
  fc.constantFrom('X-Any', 'x-any', 'Constructor', `x-${'long-'.repeat(20)}`),
  fc.stringMatching(/^[A-Za-z0-9-]{1,5}$/),
);
const headers = fc.array(fc.tuple(name, text), { maxLength: 12 }).map((pairs) => pairs.flat());

it('shows headers as each of them by itself would be shown', () => {
  fc.assert(
    fc.property(headers, (pairs) => {
      expect(JSON.parse(`{${headerMembers(pairs)}}`)).toEqual(JSON.parse(JSON.stringify(headerRecord(pairsOf(pairs)))));
    }),
    { numRuns: 500 },
  );
});

/** Takes a text that is masked only where it is not skipped. */
function checkHint(whole: string): void {
  if (maskText(whole) !== whole) expect(mayHoldSecret(whole, 0, whole.length), whole).toBe(true);
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

it('makes of a repeated exchange what is made of one that is not', () => {
  fc.assert(
    fc.property(headers, fc.boolean(), text, (sent, hasHead, id) => {
      const body = { content: '{"a":"b","token":"secret"}', bytes: 26, isTruncated: false };
      const own = ownHeaders(id, 1);
      const kept = { 'content-type': 'application/json', 'x-request-id': 'first', vary: 'accept', etag: 'W/"1"' };
      const once = exchangeOf({ query: 'page=1&code=secret1', response: { headers: kept, body } });
      const part = new RepeatablePart({ ...once, status: 200 });
      const when = { since: 1000, until: 1002, appMs: 1, receivedAt: 1_700_000_000_123 };
      const how = { ...when, address: '127.0.0.1', connection: 'c1', ended: 'complete' } as const;
      const repeated = repeatedOf(part, { ...how, id, headers: sent, hasHead });
      const exchange = {
        ...once,
        id,
        headers: sent,
        address: '127.0.0.1',
        connection: 'c1',
        since: repeated.since,
        answeredAt: repeated.answeredAt,
        receivedAt: when.receivedAt,
        durationMs: when.until - when.since,
        ...(hasHead
          ? { response: { headers: { ...kept, ...own }, body } }
          : { status: undefined, response: { headers: {}, body: undefined } }),
      };
      const plain = new RecordedExchange(exchange, { sandbox: 'a', isMinor: false }).texts();
      const texts = repeated.texts();
      expect(JSON.parse(texts.facts)).toEqual(JSON.parse(plain.facts));
      expect(JSON.parse(texts.headers ?? '')).toEqual(JSON.parse(plain.headers ?? ''));
      expect(texts.bodies).toBe(plain.bodies);
      const rows = new EntryRows('a');
      rows.push(repeated);
      rows.dropHeaders(0);
      expect(rows.texts(0)?.().facts).toBe(texts.facts);
    }),
    { numRuns: 300 },
  );
});
