/** What plans cost, and what they allow. */
import type { Plan, PlanLimits } from '@understudy/contract/saas';

/** Price of a month, in cents of EUR. */
export const prices: Readonly<Record<Plan, number>> = { free: 0, team: 2900, business: 9900 };

/** What the plans allow. */
export const limitsOf: Readonly<Record<Plan, PlanLimits>> = {
  free: { members: 3, contacts: 50, writes_per_minute: 10 },
  team: { members: 10, contacts: 1000, writes_per_minute: 60 },
  business: { members: 100, contacts: 50_000, writes_per_minute: 600 },
};

/** Whether a plan has the export and the audit log. */
export const hasFeatures = (plan: Plan): boolean => plan !== 'free';
