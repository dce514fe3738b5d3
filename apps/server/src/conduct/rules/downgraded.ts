/** Finds redirects that were followed from https: to http: (RFC 9110 §15.4). */
import { said } from '../attempt.js';
import { followed } from '../redirects.js';
import type { Rule } from '../rule.js';

/** The client followed a redirect to http: from an https: public URL. */
export const downgraded: Rule = {
  id: 'downgraded',
  *find({ attempts }) {
    for (const [redirect, attempt] of yield* followed(attempts)) {
      yield;
      if (!redirect.origin.startsWith('https:') || !attempt.origin.startsWith('http:')) continue;
      const detail = `${said(attempt)} went from ${redirect.origin} to ${attempt.origin}, where anybody can read it.`;
      yield { attempts: [redirect, attempt], detail };
    }
  },
};
