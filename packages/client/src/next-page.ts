/** Finds the page after a page, in each of the three paging styles. */
import type { Resume } from './api-error.js';
import type { AnswerMeta, Pagination, PaginationStyle } from './generated/types.js';
import { linkTo } from './link-header.js';

/**
 * One page of a list.
 *
 * @example
 * ```ts
 * import { createClient, type Course, type Page } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const page: Page<Course> = await api.education.listCourses({ per_page: 5 });
 * console.log(page.data.length, page.pagination.total, page.meta.delayMs);
 * ```
 */
export interface Page<Item, Meta extends AnswerMeta = AnswerMeta> {
  /** The records of the page. */
  readonly data: Item[];
  /** Where the page stands in its list. */
  readonly pagination: Pagination;
  /** How the answer was shaped. */
  readonly meta: Meta;
  /** Input that leads to the page after this one, in whichever paging style: `{ ...input, ...next }`. Undefined after the last. */
  readonly next: Resume | undefined;
}

/** Where a page is: input that leads to it, or the URL that the server gave for it. */
export type Position = Resume | { readonly url: string };

/** The position after a page; undefined after the last one. An empty page may well have a next one. */
export function nextPage(
  { pagination }: Pick<Page<unknown>, 'pagination'>,
  response: Response,
  style: PaginationStyle | undefined,
): Position | undefined {
  const { nextCursor, page, totalPages } = pagination;
  // The style shows best in the answer: a cursor as input turns any style into this one.
  if (nextCursor !== undefined) return nextCursor === null ? undefined : { cursor: nextCursor };
  if (style === 'link') {
    const url = linkTo('next', response.headers.get('link'));
    return url === undefined ? undefined : { url };
  }
  return page < totalPages ? { page: page + 1 } : undefined;
}

/** Input that leads to a position, for a caller who wants to go on from there. */
export function resumeAt(position: Position): Resume | undefined {
  if (!('url' in position)) return position;
  // Only its query is read, so that a relative one (RFC 8288 §3.2) needs no base of its own.
  const base = 'http://relative.invalid';
  const query = URL.canParse(position.url, base) ? new URL(position.url, base).searchParams : new URLSearchParams();
  const cursor = query.get('cursor');
  if (cursor !== null) return { cursor };
  const page = Number(query.get('page') ?? Number.NaN);
  return Number.isInteger(page) ? { page } : undefined;
}
