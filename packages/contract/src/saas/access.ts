/** What every operation on an organization declares, and what its description says of who may call it. */

/** Accepted writes of an organization, by all callers; how many there may be in a minute says its plan. */
const writes = { name: 'organization writes', quota: 600, window: 60 } as const;

/** What every operation on an organization declares. */
export const onOrganization = { credential: 'member', limit: writes } as const;
