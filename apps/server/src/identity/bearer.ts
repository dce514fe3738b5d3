/** Reads access tokens from the Authorization header, with the proofs of those that are bound to a key, and refuses what is none (RFC 6750, RFC 9449 §7). */
import type { LoginSettings } from '../kit/logins.js';
import type { PresentedProof } from '../kit/credential.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Records } from '../kit/records.js';
import type { OneUse, UsedByCall } from '../kit/replay-guard.js';
import { type Bearer, boundKey, readAccessToken } from './tokens.js';
import type { Realm } from './realm.js';
import { bytesOf, textOf, toBase64url } from '#platform/runtime';
import { keyAlgorithms } from '@understudy/contract/kit';
import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import { AHEAD_SECONDS } from './jwt.js';
import { secretValue } from './grants.js';

/** A proof is good for so many seconds after it was made. */
const LIFE_SECONDS = 300;

/** Algorithms that proofs may be signed with. */
const proofAlgorithms = keyAlgorithms;

const algorithms: readonly string[] = keyAlgorithms;

/** Why a proof is refused: because it is wrong, or because it lacks a nonce of the server. */
export class ProofRefused extends Error {
  override readonly name = 'ProofRefused';
  readonly code: 'invalid_dpop_proof' | 'use_dpop_nonce';

  constructor(message: string, code: ProofRefused['code'] = 'invalid_dpop_proof') {
    super(message);
    this.code = code;
  }
}

/** What a proof must say (RFC 9449 §4.2). */
const proofClaims = z.object({
  jti: z.string().min(1).max(1000),
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  ath: z.string().optional(),
  nonce: z.string().optional(),
});

interface ProofReading {
  readonly presented: PresentedProof;
  /** The present by the sandbox's clock, in ms since 1970. */
  readonly now: number;
  /** Nonces of the server, of which it must have one; undefined where it needs none. */
  readonly nonces: readonly string[] | undefined;
  /** The access token that it comes with; undefined where it comes with none. */
  readonly token?: string | undefined;
}

/** A proof that is right. */
export interface Proof {
  /** Thumbprint of its key (RFC 7638). */
  readonly jkt: string;
  /** What it uses up: the same proof is good once. */
  readonly use: OneUse;
}

/** The header of a proof: its type, an algorithm with keys, and a key that is public. */
function headOf(jwt: string): { readonly alg: string; readonly jwk: JWK } {
  let header;
  try {
    header = decodeProtectedHeader(jwt);
  } catch {
    throw new ProofRefused('the proof is no JWT');
  }
  const { typ, alg = '', jwk } = header;
  if (typ?.toLowerCase() !== 'dpop+jwt') throw new ProofRefused('the type of the proof must be dpop+jwt');
  if (!algorithms.includes(alg)) throw new ProofRefused('the algorithm of the proof is none that the metadata names');
  if (typeof jwk !== 'object' || jwk === null) throw new ProofRefused('the header of the proof has no jwk');
  if (['d', 'p', 'q', 'k'].some((name) => name in jwk)) throw new ProofRefused('the jwk of the proof is a private key');
  return { alg, jwk };
}

async function payloadOf(jwt: string): Promise<{ readonly jkt: string; readonly payload: unknown }> {
  const { alg, jwk } = headOf(jwt);
  try {
    const key = await importJWK({ ...jwk, ext: true }, alg);
    const { payload } = await compactVerify(jwt, key, { algorithms: [alg] });
    return { jkt: await calculateJwkThumbprint(jwk, 'sha256'), payload: JSON.parse(textOf(payload)) as unknown };
  } catch {
    throw new ProofRefused('the signature of the proof is not that of its jwk');
  }
}

/** An address without query and fragment, in its usual spelling (RFC 9449 §4.3, RFC 3986 §6.2). */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const parsed = new URL(url);
  parsed.search = '';
  parsed.hash = '';
  return parsed.href;
}

/** The hash of an access token that its proof has (RFC 9449 §4.2). */
async function hashOf(token: string): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(token))));
}

/**
 * Reads the proof of a request.
 *
 * @throws ProofRefused
 */
export async function readProof({ presented, now, nonces, token }: ProofReading): Promise<Proof> {
  const { header, method, url } = presented;
  if (header === null) throw new ProofRefused('there is no header DPoP with a proof');
  // A JWT has no comma: several headers of one name are joined by it.
  if (header.includes(',')) throw new ProofRefused('there is more than one header DPoP');
  const { jkt, payload } = await payloadOf(header.trim());
  const { data, error } = proofClaims.safeParse(payload);
  if (data === undefined) {
    const name = String(error?.issues[0]?.path[0] ?? 'content');
    throw new ProofRefused(`${name} of the proof is missing or of a wrong type`);
  }
  const { jti, htm, htu, iat, ath, nonce } = data;
  if (htm !== method) throw new ProofRefused(`htm of the proof must be ${method}`);
  if (addressOf(htu) !== addressOf(url)) throw new ProofRefused(`htu of the proof must be ${url}`);
  const age = now / 1000 - iat;
  if (age < -AHEAD_SECONDS || age >= LIFE_SECONDS) {
    throw new ProofRefused(
      `iat of the proof must be now by the clock of the sandbox, which shows ${new Date(now).toISOString()}`,
    );
  }
  if (token !== undefined && ath !== (await hashOf(token))) {
    throw new ProofRefused('ath of the proof must be the hash of the access token');
  }
  if (nonces !== undefined && (nonce === undefined || !nonces.includes(nonce))) {
    throw new ProofRefused('the proof needs the nonce of the header DPoP-Nonce', 'use_dpop_nonce');
  }
  return { jkt, use: { of: ['dpop', jkt, jti, htm, addressOf(htu)], until: (iat + LIFE_SECONDS) * 1000 } };
}

/** A nonce is new for so long, in ms, and good for as long again. */
const WINDOW_MS = 300_000;

/** The nonces that are good now, the newest first; undefined where none is needed. Nothing is kept of them. */
export function currentNonces(
  records: Records,
  { dpop_nonce: mode }: LoginSettings,
  { sandbox, now }: { readonly sandbox: string; readonly now: number },
): readonly [string, string] | undefined {
  if (mode !== 'required') return undefined;
  const window = Math.floor(now / WINDOW_MS);
  const nonce = (of: number): string => secretValue(records, ['dpop-nonce', sandbox, of]).slice(0, 24);
  return [nonce(window), nonce(window - 1)];
}

interface SentToken {
  readonly scheme: 'Bearer' | 'DPoP';
  readonly token: string;
}

/** The token of an Authorization header; undefined where it has none. */
export function sentToken(authorization: string): SentToken | undefined {
  const { scheme, token } = /^(?<scheme>Bearer|DPoP) +(?<token>\S+) *$/i.exec(authorization)?.groups ?? {};
  if (token === undefined) return undefined;
  return { scheme: scheme?.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', token };
}

interface TokenCall {
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
  const confirmation = detail.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'");
  const challenge = `DPoP realm="understudy", error="${error}", error_description="${confirmation}", algs="${proofAlgorithms.join(' ')}"`;
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
