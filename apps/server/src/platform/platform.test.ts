/** What the web's side of the platform makes is what Node's makes. */
import { describe, expect, test } from 'vitest';
import * as nodeBytes from './node/runtime.js';
import * as nodeHash from './node/runtime.js';
import { isEqual as nodeEqual, keyOf as nodeKey } from './node/runtime.js';
import { statusTexts as nodeTexts } from './node/status-texts.js';
import * as webBytes from './web/runtime.js';
import * as webHash from './web/runtime.js';
import { isEqual as webEqual, keyOf as webKey } from './web/runtime.js';
import { statusTexts as webTexts } from './web/status-texts.js';

const plain = (bytes: Uint8Array): number[] => Array.from(bytes);
const texts = ['', 'a', 'héllo', '\uFEFFmark', '💡 half \ud83d', 'x'.repeat(20_000), 'ÿþ€'];

describe('the platform of the web', () => {
  test.each(texts)('has the hashes of %j', (text) => {
    for (const as of ['hex', 'base64', 'base64url'] as const) {
      expect(webHash.createHash('sha256').update(text).digest(as)).toBe(
        nodeHash.createHash('sha256').update(text).digest(as),
      );
      const [own, other] = [webHash.createHmac('sha256', `key ${text}`), nodeHash.createHmac('sha256', `key ${text}`)];
      expect(own.update(text).digest(as)).toBe(other.update(text).digest(as));
    }
    expect(webHash.sha1(text)).toBe(nodeHash.sha1(text));
  });

  test.each(texts)('has the bytes of %j', (text) => {
    expect(webBytes.byteLength(text)).toBe(nodeBytes.byteLength(text));
    for (const name of ['bytesOf', 'latin1', 'utf16'] as const) {
      const bytes = nodeBytes[name](text);
      expect(plain(webBytes[name](text)), name).toEqual(plain(bytes));
      for (const as of ['textOf', 'toHex', 'toBase64', 'toBase64url'] as const) {
        expect(webBytes[as](bytes), as).toBe(nodeBytes[as](bytes));
      }
    }
  });

  test.each(['', 'YQ', 'YQ==', 'YWI=', 'YW Jj', 'a', '-_-_', '+/+/', 'YWJj!ZGVm', 'YQ==YQ=='])(
    'reads base64 %j',
    (text) => {
      expect(plain(webBytes.fromBase64(text))).toEqual(plain(nodeBytes.fromBase64(text)));
    },
  );

  test('has the keys of passwords', async () => {
    const [given, cost] = [
      { password: 'Passw0rd! é', salt: 'a salt' },
      { N: 4096, r: 8, p: 1 },
    ];
    expect(plain(await webKey(given, 32, cost))).toEqual(plain(await nodeKey(given, 32, cost)));
  });

  test('knows what is equal, and what statuses are called', () => {
    const values = [0, -0, Number.NaN, null, undefined, '', [], {}, [1], [undefined], { a: 1 }, { a: undefined }];
    for (const one of values) for (const other of values) expect(webEqual(one, other)).toBe(nodeEqual(one, other));
    expect(webEqual({ a: [1, { b: 2 }], c: 3 }, { c: 3, a: [1, { b: 2 }] })).toBe(true);
    expect(webTexts).toEqual({ ...nodeTexts });
  });
});
