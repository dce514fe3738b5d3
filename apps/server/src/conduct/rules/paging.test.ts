/** Pages that are asked for after the last, counted, left out or read twice, and cursors of another query. */
import { expect, it } from 'vitest';
import { found, type AttemptOptions } from '../attempts.fixture.js';
import { builtPageUrls, keptPaging, mixedCursor, repeatedPages, skippedPages } from './paging.js';

const TOTAL = 45;

/** Requests for pages of a list, one after the other. */
function pages(numbers: readonly number[], rest: Partial<AttemptOptions> = {}, every = 100): AttemptOptions[] {
  return numbers.map((page, i) => {
    const start = Math.min((page - 1) * 10, TOTAL);
    const count = Math.min(10, TOTAL - start);
    return { ...rest, at: i * every, query: `page=${page}`, evidence: { page: { start, count, total: TOTAL } } };
  });
}

/** The same of two lists, in turn. */
const inTurn = (one: readonly AttemptOptions[], other: readonly AttemptOptions[]): AttemptOptions[] =>
  one.flatMap((given, i) => [given, ...other.slice(i, i + 1)]).map((given, i) => ({ ...given, at: i * 50 }));

it('finds pages after the last', () => {
  expect(found(keptPaging, pages([1, 2, 3, 4, 5, 6]))).toEqual([[5, 6]]);
  expect(found(keptPaging, pages([5, 9]))).toEqual([[1, 2]]);
});

it('finds a walk in a circle, and says nothing else of pages that lie', () => {
  const lying = { fault: 'repeated_cursor' };
  const round = (next: string): AttemptOptions[] =>
    [0, 100, 200, 300].map((at) => ({
      ...lying,
      at,
      query: 'page=2',
      url: 'here',
      evidence: { page: { start: 10, count: 10, total: TOTAL, next } },
    }));
  expect(found(keptPaging, round('here'))).toEqual([[1, 2, 3]]);
  expect(found(keptPaging, round('elsewhere'))).toEqual([]);
  expect(found(keptPaging, pages([1, 2, 3, 4, 5, 6], lying))).toEqual([]);
  expect(found(skippedPages, pages([1, 2, 4, 5], lying))).toEqual([]);
});

it('finds an empty cursor that is taken for one that leads on', () => {
  const rounds = (count: number, rest: Partial<AttemptOptions> = {}): AttemptOptions[] =>
    Array.from({ length: 2 * count }, (_, i) => {
      const isFirst = i % 2 === 0;
      const evidence = { page: { start: isFirst ? 0 : 5, count: 5, total: 10, ...(isFirst && { next: 'next' }) } };
      return { at: i * 100, query: `limit=5&cursor=${isFirst ? '' : 'c5'}`, evidence, ...(isFirst ? {} : rest) };
    });
  expect(found(keptPaging, rounds(11))).toEqual([[3, 5, 7, 9, 11, 13, 15, 17, 19, 21]]);
  expect(found(keptPaging, rounds(30))).toHaveLength(1);
  // Who does something else between, or only reads a list some times, does so on purpose.
  expect(found(keptPaging, rounds(10))).toEqual([]);
  expect(found(keptPaging, rounds(11, { path: '/elsewhere' }))).toEqual([]);
});

it.each<[string, (page: number) => string]>([
  ['_page', (page) => `_page=${page}`],
  ['_page and _limit', (page) => `_page=${page}&_limit=10`],
  ['_page and _per_page', (page) => `_page=${page}&_per_page=10`],
  ['_start and _end', (page) => `_start=${page * 10 - 10}&_end=${page * 10}`],
  ['_start and _limit', (page) => `_limit=10&_start=${page * 10 - 10}`],
  ['another name for each page', (page) => (page % 2 === 0 ? `page=${page}&per_page=10` : `_page=${page}&_limit=10`)],
  ['a name to pass caches by', (page) => `page=${page}&_=${page}`],
])('reads which page is asked for by %s', (_what, query) => {
  const asked = (numbers: readonly number[]): AttemptOptions[] =>
    pages(numbers).map((given, i) => ({ ...given, query: query(numbers[i] ?? 1) }));
  expect(found(keptPaging, asked([1, 2, 3, 4, 5, 6]))).toEqual([[5, 6]]);
  expect(found(skippedPages, asked([1, 2, 4, 5]))).toEqual([[2, 3]]);
  expect(found(repeatedPages, asked([1, 2, 2, 3, 4, 5]))).toEqual([[2, 3]]);
  const linked = (style: string) =>
    asked([1, 2]).map((given) => ({
      ...given,
      query: `${given.query}${style}`,
      evidence: { page: { start: 0, count: 10, total: TOTAL, ...given.evidence?.page, next: 'next' } },
    }));
  expect(found(builtPageUrls, linked('&pagination_style=link'))).toEqual([[1, 2]]);
  expect(found(builtPageUrls, linked(''))).toEqual([]);
});

it('leaves names alone that the list does not read', () => {
  const given = pages([1, 2, 3, 4, 5, 6]).map((one, i) => ({
    ...one,
    query: `page=${i + 1}&_page=1`,
    unknown: [{ name: '_page', in: 'query' as const, nearest: 'page' }],
  }));
  expect(found(keptPaging, given)).toEqual([[5, 6]]);
});

