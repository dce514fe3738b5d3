/** Finds pages that were counted where cursors or links were offered (RFC 8288). */
import { said } from '../attempt.js';
import type { ReadPage } from '../pages.js';
import type { Pausing } from '../pausing.js';
import type { Rule } from '../rule.js';

/**
 * Whether a page offered where to go on, as it was asked to, and the next one was counted instead. A Link that nobody has
 * asked for, such as that of a list which is asked by json-server's names, is no reason to leave the names that it has.
 */
function isBuilt(before: ReadPage, { number, attempt, style }: ReadPage): boolean {
  if (number === undefined || before.number === undefined || number !== before.number + 1) return false;
  const { next, cursors } = before.page;
  if (style === 'page' || style !== before.style || next === undefined) return false;
  return cursors !== undefined || next !== attempt.url;
}

/** The first page that was counted, after the one before it. */
function* firstBuilt(pages: readonly ReadPage[]): Pausing<readonly ReadPage[]> {
  for (const [i, page] of pages.entries()) {
    yield;
    const before = pages[i - 1];
    if (before !== undefined && isBuilt(before, page)) return [before, page];
  }
  return [];
}

/** The client counted pages itself where it had asked for cursors or Link. */
export const builtPageUrls: Rule = {
  id: 'built_page_urls',
  *find({ pages: lists }) {
    for (const pages of lists.values()) {
      const [before, page] = yield* firstBuilt(pages);
      if (before === undefined || page === undefined) continue;
      const offered = before.page.cursors === undefined ? 'Link' : 'a cursor';
      const detail = `${said(page.attempt)} was asked for page ${page.number} by its number, though ${offered} named it.`;
      yield { attempts: [before.attempt, page.attempt], detail };
    }
  },
};
