/** The opaque access tokens of the authorization endpoint's JSON face: cheap, derived, the same every time. */
import { bytesOf, fromBase64, textOf, toBase64url } from '#platform/bytes';
import type { Records } from '../kit/records.js';
import { secretValue } from './grants.js';
import { scopes } from './scopes.js';
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
