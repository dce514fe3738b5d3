/** A login as the conformance suite checks it: every response and every ID token against OpenID Connect Core. */
import { createHash } from 'node:crypto';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { NOW } from '../support.js';
import { CALLBACK, type Parameters, type RelyingParty, type Tokens, tokensOf } from './relying-party.js';

/** A login that has passed every check. */
export interface Login {
  /** Empty where an ID token came at once. */
  readonly code: string;
  readonly tokens: Tokens;
  readonly claims: JWTPayload;
  /** The ID token that came with the code, or instead of it; undefined where none did. */
  readonly beside: string | undefined;
}

/** What a relying party expects beside the request itself. */
export interface Expected {
  readonly clientId?: string;
  /** Seconds that the clock of the sandbox was moved by. */
  readonly later?: number;
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`a check of OpenID Connect failed: ${what}`);
}

const halfOf = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');

/** Validates an ID token (OpenID Connect Core §3.1.3.7). */
export async function validIdToken(
  rp: RelyingParty,
  tokens: Tokens,
  { clientId = 'understudy-web', later = 0 }: Expected = {},
): Promise<JWTPayload> {
  const now = new Date(Date.parse(NOW) + later * 1000);
  const keys = createRemoteJWKSet(new URL(`${rp.issuer}/.well-known/jwks.json`));
  const { payload, protectedHeader } = await jwtVerify(tokens.id_token, keys, {
    issuer: rp.issuer,
    audience: clientId,
    algorithms: ['RS256'],
    currentDate: now,
    requiredClaims: ['sub', 'iat', 'exp'],
  });
  check(protectedHeader.kid !== undefined, 'the header names its key');
  check(payload.aud === clientId, 'the audience is this client alone');
  check(Math.abs(Number(payload.iat) - now.getTime() / 1000) < 1, 'it was issued now');
  check((payload.sub ?? '').length <= 255, 'the subject has at most 255 characters');
  const expected = tokens.access_token === '' ? undefined : halfOf(tokens.access_token);
  check(payload['at_hash'] === expected, 'at_hash is that of the access token');
  return payload;
}

/** Logs in with any response_type that brings a code or an ID token, and checks everything that comes of it. */
export async function logIn(rp: RelyingParty, parameters: Parameters = {}, expected: Expected = {}): Promise<Login> {
  const request: Parameters = {
    scope: 'openid',
    state: 'state-of-the-request',
    nonce: 'nonce-of-the-request',
    ...parameters,
  };
  const { code = '', id_token, ...response } = await rp.response(request);
  check(Object.keys(response).join() === 'state,iss', `nothing else comes back, not ${JSON.stringify(response)}`);
  check(response['state'] === request['state'], 'state comes back unchanged');
  check(response['iss'] === rp.issuer, 'iss is the issuer (RFC 9207)');
  const atOnce = { access_token: '', refresh_token: '', id_token: id_token ?? '' };
  const first = id_token === undefined ? undefined : await validIdToken(rp, atOnce, expected);
  if (first !== undefined) check(first['nonce'] === request['nonce'], 'nonce is that of the request');
  if (code === '' && first !== undefined) return { code, tokens: atOnce, claims: first, beside: id_token };
  const answer = await rp.redeem(code, { redirect_uri: request['redirect_uri'] ?? CALLBACK });
  check(answer.headers.get('content-type') === 'application/json', 'the token response is JSON');
  check(answer.headers.get('cache-control') === 'no-store', 'no cache keeps it');
  check(String(answer.json['token_type']).toLowerCase() === 'bearer', 'the tokens are bearer tokens');
  const tokens = tokensOf(answer);
  const claims = await validIdToken(rp, tokens, expected);
  check(claims['nonce'] === request['nonce'], 'nonce is that of the request');
  if (first !== undefined) {
    check(first['c_hash'] === halfOf(code), 'c_hash is that of the code (OpenID Connect Core §3.3.2.10)');
    for (const name of ['iss', 'sub', 'aud', 'nonce', 'auth_time']) {
      check(first[name] === claims[name], `${name} is the same in both ID tokens (§3.3.3.6)`);
    }
  }
  return { code, tokens, claims, beside: id_token };
}
