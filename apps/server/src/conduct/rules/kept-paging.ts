/** Finds pages that were asked for although the one before was the last. */
import { said } from '../attempt.js';
import { isLast } from '../pages.js';
import type { Rule } from '../rule.js';
import { sinceEnd } from '../time.js';

/** The client asked for pages after the last. */
export const keptPaging: Rule = {
  id: 'kept_paging',
  *find({ pages: lists }) {
    for (const pages of lists.values()) {
      for (const [i, { attempt, page, number = 1 }] of pages.entries()) {
        yield;
        if (page.count > 0 || number < 2) continue;
        const before = pages.slice(Math.max(0, i - 50), i);
        const known = before.findLast((one) => (one.number ?? 0) < number && isLast(one));
        // Those that were asked for together were asked for before anybody could know.
        if (known === undefined || sinceEnd(known.attempt, attempt) < 0) continue;
        // A list that has changed since may have had another last page.
        if (before.some((one) => one.page.total !== page.total && one.attempt.at >= known.attempt.at)) continue;
        if (known.page.total !== page.total) continue;
        const detail = `${said(attempt)} was asked for page ${number}, after page ${known.number} had been the last.`;
        yield { attempts: [known.attempt, attempt], detail };
      }
    }
  },
};
