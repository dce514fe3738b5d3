/** What happens each week at the same times by the clock on the wall: opening hours, viewing hours. */
import { z } from 'zod';

/** Entries of a plan at most. */
const MAX_HOURS = 50;

function timeOfDay(description: string, example: string) {
  return z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day from 00:00 to 23:59, such as 09:30')
    .meta({ description, examples: [example] });
}

const hours = z
  .object({
    weekday: z
      .int()
      .min(1)
      .max(7)
      .meta({ description: 'Day of the week, from 1, Monday, to 7, Sunday.', examples: [1] }),
    opens: timeOfDay('When they begin, `HH:MM` by the local clock.', '09:00'),
    closes: timeOfDay(
      'When they end, `HH:MM` by the local clock. A time that is not after `opens` is on the next day; 00:00 to 00:00 is the whole day.',
      '18:00',
    ),
  })
  .meta({ id: 'WeeklyHours', description: 'Hours on a day of each week, by the local clock.' });

/**
 * A weekly plan: hours on days of the week, by the local clock. A day may have several.
 *
 * @example
 * ```ts
 * import { weeklyPlan } from '@understudy/contract';
 * const opening_hours = weeklyPlan('When the shop is open.');
 * ```
 */
export function weeklyPlan(description: string) {
  return z
    .array(hours)
    .max(MAX_HOURS)
    .meta({ description, examples: [[{ weekday: 1, opens: '09:00', closes: '18:00' }]] });
}

/** Hours on a day of each week, by the local clock. */
export type WeeklyHours = z.infer<typeof hours>;

/** A weekly plan. */
export type WeeklyPlan = readonly WeeklyHours[];
