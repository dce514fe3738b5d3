/** Ends tokens, and says what they stand for: revocation (RFC 7009) and introspection (RFC 7662). */
import { type Introspection, oauth as declared } from '@understudy/contract/oauth';
import { authorizationClaims, loginMethodOf } from '../../identity/claims.js';
import { invalidClient } from '../../identity/client-authentication.js';
import { type Grant, refreshTokens, revokedTokens, revokeGrant } from '../../identity/grants.js';
import { oauthFault } from '../../identity/oauth-fault.js';
import { inspectAccessToken, liveGrant, openOpaqueToken } from '../../identity/tokens.js';
import { grantOfRefreshToken } from '../../identity/sessions.js';
import { realmOf } from '../../identity/realm.js';
import type { UserRecord } from '../../identity/users.js';
import type { ContextOf } from '../../kit/context.js';
import type { AuthenticatedClient } from '../../kit/credential.js';
import { problemsOf } from '../../kit/problem-error.js';
import type { Result } from '../../kit/handler.js';

const problem = problemsOf(declared.kinds);

/** Refuses a client that is not the one a token was issued to (RFC 7009 §2.1). */
function checkOwner(grant: Grant, by: AuthenticatedClient): void {
  if (grant.client_id !== by.id) throw problem('invalid_grant', { detail: 'the token was issued to another client' });
  if (grant.confidential && !by.isConfidential) throw invalidClient('the client must send its secret', false);
}

/** Ends a token. One that is not valid has ended already. */
export async function revokeToken(
  ctx: ContextOf<typeof declared, 'revokeToken'>,
): Promise<Result<Record<string, never>>> {
  const { records, credential: by, sandbox } = ctx;
  const { token } = ctx.input;
  const ofRefresh = grantOfRefreshToken(records, token, sandbox);
  if (ofRefresh !== undefined) {
    checkOwner(ofRefresh, by);
    revokeGrant(records, ofRefresh.id);
    return { value: {} };
  }
  if (openOpaqueToken(records, token, sandbox) !== undefined) {
    throw oauthFault('unsupported_token_type', 'this token is the same for everybody, and cannot be revoked', 'token');
  }
  const found = await inspectAccessToken(records, token, realmOf(ctx));
  if (found === undefined) return { value: {} };
  checkOwner(found.grant, by);
  const { jti, exp } = found.payload;
  // The keys are published: a token may say that it lasts longer than any date, which no store can keep.
  records.put(revokedTokens, { id: jti, expires_at: Math.min(exp * 1000, found.grant.expires_at) });
  return { value: {} };
}

/** A login, and whose it is. */
interface Login {
  readonly user: UserRecord | null;
  readonly grant: Grant;
}

const inactive = { value: { active: false } } as const;

/** Says what a token stands for. */
export async function introspectToken(
  ctx: ContextOf<typeof declared, 'introspectToken'>,
): Promise<Result<Introspection>> {
  const { records, credential: by, now, apiUrl, issuer: iss, sandbox } = ctx;
  const { token } = ctx.input;
  // Whoever has found a token somewhere must not learn from us whose it is (RFC 7662 §4).
  if (!by.isConfidential) throw invalidClient('only a client with a secret may introspect tokens', false);
  const opaque = openOpaqueToken(records, token, sandbox);
  if (opaque?.user.status === 'active') {
    const { user, scope } = opaque;
    return {
      value: {
        ...authorizationClaims(user, scope),
        active: true,
        scope,
        username: user.email,
        token_type: 'Bearer',
        sub: user.id,
        aud: apiUrl,
        iss,
      },
    };
  }
  const refresh = records.get(refreshTokens, token);
  if (refresh !== undefined) {
    const isOver = refresh.used || refresh.expires_at <= now;
    const live = isOver ? undefined : liveGrant(records, grantOfRefreshToken(records, token, sandbox), now);
    if (live?.grant.client_id !== by.id) return inactive;
    const { scope, client_id, user_id } = live.grant;
    const exp = Math.floor(refresh.expires_at / 1000);
    return { value: { ...of(live), active: true, scope, client_id, exp, sub: user_id ?? client_id, iss } };
  }
  const found = await inspectAccessToken(records, token, realmOf(ctx));
  if (found === undefined) return inactive;
  const { scope, sub, aud, exp, iat, jti, cnf } = found.payload;
  const token_type = cnf === undefined ? 'Bearer' : 'DPoP';
  const { client_id } = found.grant;
  const times = { exp, ...(iat === undefined ? {} : { iat }) };
  return {
    value: {
      ...of(found, scope),
      active: true,
      scope,
      client_id,
      token_type,
      ...times,
      sub,
      aud,
      iss,
      jti,
      ...(cnf === undefined ? {} : { cnf }),
    },
  };
}

/** What a login says of its user, and of how they logged in. */
function of({ user, grant }: Login, scope = grant.scope): Partial<Introspection> {
  const { acr, auth_time } = grant;
  return {
    ...(user === null ? {} : { ...authorizationClaims(user, scope), username: user.email }),
    ...(acr === undefined ? {} : { auth_time, ...loginMethodOf(grant) }),
  };
}
