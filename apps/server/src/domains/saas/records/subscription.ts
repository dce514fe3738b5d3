/** A subscription as it is kept: periods that were billed stand in runs, so that a clock set far ahead costs nothing. */
import { keptCard } from '@understudy/contract/kit';
import { subscription } from '@understudy/contract/saas';
import { z } from '../../../kit/index.js';

const { plan, status, trial_ends_at, cancel_at_period_end } = subscription.shape;

const run = z.object({
  plan,
  /** When the period with the number 0 begins. */
  anchor: z.iso.datetime(),
  /** Number of the first period that was billed. */
  first: z.int(),
  /** Number of the first that is not billed any more; null while they go on. */
  end: z.int().nullable(),
  /** Periods that were paid after they had begun. */
  late: z.array(z.object({ period: z.int(), paid_at: z.iso.datetime() })),
});

/** Months in a row that are billed for one plan. */
export type Run = z.infer<typeof run>;

/** A subscription as it is kept. */
export const storedSubscription = z.object({
  plan,
  status,
  trial_ends_at,
  cancel_at_period_end,
  card: keptCard
    .extend({
      /** Whether it is declined whenever it is charged. */
      is_declined: z.boolean(),
    })
    .nullable(),
  /** True of a seeded one, whose period is the month around the present, until an owner changes it. */
  is_rolling: z.boolean(),
  runs: z.array(run),
  /** Index of the run whose last invoice is open. */
  open_run: z.int().nullable(),
  /** When the plan ends, where it is to end. */
  ends_at: z.iso.datetime().nullable(),
  past_due_since: z.iso.datetime().nullable(),
  /** Whether the bank has failed to work on a charge, which it does once. */
  had_processing_error: z.boolean(),
  /** When an owner has changed it last. */
  changed_at: z.iso.datetime(),
});

/** A subscription as it is kept. */
export type StoredSubscription = z.infer<typeof storedSubscription>;
