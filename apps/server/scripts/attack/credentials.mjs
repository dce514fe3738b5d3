/** What requests show of who sends them. */

/** A key of a seeded organization, which may do everything in it: chance would hardly log in as one of its owners. */
export const SEEDED = { organization_id: 'org_0001', authorization: 'Bearer usk_seed_0001' };

/** Whether an operation is about one organization. */
export const isOfOrganization = ({ path }) => path.includes('{organization_id}');

/** The credential that an operation reads, where a client would send one. */
export function credentialOf(operation) {
  if (isOfOrganization(operation)) return { authorization: SEEDED.authorization };
  return operation.meta.credential === 'bearer' ? { authorization: 'Bearer <ACCESS_TOKEN>' } : {};
}
