/** Exchanges grants for tokens: code, refresh token, client credentials. */
import { ACCESS_TOKEN_SECONDS } from '@understudy/contract/auth';
import { oauth as declared, type TokenResponse } from '@understudy/contract/oauth';
import {
  audiences as audienceSchema,
  narrowedAudiences,
  type Realm,
  requestedAudiences,
} from '../../identity/realm.js';
import { beginningOf, grantOfRefreshToken, seal, unseal, useRefreshToken } from '../../identity/sessions.js';
import { invalidClient } from '../../identity/client-authentication.js';
import { type OAuthClient } from '../../identity/clients.js';
import {
  beginGrant,
  endedSessions,
  type Grant,
  issueRefreshToken,
  revokeGrant,
  usedCodes,
} from '../../identity/grants.js';
import {
  grantedScope,
  hasScope,
  loginMethod,
  oauthFault,
  requestedClaims,
  userFaultCode,
} from '../../identity/claims.js';
import { issueAccessToken, issueIdToken } from '../../identity/tokens.js';
import { type UserRecord, users } from '../../identity/users.js';
import type { ContextOf } from '../../kit/context.js';
import type { AuthenticatedClient } from '../../kit/credential.js';
import type { LoginSettings } from '../../kit/logins.js';
import { badRequest, type ProblemError, problemsOf } from '../../kit/problem-error.js';
import type { Records, WritableRecords } from '../../kit/records.js';
import { isReplay, preventReplay } from '../../kit/replay-guard.js';
import { sha256 } from '#platform/runtime';
import { z } from 'zod';

/** A code lives this long, by the sandbox's clock (RFC 6749 §4.1.2 recommends ten minutes at most). */
const CODE_LIFE_MS = 60_000;

const codeContent = z.object({
  sub: z.string(),
  client: z.string(),
  uri: z.string(),
  scope: z.string(),
  claims: requestedClaims.optional(),
  audiences: audienceSchema,
  ...loginMethod,
  challenge: z.string().optional(),
  /** Thumbprint of the key that must redeem it. */
  jkt: z.string().optional(),
  nonce: z.string().optional(),
  state: z.string().optional(),
  /** When the user logged in, in seconds since 1970. */
  auth: z.int(),
  sid: z.string().optional(),
  /** Whether the session was begun with it, or before; left out where whoever redeems it begins one. */
  begun: z.boolean().optional(),
  /** When it was issued, in ms since 1970. */
  iat: z.int(),
  /**
   * Number of the next token: two logins with a redeemed code between them get different codes, and suspending the user
   * ends what has a lower one.
   */
  n: z.int(),
});

type CodeContent = z.infer<typeof codeContent>;

/** Issues a code. */
export function issueCode(records: Records, value: CodeContent, sandbox: string): string {
  return seal(records, value, { purpose: 'code', sandbox });
}

/** What a code stands for; undefined where it is none of this sandbox as it is now, too old, or from a time to come. */
function readCode(records: Records, code: string, { sandbox, now, began }: Realm): CodeContent | undefined {
  const found = unseal(records, code, { kind: { purpose: 'code', sandbox }, schema: codeContent });
  const isFresh = found !== undefined && found.iat <= now && now < found.iat + CODE_LIFE_MS;
  return isFresh && began <= found.iat ? found : undefined;
}

/** Id under which a redeemed code is remembered. */
function codeId(code: string): string {
  return sha256(code);
}

/** Whether a verifier is the one that a challenge was made from (RFC 7636 §4.6, S256). */
function isVerifierRight(verifier: string, challenge: string): boolean {
  return sha256(verifier) === challenge;
}

const problem = problemsOf(declared.kinds);

/** A token request, parsed. */
export type TokenRequest = ContextOf<typeof declared, 'exchangeToken'>['input'];

/** A token request of an authenticated client. */
export interface Exchange {
  readonly input: TokenRequest;
  readonly by: AuthenticatedClient;
  readonly realm: Realm;
  /** The client, as the sandbox knows it. */
  readonly client: OAuthClient;
  /** What the sandbox says of logins. */
  readonly login: LoginSettings;
}

