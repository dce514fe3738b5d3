/** What may be left out of our domains, and what they need of each other. */
import type { DomainOutline } from '../call/domain-outline.js';

/** What a server cannot do without: every test begins with a sandbox of its own. */
const ALWAYS = 'sandboxes';

/** Names of those of our domains that a server may leave out. */
export function optionalOf(ours: readonly DomainOutline[]): readonly string[] {
  return ours.map(({ contract }) => contract.name).filter((name) => name !== ALWAYS);
}

/** The domain that has the users: what reads one of their credentials needs it. */
const USERS = 'auth';

const OF_USERS: ReadonlySet<string> = new Set(['bearer', 'client', 'registration', 'session', 'viewer', 'member']);

/** Whether a server of some domains has users. */
export function hasUsers(domains: readonly DomainOutline[]): boolean {
  return domains.some(({ contract }) => contract.name === USERS);
}

/** What a domain lacks; undefined where it has all that it needs. */
export function lacking({ contract }: DomainOutline, served: ReadonlySet<string>): string | undefined {
  if (served.has(USERS)) return undefined;
  const one = Object.values(contract.operations).find(({ meta }) => OF_USERS.has(meta.credential));
  return one === undefined ? undefined : `${one.name} reads a credential of the domain ${USERS}, which is left out`;
}
