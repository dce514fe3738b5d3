/** Events and their categories. */
import { type Event, event as eventSchema, type EventCategory, eventCategory } from '@understudy/contract/events';
import { type Collection, type Dataset, EPOCH, longRelation, seededId } from '../../../kit/index.js';
import { type Topic, topics } from '../words/topics.js';
import { cities, type City } from '../words/cities.js';

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

/** The plan of the event at an index. */
export function planOf(dataset: Dataset, index: number): Plan {
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

/** Where the people of each event stand among all, and how many there are. */
export interface Rows {
  /** First attendee of each event; the last entry is their number. */
  readonly attendees: Uint32Array;
  /** First registration of each event; the last entry is their number. */
  readonly registrations: Uint32Array;
}

/** Events between two steps of what is built over all of them: about a millisecond's worth. */
const STEP = 256;

/** The rows of all events. */
export const rowsOf = longRelation('events/rows', function* build(dataset): Generator<void, Rows> {
  const count = dataset.size('events');
  const attendees = new Uint32Array(count + 1);
  const registrations = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) {
    if (i % STEP === 0) yield;
    const { seated, left, waiting } = planOf(dataset, i);
    attendees[i + 1] = (attendees[i] ?? 0) + seated + left;
    registrations[i + 1] = (registrations[i] ?? 0) + seated + left + waiting;
  }
  return { attendees, registrations };
});

/** The event that a row belongs to. */
export function eventOfRow(starts: Uint32Array, row: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

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
