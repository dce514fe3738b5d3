/** Logout tokens, which tell a client that a session has ended (OpenID Connect Back-Channel Logout §2.4). */
import type { LogoutNotice, TokenStamp } from '../kit/logins.js';
import { signJwt } from './jwt.js';

/** A token is good for as long as its request may take; an attempt to come has another one. */
const LOGOUT_TOKEN_SECONDS = 120;

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Makes the logout token of a client. */
export async function logoutToken(
  { client_id, iss, sub, sid, alg }: LogoutNotice,
  { now, jti }: TokenStamp,
): Promise<string> {
  const iat = Math.floor(now / 1000);
  const payload = { iss, sub, aud: client_id, iat, exp: iat + LOGOUT_TOKEN_SECONDS, jti, events: { [EVENT]: {} }, sid };
  return signJwt(payload, alg, 'logout+jwt');
}
