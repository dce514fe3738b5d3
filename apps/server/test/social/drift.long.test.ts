/** A feed that is written to while it is walked: page numbers repeat what they have shown, cursors do not, each as predicted. */
import type { Post } from '@understudy/contract';
import { patient } from '@understudy/tooling/patience';
import { beforeAll, describe, expect, it } from 'vitest';
import { inProcess, inSandbox, type Target, useServer } from '../support.js';
import { send, tokenOf, write } from './network.js';

const PER_PAGE = 50;

const server = useServer(inProcess, { size: { accounts: 60, posts: 2400 } });
let token: string;
beforeAll(async () => {
  token = await tokenOf(server, 1);
});

/** The ids of the timeline as it is now, in pages that do not drift. */
async function idsOf(of: Target): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const { data } = await send<Post[]>(of, ['GET', `/timeline?per_page=${PER_PAGE}&page=${page}`]);
    ids.push(...data.map(({ id }) => id));
    if (data.length < PER_PAGE) return ids;
  }
}

/** Walks a timeline to its end, by a query for each page, and does something between two pages. */
async function walk(
  of: Target,
  next: (cursor: string | undefined, page: number) => string,
  between: () => Promise<void>,
) {
  const pages: string[][] = [];
  let cursor: string | undefined;
  let total = 0;
  for (let page = 1; page === 1 || cursor !== undefined || pages.at(-1)?.length === PER_PAGE; page++) {
    const query = `/timeline?per_page=${PER_PAGE}&${next(cursor, page)}`;
    const found = await send<Post[]>(of, ['GET', query]);
    pages.push(found.data.map(({ id }) => id));
    ({ cursor } = found);
    total = found.total ?? 0;
    if (query.includes('cursor') && cursor === undefined) break;
    await between();
  }
  return { pages, total };
}

const byPage = (query: string) => (_cursor: string | undefined, page: number) => `page=${page}&${query}`;
const byCursor = (query: string) => (cursor: string | undefined) =>
  cursor === undefined ? `pagination_style=cursor&${query}` : `pagination_style=cursor&${query}&cursor=${cursor}`;

/** Writes so many posts. */
async function arrive(of: Target, count: number, own = token): Promise<void> {
  for (let n = 0; n < count; n++) await write(of, own, { text: 'Something new.' });
}

describe('with arrivals=n, which needs no writer', () => {
  it.each([0, 1, 8, 49])('repeats on each page the last %i of the page before', async (n) => {
    const ids = await idsOf(server);
    expect(ids.length).toBeGreaterThan(1000);
    const pages: string[][] = [];
    const last = n === 49 ? 12 : Number.POSITIVE_INFINITY;
    for (let page = 1; page <= last; page++) {
      const { data, total } = await send<Post[]>(server, [
        'GET',
        `/timeline?per_page=${PER_PAGE}&arrivals=${n}&page=${page}`,
      ]);
      expect(total).toBe(ids.length + n * (page - 1));
      if (data.length === 0) break;
      const start = (PER_PAGE - n) * (page - 1);
      expect(data.map(({ id }) => id)).toEqual(ids.slice(start, start + PER_PAGE));
      pages.push(data.map(({ id }) => id));
    }
    for (const [at, page] of pages.slice(1).entries()) {
      const repeated = page.filter((id) => pages[at]?.includes(id));
      expect(repeated).toEqual(n === 0 ? [] : pages[at]?.slice(-n).slice(0, page.length));
    }
    // Nothing is left out.
    if (last === Number.POSITIVE_INFINITY) expect(new Set(pages.flat()).size).toBe(ids.length);
  });

  it('drifts in Link headers alike', async () => {
    const first = await send<Post[]>(server, ['GET', '/timeline?per_page=5&arrivals=2&pagination_style=link']);
    const next = /<([^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const answer = await server.fetch(next.replace(server.origin, ''));
    const { data } = (await answer.json()) as { data: Post[] };
    expect(data.slice(0, 2).map(({ id }) => id)).toEqual(first.data.slice(-2).map(({ id }) => id));
    expect(answer.headers.get('content-range')).toMatch(/^items 5-9\//);
  });

  it('leaves cursors where they are', async () => {
    const ids = await idsOf(server);
    const { pages } = await walk(server, byCursor('arrivals=8'), async () => undefined);
    expect(pages.flat()).toEqual(ids);
  });

  it.each(['arrivals=50&per_page=50', 'arrivals=10', 'arrivals=-1', 'arrivals=x'])('refuses %s', async (query) => {
    const { status, json } = await send(server, ['GET', `/timeline?${query}`]);
    expect([status, json.errors?.[0]?.parameter]).toEqual([400, 'arrivals']);
  });
});

describe('with 200 posts that are written meanwhile', () => {
  const NEW = 10;

  it('repeats by page exactly what has been pushed on', { timeout: patient(10_000) }, async () => {
    const of = inSandbox(server);
    const own = await tokenOf(of, 1);
    const before = await idsOf(of);
    let left = 200;
    const some = async (): Promise<void> => {
      const count = Math.min(NEW, left);
      left -= count;
      await arrive(of, count, own);
    };
    const { pages, total } = await walk(of, byPage(''), some);
    for (const [at, page] of pages.slice(1).entries()) {
      const pushed = Math.min(NEW, Math.max(0, 200 - NEW * at));
      const repeated = page.filter((id) => pages[at]?.includes(id));
      expect(repeated).toEqual(pushed === 0 ? [] : pages[at]?.slice(-pushed).slice(0, page.length));
    }
    expect([left, total - before.length]).toEqual([0, 200]);
    // The same walk as predicted without any writer, as long as posts arrive.
    const predicted = await send<Post[]>(server, ['GET', `/timeline?per_page=${PER_PAGE}&arrivals=${NEW}&page=7`]);
    expect(pages[6]).toEqual(predicted.data.map(({ id }) => id));
  });

  it('meets every older post exactly once by cursor', { timeout: patient(10_000) }, async () => {
    const of = inSandbox(server);
    const own = await tokenOf(of, 1);
    const before = await idsOf(of);
    let left = 200;
    const { pages } = await walk(of, byCursor(''), async () => {
      const count = Math.min(NEW, left);
      left -= count;
      await arrive(of, count, own);
    });
    expect(pages.flat()).toEqual(before);
    expect(left).toBe(0);
  });
});
