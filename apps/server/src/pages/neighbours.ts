/** Links to the pages of a list beside the one that is shown. */
import type { Pagination } from '@understudy/contract/kit';
import { type Html, html } from '../kit/html.js';

/** The links, below the address of the list; nothing where one page has it all. */
export function neighbours(address: string, { page: at, perPage, totalPages }: Pagination): Html | undefined {
  if (totalPages < 2) return undefined;
  const link = (to: number, text: string) =>
    to < 1 || to > totalPages ? undefined : html`<a href="${address}?page=${to}&per_page=${perPage}">${text}</a> `;
  return html`<p class="note">Page ${at} of ${totalPages}. ${link(at - 1, 'Previous')} ${link(at + 1, 'Next')}</p>`;
}
