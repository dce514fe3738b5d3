/** Plans, and what each of them allows. */
import { z } from 'zod';
import { choice } from '../kit/field.js';

/** Plans. */
export const plans = ['free', 'team', 'business'] as const;

/** A plan. */
export type Plan = (typeof plans)[number];

const most = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

/** How much a plan allows. */
export const planLimits = z
  .object({
    members: most('Most members.', 100),
    contacts: most('Most contacts.', 50_000),
    writes_per_minute: most('Most writes in a minute, of all callers together.', 600),
  })
  .meta({ id: 'PlanLimits', description: 'How much a plan allows.' });

/** How much a plan allows. */
export type PlanLimits = z.infer<typeof planLimits>;

/** A member that names a plan. */
export const planName = (description: string) => choice(['team', 'business', 'free'], description);
