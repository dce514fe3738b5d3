/** Finds records that were created twice, because the answer that told of the first was lost. */
import { type Attempt, hasSucceeded, mayHaveSucceeded, said } from '../attempt.js';
import type { Rule } from '../rule.js';

/** The client left two records where it meant one, after a lost answer. */
export const duplicateWrite: Rule = {
  id: 'duplicate_write',
  *find({ series, attempts: all }) {
    const removed = new Set<string>();
    for (const attempt of all) {
      yield;
      if (attempt.method === 'DELETE' && hasSucceeded(attempt)) removed.add(attempt.path);
    }
    for (const attempts of series) {
      let lost: Attempt | undefined;
      for (const attempt of attempts) {
        yield;
        const { made } = attempt.signs;
        // One that the client took back it has not left.
        if (made === undefined || removed.has(`${attempt.path}/${encodeURIComponent(made)}`)) continue;
        if (lost !== undefined && lost.signs.made !== made) {
          const detail = `${said(attempt)} created ${made}, after ${lost.signs.made} had been created and the answer was lost.`;
          yield { attempts: [lost, attempt], detail };
        }
        // Who was told that nothing had been done was told wrong, and obeyed.
        lost = mayHaveSucceeded(attempt) ? attempt : undefined;
      }
    }
  },
};
