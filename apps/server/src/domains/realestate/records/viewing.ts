/** Viewings: those that are seeded lie before 2026; a booked one has been attended once it is over. */
import { type Viewing, viewing } from '@understudy/contract/realestate';
import {
  type Collection,
  type Dataset,
  type DueEvent,
  drawEmail,
  drawName,
  type Random,
  seededId,
  startsOn,
  type Transition,
} from '../../../kit/index.js';
import { SLOT_MINUTES, slotAt, zoneOf } from '../slot.js';
import { listings } from './listing.js';
import { pastAt } from './plan.js';

const DAY_MS = 86_400_000;

/** Days between booking and viewing at most; seeded viewings are booked at least so long before the present. */
const LONGEST = 14;

/** What became of a viewing, and when it was cancelled. */
function drawEnd(random: Random, createdAt: number, startsAt: number): Pick<Viewing, 'status' | 'cancelled_at'> {
  const chance = random.fraction();
  if (chance >= 0.25) return { status: chance < 0.4 ? 'missed' : 'attended', cancelled_at: null };
  const cancelledAt = createdAt + Math.floor((startsAt - createdAt) * random.fraction() * 0.9);
  return { status: 'cancelled', cancelled_at: new Date(cancelledAt).toISOString() };
}

function seeded(dataset: Dataset, index: number): Viewing {
  const random = dataset.random('viewings', index);
  const position = random.int(0, dataset.size('listings') - 1);
  const of = dataset.record(listings.name, position, listings.seeded);
  const createdAt = pastAt(index / 10, LONGEST + 1);
  const day = Math.floor(createdAt / DAY_MS) + random.int(2, LONGEST - 1);
  const startsAt = random.pick(startsOn(of.viewing_hours, { zone: zoneOf(of), day, length: SLOT_MINUTES }));
  const name = drawName(random);
  return {
    id: seededId('vwg', index),
    listing_id: of.id,
    ...slotAt(of, startsAt),
    timezone: of.timezone,
    name: `${name.first} ${name.last}`,
    email: drawEmail(random, name, index),
    ...drawEnd(random, createdAt, startsAt),
    created_at: new Date(createdAt).toISOString(),
  };
}

/** What the clock makes of a booked viewing. */
function transition(now: Viewing): Transition<Viewing> | undefined {
  if (now.status !== 'booked') return undefined;
  return { at: Date.parse(now.ends_at), record: { ...now, status: 'attended' } };
}

/** Whoever booked is reminded a day before. */
function due(now: Viewing): readonly DueEvent[] {
  return now.status === 'booked' ? [{ type: 'viewing.reminder', at: Date.parse(now.starts_at) - DAY_MS }] : [];
}

/** Viewings. */
export const viewings: Collection<Viewing> = {
  name: 'viewings',
  prefix: 'vwg',
  noun: 'viewing',
  schema: viewing,
  defaultSize: 80,
  // Somebody views something.
  count: (dataset) => (dataset.size('listings') === 0 ? 0 : dataset.size('viewings')),
  seeded,
  transition,
  due,
};
