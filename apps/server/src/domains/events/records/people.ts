/** Seeded registrations, and the attendees that came of them. */
import { type Attendee, attendee, type EventRegistration, eventRegistration } from '@understudy/contract/events';
import { z } from 'zod';
import {
  type Collection,
  type Dataset,
  drawEmail,
  drawName,
  EPOCH,
  indexOfSeededId,
  nowhere,
  range,
  seededId,
} from '../../../kit/index.js';
import { eventOfRow, type Plan, planOf, rowsOf } from './event.js';

const DAY_MS = 86_400_000;
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A registration as it is kept; what others may see of it is the same. */
export type RegistrationRecord = EventRegistration;

/** An attendee with the event, which the address of the list names. */
export interface AttendeeRecord extends Attendee {
  readonly event_id: string;
}

interface Row {
  readonly event: number;
  readonly plan: Plan;
  /** Position among the registrations of the event. */
  readonly position: number;
}

function rowOf(dataset: Dataset, registration: number): Row {
  const { registrations } = rowsOf(dataset);
  const event = eventOfRow(registrations, registration);
  return { event, plan: planOf(dataset, event), position: registration - (registrations[event] ?? 0) };
}

/** State of a registration by its position: the seated come first, then those who left, then those who wait. */
function statusOf(dataset: Dataset, registration: number, { plan, position }: Row): RegistrationRecord['status'] {
  if (position >= plan.seated + plan.left) return 'waitlisted';
  if (position >= plan.seated) return 'cancelled';
  const isOver = plan.status === 'completed' || plan.status === 'live';
  return isOver && dataset.random('event_people/came', registration).chance(0.85) ? 'checked_in' : 'confirmed';
}

function seededRegistration(dataset: Dataset, index: number): RegistrationRecord {
  const row = rowOf(dataset, index);
  const random = dataset.random('event_people', index);
  const name = drawName(random);
  const email = drawEmail(random, name, index);
  const letters = Array.from({ length: 8 }, () => CODE_LETTERS[random.int(0, CODE_LETTERS.length - 1)]).join('');
  const status = statusOf(dataset, index, row);
  const latest = Math.min(row.plan.startsAt, EPOCH);
  return {
    id: seededId('reg', index),
    event_id: seededId('event', row.event),
    name: `${name.first} ${name.last}`,
    email,
    status,
    waitlist_position: status === 'waitlisted' ? row.position - row.plan.seated - row.plan.left + 1 : null,
    ticket_code: `UT-${letters.slice(0, 4)}-${letters.slice(4)}`,
    created_at: new Date(latest - random.int(1, 60) * DAY_MS - random.int(0, 86_399) * 1000).toISOString(),
  };
}

function ticketOf(dataset: Dataset, registration: number): Attendee['ticket_type'] {
  const chance = dataset.random('event_people/ticket', registration).fraction();
  return chance < 0.7 ? 'general' : chance < 0.9 ? 'student' : 'vip';
}

function seededAttendee(dataset: Dataset, index: number): AttendeeRecord {
  const rows = rowsOf(dataset);
  const event = eventOfRow(rows.attendees, index);
  const registration = (rows.registrations[event] ?? 0) + index - (rows.attendees[event] ?? 0);
  const { id, name, email, status, event_id } = seededRegistration(dataset, registration);
  const early = dataset.random('event_people/door', registration).int(1, 40) * 60_000;
  return {
    id: seededId('att', index),
    registration_id: id,
    name,
    email,
    ticket_type: ticketOf(dataset, registration),
    status: status === 'waitlisted' ? 'confirmed' : status,
    checked_in_at: status === 'checked_in' ? new Date(planOf(dataset, event).startsAt - early).toISOString() : null,
    event_id,
  };
}

function last(starts: Uint32Array): number {
  return starts.at(-1) ?? 0;
}

/** The address carries the position of a seeded registration, so that finding one needs no scan. */
function byEmail(dataset: Dataset, email: string) {
  const index = Number(/\.(\d{1,9})@/.exec(email)?.[1] ?? 0) - 1;
  if (index < 0 || index >= last(rowsOf(dataset).registrations)) return nowhere;
  return seededRegistration(dataset, index).email === email ? range(index, index + 1) : nowhere;
}

/** Registrations for events. */
export const eventRegistrations: Collection<RegistrationRecord> = {
  name: 'event_registrations',
  prefix: 'reg',
  schema: eventRegistration,
  count: (dataset) => last(rowsOf(dataset).registrations),
  seeded: seededRegistration,
  relations: [rowsOf],
  lookup: { email: byEmail },
};

function ofEvent(dataset: Dataset, id: string) {
  const event = indexOfSeededId('event', id);
  if (event < 0 || event >= dataset.size('events')) return nowhere;
  const { attendees } = rowsOf(dataset);
  return range(attendees[event] ?? 0, attendees[event + 1] ?? 0);
}

/** Attendees of events. */
export const eventAttendees: Collection<AttendeeRecord> = {
  name: 'event_attendees',
  prefix: 'att',
  schema: attendee.extend({ event_id: z.string() }),
  count: (dataset) => last(rowsOf(dataset).attendees),
  seeded: seededAttendee,
  relations: [rowsOf],
  lookup: { event_id: ofEvent },
};
