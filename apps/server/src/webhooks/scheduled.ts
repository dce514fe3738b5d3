/** Events that the clock brings: each registration holds those that are still to come, and counts them when they are due. */
import type { Transition } from '../kit/collection.js';
import { countAttempt } from './attempts.js';
import type { RegistrationRecord, ScheduledEvent } from './registration-record.js';

/** The registration with one event more to come. */
export function withScheduled(to: RegistrationRecord, event: ScheduledEvent): RegistrationRecord {
  const position = to.scheduled.findLastIndex(({ at }) => at <= event.at) + 1;
  return { ...to, scheduled: to.scheduled.toSpliced(position, 0, event) };
}

function counted(to: RegistrationRecord, { event_id, at, is_real }: ScheduledEvent): RegistrationRecord {
  const deliveries = { ...to.deliveries, total: to.deliveries.total + 1 };
  if (!is_real) return countAttempt({ ...to, deliveries }, { event_id, at, status: 200 }, 'succeeded');
  return { ...to, deliveries: { ...deliveries, pending: deliveries.pending + 1 } };
}

/** What the clock makes of a registration: events that were to come are due. */
export function nextDue(registration: RegistrationRecord): Transition<RegistrationRecord> | undefined {
  const [first] = registration.scheduled;
  if (first === undefined) return undefined;
  const { at } = first;
  const now = registration.scheduled.filter((event) => event.at === at);
  const rest = { ...registration, scheduled: registration.scheduled.slice(now.length) };
  return { at, record: now.reduce(counted, rest) };
}
