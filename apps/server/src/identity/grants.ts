/** What a sandbox remembers of its logins: grants, the refresh tokens of each, and codes that were used. */
import { createHmac } from '#platform/runtime';
import { z } from 'zod';
import { type Collection, internalCollection } from '../kit/collection.js';
import { nextInSequence, peekSequence, type Records, type WritableRecords } from '../kit/records.js';
import { audiences } from './realm.js';
import { loginMethod, type LoginMethod, loginMethodOf, type RequestedClaims, requestedClaims } from './claims.js';

/** Refresh tokens, and with them grants, live this long after they were issued. */
export const GRANT_LIFE_MS = 30 * 86_400_000;

const grantSchema = z.object({
  id: z.string(),
  /** Number in the sandbox: a user's grants below a number can be ended at once. */
  number: z.int(),
  /** Tells it from every other grant that has, or had, its id. */
  key: z.string(),
  /** The sandbox that it was made in: a copy of that keeps the grant, but no token of it is good there. */
  sandbox: z.string(),
  user_id: z.string().nullable(),
  client_id: z.string(),
  scope: z.string(),
  /** Claims that were asked for by name. */
  claims: requestedClaims.optional(),
  ...loginMethod,
  /** Whom its access tokens are for; left out for the API that is served here. */
  audiences,
  /** When the user logged in, in seconds since 1970. */
  auth_time: z.int(),
  /** The browser session it came from, or the grant itself. */
  sid: z.string(),
  /** Whether the client proved itself with a secret: then nobody else can use its refresh tokens (RFC 6749 §6). */
  confidential: z.boolean(),
  /** Thumbprint of the key that the refresh tokens of a public client are bound to (RFC 9449 §5). */
  jkt: z.string().optional(),
  revoked: z.boolean(),
  expires_at: z.number(),
});

/** A login, and every token that came of it. */
export type Grant = z.infer<typeof grantSchema>;

/** The grants. */
export const grants: Collection<Grant> = internalCollection({
  name: 'grants',
  prefix: 'gnt',
  schema: grantSchema,
  expires: ({ expires_at }) => expires_at,
});

const refreshToken = z.object({ id: z.string(), grant_id: z.string(), used: z.boolean(), expires_at: z.number() });

/** A refresh token; its id is the token. */
type RefreshToken = z.infer<typeof refreshToken>;

/** The refresh tokens. */
export const refreshTokens: Collection<RefreshToken> = internalCollection({
  name: 'refresh_tokens',
  prefix: 'rt',
  schema: refreshToken,
  expires: ({ expires_at }) => expires_at,
});

const usedCode = z.object({ id: z.string(), grant_id: z.string(), expires_at: z.number() });

/** Authorization codes that were redeemed: redeeming one again ends what it gave. */
export const usedCodes: Collection<z.infer<typeof usedCode>> = internalCollection({
  name: 'used_codes',
  prefix: 'code',
  schema: usedCode,
  expires: ({ expires_at }) => expires_at,
});

const ended = z.object({ id: z.string(), expires_at: z.number() });

/** Access tokens that were revoked by themselves, by their `jti`. */
export const revokedTokens: Collection<z.infer<typeof ended>> = internalCollection({
  name: 'revoked_tokens',
  prefix: 'tok',
  schema: ended,
  expires: ({ expires_at }) => expires_at,
});

/** Sessions of browsers that were ended: their cookies may still be somewhere. */
export const endedSessions: Collection<z.infer<typeof ended>> = internalCollection({
  name: 'ended_sessions',
  prefix: 'ses',
  schema: ended,
  expires: ({ expires_at }) => expires_at,
});

/** Collections of the identity module that no one lists. */
export const identityCollections = [grants, refreshTokens, usedCodes, revokedTokens, endedSessions];

const TOKENS = 'tokens';

/** The number that the next grant or token would get. */
export function peekNumber(records: Records): number {
  return peekSequence(records, TOKENS);
}

/** Takes a number that parts the grants, tokens, codes and sessions from before it from those to come. */
export function partingNumber(records: WritableRecords): number {
  return nextNumber(records) + 1;
}

/** Takes the next number: no two grants or tokens of a sandbox share one. */
export function nextNumber(records: WritableRecords): number {
  return nextInSequence(records, TOKENS);
}

/**
 * A value that nobody can guess who does not know the sandbox's seed, and that is the same every time. What names the grant
 * or the secret of a sandbox must have the name of the sandbox among its parts: two that have lived through the same give
 * each other nothing.
 */
export function secretValue(records: Records, parts: readonly unknown[]): string {
  return createHmac('sha256', `understudy ${records.dataset.seed}`).update(JSON.stringify(parts)).digest('base64url');
}

interface NewGrant {
  readonly userId: string | null;
  readonly clientId: string;
  readonly scope: string;
  readonly authTime: number;
  readonly confidential: boolean;
  readonly jkt?: string | undefined;
  readonly sid?: string | undefined;
  readonly claims?: RequestedClaims | undefined;
  readonly audiences?: string[] | undefined;
  readonly method?: LoginMethod | undefined;
}

/** Where and when tokens are issued: those of one sandbox are no tokens of another. */
export interface Issuance {
  readonly sandbox: string;
  /** The present in ms since 1970. */
  readonly now: number;
}

const KEY_LENGTH = 16;

/**
 * Begins a grant. Its id is used again once the sandbox begins anew, for another login; its key is that of this login alone,
 * and the same where the clock stands and all the same happens again.
 */
export function beginGrant(records: WritableRecords, given: NewGrant, { sandbox, now }: Issuance): Grant {
  const { userId, clientId, scope, authTime, confidential, jkt, sid, claims, audiences: named, method } = given;
  const number = nextNumber(records);
  const id = `gnt_n${String(number).padStart(6, '0')}`;
  return records.put(grants, {
    id,
    number,
    key: secretValue(records, ['grant', sandbox, number, now, given]).slice(0, KEY_LENGTH),
    sandbox,
    user_id: userId,
    client_id: clientId,
    scope,
    ...(claims === undefined ? {} : { claims }),
    ...(named === undefined ? {} : { audiences: named }),
    ...loginMethodOf(method),
    auth_time: authTime,
    sid: sid ?? id,
    confidential,
    ...(jkt === undefined ? {} : { jkt }),
    revoked: false,
    expires_at: now + GRANT_LIFE_MS,
  });
}

/** Issues a refresh token for a grant, which lives on with it. */
export function issueRefreshToken(records: WritableRecords, { id, key }: Grant, { now, sandbox }: Issuance): string {
  const token = `rt_${secretValue(records, ['refresh', sandbox, nextNumber(records), key, now])}`;
  const expires_at = now + GRANT_LIFE_MS;
  records.put(refreshTokens, { id: token, grant_id: id, used: false, expires_at });
  const grant = records.get(grants, id);
  if (grant !== undefined) records.put(grants, { ...grant, expires_at });
  return token;
}

/** Ends a grant and every token of it. */
export function revokeGrant(records: WritableRecords, id: string): void {
  const grant = records.get(grants, id);
  if (grant !== undefined && !grant.revoked) records.put(grants, { ...grant, revoked: true });
}
