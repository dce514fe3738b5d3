/** Tells our own domains apart from those that somebody brought, where they are given one by one. */
import type { AnyImplementation } from '../call/domain.js';
import type { Users } from '../identity/credentials.js';
import type { BuiltinDomain } from './understudy.js';

/** What each of ours brings with it. */
const known = new WeakMap<object, Users | undefined>();

/**
 * Says that a domain is ours.
 *
 * @param users what reads users, where it brings them
 */
export function builtinDomain(domain: AnyImplementation, users?: Users): BuiltinDomain {
  known.set(domain, users);
  // Only a server is given it, which has what they need.
  return domain as BuiltinDomain;
}

/** Whether a domain is ours. */
export function isBuiltin(domain: BuiltinDomain): boolean {
  return known.has(domain);
}

/** What reads the users that some domains bring; undefined where none does. */
export function usersOf(domains: readonly BuiltinDomain[]): Users | undefined {
  return domains.map((domain) => known.get(domain)).find((users) => users !== undefined);
}
