/** Registers people for events: a seat, a place on the waiting list, or a clear refusal. */
import type { contract, Event } from '@understudy/contract';
import type { z } from 'zod';
import type { Facts, Result } from '../../call/handler.js';
import { ProblemError } from '../../kit/problem-error.js';
import type { View } from '../../state/model/view.js';
import { put } from '../../state/model/writes.js';
import { events } from './records/event.js';
import { type AttendeeRecord, eventAttendees, eventRegistrations, type RegistrationRecord } from './records/people.js';

type RegisterFacts = Facts<z.output<typeof contract.events.operations.registerForEvent.input>>;

/** The 404 for an event that is not there. */
export function unknownEvent(id: string): ProblemError {
  return new ProblemError('not_found', {
    detail: `there is no event ${JSON.stringify(id)}`,
    errors: [{ parameter: 'event_id', code: 'not_found', detail: 'must be the id of an event' }],
  });
}

/** The registration that an address has for an event. */
function existingRegistration(view: View, id: string, { input }: RegisterFacts): RegistrationRecord | undefined {
  const email = input.email.toLowerCase();
  const created = view.get(eventRegistrations, id);
  if (created !== undefined) return created;
  const [position] = Array.from(eventRegistrations.lookup?.email?.(view.world, email) ?? []);
  const seeded = position === undefined ? undefined : view.at(eventRegistrations, position);
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

function checkOpen({ id, status }: Event): void {
  if (status === 'scheduled' || status === 'live') return;
  throw new ProblemError('event_closed', {
    detail: `${id} is ${status === 'completed' ? 'over' : 'cancelled'}, and takes no registrations`,
  });
}

/** Registers someone. The same address again answers the existing registration. */
export function register(facts: RegisterFacts): Result<readonly RegistrationRecord[]> {
  const { input, view, now, onlyId } = facts;
  const event = view.get(events, input.event_id);
  if (event === undefined) throw unknownEvent(input.event_id);
  const key = [input.event_id, input.email.toLowerCase()];
  const id = onlyId(eventRegistrations, key);
  const existing = existingRegistration(view, id, facts);
  if (existing !== undefined) return { value: [existing] };
  checkOpen(event);
  const isSeated = event.available > 0;
  if (!isSeated && !input.waitlist) {
    throw new ProblemError('sold_out', {
      detail: `every one of the ${event.capacity} seats of ${event.id} is taken; waitlist: true takes a place on the waiting list`,
    });
  }
  const registration: RegistrationRecord = {
    id,
    event_id: event.id,
    name: input.name,
    email: input.email,
    status: isSeated ? 'confirmed' : 'waitlisted',
    waitlist_position: isSeated ? null : event.waitlist_count + 1,
    ticket_code: ticketCode(id),
    created_at: new Date(now).toISOString(),
  };
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
  return {
    value: [registration],
    writes: [
      put(eventRegistrations, registration),
      put(events, counted(event, isSeated)),
      ...(isSeated ? [put(eventAttendees, attendee)] : []),
    ],
    emits: [{ type: isSeated ? 'event.registration.created' : 'event.registration.waitlisted', object: registration }],
  };
}
