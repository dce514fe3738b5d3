/** What a journal keeps, by number and by bytes, alone and beside others. */
import { expect, it } from 'vitest';
import { Journal } from './journal.js';
import { JournalPool } from './journal-pool.js';
import type { AnsweredRequest } from './remembered-request.js';

const limits = { requests: 100, bytes: 1_000_000, totalBytes: 10_000_000 };

function answered(given: Partial<AnsweredRequest> = {}): AnsweredRequest {
  const header = () => null;
  return { id: 'r', method: 'GET', path: '/api/x', query: '', header, unknown: [], status: 200, since: 0, ...given };
}

const sequences = (journal: Journal) => journal.entries().map(({ sequence }) => sequence);

it('keeps the last requests, and numbers them from 1', () => {
  const journal = new Journal(new JournalPool({ ...limits, requests: 3 }));
  for (let i = 0; i < 8; i++) journal.add(answered({ query: `n=${i}` }));
  expect(sequences(journal)).toEqual([6, 7, 8]);
  expect(journal.entries().map(({ query }) => query)).toEqual(['n=5', 'n=6', 'n=7']);
  expect(journal.dropped).toBe(5);
});

it('keeps none where none are wanted, and counts them', () => {
  const pool = new JournalPool({ ...limits, requests: 0 });
  const journal = new Journal(pool);
  journal.add(answered());
  journal.add(answered());
  expect([journal.entries(), journal.dropped, pool.bytes]).toEqual([[], 2, 0]);
});

it('keeps every text as it was, absent ones too', () => {
  const journal = new Journal(new JournalPool(limits));
  const headers: Record<string, string> = { accept: '*/*', 'user-agent': 'u'.repeat(400) };
  const body = '{"title":"Zürich\\n日本"}\nand more';
  journal.add(answered({ id: 'one', query: 'q=a&token=t', body, header: (name) => headers[name], kind: 'conflict' }));
  journal.add(answered());
  expect(journal.entries()).toMatchObject([
    { id: 'one', query: 'q=a&token=***', body, kind: 'conflict', controls: { q: 'a' } },
    { body: null, headers: {}, kind: null, controls: {} },
  ]);
  expect(journal.entries()[0]?.headers).toEqual({ accept: '*/*', 'user-agent': 'u'.repeat(300) });
});

it('counts two bytes for each character where one is beyond Latin-1', () => {
  const pool = new JournalPool(limits);
  const sizes = ['x', 'é', '日'].map((character) => {
    const before = pool.bytes;
    new Journal(pool).add(answered({ body: character.repeat(1000) }));
    return pool.bytes - before;
  });
  expect(sizes[1]).toBe(sizes[0]);
  expect(sizes[2]).toBeGreaterThan(2000);
});

it('drops the oldest requests that do not fit in its bytes, a single one that is too large as well', () => {
  const pool = new JournalPool({ ...limits, bytes: 2000 });
  const journal = new Journal(pool);
  for (let i = 0; i < 10; i++) journal.add(answered({ query: 'x'.repeat(500) }));
  expect(sequences(journal)).toEqual([9, 10]);
  expect(pool.bytes).toBeLessThanOrEqual(2000);
  journal.add(answered({ query: 'x'.repeat(3000) }));
  expect([sequences(journal), journal.dropped, pool.bytes]).toEqual([[], 11, 0]);
  journal.add(answered());
  expect(sequences(journal)).toEqual([12]);
});

it('makes room in the largest journals of the process, not in small ones', () => {
  const pool = new JournalPool({ ...limits, totalBytes: 100_000 });
  const small = Array.from({ length: 10 }, () => new Journal(pool));
  for (const journal of small) journal.add(answered());
  const large = [new Journal(pool), new Journal(pool), new Journal(pool)];
  for (let i = 0; i < 200; i++) for (const journal of large) journal.add(answered({ query: 'x'.repeat(500) }));
  expect(pool.bytes).toBeLessThanOrEqual(100_000);
  expect(pool.bytes).toBeGreaterThan(95_000);
  expect(small.map((journal) => journal.dropped)).toEqual(small.map(() => 0));
  const kept = large.map((journal) => sequences(journal).length);
  expect(Math.max(...kept) - Math.min(...kept)).toBeLessThanOrEqual(1);
});

it('has no bytes left once all are cleared, and goes on counting', () => {
  const pool = new JournalPool(limits);
  const journals = Array.from({ length: 5 }, () => new Journal(pool));
  for (let i = 0; i < 50; i++) journals[i % 5]?.add(answered({ query: 'x'.repeat(i * 100) }));
  for (const journal of journals) journal.clear();
  expect(pool.bytes).toBe(0);
  journals[0]?.add(answered());
  expect(sequences(journals[0] ?? new Journal(pool))).toEqual([11]);
});
