/** An organization as a caller sees it at an instant. */
import type { Organization, Role } from '@understudy/contract/saas';
import type { Records } from '../../kit/index.js';
import { showSubscription } from './billing.js';
import { limitsOf } from './plans.js';
import type { OrganizationRecord } from './records/organization.js';
import { shownUsage } from './records/usage.js';

/** Who looks, and when. */
interface Looking {
  readonly records: Records;
  readonly now: number;
  readonly role: Role | null;
}

/** An organization as a caller sees it, and until when it is so. */
export function showOrganization(
  { id, name, slug, created_at, subscription: kept }: OrganizationRecord,
  { records, now, role }: Looking,
): { readonly value: Organization; readonly until: number } {
  const { subscription, until } = showSubscription(kept, now);
  const used = shownUsage(records, id, now);
  return {
    value: { id, name, slug, role, subscription, limits: limitsOf[kept.plan], usage: used.usage, created_at },
    until: Math.min(until, used.until),
  };
}
