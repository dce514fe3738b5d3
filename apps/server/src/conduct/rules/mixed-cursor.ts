/** Finds cursors that were used with another query than the one that gave them. */
import { type Attempt, said } from '../attempt.js';
import type { Rule } from '../rule.js';

/** The client used a cursor with another query. */
export const mixedCursor: Rule = {
  id: 'mixed_cursor',
  *find({ attempts }) {
    const givers = new Map<string, Attempt>();
    for (const attempt of attempts) {
      yield;
      const { cursor, page } = attempt.signs;
      const giver = cursor === undefined ? undefined : givers.get(cursor);
      if (giver !== undefined && attempt.kind === 'invalid_cursor' && giver.asked?.list !== attempt.asked?.list) {
        const detail = `${said(attempt)} was asked with a cursor that another query had given: ${said(giver)}.`;
        yield { attempts: [giver, attempt], detail };
      }
      for (const one of page?.cursors ?? []) givers.set(one, attempt);
    }
  },
};
