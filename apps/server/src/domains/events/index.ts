/** The event-management domain: its handlers over its records. */
import { type Event, events as declared } from '@understudy/contract/events';
import { type ContextOf, implement, listing, type Result } from '../../kit/index.js';
import {
  type AttendeeRecord,
  eventAttendees,
  eventCategories,
  eventRegistrations,
  events as eventRecords,
  type RegistrationRecord,
} from './records/event.js';

type RegisterContext = ContextOf<typeof declared, 'registerForEvent'>;

function existingRegistration({ input, records }: RegisterContext, id: string): RegistrationRecord | undefined {
  const email = input.email.toLowerCase();
  const created = records.get(eventRegistrations, id);
  if (created !== undefined) return created;
  const [position] = Array.from(eventRegistrations.lookup?.email?.(records.dataset, email) ?? []);
  const seeded = position === undefined ? undefined : records.at(eventRegistrations, position);
  return seeded?.event_id === input.event_id ? seeded : undefined;
}

function ticketCode(id: string): string {
  const letters = id.replace(/^reg_x/, '').toUpperCase();
  return `UT-${letters.slice(0, 4)}-${letters.slice(4, 8)}`;
}

/** The event once one more person has a seat, or waits for one. */
function counted(event: Event, isSeated: boolean): Event {
  if (!isSeated) return { ...event, waitlist_count: event.waitlist_count + 1 };
  const available = event.available - 1;
  return { ...event, registered_count: event.registered_count + 1, available, sold_out: available === 0 };
}

function checkOpen({ id, status }: Event, { problem }: RegisterContext): void {
  if (status === 'scheduled' || status === 'live') return;
  throw problem('event_closed', {
    detail: `${id} is ${status === 'completed' ? 'over' : 'cancelled'}, and takes no registrations`,
  });
}

/** Registers someone. The same address again answers the existing registration. */
export function register(ctx: RegisterContext): Result<readonly RegistrationRecord[]> {
  const { input, records, now, onlyId } = ctx;
  const event = records.find(eventRecords, input.event_id);
  const key = [input.event_id, input.email.toLowerCase()];
  const id = onlyId(eventRegistrations, key);
  const existing = existingRegistration(ctx, id);
  if (existing !== undefined) return { value: [existing] };
  checkOpen(event, ctx);
  const isSeated = event.available > 0;
  if (!isSeated && !input.waitlist) {
    throw ctx.problem('sold_out', {
      detail: `all ${event.capacity} seats of ${event.id} are taken; send waitlist: true to join the waiting list`,
    });
  }
  const registration: RegistrationRecord = records.put(eventRegistrations, {
    id,
    event_id: event.id,
    name: input.name,
    email: input.email,
    status: isSeated ? 'confirmed' : 'waitlisted',
    waitlist_position: isSeated ? null : event.waitlist_count + 1,
    ticket_code: ticketCode(id),
    created_at: new Date(now).toISOString(),
  });
  const attendee: AttendeeRecord = {
    id: onlyId(eventAttendees, key),
    registration_id: id,
    name: input.name,
    email: input.email,
    ticket_type: input.ticket_type,
    status: 'confirmed',
    checked_in_at: null,
    event_id: event.id,
  };
  records.put(eventRecords, counted(event, isSeated));
  if (isSeated) records.put(eventAttendees, attendee);
  ctx.emit(isSeated ? 'event.registration.created' : 'event.registration.waitlisted', registration);
  return { value: [registration] };
}

/** The event-management domain. */
export const events = implement(declared, {
  collections: [eventRecords, eventCategories, eventRegistrations, eventAttendees],
  handlers: {
    listEvents: () => listing(eventRecords),

    listCategories: () => listing(eventCategories),

    getEvent: ({ input, records }) => ({ value: records.find(eventRecords, input.event_id) }),

    registerForEvent: { needs: () => ({ collections: [eventRegistrations] }), handle: register },

    listAttendees: ({ input: { event_id }, records }) => {
      records.find(eventRecords, event_id);
      return listing(eventAttendees, { event_id });
    },
  },
});
