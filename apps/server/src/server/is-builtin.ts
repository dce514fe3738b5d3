/** Tells our own domains apart from those that somebody brought, where they are given one by one. */
import type { AnyImplementation } from '../call/domain.js';
import type { BuiltinDomain } from './understudy.js';

const known = new WeakSet<object>();

/** Says that a domain is ours. */
export function builtinDomain(domain: AnyImplementation): BuiltinDomain {
  known.add(domain);
  // Only a server is given it, which has what they need.
  return domain as BuiltinDomain;
}

/** Whether a domain is ours. */
export function isBuiltin(domain: BuiltinDomain): boolean {
  return known.has(domain);
}
