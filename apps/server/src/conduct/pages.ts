/** The pages of lists that clients have read. */
import type { PageSigns } from '../journal/signs/signs.js';
import { type AskedPage, askedPage } from './asked-page.js';
import { type Attempt, hasSucceeded, isWhole } from './attempt.js';
import { senderOf } from './groups.js';
import type { Pausing } from './pausing.js';

/** A page that was read whole. */
export interface ReadPage extends Pick<AskedPage, 'number' | 'style'> {
  readonly attempt: Attempt;
  readonly page: PageSigns;
}

/** Pages that were read, by list and reader. */
export type Pages = ReadonlyMap<string, readonly ReadPage[]>;

/** Whether a client was told to go on with the page that it has (RFC 9110 §15.4.5). */
const isUnchanged = (attempt: Attempt): boolean => attempt.status === 304 && isWhole(attempt);

/** The pages that were read of each list, by whoever read them. */
export function* pagesOf(attempts: readonly Attempt[]): Pausing<Pages> {
  const lists = new Map<string, ReadPage[]>();
  const kept = new Map<string, PageSigns>();
  for (const attempt of attempts) {
    yield;
    const { method, url, signs } = attempt;
    if (method !== 'GET' || !(hasSucceeded(attempt) || isUnchanged(attempt))) continue;
    const sender = senderOf(attempt);
    const page = signs.page ?? kept.get(`${sender} ${url}`);
    const asked = attempt.asked ?? (isUnchanged(attempt) ? askedPage(attempt) : undefined);
    if (asked === undefined) continue;
    const name = `${sender} ${asked.list}`;
    const list = lists.get(name) ?? [];
    if (page === undefined) {
      // Which one it is that the client had is not known, nor what it has read by now.
      list.length = 0;
      continue;
    }
    kept.set(`${sender} ${url}`, page);
    list.push({ attempt, page, number: asked.number, style: asked.style });
    lists.set(name, list);
  }
  return lists;
}

/** Whether a page says that none comes after it. */
export const isLast = ({ page }: ReadPage): boolean => page.start + page.count >= page.total;
