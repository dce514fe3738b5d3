/** Access tokens and ID tokens: issued as JWTs, and held against signature, sandbox, clock and grant. */
import { bytesOf, fromBase64, textOf, toBase64url } from '#platform/runtime';
import { ACCESS_TOKEN_SECONDS } from '@understudy/contract/auth';
import type { Records, WritableRecords } from '../kit/records.js';
import type { LoginSettings } from '../kit/logins.js';
import { audienceClaim, isForApi, type Realm } from './realm.js';
import { authorizationClaims, claimsOf, loginMethodOf, scopes } from './claims.js';
import { type Grant, grants, nextNumber, revokedTokens, secretValue } from './grants.js';
import { type ReadClaims, readJwt, type SigningAlgorithm, signJwt } from './jwt.js';
import { type UserRecord, users } from './users.js';

const FORM = /^uat_(?<user>usr_[a-z0-9]+)_(?<mask>[0-9a-f]{2}|~[\w-]+)_(?<mac>[\w-]{24})$/;

/** How far a token reaches. */
interface Reach {
  readonly sandbox: string;
  /** Its scopes, as the token holds them. */
  readonly mask: string;
}

/** Suspending a user makes other tokens of it, so that the ones before are never good again. */
function macOf(records: Records, { id, grants_from: from }: UserRecord, of: Reach): string {
  return secretValue(records, ['opaque', of.sandbox, id, of.mask, ...(from === 0 ? [] : [from])]).slice(0, 24);
}

/** Scopes as a token holds them: a bit for each that has a meaning, or as they are where there are others. */
function masked(scope: string): string {
  const granted = scope.split(' ');
  const bits = scopes.reduce((sum, name, i) => (granted.includes(name) ? sum | (1 << i) : sum), 0);
  return scopesOf(bits) === scope ? bits.toString(16).padStart(2, '0') : `~${toBase64url(bytesOf(scope))}`;
}

function scopesOf(bits: number): string {
  return scopes.filter((_, i) => (bits & (1 << i)) !== 0).join(' ');
}

/** The token for a user and scopes. */
export function opaqueToken(
  records: Records,
  user: UserRecord,
  { scope, sandbox }: { readonly scope: string; readonly sandbox: string },
): string {
  const mask = masked(scope);
  return `uat_${user.id}_${mask}_${macOf(records, user, { mask, sandbox })}`;
}

/** Whom a token stands for; undefined where it is no opaque token of this sandbox, or one from before its user was suspended. */
export function openOpaqueToken(
  records: Records,
  token: string,
  sandbox: string,
): { user: UserRecord; scope: string } | undefined {
  const { user: id = '', mask = '', mac } = FORM.exec(token)?.groups ?? {};
  const user = records.get(users, id);
  if (user === undefined || mac !== macOf(records, user, { mask, sandbox })) return undefined;
  const scope = mask.startsWith('~') ? textOf(fromBase64(mask.slice(1))) : scopesOf(Number.parseInt(mask, 16));
  return { user, scope };
}

const ID_TOKEN_SECONDS = 3600;

interface AccessTokenContent {
  readonly realm: Realm;
  readonly alg: SigningAlgorithm;
  readonly scope: string;
  /** Whom it is for; undefined for the API that is served here. */
  readonly audiences?: readonly string[] | undefined;
  /** Thumbprint of the key that it is bound to; undefined where anyone may bear it (RFC 9449 §6.1). */
  readonly jkt?: string | undefined;
}

/** Issues an access token of a grant (RFC 9068 §2). */
export async function issueAccessToken(
  records: WritableRecords,
  grant: Grant,
  { realm, alg, scope, audiences, jkt }: AccessTokenContent,
): Promise<{ readonly id: string; readonly token: string }> {
  const id = `tok_n${String(nextNumber(records)).padStart(6, '0')}`;
  const iat = Math.floor(realm.now / 1000);
  const user = grant.user_id === null ? undefined : records.get(users, grant.user_id);
  const payload = {
    ...(user === undefined ? {} : authorizationClaims(user, scope)),
    iss: realm.issuer,
    sub: grant.user_id ?? grant.client_id,
    aud: audienceClaim(audiences, scope, realm.apiUrl),
    client_id: grant.client_id,
    scope,
    iat,
    exp: iat + ACCESS_TOKEN_SECONDS,
    jti: [grant.id, id, grant.key].join('.'),
    ...(jkt === undefined ? {} : { cnf: { jkt } }),
    // RFC 9470 §6.1: an API can see whether the login was as strong as it wants.
    ...(grant.acr === undefined ? {} : { auth_time: grant.auth_time, ...loginMethodOf(grant) }),
  };
  return { id, token: await signJwt(payload, alg, 'at+jwt') };
}

interface IdTokenContent {
  readonly realm: Realm;
  readonly alg: SigningAlgorithm;
  /** The access token that comes with it; left out where none does. */
  readonly accessToken?: string;
  /** The code that comes with it; left out where none does. */
  readonly code?: string | undefined;
  readonly nonce: string | undefined;
  /** Whom it is about; undefined where it says no more than their id. */
  readonly user?: UserRecord | undefined;
  readonly scope: string;
  readonly login: LoginSettings;
}

/** The login that an ID token speaks of. */
type IdTokenLogin = Pick<Grant, 'user_id' | 'client_id' | 'auth_time' | 'sid' | 'claims' | 'acr' | 'amr'>;

