/** Finds refresh tokens that were sent after they had been exchanged (RFC 9700 §2.2.2). */
import { type Attempt, hasSucceeded, said } from '../attempt.js';
import type { Rule } from '../rule.js';

/** The client sent a refresh token that had been exchanged for a new one. */
export const reusedRefreshToken: Rule = {
  id: 'reused_refresh_token',
  *find({ attempts }) {
    const exchanged = new Map<string, Attempt>();
    for (const attempt of attempts) {
      yield;
      const { refresh, issuedRefresh, isReplay, key } = attempt.signs;
      // What is issued anew may be sent again.
      if (issuedRefresh !== undefined && issuedRefresh !== refresh) exchanged.delete(issuedRefresh);
      if (refresh === undefined) continue;
      const first = exchanged.get(refresh);
      // Under the same key it asks for the same answer once more.
      const isSame = isReplay === true || (key !== undefined && key === first?.signs.key);
      if (first !== undefined && !isSame) {
        const detail = `${said(attempt)} had a refresh token that had been exchanged for a new one.`;
        yield { attempts: [first, attempt], detail };
      }
      // Where the answer was lost, the client has no other one.
      if (first === undefined && hasSucceeded(attempt) && issuedRefresh !== undefined && issuedRefresh !== refresh) {
        exchanged.set(refresh, attempt);
      }
    }
  },
};
