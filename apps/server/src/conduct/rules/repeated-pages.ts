/** Finds pages that were read twice in a walk. */
import { said } from '../attempt.js';
import type { Rule } from '../rule.js';

/** The client read a page twice while it walked a list to its end. */
export const repeatedPages: Rule = {
  id: 'repeated_pages',
  *find({ walks }) {
    for (const { pages, again } of walks) {
      yield;
      const first = pages.find(({ page }) => page.start === again?.page.start);
      if (again === undefined || first === undefined) continue;
      const { start, count } = again.page;
      const detail = `${said(again.attempt)} was read to its end, and the records ${start + 1} to ${start + count} twice.`;
      yield { attempts: [first.attempt, again.attempt], detail };
    }
  },
};
