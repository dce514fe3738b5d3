/** The claims about a user, as far as scopes and the claims parameter reach (OpenID Connect Core §5.4, §5.5). */
import type { User, UserClaims } from '@understudy/contract/auth';
import type { Userinfo } from '@understudy/contract/oauth';
import { usualClaims } from './usual-claims.js';
import { hasScope, type KnownScope } from './scopes.js';

/** The standard claims and those of groups and roles, by the scope that they come with; all others come with a login. */
const namesByScope = {
  profile: [
    'name',
    'given_name',
    'family_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
  ],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
  groups: ['groups'],
  roles: ['roles'],
} as const satisfies { readonly [Scope in KnownScope]?: readonly (keyof UserClaims)[] };

const scopeOf: ReadonlyMap<string, KnownScope> = new Map(
  Object.entries(namesByScope).flatMap(([scope, names]) =>
    names.map((name): [string, KnownScope] => [name, scope as keyof typeof namesByScope]),
  ),
);

/** All claims of a user: those that they were given, and the usual ones. */
function allOf(user: User): [name: string, value: unknown][] {
  return Object.entries({ ...usualClaims(user), ...user.claims });
}

/** The claims that a scope reaches, and those that were asked for by name. */
export function claimsOf(user: User, scope: string, requested: readonly string[] = []): Userinfo {
  const reached = allOf(user).filter(
    ([name]) => hasScope(scope, scopeOf.get(name) ?? 'openid') || requested.includes(name),
  );
  return { sub: user.id, ...Object.fromEntries(reached) };
}

/**
 * What an API is to decide by: groups and roles where the scope reaches them (RFC 9068 §2.2.3.1), and all that the user
 * was given beyond the standard claims, which an API can ask nobody for.
 */
export function authorizationClaims(user: User, scope: string): Readonly<Record<string, unknown>> {
  const reached = allOf(user).filter(([name]) => {
    const needed = scopeOf.get(name);
    return needed === undefined || ((needed === 'groups' || needed === 'roles') && hasScope(scope, needed));
  });
  return Object.fromEntries(reached);
}
