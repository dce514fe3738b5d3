/** Rules on credentials: where they are sent, and how they are obtained, renewed and used. */
import {
  type Attempt,
  authorizations,
  grouped,
  hasSucceeded,
  isClockSet,
  type Pausing,
  attemptText,
  sinceEnd,
} from '../attempt.js';
import type { Finding, Rule } from '../rule.js';

/** Longest time in which a client follows a redirect, and how long before the end was noted it may do so, in ms. */
const LONGEST_MS = 60_000;
const NOTED_LATE_MS = 20;

/** A redirect to another origin, and the attempt that followed it. */
export type Followed = readonly [redirect: Attempt, followed: Attempt];

/** All redirects to another origin that were followed. */
function* followed(attempts: readonly Attempt[]): Pausing<Followed[]> {
  const found: Followed[] = [];
  const redirects = new Map<string, Attempt>();
  for (const attempt of attempts) {
    yield;
    const { client, origin: at, url: asked } = attempt;
    const redirect = redirects.size === 0 ? undefined : redirects.get(`${client} ${at} ${asked}`);
    if (redirect !== undefined) {
      const wait = sinceEnd(redirect, attempt);
      if (wait >= -NOTED_LATE_MS && wait <= LONGEST_MS) found.push([redirect, attempt]);
    }
    const [origin, url] = attempt.evidence.location ?? [];
    if (origin !== undefined && origin !== at) redirects.set(`${client} ${origin} ${url}`, attempt);
  }
  return found;
}

/** Names of secrets in the query of an attempt; that of a stream may have its token there: an EventSource cannot do else. */
function namesIn({ evidence }: Attempt): string[] {
  const names = evidence.secrets ?? [];
  return names.filter((name) => !(name === 'access_token' && evidence.isStream === true));
}

/** The client sent a token, password or client secret in a query. */
export const secretInUrl: Rule = {
  id: 'secret_in_url',
  *find({ attempts }) {
    const groups = yield* grouped(attempts, (attempt) => {
      const names = namesIn(attempt);
      return names.length === 0 ? undefined : `${attempt.client} ${attemptText(attempt)} ${names.join(' ')}`;
    });
    for (const group of groups.values()) {
      const [first] = group;
      if (first === undefined) continue;
      yield { attempts: group, detail: `${attemptText(first)} had ${namesIn(first).join(', ')} in its query.` };
    }
  },
};

/** Whether a redirect leads from a host to itself by `https:`: nobody gets what was not theirs. */
const isUpgrade = (from: string, to: string): boolean =>
  from.startsWith('http:') && to.startsWith('https:') && new URL(from).hostname === new URL(to).hostname;

/** The client followed a redirect to another origin with its Authorization. */
export const credentialForwarded: Rule = {
  id: 'credential_forwarded',
  *find({ attempts }) {
    for (const [redirect, attempt] of yield* followed(attempts)) {
      yield;
      const { credentials, isAuthorized } = redirect.evidence;
      if (isAuthorized !== true || attempt.evidence.isAuthorized !== true) continue;
      if (credentials !== attempt.evidence.credentials || isUpgrade(redirect.origin, attempt.origin)) continue;
      const detail = `${attemptText(attempt)} took its Authorization from ${redirect.origin} to ${attempt.origin}.`;
      yield { attempts: [redirect, attempt], detail };
    }
  },
};

/** The client followed a redirect to http: from an https: public URL. */
export const downgraded: Rule = {
  id: 'downgraded',
  *find({ attempts }) {
    for (const [redirect, attempt] of yield* followed(attempts)) {
      yield;
      if (!redirect.origin.startsWith('https:') || !attempt.origin.startsWith('http:')) continue;
      const detail = `${attemptText(attempt)} went from ${redirect.origin} to ${attempt.origin}, where anybody can read it.`;
      yield { attempts: [redirect, attempt], detail };
    }
  },
};

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
  const [, seconds = 0] = issued?.evidence.issued ?? [];
  if (issued === undefined || isClockSet(issued, attempt)) return undefined;
  // A client counts from when it has the token.
  if (sinceEnd(issued, attempt) <= seconds * 1000 + ON_THEIR_WAY_MS) return undefined;
  return {
    attempts: [issued, attempt],
    detail: `${attemptText(attempt)} used a token that had expired after ${seconds} s.`,
  };
}

function goneOn({ refused, uses }: Token, attempt: Attempt): Finding | undefined {
  if (refused === undefined || sinceEnd(refused, attempt) < 0) return undefined;
  uses.push(attempt);
  // What comes soon may have been on its way, but nobody asks for the same three times at once.
  const same = uses.filter(({ url }) => url === refused.url);
  if (sinceEnd(refused, attempt) <= ON_THEIR_WAY_MS && (same.length < 2 || !same.includes(attempt))) return undefined;
  const detail = `${attemptText(attempt)} had a token that a 401 had called invalid.`;
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
      const { token: name, issued, refusesToken } = attempt.evidence;
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

/** The client sent a refresh token that had been exchanged for a new one. */
export const reusedRefreshToken: Rule = {
  id: 'reused_refresh_token',
  *find({ attempts }) {
    const exchanged = new Map<string, Attempt>();
    for (const attempt of attempts) {
      yield;
      const { refresh, issuedRefresh, isReplay, key } = attempt.evidence;
      // What is issued anew may be sent again.
      if (issuedRefresh !== undefined && issuedRefresh !== refresh) exchanged.delete(issuedRefresh);
      if (refresh === undefined) continue;
      const first = exchanged.get(refresh);
      // Under the same key it asks for the same answer once more.
      const isSame = isReplay === true || (key !== undefined && key === first?.evidence.key);
      if (first !== undefined && !isSame) {
        const detail = `${attemptText(attempt)} had a refresh token that had been exchanged for a new one.`;
        yield { attempts: [first, attempt], detail };
      }
      // Where the answer was lost, the client has no other one.
      if (first === undefined && hasSucceeded(attempt) && issuedRefresh !== undefined && issuedRefresh !== refresh) {
        exchanged.set(refresh, attempt);
      }
    }
  },
};

const GUARDS = ['state', 'code_challenge', 'nonce'];

/** The client sent an authorization request with none of state, PKCE and nonce. */
export const noState: Rule = {
  id: 'no_state',
  *find({ attempts }) {
    for (const { attempt, clientId, query } of yield* authorizations(attempts)) {
      yield;
      if (GUARDS.some((name) => query.has(name))) continue;
      const detail = `${attemptText(attempt)} of the client ${clientId.slice(0, 100)} had none of state, code_challenge and nonce.`;
      yield { attempts: [attempt], detail };
    }
  },
};

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
      const detail = `${attemptText(attempt)} of the client ${clientId.slice(0, 100)} had no code_challenge.`;
      yield { attempts: [attempt], detail, ...(!mustHave && { severity: 'warning' }) };
    }
  },
};
