/** Counts the deliveries that a step of the clock makes due. */
import type { Records } from '../kit/records.js';
import { pendingDeliveries, webhookRegistrations } from './records.js';

/** How many deliveries fall due after one instant and up to another, in ms since 1970: made ones, and simulated ones. */
export function dueBetween(records: Records, after: number, until: number): number {
  const isDue = (at: number): boolean => at > after && at <= until;
  const made = pendingDeliveries(records).filter(({ next_at }) => isDue(next_at)).length;
  const scheduled = records.changed(webhookRegistrations).flatMap((registration) => registration.scheduled);
  return made + scheduled.filter(({ at, is_real }) => !is_real && isDue(at)).length;
}