/** Half the hash of an access token or a code (§3.1.3.6, §3.3.2.11): it follows the signature's, SHA-256 for RS256 and SHA-512 for Ed25519. */
async function halfHash(token: string, alg: SigningAlgorithm): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest(alg === 'RS256' ? 'SHA-256' : 'SHA-512', bytesOf(token)));
  return toBase64url(hash.subarray(0, hash.length / 2));
}

/** Issues an ID token (OpenID Connect Core §2). */
export async function issueIdToken(grant: IdTokenLogin, content: IdTokenContent): Promise<string> {
  const { realm, alg, accessToken, code, nonce, user, scope, login } = content;
  const iat = Math.floor(realm.now / 1000);
  const reached = login.id_token_claims === 'minimal' ? '' : scope;
  const payload = {
    ...(user === undefined ? {} : claimsOf(user, reached, grant.claims?.id_token)),
    iss: realm.issuer,
    sub: grant.user_id ?? '',
    aud: grant.client_id,
    iat,
    exp: iat + ID_TOKEN_SECONDS,
    auth_time: grant.auth_time,
    ...(accessToken === undefined ? {} : { at_hash: await halfHash(accessToken, alg) }),
    ...(code === undefined ? {} : { c_hash: await halfHash(code, alg) }),
    sid: grant.sid,
    ...loginMethodOf(grant),
    ...(nonce === undefined ? {} : { nonce }),
  };
  return signJwt(payload, alg, 'JWT');
}

/** Who a valid access token stands for. */
export interface Bearer {
  /** The user, or null for a client on its own. */
  readonly user: UserRecord | null;
  readonly scope: string;
  /** The grant; null for the opaque tokens that anyone may have from authorize. */
  readonly grant: Grant | null;
}

function isAlive(grant: Grant | undefined, user: UserRecord | undefined, now: number): grant is Grant {
  if (grant === undefined || grant.revoked || grant.expires_at <= now) return false;
  if (grant.user_id === null) return true;
  return user?.status === 'active' && grant.number >= user.grants_from;
}

/** The grant behind an id, ended or not; undefined where it was made in another sandbox, of which this one is a copy. */
export function grantHere(records: Records, id: string, sandbox: string): Grant | undefined {
  const grant = records.get(grants, id);
  return grant?.sandbox === sandbox ? grant : undefined;
}

/** A grant while it and its user are alive. */
export function liveGrant(
  records: Records,
  grant: Grant | undefined,
  now: number,
): { grant: Grant; user: UserRecord | null } | undefined {
  const user = typeof grant?.user_id === 'string' ? records.get(users, grant.user_id) : undefined;
  return isAlive(grant, user, now) ? { grant, user: user ?? null } : undefined;
}

/** Reads an access token; undefined where it is forged, expired, revoked, of another sandbox or of no active user. */
export async function readAccessToken(records: Records, token: string, realm: Realm): Promise<Bearer | undefined> {
  const opaque = openOpaqueToken(records, token, realm.sandbox);
  if (opaque !== undefined) return opaque.user.status === 'active' ? { ...opaque, grant: null } : undefined;
  const payload = await readJwt(token, realm, 'at+jwt');
  // One for another API alone is none for this one (RFC 9068 §4).
  if (payload === undefined || !isForApi(payload.aud, realm)) return undefined;
  const live = liveOf(records, payload, realm);
  return live === undefined ? undefined : { ...live, scope: payload.scope };
}

/** Thumbprint of the key that an access token is bound to; undefined where it is not bound, or none of ours. */
export async function boundKey(token: string, realm: Realm): Promise<string | undefined> {
  return (await readJwt(token, realm, 'at+jwt'))?.cnf?.jkt;
}

/**
 * The grant that an access token was made for, ended or not. That an id is there is not enough: ids begin anew with their
 * sandbox, and the login that has one now is another's.
 */
function grantOf(records: Records, { jti, sub, client_id }: ReadClaims, { sandbox }: Realm): Grant | undefined {
  const [id = '', _token, key] = jti.split('.');
  const grant = grantHere(records, id, sandbox);
  if (grant === undefined || grant.key !== key) return undefined;
  return sub === (grant.user_id ?? grant.client_id) && client_id === grant.client_id ? grant : undefined;
}

/** The grant of an access token, while both are alive. */
function liveOf(records: Records, claims: ReadClaims, realm: Realm): ReturnType<typeof liveGrant> {
  if (records.get(revokedTokens, claims.jti) !== undefined) return undefined;
  return liveGrant(records, grantOf(records, claims, realm), realm.now);
}

/** An access token that is valid now, for whichever API; undefined where it is none of ours. */
export async function inspectAccessToken(records: Records, token: string, realm: Realm) {
  const payload = await readJwt(token, realm, 'at+jwt');
  const live = payload && liveOf(records, payload, realm);
  return payload && live && { payload, ...live };
}

/** The grant of an access token of this sandbox, ended or not; undefined where it is none of ours. */
export async function grantOfAccessToken(records: Records, token: string, realm: Realm): Promise<string | undefined> {
  const payload = await readJwt(token, realm, 'at+jwt');
  return payload === undefined ? undefined : grantOf(records, payload, realm)?.id;
}

/** Whose login an ID token of this sandbox speaks of, expired or not; undefined where it is none of ours. */
export async function readIdTokenHint(token: string, realm: Realm) {
  // A hint may have expired (OpenID Connect Core §3.1.2.1), so it is read as of the epoch.
  return readJwt(token, { ...realm, now: 0 }, 'JWT');
}
