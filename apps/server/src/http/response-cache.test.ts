/** The cache of answers: what it gives is what was asked for and still true, and it stays within its bytes. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replicaOn, type Replica } from '../../test/stores/replica.js';
import { MemoryStore } from '../store/stores/memory-store.js';
import { type CacheRequest, type CachedAnswer, type StoredAnswer, ResponseCache } from './cached-answers.js';

const MEBIBYTE = 1024 * 1024;

let replica: Replica;
let cache: ResponseCache;
beforeEach(async () => {
  replica = await replicaOn(new MemoryStore());
  cache = new ResponseCache();
});

function answer(
  body: CachedAnswer['body'] = new TextEncoder().encode('{}'),
  other: Partial<CachedAnswer> = {},
): StoredAnswer {
  const { sandbox } = replica;
  const headers = { etag: 'W/"1"' };
  const kept = {
    stamp: sandbox.stamp,
    period: undefined,
    path: '/a',
    query: '?b',
    noted: { logged: undefined, durations: undefined },
    operation: undefined,
    hasRules: false,
    status: 200,
    headers,
    body,
    ...other,
  };
  return { answer: kept, sandbox };
}

/** Asks twice, which is what it takes to be kept. */
function keep(key: string, kept = answer()): void {
  cache.set(key, () => kept);
  cache.set(key, () => kept);
}

const keptOf = (count: number): number =>
  Array.from({ length: count }, (_, i) => cache.get(`${i}`)).filter((kept) => kept !== undefined).length;

it('keeps an answer from the second time on that it is asked for', () => {
  expect(cache.get('a')).toBeUndefined();
  const make = vi.fn<() => StoredAnswer>(answer);
  cache.set('a', make);
  expect(make).not.toHaveBeenCalled();
  expect(cache.get('a')).toBeUndefined();
  cache.set('b', answer);
  expect(cache.get('b')).toBeUndefined();
  cache.set('a', answer);
  expect(cache.get('a')).toEqual(answer());
  expect(cache.get('b')).toBeUndefined();
});

it('gives none that was made before the sandbox changed', async () => {
  keep('a');
  const before = answer();
  await replica.sandbox.exclusively(() =>
    replica.sandbox.replace({ config: replica.sandbox.config, revision: 0, records: [] }),
  );
  expect(replica.sandbox.stamp).not.toBe(before.answer.stamp);
  expect(cache.get('a')).toBeUndefined();
  cache.set('a', answer);
  expect(cache.get('a')).toEqual(answer());
});

it('gives none of a sandbox that is gone', () => {
  keep('a');
  vi.spyOn(WeakRef.prototype, 'deref').mockReturnValue(undefined);
  expect(cache.get('a')).toBeUndefined();
});

describe('a question', () => {
  const question: CacheRequest = { method: 'GET', target: 'http://a/b', acceptEncoding: 'br', ifNoneMatch: '"1"' };
  const keyOf = (other: Partial<CacheRequest> = {}): string => ResponseCache.key({ ...question, ...other }) ?? 'none';

  it('is another one with any other part', () => {
    const others = [
      keyOf(),
      keyOf({ method: 'HEAD' }),
      keyOf({ target: 'http://a/c' }),
      keyOf({ acceptEncoding: 'gzip' }),
      keyOf({ acceptEncoding: null }),
      keyOf({ ifNoneMatch: '"2"' }),
      keyOf({ ifNoneMatch: null }),
      keyOf({ acceptEncoding: null, ifNoneMatch: 'br' }),
      keyOf({ acceptEncoding: null, ifNoneMatch: null }),
      keyOf({ acceptEncoding: 'b', ifNoneMatch: 'r"1"' }),
      keyOf({ target: 'http://a/bb', acceptEncoding: 'r' }),
    ];
    expect(new Set(others).size).toBe(others.length);
  });

  it('is not remembered where it is longer than 1024 characters', () => {
    const { length } = keyOf();
    const target = (more: number): string => question.target.padEnd(question.target.length + more, 'x');
    expect(ResponseCache.key({ ...question, target: target(1024 - length) })).toHaveLength(1024);
    expect(ResponseCache.key({ ...question, target: target(1025 - length) })).toBeUndefined();
  });

  it('is the same one where a header is missing or empty', () => {
    const keys = [undefined, null, ''].map((value) => keyOf({ acceptEncoding: value, ifNoneMatch: value }));
    expect(new Set(keys).size).toBe(1);
  });
});

describe('the room', () => {
  it('is 8 MiB for bodies; the one not asked for longest makes way', () => {
    for (let i = 0; i < 7; i++) keep(`${i}`, answer(new Uint8Array(MEBIBYTE)));
    expect(keptOf(1)).toBe(1);
    for (let i = 7; i < 9; i++) keep(`${i}`, answer(new Uint8Array(MEBIBYTE)));
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].filter((i) => cache.get(`${i}`) !== undefined)).toEqual([0, 3, 4, 5, 6, 7, 8]);
  });

  /** How many of some entries are kept. */
  const keptOfMany = (count: number, kept: StoredAnswer, key = (i: number): string => `${i}`): number => {
    for (let i = 0; i < count; i++) keep(key(i), kept);
    return Array.from({ length: count }, (_, i) => cache.get(key(i))).filter((each) => each !== undefined).length;
  };

  it('is taken by what an entry needs beside a body, about 1 kB', () => {
    const kept = keptOfMany(12_000, answer(null));
    expect(kept).toBeGreaterThan(4000);
    expect(kept).toBeLessThan(9000);
  });

  const long = 'x'.repeat(50_000);
  it.each([
    ['its body', 50_000, () => answer(new Uint8Array(50_000))],
    ['its headers', 50_000, () => answer(null, { headers: { link: long } })],
    ['the names of its headers', 50_000, () => answer(null, { headers: { [long]: '' } })],
    ['its path', 50_000, () => answer(null, { path: long })],
    ['its query', 50_000, () => answer(null, { query: long })],
  ])('is taken by %s', (_what, bytes, kept) => {
    const taken = keptOfMany(170, kept()) * bytes;
    expect(taken).toBeLessThan(8 * MEBIBYTE);
    expect(taken).toBeGreaterThan(7.5 * MEBIBYTE);
  });

  it('is taken by its question', () => {
    const kept = keptOfMany(9000, answer(null), (i) => `${i}`.padEnd(1000));
    expect(kept).toBeLessThan(4300);
    expect(kept).toBeGreaterThan(3500);
  });

  it('is taken by the bytes of a body alone, not by the buffer that they were cut from', () => {
    const cut = new Uint8Array(MEBIBYTE).subarray(10, 20);
    keep('a', answer(cut));
    const { body } = cache.get('a')?.answer ?? {};
    expect(body).toEqual(new Uint8Array(10));
    expect(body instanceof Uint8Array && body.buffer.byteLength).toBe(10);
  });
});

describe('questions asked once', () => {
  const ask = (count: number): void => {
    for (let i = 0; i < count; i++) cache.set(`other ${i}`, () => answer());
  };

  it('are remembered through some thousand others', () => {
    cache.set('a', answer);
    ask(4096);
    cache.set('a', answer);
    expect(cache.get('a')).toBeDefined();
  });

  it('are forgotten at last, so that they fill no memory', () => {
    cache.set('a', answer);
    ask(9000);
    cache.set('a', answer);
    expect(cache.get('a')).toBeUndefined();
  });
});
