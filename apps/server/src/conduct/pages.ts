/** The pages of lists that clients have read. */
import type { PageSigns } from '../journal/signs/signs.js';
import { type Attempt, hasSucceeded } from './attempt.js';
import { senderOf } from './groups.js';

/** A page that was read whole. */
export interface ReadPage {
  readonly attempt: Attempt;
  readonly page: PageSigns;
  /** Number that it was asked for by; undefined where that was a cursor. */
  readonly number: number | undefined;
  readonly style: string;
}

/** The page that an attempt read; undefined where it read none. */
export function pageOf(attempt: Attempt): ReadPage | undefined {
  const { page } = attempt.signs;
  if (page === undefined || attempt.method !== 'GET' || !hasSucceeded(attempt)) return undefined;
  const query = new URLSearchParams(attempt.query);
  const number = query.has('cursor') ? undefined : Number(query.get('page') ?? 1);
  return { attempt, page, number, style: query.get('pagination_style') ?? 'page' };
}

/** The list that an attempt reads of, whichever page: its path and query. */
export function listOf({ path, query }: Attempt): string {
  const rest = new URLSearchParams(query);
  for (const name of ['page', 'cursor', 'pagination_style', 'fault', 'delay', 'simulate_error']) rest.delete(name);
  rest.sort();
  return `${path}?${rest}`;
}

/** The pages that were read of each list, by whoever read them. */
export function pagesByList(attempts: readonly Attempt[]): Map<string, ReadPage[]> {
  const lists = new Map<string, ReadPage[]>();
  for (const attempt of attempts) {
    const page = pageOf(attempt);
    if (page === undefined) continue;
    const name = `${senderOf(attempt)} ${listOf(attempt)}`;
    const list = lists.get(name);
    if (list === undefined) lists.set(name, [page]);
    else list.push(page);
  }
  return lists;
}

/** Whether a page says that none comes after it. */
export const isLast = ({ page }: ReadPage): boolean => page.start + page.count >= page.total;
