/** Authenticates clients of OAuth: by their secret, or by what they have signed with it or with a key of their own. */
import { fromBase64, textOf } from '#platform/runtime';
import { ASSERTION_TYPE, oauthKinds } from '@understudy/contract/oauth';
import type { AuthenticatedClient, PresentedProof } from '../kit/credential.js';
import type { LoginSettings } from '../kit/logins.js';
import { ProblemError, problemsOf } from '../kit/problem-error.js';
import type { Records } from '../kit/records.js';
import type { OneUse, UsedByCall } from '../kit/replay-guard.js';
import { clientIn, type ClientSource, isSecretRight, type OAuthClient } from './clients.js';
import { oauthFault } from './claims.js';
import { currentNonces, ProofRefused, readProof } from './bearer.js';
import { providerUrl, type Realm } from './realm.js';
import { decodeJwt, type JWTPayload } from 'jose';
import { algorithmOf, readSigned, SignatureRefused } from './jwt.js';
import { z } from 'zod';

interface Assertion {
  readonly client_assertion: string;
  readonly client_assertion_type?: string | undefined;
}

/** Who an assertion says that it is of, without looking at its signature. */
function asserted({ client_assertion: jwt, client_assertion_type: type }: Assertion): string {
  if (type !== ASSERTION_TYPE) {
    throw oauthFault('invalid_request', `client_assertion_type must be ${ASSERTION_TYPE}`, 'client_assertion_type');
  }
  try {
    return decodeJwt(jwt).sub ?? '';
  } catch {
    return '';
  }
}

/** An assertion is good for a day at most: it is remembered as long. */
const LONGEST_SECONDS = 86_400;

/** What it must say (RFC 7523 §3, OpenID Connect Core §9). */
const assertionClaims = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  jti: z.string().min(1).max(1000),
});

function check(
  payload: JWTPayload,
  { id }: OAuthClient,
  audiences: readonly string[],
): z.infer<typeof assertionClaims> {
  const { data, error } = assertionClaims.safeParse(payload);
  if (data === undefined)
    throw new SignatureRefused(`its ${String(error?.issues[0]?.path[0] ?? 'content')} is missing or of a wrong type`);
  if (data.iss !== id || data.sub !== id)
    throw new SignatureRefused('its iss and sub must both be the id of the client');
  const named = typeof data.aud === 'string' ? [data.aud] : data.aud;
  if (!named.some((one) => audiences.includes(one))) {
    throw new SignatureRefused(`its aud must be ${audiences[0] ?? ''}, or the address that it is sent to`);
  }
  return data;
}

/** The one method that an algorithm belongs to. */
function methodOf(alg: string): 'client_secret_jwt' | 'private_key_jwt' {
  return alg.startsWith('HS') ? 'client_secret_jwt' : 'private_key_jwt';
}

interface AssertionReading {
  /** The present by the sandbox's clock, in ms since 1970. */
  readonly now: number;
  /** What its `aud` may name: the issuer first. */
  readonly audiences: readonly string[];
}

/**
 * Reads the assertion of a client, and answers what it uses up.
 *
 * @throws SignatureRefused
 */
async function readAssertion(jwt: string, client: OAuthClient, { now, audiences }: AssertionReading): Promise<OneUse> {
  const { token_endpoint_auth_method: method, token_endpoint_auth_signing_alg: alg } = client.metadata;
  const own = methodOf(algorithmOf(jwt));
  if (method !== undefined && method !== own)
    throw new SignatureRefused(`the client authenticates by ${method}, as registered`);
  const payload = await readSigned(jwt, client, { now, alg, types: ['jwt', 'client-authentication+jwt'] });
  const { exp, jti } = check(payload, client, audiences);
  if (exp > now / 1000 + LONGEST_SECONDS) throw new SignatureRefused('it lasts longer than a day');
  return { of: ['assertion', client.id, jti], until: exp * 1000 };
}

const problem = problemsOf(oauthKinds);

/** How a client names itself in the body of its request. */
export interface NamedClient {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly client_assertion?: string | undefined;
  readonly client_assertion_type?: string | undefined;
}

interface ClientCall {
  /** Value of the Authorization header, or the empty text. */
  readonly authorization: string;
  readonly input: NamedClient;
  readonly proof: PresentedProof;
  readonly realm: Realm;
  readonly login: LoginSettings;
  /** What is used up by it is added here. */
  readonly uses: UsedByCall[];
}

/** The 401 for a client that did not prove itself; one that used Basic is challenged to (RFC 6749 §5.2). */
export function invalidClient(detail: string, usedBasic: boolean): ProblemError {
  return problem('invalid_client', {
    detail,
    ...(usedBasic ? { headers: { 'www-authenticate': 'Basic realm="understudy"' } } : {}),
  });
}

/** RFC 6749 §2.3.1: id and secret are form-encoded before they are joined. */
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The id and secret of a Basic header (RFC 7617). */
function basic(authorization: string): { id: string; secret: string } | undefined {
  const encoded = /^Basic +(?<value>[A-Za-z0-9+/]+=*) *$/i.exec(authorization)?.groups?.['value'];
  if (encoded === undefined) return undefined;
  const text = textOf(fromBase64(encoded));
  const at = text.indexOf(':');
  if (at < 0) return undefined;
  return { id: formDecode(text.slice(0, at)), secret: formDecode(text.slice(at + 1)) };
}

