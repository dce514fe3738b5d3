/** The claims that a server is started with: those of every user, and those of each by id or e-mail address. */
import type { UserClaims } from '@understudy/contract/auth';
import type { Dataset } from '../kit/dataset.js';

/** Under this key stand the claims of every user. */
export const EVERYBODY = '*';

/** The claims that a user begins with; undefined for none. What is said of one takes the place of what is said of all. */
export function claimsAtFirst(
  { claims }: Dataset,
  { id, email }: { readonly id: string; readonly email: string },
): UserClaims | undefined {
  if (claims.size === 0) return undefined;
  const found = [EVERYBODY, email.toLowerCase(), id].map((key) => claims.get(key));
  const given = Object.assign({}, ...found) as UserClaims;
  return Object.keys(given).length === 0 ? undefined : given;
}

/** Names of the claims that any user begins with, for the metadata. */
export function namesAtFirst({ claims }: Dataset): string[] {
  return [...new Set([...claims.values()].flatMap((given) => Object.keys(given)))].toSorted();
}
