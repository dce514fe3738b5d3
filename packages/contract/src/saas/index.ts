/** The SaaS domain: organizations with members, API keys, subscriptions and contacts. */
import { defineDomain } from '../kit/define-domain.js';
import { contactOperations } from './contact-operations.js';
import { saasKinds } from './kinds.js';
import { organizationOperations } from './organization-operations.js';
import { peopleOperations } from './people-operations.js';
import { saasEvents } from './webhook-events.js';

/** The SaaS domain. */
export const saas = defineDomain({
  name: 'saas',
  description:
    'Organizations that do not see each other, with members in four roles, API keys with scopes, subscriptions, an audit log and contacts. Every call needs the access token of a user or an API key. Of the seeded organizations, `org_0001` is on the plan business, `org_0002` on the plan free with all its members, `org_0003` on the plan team, `org_0005` past due and `org_0006` paused. `usr_0001` owns `org_0001`, `org_0005` and `org_0006`, is admin of `org_0002` and viewer of `org_0003`, and is not in `org_0004`. `usk_seed_0001` is an API key of `org_0001` and so on: keys with odd numbers have all scopes, those with even numbers contacts:read. The company of `cnt_0003` has a comma, that of `cnt_0005` quotes, that of `cnt_0007` a line break; that of `cnt_0009` begins with `=`, and that of `cnt_0011` has letters of two to four bytes.',
  kinds: saasKinds,
  events: saasEvents,
  operations: { ...organizationOperations, ...peopleOperations, ...contactOperations },
});

export * from './api-key.js';
export * from './audit-entry.js';
export * from './contact.js';
export * from './import-job.js';
export * from './invoice.js';
export * from './kinds.js';
export * from './member.js';
export * from './organization.js';
export * from './plan.js';
export * from './subscription.js';
