/** Headers that describe a page of a list, beside its body. */
import type { Page } from '../listing/paginate.js';
import type { HeaderRecord } from './cors.js';
import { linkHeader } from './links.js';
import type { RequestContext } from './request-context.js';

/** Entries of a page as a range of all (RFC 9110 §14.4), the way clients of lists read it: `items 0-9/500`. */
function contentRange({ start, positions, pagination }: Page): string {
  const range = positions.length === 0 ? '*' : `${start}-${start + positions.length - 1}`;
  return `items ${range}/${pagination.total}`;
}

/** The headers of a page. */
export function pageHeaders(ctx: RequestContext, page: Page): HeaderRecord {
  const link = linkHeader(`${ctx.baseUrl}${ctx.path}`, ctx.query, page.links);
  const counts = { 'x-total-count': String(page.pagination.total), 'content-range': contentRange(page) };
  return link === undefined ? counts : { link, ...counts };
}
