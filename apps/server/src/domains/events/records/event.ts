/** Events and their categories. */
import {
  type Attendee,
  attendee,
  type Event,
  event as eventSchema,
  type EventCategory,
  eventCategory,
  type EventRegistration,
  eventRegistration,
} from '@understudy/contract/events';
import {
  type Collection,
  type Dataset,
  drawEmail,
  drawName,
  EPOCH,
  longRelation,
  nowhere,
  range,
  seededId,
  Tally,
  together,
} from '../../../kit/index.js';
import { type Topic, topics } from '../words/topics.js';
import { cities, type City } from '../words/cities.js';
import { z } from 'zod';

/** The plan of an event. */
export interface Plan {
  readonly topic: Topic;
  readonly city: City;
  readonly title: string;
  readonly description: string;
  readonly venue: string;
  readonly status: Event['status'];
  readonly startsAt: number;
  readonly endsAt: number;
  readonly capacity: number;
  /** Price in minor units. */
  readonly amount: number;
  /** People who have a seat. */
  readonly seated: number;
  /** People who gave theirs back. */
  readonly left: number;
  /** People on the waiting list. */
  readonly waiting: number;
}

const HOUR_MS = 3_600_000;
const CAPACITIES = [12, 20, 24, 30, 40, 50, 60, 80, 100, 120] as const;
const PRICES = [0, 0, 500, 1000, 1500, 2500, 4000, 7500] as const;

/** Events that are always there, by index: what a client must cope with first. */
const fixed: Readonly<Record<number, 'open' | 'sold out' | 'one seat' | 'cancelled' | 'live'>> = {
  0: 'open',
  1: 'sold out',
  2: 'one seat',
  3: 'cancelled',
  4: 'live',
};

/** How many of the other events are live: by their dates alone hardly one would be. */
const LIVE = 0.05;

/** Days between the epoch and the beginning: 0 for live events; fixed ones lie ahead, the others on both sides. */
function daysOf(dataset: Dataset, index: number, drawn: number): number {
  const kind = fixed[index];
  const isLive = kind === undefined ? dataset.random('events/live', index).chance(LIVE) : kind === 'live';
  return isLive ? 0 : drawn;
}

function statusAt(days: number, chance: number, isFixed: boolean): Event['status'] {
  if (!isFixed && chance < 0.07) return 'cancelled';
  if (days < 0) return 'completed';
  return days === 0 ? 'live' : 'scheduled';
}

function planOf(dataset: Dataset, index: number): Plan {
  const random = dataset.random('events', index);
  const kind = fixed[index];
  const topic = random.pick(topics);
  const city = random.pick(cities);
  const days = daysOf(dataset, index, kind === undefined ? random.int(-180, 180) : random.int(10, 120));
  const status = kind === 'cancelled' ? 'cancelled' : statusAt(days, random.fraction(), kind !== undefined);
  // A live event began shortly before the epoch; the others begin at a full hour.
  const startsAt = days === 0 ? EPOCH - HOUR_MS : EPOCH + days * 24 * HOUR_MS + random.int(8, 20) * HOUR_MS;
  const capacity = random.pick(CAPACITIES);
  const isFull = kind === 'sold out' || (kind === undefined && status !== 'cancelled' && random.chance(0.1));
  const share = random.int(20, 90) / 100;
  const some = Math.floor(capacity * share);
  const seated = isFull ? capacity : kind === 'one seat' ? capacity - 1 : some;
  return {
    topic,
    city,
    title: random.pick(topic.titles),
    description: random.pick(topic.descriptions),
    venue: random.pick(city.venues),
    status,
    startsAt,
    endsAt: startsAt + random.int(2, 6) * HOUR_MS,
    capacity,
    amount: random.pick(PRICES),
    // Whoever had a seat at a cancelled event has it no longer.
    seated: status === 'cancelled' ? 0 : seated,
    left: status === 'cancelled' ? some : random.int(0, 3),
    waiting: isFull ? random.int(2, 6) : 0,
  };
}

