/** Reads access tokens from the Authorization header, with the proofs of those that are bound to a key, and refuses what is none (RFC 6750, RFC 9449 §7). */
import type { LoginSettings } from '../kit/logins.js';
import type { PresentedProof } from '../kit/credential.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Records } from '../kit/records.js';
import type { UsedByCall } from '../kit/replay-guard.js';
import { currentNonces, proofAlgorithms, ProofRefused, readProof } from './dpop.js';
import { type Bearer, boundKey, readAccessToken } from './tokens.js';
import type { Realm } from './realm.js';

/** An access token as it came. */
export interface SentToken {
  readonly scheme: 'Bearer' | 'DPoP';
  readonly token: string;
}

/** The token of an Authorization header; undefined where it has none. */
export function sentToken(authorization: string): SentToken | undefined {
  const { scheme, token } = /^(?<scheme>Bearer|DPoP) +(?<token>\S+) *$/i.exec(authorization)?.groups ?? {};
  if (token === undefined) return undefined;
  return { scheme: scheme?.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', token };
}

/** What an access token comes with. */
export interface TokenCall {
  /** Value of the Authorization header, or the empty text. */
  readonly authorization: string;
  readonly proof: PresentedProof;
  readonly realm: Realm;
  readonly login: LoginSettings;
  /** What is used up by it is added here. */
  readonly uses: UsedByCall[];
}

/** The 401 for a call without a credential, or with a wrong one (RFC 6750 §3). */
export function unauthorized(isGiven: boolean): ProblemError {
  const error = isGiven ? ', error="invalid_token", error_description="The access token is not valid"' : '';
  return new ProblemError('unauthorized', {
    detail: isGiven
      ? 'the access token is expired, revoked, from another sandbox, or was not issued by this server'
      : 'this call needs an access token: Authorization: Bearer <token>',
    headers: { 'www-authenticate': `Bearer realm="understudy"${error}` },
    // RFC 6750 §3.1: a request without any credential gets no error code.
    oauth: isGiven ? 'invalid_token' : null,
  });
}

/** The 401 for a token that is bound, or should be, and does not come as it must (RFC 9449 §7.1). */
function unproven(detail: string, error: string, nonce?: string): ProblemError {
  const said = detail.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'");
  const challenge = `DPoP realm="understudy", error="${error}", error_description="${said}", algs="${proofAlgorithms.join(' ')}"`;
  const headers = { 'www-authenticate': challenge, ...(nonce === undefined ? {} : { 'dpop-nonce': nonce }) };
  return new ProblemError('unauthorized', { detail, headers, oauth: error });
}

/** Checks that whoever sends a token has the key that it is bound to, and sends it as such: never as a mere bearer. */
export async function checkBinding(records: Records, { scheme, token }: SentToken, call: TokenCall): Promise<void> {
  const { proof: presented, realm, login } = call;
  const { now } = realm;
  const jkt = await boundKey(token, realm);
  if (scheme === 'Bearer') {
    if (jkt === undefined) return;
    throw unproven('the access token is bound to a key: send it as DPoP with a proof', 'invalid_token');
  }
  if (jkt === undefined) throw unproven('the access token is not valid, or not bound to a key', 'invalid_token');
  const nonces = currentNonces(records, login, realm);
  try {
    const proof = await readProof({ presented, now, nonces, token });
    if (proof.jkt !== jkt) throw unproven('the proof is of another key than the access token', 'invalid_token');
    call.uses.push({ ...proof.use, refusal: unproven('the proof was used before', 'invalid_dpop_proof', nonces?.[0]) });
  } catch (error) {
    if (error instanceof ProofRefused) throw unproven(error.message, error.code, nonces?.[0]);
    throw error;
  }
}

/** Who the bearer of a token is; a 401 where there is no valid one. */
export async function requireBearer(records: Records, call: TokenCall): Promise<Bearer> {
  const sent = sentToken(call.authorization);
  if (sent === undefined) throw unauthorized(false);
  await checkBinding(records, sent, call);
  const bearer = await readAccessToken(records, sent.token, call.realm);
  if (bearer === undefined) throw unauthorized(true);
  return bearer;
}