/** What came of an exchange: tokens, or a failure that must be remembered. */
export type Exchanged = TokenResponse | ProblemError;

/** A grant that gives nothing. */
export function invalidGrant(detail: string): ProblemError {
  return problem('invalid_grant', { detail });
}

/** A grant of a user who may not log in; the code in the list of faults says why, as OAuth has no error for it. */
export function grantOfInactive(user: UserRecord, parameter: 'username' | 'code' | 'device_code'): ProblemError {
  const detail = `the user is ${user.status}`;
  return problem('invalid_grant', {
    detail,
    errors: [{ parameter, code: userFaultCode(user) ?? user.status, detail }],
  });
}

/** A parameter that the grant type needs. */
export function required(
  input: TokenRequest,
  name: 'code' | 'refresh_token' | 'device_code' | 'username' | 'password',
): string {
  const value = input[name];
  if (value !== undefined) return value;
  throw badRequest([{ pointer: `#/${name}`, code: 'required', detail: 'is required' }]);
}

/** Issues the tokens of a grant, bound to the key that the client has proved to have (RFC 9449 §5). */
export async function issue(
  records: WritableRecords,
  { input, by, realm, client, login }: Exchange,
  { grant, scope, nonce }: { readonly grant: Grant; readonly scope: string; readonly nonce?: string | undefined },
): Promise<TokenResponse> {
  const { alg } = client;
  const { jkt } = by;
  if (jkt === undefined && client.metadata.dpop_bound_access_tokens === true) {
    throw oauthFault(
      'invalid_request',
      'all tokens of the client are bound to a key, as registered: send a proof',
      'DPoP',
    );
  }
  const audiences = narrowedAudiences(requestedAudiences(input), grant.audiences);
  const user = grant.user_id === null ? undefined : records.get(users, grant.user_id);
  const access = await issueAccessToken(records, grant, { realm, alg, scope, audiences, jkt });
  const isRefreshed = grant.user_id !== null && client.allows('refresh_token');
  const refresh = isRefreshed ? issueRefreshToken(records, grant, realm) : undefined;
  const about = { realm, alg, accessToken: access.token, nonce, user, scope, login };
  const idToken = grant.user_id !== null && hasScope(scope, 'openid') ? await issueIdToken(grant, about) : undefined;
  return {
    access_token: access.token,
    token_type: jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: ACCESS_TOKEN_SECONDS,
    scope,
    ...(refresh === undefined ? {} : { refresh_token: refresh }),
    ...(idToken === undefined ? {} : { id_token: idToken }),
  };
}

function checkCode({ client, uri, challenge, jkt }: CodeContent, { input, by }: Exchange): void {
  if (client !== by.id) throw invalidGrant('the code was issued to another client');
  if (uri !== input.redirect_uri) throw invalidGrant('redirect_uri is not that of the authorization request');
  if (jkt !== undefined && jkt !== by.jkt)
    throw invalidGrant('the code is bound to a key, and no proof of that one came');
  const { code_verifier: verifier } = input;
  if (challenge === undefined) {
    if (verifier !== undefined) throw invalidGrant('a code_verifier was sent, but the code has no challenge');
    if (!by.isConfidential) throw invalidGrant('a client without a secret must use PKCE');
    return;
  }
  if (verifier === undefined || !isVerifierRight(verifier, challenge)) {
    throw invalidGrant('code_verifier is missing, or does not fit the challenge');
  }
}

/** Begins the session of a code, unless it has begun: one that must have, or that was ended since, gives nothing. */
function beginOnce(records: WritableRecords, sid: string, { isBegun, now }: { isBegun: boolean; now: number }): void {
  if (records.get(endedSessions, sid) !== undefined) throw invalidGrant('the user has logged out since');
  const beginning = beginningOf(sid, now);
  if (isReplay(records, beginning, now)) return;
  if (isBegun)
    throw invalidGrant('the code is of a login that the sandbox does not know: it was reset or restored since');
  preventReplay(records, beginning);
}

