/** The pages of lists that clients have read. */
import type { PageSigns } from '../journal/signs/signs.js';
import type { AskedPage } from './asked-page.js';
import { type Attempt, hasSucceeded } from './attempt.js';
import { senderOf } from './groups.js';
import type { Pausing } from './pausing.js';

/** A page that was read whole. */
export interface ReadPage extends Pick<AskedPage, 'number' | 'style'> {
  readonly attempt: Attempt;
  readonly page: PageSigns;
}

/** Pages that were read, by list and reader. */
export type Pages = ReadonlyMap<string, readonly ReadPage[]>;

/** The pages that were read of each list, by whoever read them. */
export function* pagesOf(attempts: readonly Attempt[]): Pausing<Pages> {
  const lists = new Map<string, ReadPage[]>();
  for (const attempt of attempts) {
    yield;
    const { asked, method } = attempt;
    const { page } = attempt.signs;
    if (asked === undefined || page === undefined || method !== 'GET' || !hasSucceeded(attempt)) continue;
    const name = `${senderOf(attempt)} ${asked.list}`;
    const read = { attempt, page, number: asked.number, style: asked.style };
    const list = lists.get(name);
    if (list === undefined) lists.set(name, [read]);
    else list.push(read);
  }
  return lists;
}

/** Whether a page says that none comes after it. */
export const isLast = ({ page }: ReadPage): boolean => page.start + page.count >= page.total;
