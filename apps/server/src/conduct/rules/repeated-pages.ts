/** Finds pages that were read twice in a walk. */
import { said } from '../attempt.js';
import type { Rule } from '../rule.js';
import { walksOf } from '../walks.js';

/** The client read a page twice while it walked a list to its end. */
export const repeatedPages: Rule = {
  id: 'repeated_pages',
  *find({ attempts }) {
    for (const walk of walksOf(attempts)) {
      const again = walk.find(({ page }, i) => walk.findIndex((one) => one.page.start === page.start) < i);
      const first = walk.find(({ page }) => page.start === again?.page.start);
      if (again === undefined || first === undefined) continue;
      const { start, count } = again.page;
      const detail = `${said(again.attempt)} was read to its end, and the records ${start + 1} to ${start + count} twice.`;
      yield { attempts: [first.attempt, again.attempt], detail };
    }
  },
};
