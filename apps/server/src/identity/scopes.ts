/** The scopes that can be granted, and what they reach. */
import type { LoginSettings } from '../kit/logins.js';
import { oauthFault } from './oauth-fault.js';

/** Scopes that have a meaning here (OpenID Connect Core §5.4, §11); `groups` and `roles` are those of large providers. */
export const scopes = ['openid', 'profile', 'email', 'address', 'phone', 'offline_access', 'groups', 'roles'] as const;

/** A scope that has a meaning here. */
export type KnownScope = (typeof scopes)[number];

/** Scope of a request that names none. */
const DEFAULT_SCOPE = 'openid profile email';

/**
 * What is granted of the scopes of a request, each once: all of them, since this stands in for anybody's API, or those
 * that the sandbox lists. A request that names none is granted the usual ones, or where none of these is listed all that
 * are.
 *
 * @throws ProblemError `invalid_scope` where the sandbox lists none of those that were asked for
 */
export function grantedScope(requested: string | undefined, { scopes: listed }: LoginSettings): string {
  const asked = [...new Set((requested ?? DEFAULT_SCOPE).split(' '))];
  const granted = asked.filter((name) => listed?.includes(name) ?? true);
  // A scope that is empty reads like a grant of nothing (RFC 6749 §3.3).
  if (granted.length > 0) return granted.join(' ');
  if (requested === undefined) return [...new Set(listed)].join(' ');
  const detail = `the sandbox grants none of these scopes, but ${listed?.join(' ') ?? ''}`;
  throw oauthFault('invalid_scope', detail, 'scope');
}

/** The scopes that the metadata names. */
export function supportedScopes({ scopes: listed }: LoginSettings): string[] {
  return [...(listed ?? scopes)];
}

/** Whether a scope contains a name. */
export function hasScope(scope: string, name: KnownScope): boolean {
  return scope.split(' ').includes(name);
}
