/** The assertion that paging styles agree: it holds for the real server, and fails for servers that cheat. */
import { expect, test } from 'vitest';
import { createClient, type Fetch } from '../src/index.js';
import { assertPagingStylesAgree } from '../src/testing.js';
import { baseUrl, json, realServer } from './server.js';

const { fetch } = realServer();
const api = createClient({ baseUrl, fetch });

test('the styles of the real server agree', async () => {
  await assertPagingStylesAgree((controls) => api.education.listCourses({ per_page: 7, q: 'a' }, controls));
  await assertPagingStylesAgree((controls) => api.auth.listUsers({ per_page: 20 }, controls));
  await assertPagingStylesAgree((controls) => api.education.listGrades({ page: 3 }, controls), { limit: 25 });
});

/** A server of three records whose style can be spoilt. */
function spoilt(style: string, { ids = ['a', 'b', 'c'], honest = true } = {}): Fetch {
  return async (address) => {
    const url = new URL(address);
    const asked = url.searchParams.get('pagination_style') ?? 'page';
    const records = asked === style ? ids : ['a', 'b', 'c'];
    const at = Number(url.searchParams.get('cursor') ?? url.searchParams.get('page') ?? 1);
    const isLast = at >= records.length;
    const known = asked !== style || honest;
    const pagination = { page: at, perPage: 1, total: 3, totalPages: 3 };
    const cursor = asked === 'cursor' && known ? { nextCursor: isLast ? null : String(at + 1) } : {};
    const link =
      asked === 'link' && known && !isLast ? { link: `<?pagination_style=link&page=${at + 1}>; rel="next"` } : {};
    const data = [{ id: records[at - 1] }];
    return json({ data, pagination: { ...pagination, ...cursor }, meta: { delayMs: 0 } }, { headers: link })();
  };
}

const asserted = (through: Fetch) =>
  assertPagingStylesAgree((controls) => createClient({ baseUrl, fetch: through }).education.listCourses({}, controls));

test.each([
  ['another order', spoilt('cursor', { ids: ['a', 'c', 'b'] }), 'record 2 differs: style cursor gives {"id":"c"}'],
  ['a record left out', spoilt('link', { ids: ['a', 'b'] }), 'style link gives 2 records of 3'],
  ['a cursor that is not given', spoilt('cursor', { honest: false }), 'style cursor is not honoured'],
  ['a link that is not given', spoilt('link', { honest: false }), 'style link is not honoured'],
])('%s is found', async (_, through, message) => {
  await asserted(spoilt('none'));
  await expect(asserted(through)).rejects.toThrow(message);
});

test('a list on one page proves nothing, and is refused', async () => {
  const list = assertPagingStylesAgree((controls) => api.education.listCourses({ q: 'sql' }, controls));
  await expect(list).rejects.toThrow('no further page');
});