/** The people of each event among all. */
export interface Rows {
  readonly attendees: Tally;
  readonly registrations: Tally;
}

/** Events between two steps of what is built over all of them: about a millisecond's worth. */
const STEP = 256;

const rowsOf = longRelation('events/rows', function* build(dataset): Generator<void, Rows> {
  const count = dataset.size('events');
  const attendees = new Uint32Array(count + 1);
  const registrations = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) {
    if (i % STEP === 0) yield;
    const { seated, left, waiting } = planOf(dataset, i);
    attendees[i + 1] = seated + left;
    registrations[i + 1] = seated + left + waiting;
  }
  return { attendees: new Tally(attendees), registrations: new Tally(registrations) };
});

function seededEvent(dataset: Dataset, index: number): Event {
  const plan = planOf(dataset, index);
  const available = plan.capacity - plan.seated;
  return {
    id: seededId('event', index),
    title: plan.title,
    city: plan.city.name,
    capacity: plan.capacity,
    description: plan.description,
    category: plan.topic.slug,
    venue: plan.venue,
    country: plan.city.country,
    timezone: plan.city.timezone,
    starts_at: new Date(plan.startsAt).toISOString(),
    ends_at: new Date(plan.endsAt).toISOString(),
    status: plan.status,
    price: { amount: plan.amount, currency: plan.city.currency },
    registered_count: plan.seated,
    available,
    waitlist_count: plan.waiting,
    sold_out: available === 0,
  };
}

/** Seeded events. */
export const events: Collection<Event> = {
  name: 'events',
  prefix: 'event',
  noun: 'event',
  schema: eventSchema,
  defaultSize: 60,
  count: (dataset) => dataset.size('events'),
  seeded: seededEvent,
};

const countsOf = longRelation('events/categories', function* build(dataset) {
  const counts = new Map<string, number>();
  for (let i = 0; i < dataset.size('events'); i++) {
    if (i % STEP === 0) yield;
    const { slug } = planOf(dataset, i).topic;
    counts.set(slug, (counts.get(slug) ?? 0) + 1);
  }
  return counts;
});

function seededCategory(dataset: Dataset, index: number): EventCategory {
  const { slug, name } = topics[index] ?? { slug: '', name: '' };
  return { id: seededId('cat', index), slug, name, event_count: countsOf(dataset).get(slug) ?? 0 };
}

/** Categories of events. */
export const eventCategories: Collection<EventCategory> = {
  name: 'event_categories',
  prefix: 'cat',
  schema: eventCategory,
  count: () => topics.length,
  seeded: seededCategory,
  relations: [countsOf],
};

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
  const { owner: event, nth: position } = rowsOf(dataset).registrations.owner(registration);
  return { event, plan: planOf(dataset, event), position };
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
  const { owner: event, nth } = rows.attendees.owner(index);
  const registration = rows.registrations.start(event) + nth;
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

/** The address carries the position of a seeded registration, so that finding one needs no scan. */
function byEmail(dataset: Dataset, email: string) {
  const index = Number(/\.(\d{1,9})@/.exec(email)?.[1] ?? 0) - 1;
  if (index < 0 || index >= rowsOf(dataset).registrations.total) return nowhere;
  return seededRegistration(dataset, index).email === email ? range(index, index + 1) : nowhere;
}

/** Registrations for events. */
export const eventRegistrations: Collection<RegistrationRecord> = {
  name: 'event_registrations',
  prefix: 'reg',
  schema: eventRegistration,
  count: (dataset) => rowsOf(dataset).registrations.total,
  seeded: seededRegistration,
  relations: [rowsOf],
  lookup: { email: byEmail },
};

/** Attendees of events. */
export const eventAttendees: Collection<AttendeeRecord> = {
  name: 'event_attendees',
  prefix: 'att',
  schema: attendee.extend({ event_id: z.string() }),
  count: (dataset) => rowsOf(dataset).attendees.total,
  seeded: seededAttendee,
  relations: [rowsOf],
  lookup: { event_id: together(events, (dataset, event) => rowsOf(dataset).attendees.start(event)) },
};
