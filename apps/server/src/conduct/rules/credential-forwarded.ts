/** Finds credentials that were sent to another origin, because a redirect led there (RFC 9110 §15.4). */
import { said } from '../attempt.js';
import { followed } from '../redirects.js';
import type { Rule } from '../rule.js';

/** Whether a redirect leads from a host to itself by `https:`: nobody gets what was not theirs. */
const isUpgrade = (from: string, to: string): boolean =>
  from.startsWith('http:') && to.startsWith('https:') && new URL(from).hostname === new URL(to).hostname;

/** The client followed a redirect to another origin with its Authorization. */
export const credentialForwarded: Rule = {
  id: 'credential_forwarded',
  *find({ attempts }) {
    for (const [redirect, attempt] of yield* followed(attempts)) {
      yield;
      const { credentials, isAuthorized } = redirect.signs;
      if (isAuthorized !== true || attempt.signs.isAuthorized !== true) continue;
      if (credentials !== attempt.signs.credentials || isUpgrade(redirect.origin, attempt.origin)) continue;
      const detail = `${said(attempt)} took its Authorization from ${redirect.origin} to ${attempt.origin}.`;
      yield { attempts: [redirect, attempt], detail };
    }
  },
};
