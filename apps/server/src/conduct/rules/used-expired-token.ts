/** Finds tokens that were used after they had ended (RFC 6750 §3.1). */
import { type Attempt, said } from '../attempt.js';
import type { Finding, Rule } from '../rule.js';
import { isClockSet, sinceEnd } from '../time.js';

/** How long after a token has ended requests may come that were on their way, or waited for a connection, in ms. */
const ON_THEIR_WAY_MS = 1000;

/** Operations that end a token. */
const ENDING = new Set(['auth.logout', 'oauth.revokeToken']);

/** What is known of a token. */
interface Token {
  readonly issued?: Attempt;
  refused?: Attempt;
  /** Uses after it was refused. */
  readonly uses: Attempt[];
  isFound: boolean;
}

function expired({ issued }: Token, attempt: Attempt): Finding | undefined {
  const [, seconds = 0] = issued?.signs.issued ?? [];
  if (issued === undefined || isClockSet(issued, attempt)) return undefined;
  // A client counts from when it has the token.
  if (sinceEnd(issued, attempt) <= seconds * 1000 + ON_THEIR_WAY_MS) return undefined;
  return { attempts: [issued, attempt], detail: `${said(attempt)} had a token whose ${seconds} s were over.` };
}

function goneOn({ refused, uses }: Token, attempt: Attempt): Finding | undefined {
  if (refused === undefined || sinceEnd(refused, attempt) < 0) return undefined;
  uses.push(attempt);
  // What comes soon may have been on its way, but nobody asks for the same three times at once.
  const same = uses.filter(({ url }) => url === refused.url);
  if (sinceEnd(refused, attempt) <= ON_THEIR_WAY_MS && (same.length < 2 || !same.includes(attempt))) return undefined;
  const detail = `${said(attempt)} had a token that a 401 had called invalid.`;
  return { attempts: [refused, ...uses], detail };
}

/** The client went on with a token after its expires_in, or after a 401 invalid_token. */
export const usedExpiredToken: Rule = {
  id: 'used_expired_token',
  *find({ attempts }) {
    const tokens = new Map<string, Token>();
    const known = (name: string): Token => {
      const token = tokens.get(name) ?? { uses: [], isFound: false };
      tokens.set(name, token);
      return token;
    };
    for (const attempt of attempts) {
      yield;
      const { token: name, issued, refusesToken } = attempt.signs;
      // What is issued anew is another token, even where its text is the same.
      if (issued !== undefined) tokens.set(issued[0], { issued: attempt, uses: [], isFound: false });
      // Whoever logs out has to name the token that has ended.
      if (name === undefined || ENDING.has(attempt.operation ?? '')) continue;
      const token = known(name);
      const finding = token.isFound ? undefined : (goneOn(token, attempt) ?? expired(token, attempt));
      if (finding !== undefined) {
        token.isFound = true;
        yield finding;
      }
      if (refusesToken === true) token.refused ??= attempt;
    }
  },
};