it.each<[string, AttemptOptions[]]>([
  ['of a walk that ends', pages([1, 2, 3, 4, 5])],
  [
    'of a list that has grown',
    [...pages([5]), { at: 9, query: 'page=6', evidence: { page: { start: 50, count: 1, total: 51 } } }],
  ],
  ['that nobody knew to be the last', pages([3, 6])],
  ['that were asked for together', pages([4, 5, 6], { took: 1000 })],
  ['of another client', pages([5, 6]).map((given, i) => ({ ...given, client: `c${i}` }))],
  ['of another query', pages([5, 6]).map((given, i) => ({ ...given, query: `${given.query}&q=${i}` }))],
])('says nothing of pages %s', (_what, given) => {
  expect(found(keptPaging, given)).toEqual([]);
});

const offered = (style: string, urls: readonly string[]): AttemptOptions[] =>
  pages([1, 2]).map((given, i) => ({
    ...given,
    query: `${given.query}&pagination_style=${style}`,
    url: urls[i] ?? '',
    evidence: { ...given.evidence, page: { start: i * 10, count: 10, total: TOTAL, next: 'next' } },
  }));

it('finds pages that are counted where something is offered', () => {
  expect(found(builtPageUrls, offered('link', ['first', 'own']))).toEqual([[1, 2]]);
  expect(found(builtPageUrls, offered('cursor', ['first', 'own']))).toEqual([[1, 2]]);
});

it.each<[string, AttemptOptions[]]>([
  ['that Link names', offered('link', ['first', 'next'])],
  ['where nothing is offered', pages([1, 2])],
  [
    'by their cursor',
    offered('cursor', ['first', 'own']).map((given, i) => (i === 0 ? given : { ...given, query: 'cursor=c' })),
  ],
  [
    'that are jumped to',
    offered('link', ['first', 'own']).map((given, i) =>
      i === 0 ? given : { ...given, query: 'page=4&pagination_style=link' },
    ),
  ],
])('says nothing of pages %s', (_what, given) => {
  expect(found(builtPageUrls, given)).toEqual([]);
});

const giver: AttemptOptions = {
  at: 0,
  query: 'q=a',
  evidence: { page: { start: 0, count: 10, total: 20, cursors: ['c'] } },
};
const refused: Omit<AttemptOptions, 'at'> = { status: 400, kind: 'invalid_cursor', evidence: { cursor: 'c' } };

it('finds cursors of another query', () => {
  expect(found(mixedCursor, [giver, { at: 9, ...refused, query: 'q=b&cursor=c' }])).toEqual([[1, 2]]);
  expect(found(mixedCursor, [giver, { at: 9, ...refused, query: 'q=a&cursor=c', path: '/api/other' }])).toEqual([
    [1, 2],
  ]);
});

it.each<[string, AttemptOptions]>([
  ['of the same query', { at: 9, query: 'cursor=c&q=a', evidence: { cursor: 'c' } }],
  ['that nobody gave', { at: 9, ...refused, query: 'q=b', evidence: { cursor: 'other' } }],
  ['that were refused though the query is the same', { at: 9, ...refused, query: 'q=a&cursor=c' }],
  ['with which something else was wrong', { at: 9, ...refused, kind: 'bad_request', query: 'q=b' }],
])('says nothing of cursors %s', (_what, given) => {
  expect(found(mixedCursor, [giver, given])).toEqual([]);
});

it('finds pages that are left out, or read twice', () => {
  expect(found(skippedPages, pages([1, 2, 4, 5]))).toEqual([[2, 3]]);
  expect(found(repeatedPages, pages([1, 2, 2, 3, 4, 5]))).toEqual([[2, 3]]);
  // It failed, and was not asked for again.
  const failed = pages([1, 2, 3, 4, 5]).map((given, i) => (i === 2 ? { ...given, status: 500, evidence: {} } : given));
  expect(found(skippedPages, failed)).toEqual([[2, 4]]);
});

it.each<[string, AttemptOptions[]]>([
  ['of a whole walk', pages([1, 2, 3, 4, 5])],
  ['that come out of order', pages([1, 3, 2, 5, 4], { took: 500 })],
  ['of a list that is read again', pages([1, 2, 3, 4, 5, 1, 2, 3, 4, 5])],
  ['of two walks at once', inTurn(pages([1, 2, 3, 4, 5]), pages([1, 2, 3, 4, 5]))],
  ['of two walks of which one ends early', inTurn(pages([1, 2, 3, 4, 5]), pages([1, 2, 3]))],
  ['that somebody turned', pages([1, 2, 4, 4, 5], {}, 2000)],
  ['that do not reach the end', pages([1, 2, 2, 4])],
  ['that do not begin with the first', pages([2, 3, 3, 5])],
  ['of which there are few', pages([1, 1, 5])],
  ['after the last', pages([1, 2, 3, 4, 5, 6, 6])],
  [
    'of a list that has grown',
    pages([1, 2, 4, 5]).map((given, i) =>
      i < 2 ? given : { ...given, evidence: { page: { start: 30 + i, count: 10, total: 36 + i } } },
    ),
  ],
  [
    'whose first answer was lost',
    pages([1, 2, 2, 3, 4, 5]).map((given, i) => (i === 1 ? { ...given, ended: 'cut' as const } : given)),
  ],
])('says nothing of pages %s', (_what, given) => {
  expect(found(skippedPages, given)).toEqual([]);
  expect(found(repeatedPages, given)).toEqual([]);
});
