/** What may be left out of our domains, and what they need of each other. */
import type { AnyImplementation } from '../call/domain.js';
import type { DomainOutline, OperationOutline } from '../call/domain-outline.js';

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

const readsUsers = (domain: DomainOutline): OperationOutline | undefined =>
  Object.values<OperationOutline>(domain.contract.operations).find(({ meta }) => OF_USERS.has(meta.credential));

/** What domains that somebody brought need of ours: users for their credentials, webhooks for what they send. */
export function neededBy(given: readonly AnyImplementation[]): ReadonlySet<string> {
  const sends = ({ contract, document }: AnyImplementation): boolean =>
    Object.keys(contract.events).length > 0 ||
    (document !== undefined && (document.hasCallbacks || Object.keys(document.webhooks).length > 0));
  return new Set([
    ALWAYS,
    ...(given.some((domain) => readsUsers(domain) !== undefined) ? [USERS, 'oauth'] : []),
    ...(given.some(sends) ? ['webhooks'] : []),
  ]);
}

/** What a domain lacks; undefined where it has all that it needs. */
export function lacking(domain: DomainOutline, served: ReadonlySet<string>): string | undefined {
  if (served.has(USERS)) return undefined;
  const one = readsUsers(domain);
  return one === undefined ? undefined : `${one.name} reads a credential of the domain ${USERS}, which is left out`;
}
