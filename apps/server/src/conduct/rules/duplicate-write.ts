/** Finds records that were created twice, because the answer that told of the first was lost. */
import { type Attempt, hasFailed, said } from '../attempt.js';
import type { Rule } from '../rule.js';

/** The client left two records where it meant one, after a lost answer. */
export const duplicateWrite: Rule = {
  id: 'duplicate_write',
  *find({ series }) {
    for (const attempts of series) {
      let lost: Attempt | undefined;
      for (const attempt of attempts) {
        yield;
        const { made } = attempt.signs;
        if (made === undefined) continue;
        if (lost !== undefined && lost.signs.made !== made) {
          const detail = `${said(attempt)} created ${made}, after ${lost.signs.made} had been created and the answer was lost.`;
          yield { attempts: [lost, attempt], detail };
        }
        lost = hasFailed(attempt) ? attempt : undefined;
      }
    }
  },
};
