/** What requests show of who sends them. */

/** A key of a seeded organization, which may do everything in it: chance would hardly log in as one of its owners. */
const SEEDED = { organization_id: 'org_0001', authorization: 'Bearer usk_seed_0001' };

/** Whether an operation is about one organization. */
export const isOfOrganization = ({ path }) => path.includes('{organization_id}');

/** Operations that only users may call, and no key: the subscription and its invoices, members, keys. */
const OF_USERS = /^saas\.(?:changeSubscription|listInvoices|\w*Members?|\w*Keys?)$/;

/** The organization that an operation is about: one that was founded in the sandbox, where only a user may call, of whom its owner is one. */
export const organizationFor = ({ name }, pool) => (OF_USERS.test(name) ? pool.founded : undefined) ?? SEEDED;

/** The credential that an operation reads, where a client would send one. */
export function credentialOf(operation, pool) {
  if (isOfOrganization(operation)) return { authorization: organizationFor(operation, pool).authorization };
  return operation.meta.credential === 'bearer' ? { authorization: 'Bearer <ACCESS_TOKEN>' } : {};
}