/** The client that an assertion is of; an assertion that is wrong is 401 `invalid_client` (RFC 7523 §3.2). */
async function byAssertion(
  source: ClientSource,
  assertion: Assertion,
  { authorization, input, realm, proof, uses }: ClientCall,
): Promise<OAuthClient> {
  if (authorization !== '' || input.client_secret !== undefined) {
    throw oauthFault('invalid_request', 'a client authenticates in one way only', 'client_assertion');
  }
  const id = asserted(assertion);
  if (input.client_id !== undefined && input.client_id !== id) {
    throw invalidClient('client_id names another client than the assertion', false);
  }
  const client = registeredClient(source, id, false);
  const provider = providerUrl(realm);
  try {
    const audiences = [realm.issuer, provider, `${provider}/token`, proof.url];
    const use = await readAssertion(assertion.client_assertion, client, { now: realm.now, audiences });
    uses.push({ ...use, refusal: invalidClient('the client_assertion was used before', false) });
  } catch (error) {
    if (error instanceof SignatureRefused)
      throw invalidClient(`the client_assertion is refused: ${error.message}`, false);
    throw error;
  }
  return client;
}

/** Where a secret stands makes it no better: libraries that register for Basic send it in the body all the same. */
const sendsSecret = (method: string): boolean => method === 'client_secret_basic' || method === 'client_secret_post';

/** Refuses a client that has registered another way to authenticate (RFC 7591 §2). */
function checkMethod({ metadata }: OAuthClient, used: string, usedBasic: boolean): void {
  const { token_endpoint_auth_method: method } = metadata;
  if (method === undefined || method === used || (sendsSecret(method) && sendsSecret(used))) return;
  throw invalidClient(`the client authenticates by ${method}, as registered`, usedBasic);
}

/** The client of an id; one that has been deregistered is none (RFC 7592 §2.3). */
function registeredClient(source: ClientSource, id: string, usedBasic: boolean): OAuthClient {
  const client = clientIn(source, id);
  if (!client.isGone) return client;
  throw invalidClient('the client is not registered in this sandbox, or no longer', usedBasic);
}

/** The client that sends its secret, or none. */
function bySecret(source: ClientSource, { authorization, input }: ClientCall): AuthenticatedClient {
  const { client_id, client_secret } = input;
  const header = basic(authorization);
  if (authorization !== '' && header === undefined)
    throw invalidClient('the Authorization header is not Basic with an id and a secret', true);
  if (header !== undefined && client_secret !== undefined) {
    throw oauthFault('invalid_request', 'a client authenticates in one way only', 'client_secret');
  }
  if (header !== undefined && client_id !== undefined && client_id !== header.id) {
    throw oauthFault('invalid_request', 'client_id names another client than the Authorization header', 'client_id');
  }
  const id = header?.id ?? client_id;
  if (id === undefined || id === '') throw invalidClient('the request names no client', false);
  const usedBasic = header !== undefined;
  const client = registeredClient(source, id, usedBasic);
  const secret = header?.secret ?? client_secret ?? '';
  if (secret === '') {
    if (typeof client.secret === 'string') throw invalidClient('the client must send its secret', usedBasic);
    checkMethod(client, 'none', usedBasic);
    return { id, isConfidential: false };
  }
  if (!isSecretRight(client, secret)) throw invalidClient('the client or its secret is wrong', usedBasic);
  checkMethod(client, usedBasic ? 'client_secret_basic' : 'client_secret_post', usedBasic);
  return { id, isConfidential: true };
}

/** The key of the client's proof of possession; undefined where none came. */
async function keyOfProof(
  records: Records,
  { proof: presented, realm, login, uses }: ClientCall,
): Promise<string | undefined> {
  if (presented.header === null) return undefined;
  const nonces = currentNonces(records, login, realm);
  try {
    const { jkt, use } = await readProof({ presented, now: realm.now, nonces });
    uses.push({ ...use, refusal: oauthFault('invalid_dpop_proof', 'the proof was used before', 'DPoP') });
    return jkt;
  } catch (error) {
    if (!(error instanceof ProofRefused)) throw error;
    const { details } = oauthFault(error.code, error.message, 'DPoP');
    throw new ProblemError('bad_request', {
      ...details,
      ...(nonces === undefined ? {} : { headers: { 'dpop-nonce': nonces[0] } }),
    });
  }
}

/** Finds out who the client is; a wrong one is 401 `invalid_client`. */
export async function authenticateClient(records: Records, call: ClientCall): Promise<AuthenticatedClient> {
  const { client_assertion, client_assertion_type } = call.input;
  const source = { records, login: call.login };
  if (client_assertion === undefined && client_assertion_type !== undefined) {
    throw oauthFault('invalid_request', 'client_assertion_type needs a client_assertion', 'client_assertion');
  }
  const client =
    client_assertion === undefined
      ? bySecret(source, call)
      : {
          id: (await byAssertion(source, { client_assertion, client_assertion_type }, call)).id,
          isConfidential: true,
        };
  const jkt = await keyOfProof(records, call);
  return { ...client, ...(jkt === undefined ? {} : { jkt }) };
}
