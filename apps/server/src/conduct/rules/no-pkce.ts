/** Finds authorization requests for a code without PKCE (RFC 9700 §2.1.1). */
import { authorizations } from '../authorization.js';
import { said } from '../attempt.js';
import type { Rule } from '../rule.js';

/** The client asked for a code without PKCE. */
export const noPkce: Rule = {
  id: 'no_pkce',
  *find({ attempts, isPublic }) {
    for (const { attempt, clientId, query } of yield* authorizations(attempts)) {
      yield;
      const asksCode = query.get('response_type')?.split(' ').includes('code') === true;
      if (!asksCode || query.has('code_challenge')) continue;
      const mustHave = isPublic(clientId) === true;
      // Clients with a secret may use the nonce of OpenID Connect instead.
      if (!mustHave && query.has('nonce')) continue;
      const detail = `${said(attempt)} of the client ${clientId.slice(0, 100)} had no code_challenge.`;
      yield { attempts: [attempt], detail, ...(!mustHave && { severity: 'warning' }) };
    }
  },
};