/** Redeems a code. Redeeming one again ends everything that came of it (RFC 6749 §4.1.2). */
export async function exchangeCode(records: WritableRecords, exchange: Exchange): Promise<Exchanged> {
  const { input, realm } = exchange;
  const code = required(input, 'code');
  const used = records.get(usedCodes, codeId(code));
  if (used !== undefined) {
    revokeGrant(records, used.grant_id);
    return invalidGrant('the code was used before; every token it gave has been revoked');
  }
  const content = readCode(records, code, realm);
  if (content === undefined) throw invalidGrant('the code has expired, or was not issued here');
  checkCode(content, exchange);
  const user = records.get(users, content.sub);
  if (user !== undefined && user.status !== 'active') throw grantOfInactive(user, 'code');
  if (user === undefined || content.n < user.grants_from) {
    throw invalidGrant('the user is no longer active, or was suspended since');
  }
  if (content.sid !== undefined) beginOnce(records, content.sid, { isBegun: content.begun === true, now: realm.now });
  const { sub: userId, client: clientId, scope, auth: authTime, sid, claims, audiences, acr, amr } = content;
  const confidential = exchange.by.isConfidential;
  // The refresh tokens of other clients are bound to their secret (RFC 9449 §5).
  const jkt = confidential ? undefined : exchange.by.jkt;
  const login = { userId, clientId, scope, authTime, sid, confidential, jkt, claims, audiences, method: { acr, amr } };
  const grant = beginGrant(records, login, realm);
  // It is remembered for as long as what it gave may live: until then its reuse must be noticed.
  records.put(usedCodes, {
    id: codeId(code),
    grant_id: grant.id,
    expires_at: Math.max(grant.expires_at, content.iat + CODE_LIFE_MS),
  });
  return issue(records, exchange, { grant, scope, nonce: content.nonce });
}

/** The narrower scope that a refresh may ask for (RFC 6749 §6). */
function narrowed(requested: string | undefined, granted: string): string {
  if (requested === undefined) return granted;
  const has = new Set(granted.split(' '));
  const asked = requested.split(' ');
  if (asked.every((name) => has.has(name))) return asked.join(' ');
  throw problem('invalid_scope', { detail: `scope asks for more than the ${granted} that was granted` });
}

/** Rotates a refresh token. Using one again ends its grant. */
export async function exchangeRefreshToken(records: WritableRecords, exchange: Exchange): Promise<Exchanged> {
  const { input, by, realm } = exchange;
  const token = required(input, 'refresh_token');
  const owner = grantOfRefreshToken(records, token, realm.sandbox);
  if (owner !== undefined && owner.client_id !== by.id)
    throw invalidGrant('the refresh token was issued to another client');
  if (owner?.confidential === true && !by.isConfidential) throw invalidClient('the client must send its secret', false);
  if (owner?.jkt !== undefined && owner.jkt !== by.jkt) {
    throw invalidGrant('the refresh token is bound to a key, and no proof of that one came');
  }
  const scope = owner === undefined ? '' : narrowed(input.scope, owner.scope);
  const found = useRefreshToken(records, token, realm);
  if (found === 'reused') return invalidGrant('the refresh token was used before; the whole grant has been revoked');
  if (found === 'invalid')
    throw invalidGrant('the refresh token is expired, revoked, or was not issued by this server');
  return issue(records, exchange, { grant: found.grant, scope });
}

/** Gives a client a token of its own (RFC 6749 §4.4). */
export async function exchangeClientCredentials(records: WritableRecords, exchange: Exchange): Promise<Exchanged> {
  const { input, by, realm, login } = exchange;
  if (!by.isConfidential) {
    throw problem('unauthorized_client', { detail: 'only a client with a secret may use client_credentials' });
  }
  const scope = input.scope === undefined ? '' : grantedScope(input.scope, login);
  const authTime = Math.floor(realm.now / 1000);
  const audiences = requestedAudiences(input);
  const ofClient = { userId: null, clientId: by.id, scope, authTime, confidential: true, audiences };
  const grant = beginGrant(records, ofClient, realm);
  return issue(records, exchange, { grant, scope });
}
