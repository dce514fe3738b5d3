/** Tells our own domains apart from those that somebody brought, where they are given one by one. */
import type { AnyImplementation } from '../call/domain.js';
import type { OurDomain } from '../understudy.js';

const known = new WeakSet<object>();

/** Says that a domain is ours. */
export function ourDomain(domain: AnyImplementation): OurDomain {
  known.add(domain);
  // Only a server is given it, which has what they need.
  return domain as OurDomain;
}

/** Whether a domain is ours. */
export function isOurs(domain: OurDomain): boolean {
  return known.has(domain);
}
