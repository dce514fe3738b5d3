/** What headers say of lists and limits, for clients that look there and not into the body. */
import { describe, expect, it } from 'vitest';
import { hosts, NOW, useServer } from '../support.js';

const STUDENTS = '/api/education/students';

describe.each(hosts)('%s', (_host, start) => {
  const server = useServer(start);

  async function totals(path: string, init?: RequestInit): Promise<(string | null)[]> {
    const { headers, body } = await server.fetch(path, init);
    await body?.cancel();
    return [headers.get('x-total-count'), headers.get('content-range')];
  }

  it.each([
    ['', ['500', 'items 0-9/500']],
    ['?per_page=50&page=2', ['500', 'items 50-99/500']],
    ['?per_page=7&page=72', ['500', 'items 497-499/500']],
    ['?page=51', ['500', 'items */500']],
    ['?q=no+such+student', ['0', 'items */0']],
    ['?pagination_style=link&page=3', ['500', 'items 20-29/500']],
    ['?pagination_style=cursor&page=3', ['500', 'items 20-29/500']],
    ['?delay=0.1', ['500', 'items 0-9/500']],
  ])('%s', async (query, expected) => {
    // The first answer, one that is kept, HEAD and 304 say the same.
    for (let round = 0; round < 3; round++) expect(await totals(STUDENTS + query)).toEqual(expected);
    for (let round = 0; round < 3; round++) {
      expect(await totals(STUDENTS + query, { method: 'HEAD' })).toEqual(expected);
      expect(await totals(STUDENTS + query, { headers: { 'if-none-match': '*' } })).toEqual(expected);
    }
  });

  it('follows a cursor', async () => {
    const first = await server.fetch(`${STUDENTS}?pagination_style=cursor&per_page=20`);
    const { pagination } = (await first.json()) as { pagination: { nextCursor: string } };
    const next = `${STUDENTS}?pagination_style=cursor&per_page=20&cursor=${pagination.nextCursor}`;
    expect(await totals(next)).toEqual(['500', 'items 20-39/500']);
  });

  it('says so of lists of the control API, and of nothing that is no list', async () => {
    await server.fetch('/healthz');
    expect(await totals('/sandboxes')).toEqual(['1', 'items 0-0/1']);
    for (const path of [`${STUDENTS}?page=0`, '/api/education/courses/crs_0001', '/openapi.json']) {
      expect(await totals(path)).toEqual([null, null]);
    }
  });

  it('lets pages read it', async () => {
    const exposed = (await server.fetch(STUDENTS)).headers.get('access-control-expose-headers');
    for (const name of ['X-Total-Count', 'Content-Range', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
      expect(exposed?.split(', ')).toContain(name);
    }
  });

  it('reports a forced 429 in both ways', async () => {
    const { headers } = await server.fetch(`${STUDENTS}?simulate_error=rate_limit`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'retry-after': '1',
      ratelimit: '"default";r=0;t=1',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '0',
      // Seconds since 1970, as octokit reads it.
      'x-ratelimit-reset': String(Date.parse(NOW) / 1000 + 1),
    });
    const other = await server.fetch(`${STUDENTS}?simulate_error=service_unavailable`);
    expect(other.headers.get('x-ratelimit-reset')).toBeNull();
  });

  it.each([
    ['link', 2500, 200],
    ['link', 3500, 414],
    ['link', 8000, 414],
    ['cursor', 5500, 200],
    ['page', 8000, 200],
  ])('in style %s, a query of %i characters is %i', async (style, length, status) => {
    const path = `${STUDENTS}?pagination_style=${style}&page=2&x=${'x'.repeat(length)}`;
    const answer = await server.fetch(path);
    expect(answer.status).toBe(status);
    const body = await answer.json();
    if (status === 414) {
      expect(body).toMatchObject({
        kind: 'uri_too_long',
        detail: expect.stringContaining('pagination_style=page') as string,
      });
    }
    expect(answer.headers.has('link')).toBe(status === 200 && style !== 'page');
  });
});
