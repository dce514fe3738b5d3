/** Finds pages that were left out of a walk. */
import { said } from '../attempt.js';
import type { Rule } from '../rule.js';
import type { ReadPage } from '../pages.js';
import type { Walk } from '../walks.js';

/** The first pages between which one is missing. */
function gapIn({ pages }: Walk): readonly ReadPage[] {
  const ordered = pages.toSorted((a, b) => a.page.start - b.page.start);
  const index = ordered.findIndex(({ page }, i) => {
    const before = ordered[i - 1];
    return before !== undefined && page.start > before.page.start + before.page.count;
  });
  return index < 1 ? [] : ordered.slice(index - 1, index + 1);
}

/** The client left a page out while it walked a list to its end. */
export const skippedPages: Rule = {
  id: 'skipped_pages',
  *find({ walks }) {
    for (const walk of walks) {
      yield;
      const [before, after] = gapIn(walk);
      if (before === undefined || after === undefined) continue;
      const from = before.page.start + before.page.count;
      const detail = `${said(after.attempt)} was read to its end, but for the records ${from + 1} to ${after.page.start}.`;
      yield { attempts: [before.attempt, after.attempt], detail };
    }
  },
};
