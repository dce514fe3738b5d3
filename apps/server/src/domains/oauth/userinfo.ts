/** The claims of a user, as JSON or as a signed JWT (OpenID Connect Core §5.3). */
import type { contract } from '@understudy/contract';
import type { Userinfo } from '@understudy/contract/oauth';
import { unauthorized } from '../../identity/bearer.js';
import { claimsOf } from '../../identity/claims.js';
import { clientIn } from '../../identity/clients.js';
import { grants } from '../../identity/grants.js';
import { signJwt } from '../../identity/jwt.js';
import type { ContextOf } from '../../kit/context.js';
import type { Result } from '../../kit/handler.js';

type UserinfoContext = ContextOf<typeof contract.oauth, 'getUserinfo'>;

/** Says who a token stands for. */
export function getUserinfo(ctx: UserinfoContext): Result<Userinfo> {
  const { credential, records, now } = ctx;
  const { user, scope, grant } = credential;
  // A token of a client on its own speaks for no user.
  if (user === null) throw unauthorized(true);
  const requested = grant === null ? undefined : records.get(grants, grant.id)?.claims?.userinfo;
  const value = claimsOf(user, scope, requested);
  // Tokens that anyone may have are no client's.
  const aud = grant === null ? {} : { aud: grant.client_id };
  const { alg, metadata } = clientIn(ctx, grant?.client_id ?? '');
  const due = metadata.userinfo_signed_response_alg;
  const signed = { ...value, iss: ctx.issuer, ...aud, iat: Math.floor(now / 1000) };
  return { value, signed: { isDue: due !== undefined, make: () => signJwt(signed, due ?? alg, 'JWT') } };
}
