/** Finds credentials that were sent to another origin, because a redirect led there (RFC 9110 §15.4). */
import { said } from '../attempt.js';
import { followed } from '../redirects.js';
import type { Rule } from '../rule.js';

/** The client followed a redirect to another origin with its Authorization. */
export const credentialForwarded: Rule = {
  id: 'credential_forwarded',
  *find({ attempts }) {
    for (const [redirect, attempt] of yield* followed(attempts)) {
      yield;
      const { credentials, isAuthorized } = redirect.signs;
      if (isAuthorized !== true || attempt.signs.isAuthorized !== true) continue;
      if (credentials !== attempt.signs.credentials) continue;
      const detail = `${said(attempt)} took its Authorization from ${redirect.origin} to ${attempt.origin}.`;
      yield { attempts: [redirect, attempt], detail };
    }
  },
};
