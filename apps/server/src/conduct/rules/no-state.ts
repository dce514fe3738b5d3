/** Finds authorization requests that anybody could have begun (RFC 9700 §2.1.1). */
import { authorizations } from '../authorization.js';
import { said } from '../attempt.js';
import type { Rule } from '../rule.js';

const GUARDS = ['state', 'code_challenge', 'nonce'];

/** The client sent an authorization request with none of state, PKCE and nonce. */
export const noState: Rule = {
  id: 'no_state',
  *find({ attempts }) {
    for (const { attempt, clientId, query } of yield* authorizations(attempts)) {
      yield;
      if (GUARDS.some((name) => query.has(name))) continue;
      const detail = `${said(attempt)} of the client ${clientId.slice(0, 100)} had none of state, code_challenge and nonce.`;
      yield { attempts: [attempt], detail };
    }
  },
};
