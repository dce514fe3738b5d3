/** Finds records that were created twice, because the answer that told of the first was lost. */
import { type Attempt, hasFailed, said } from '../attempt.js';
import type { Rule } from '../rule.js';

/** Whether it created a record, and the client was not told. */
const isLost = (attempt: Attempt): boolean => attempt.signs.made !== undefined && hasFailed(attempt);

/** The client left two records where it meant one, after a lost answer. */
export const duplicateWrite: Rule = {
  id: 'duplicate_write',
  *find({ series }) {
    for (const attempts of series) {
      for (const [i, lost] of attempts.entries()) {
        const again = attempts.slice(i + 1).find(({ signs }) => signs.made !== undefined);
        if (!isLost(lost) || again === undefined || lost.signs.made === again.signs.made) continue;
        const detail = `${said(again)} created ${again.signs.made}, after ${lost.signs.made} had been created and the answer was lost.`;
        yield { attempts: [lost, again], detail };
      }
    }
  },
};
