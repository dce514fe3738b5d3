/** Finds tokens, passwords and client secrets in queries (RFC 6750 §5.3). */
import { type Attempt, said } from '../attempt.js';
import { grouped } from '../groups.js';
import type { Rule } from '../rule.js';

/** Names of secrets in the query of an attempt; that of a stream may have its token there: an EventSource cannot do else. */
function namesIn({ signs }: Attempt): string[] {
  const names = signs.secrets ?? [];
  return names.filter((name) => !(name === 'access_token' && signs.isStream === true));
}

/** The client sent a token, password or client secret in a query. */
export const secretInUrl: Rule = {
  id: 'secret_in_url',
  *find({ attempts }) {
    const groups = yield* grouped(attempts, (attempt) => {
      const names = namesIn(attempt);
      return names.length === 0 ? undefined : `${attempt.client} ${said(attempt)} ${names.join(' ')}`;
    });
    for (const group of groups.values()) {
      const [first] = group;
      if (first === undefined) continue;
      yield { attempts: group, detail: `${said(first)} had ${namesIn(first).join(', ')} in its query.` };
    }
  },
};
