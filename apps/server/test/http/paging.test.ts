/** The three paging styles in detail: links, cursors, and what happens when records come while a client pages. */
import { describe, expect, it } from 'vitest';
import { eachServer, jsonRequest } from '../support.js';

const COURSES = '/api/education/courses';

interface Page {
  readonly data: { readonly id: string; readonly title: string }[];
  readonly pagination: {
    readonly page: number;
    readonly perPage: number;
    readonly total: number;
    readonly totalPages: number;
    readonly nextCursor?: string | null;
    readonly prevCursor?: string | null;
    readonly hasMore?: boolean;
  };
}

const server = eachServer();

async function page(query: string): Promise<Page & { link: string | null; status: number }> {
  const response = await server.fetch(`${COURSES}?${query}`);
  const body = (await response.json()) as Page;
  return { ...body, link: response.headers.get('link'), status: response.status };
}

const create = (title: string) =>
  server.fetch(
    COURSES,
    jsonRequest('POST', { title, category: 'New', difficulty: 'expert', instructor: 'Bo', duration_hours: 1 }),
  );

describe('link', () => {
  const url = (number: number) =>
    `<http://understudy.local${COURSES}?per_page=50&q=&pagination_style=link&status=published&page=${number}>`;

  it('gives absolute URLs that keep every other parameter', async () => {
    const query = 'per_page=50&q=&pagination_style=link&status=published';
    const first = await page(query);
    const last = first.pagination.totalPages;
    expect(last).toBeGreaterThan(2);
    expect(first.link).toBe([`${url(1)}; rel="first"`, `${url(2)}; rel="next"`, `${url(last)}; rel="last"`].join(', '));
    const second = await page(`${query}&page=2`);
    expect(second.link).toContain(`${url(1)}; rel="prev"`);
    expect(second.link).toContain(`${url(3)}; rel="next"`);
    const end = await page(`${query}&page=${last}`);
    expect(end.link).toContain('rel="prev"');
    expect(end.link).not.toContain('rel="next"');
  });

  it('gives none for a single page, nor in the page style', async () => {
    expect((await page('pagination_style=link&q=nothing-has-this')).link).toBeNull();
    expect((await page('per_page=5')).link).toBeNull();
  });

  it('echoes a page however far past the end', async () => {
    for (const style of ['page', 'cursor', 'link']) {
      const far = await page(`per_page=22&pagination_style=${style}&page=${Number.MAX_SAFE_INTEGER}`);
      expect(far).toMatchObject({ data: [], pagination: { page: Number.MAX_SAFE_INTEGER } });
    }
  });

  it('leads back from a page past the end', async () => {
    const { link } = await page('per_page=50&pagination_style=link&page=999');
    expect(link).toContain('page=4>; rel="prev"');
    expect(link).not.toContain('rel="next"');
  });
});

describe('cursor', () => {
  it('walks forth and back over the same pages', async () => {
    const first = await page('pagination_style=cursor&per_page=7');
    expect(first.pagination.prevCursor).toBeNull();
    expect(first.link).toContain('rel="next"');
    const second = await page(`pagination_style=cursor&per_page=7&cursor=${first.pagination.nextCursor}`);
    expect(second.pagination.page).toBe(2);
    const third = await page(`pagination_style=cursor&per_page=7&cursor=${second.pagination.nextCursor}`);
    const back = await page(`pagination_style=cursor&per_page=7&cursor=${third.pagination.prevCursor}`);
    expect(back.data).toEqual(second.data);
    const start = await page(`pagination_style=cursor&per_page=7&cursor=${back.pagination.prevCursor}`);
    expect(start.data).toEqual(first.data);
    expect(start.pagination.prevCursor).toBeNull();
  });

  it('neither skips nor doubles a record created while a client pages', async () => {
    const query = 'pagination_style=cursor&per_page=50';
    const ids: string[] = [];
    let cursor: string | null | undefined;
    for (let round = 0; cursor !== null; round++) {
      const now = await page(cursor === undefined ? query : `${query}&cursor=${cursor}`);
      ids.push(...now.data.map(({ id }) => id));
      cursor = now.pagination.nextCursor;
      if (round < 3) await create(`Course made while paging ${round}`);
    }
    expect(ids.length).toBe(203);
    expect(new Set(ids).size).toBe(203);
  });

  it('wins over page, and over a style that is not named', async () => {
    const first = await page('pagination_style=cursor&per_page=5');
    const { nextCursor } = first.pagination;
    const byCursor = await page(`per_page=5&page=9&cursor=${nextCursor}`);
    expect(byCursor.pagination.page).toBe(2);
    expect(byCursor.pagination.hasMore).toBe(true);
  });

  it.each([
    ['longer', (cursor: string) => `${cursor}A`],
    ['padded', (cursor: string) => `${cursor}%3D`],
  ])('refuses one that was %s', async (_what, change) => {
    const { pagination } = await page('pagination_style=cursor&per_page=5');
    const query = `pagination_style=cursor&per_page=5&cursor=${change(pagination.nextCursor ?? '')}`;
    const response = await server.fetch(`${COURSES}?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      kind: 'invalid_cursor',
      errors: [{ parameter: 'cursor' }],
    });
  });

  it('refuses one of another route', async () => {
    const { pagination } = await page('pagination_style=cursor&per_page=5');
    const query = `pagination_style=cursor&per_page=5&cursor=${pagination.nextCursor}`;
    expect((await server.fetch(`/api/education/students?${query}`)).status).toBe(400);
  });
});

it('finds created records, in the order of creation', async () => {
  await create('Zebra one');
  await create('Zebra two');
  const found = await page('q=zebra');
  expect(found.data.map((one) => one.title)).toEqual(['Zebra one', 'Zebra two']);
  expect((await page('category=nEw')).pagination.total).toBe(2);
  await create('Zebra three');
  expect((await page('q=zebra')).pagination.total).toBe(3);
});
