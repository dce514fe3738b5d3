/** The scopes the issuer knows, and what they reach. */

/** Scopes that can be granted (OpenID Connect Core §5.4, §11). */
export const scopes = ['openid', 'profile', 'email', 'address', 'phone', 'offline_access'] as const;

/** Scope of a request that names none. */
const DEFAULT_SCOPE = 'openid profile email';

/** The known scopes of a request, each once; unknown ones are left out (OpenID Connect Core §3.1.2.1). */
export function grantedScope(requested: string | undefined): string {
  const asked = new Set((requested ?? DEFAULT_SCOPE).split(' '));
  return scopes.filter((scope) => asked.has(scope)).join(' ');
}

/** Whether a scope contains a name. */
export function hasScope(scope: string, name: (typeof scopes)[number]): boolean {
  return scope.split(' ').includes(name);
}
