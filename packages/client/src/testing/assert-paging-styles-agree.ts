/** Asserts that the paging styles of a list lead through the same records. */
import type { PagingControls } from '../controls.js';
import type { PaginationStyle } from '../generated/types.js';
import { linkTo, type PageWithResponse } from '../list.js';

/**
 * As much of a list as the assertion needs.
 *
 * @example
 * ```ts
 * import { createClient } from '@understudy/client';
 * import type { StyledList } from '@understudy/client/testing';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const courses: StyledList = api.education.listCourses();
 * ```
 */
export interface StyledList {
  withResponse(): Promise<Pick<PageWithResponse<unknown>, 'pagination' | 'response'>>;
  toArray(options: { readonly limit: number }): Promise<readonly unknown[]>;
}

const styles = ['page', 'cursor', 'link'] as const satisfies readonly PaginationStyle[];

/**
 * Walks a list in every paging style, and compares the records.
 *
 * @param list makes the list with the controls it is handed
 * @param options `limit`: the most records to compare
 * @throws Error if a style is not honoured, if the list has one page only, or if the records or their order differ.
 *
 * @example
 * ```ts
 * import { createClient } from '@understudy/client';
 * import { assertPagingStylesAgree } from '@understudy/client/testing';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * await assertPagingStylesAgree((controls) => api.education.listCourses({ per_page: 50, q: 'a' }, controls));
 * ```
 */
export async function assertPagingStylesAgree(
  list: (controls: PagingControls) => StyledList,
  { limit = 10_000 }: { readonly limit?: number } = {},
): Promise<void> {
  const [base = [], ...others] = await Promise.all(
    styles.map(async (paginationStyle) => {
      const total = await honoured(list({ paginationStyle }), paginationStyle);
      const records = await list({ paginationStyle }).toArray({ limit });
      const due = Math.min(total, limit);
      if (records.length !== due) {
        throw new Error(`style ${paginationStyle} gives ${records.length} records of ${due}`);
      }
      return records.map((record) => JSON.stringify(record));
    }),
  );
  for (const [index, records] of others.entries()) {
    const position = records.findIndex((record, at) => record !== base[at]);
    if (position < 0) continue;
    const pair = `${records[position]} where style page gives ${base[position]}`;
    throw new Error(`record ${position + 1} differs: style ${styles[index + 1]} gives ${pair}`);
  }
}

/** The records there are said to be, once it is sure that the server pages as it was asked to. */
async function honoured(list: StyledList, style: PaginationStyle): Promise<number> {
  const { pagination, response } = await list.withResponse();
  const { page, total, totalPages, nextCursor } = pagination;
  if (page >= totalPages) throw new Error('the list has no further page: ask for fewer records per page');
  const isHonoured =
    style === 'page' ||
    (style === 'cursor' ? typeof nextCursor === 'string' : linkTo('next', response.headers.get('link')) !== undefined);
  if (!isHonoured) throw new Error(`style ${style} is not honoured: its first page leads to no next one`);
  return total - (page - 1) * pagination.perPage;
}
