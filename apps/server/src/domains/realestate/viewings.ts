/** Viewings, the slots for them, and booking one. */
import {
  type Listing,
  type Viewing,
  viewing as viewingSchema,
  type ViewingSlot,
  type realestate as declared,
} from '@understudy/contract/realestate';
import {
  badRequest,
  type Collection,
  type ContextOf,
  type Dataset,
  dateOf,
  dayOf,
  drawEmail,
  drawName,
  type DueEvent,
  type Entries,
  localTime,
  type Random,
  type Records,
  type Result,
  seededId,
  startsOn,
  type Transition,
  wallAt,
  type Zone,
  zoneOf,
} from '../../kit/index.js';
import { listings } from './records/listing.js';
import { pastAt } from './records/property.js';

const SLOT_MINUTES = 30;

const SLOT_MS = SLOT_MINUTES * 60_000;
const DAY_MS = 86_400_000;

/** Share of the slots that others have taken. */
const BOOKED_SHARE = 0.25;

/** The number of the local day of an instant, counted from 1970-01-01. */
function localDay(zone: Zone, instant: number): number {
  return Math.floor(wallAt(zone, instant) / DAY_MS);
}

/** A slot by its start, as slots and viewings show it. */
function slotAt(listing: Listing, start: number): Pick<Viewing, 'starts_at' | 'ends_at' | 'local_start'> {
  return {
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + SLOT_MS).toISOString(),
    local_start: localTime(zoneOf(listing), start),
  };
}

const FIRST_DAY = dayOf('0000-01-01');
const LAST_DAY = dayOf('9999-12-31');

/** The starts of the slots of a listing on a local day, ascending; none on days that cannot be written. */
function slotStarts(listing: Listing, day: number): number[] {
  const zone = zoneOf(listing);
  if (day < FIRST_DAY || day > LAST_DAY) return [];
  const starts = startsOn(listing.viewing_hours, { zone, day, length: SLOT_MINUTES });
  return starts.filter((start) => start >= FIRST_DAY * DAY_MS && start + SLOT_MS < (LAST_DAY + 1) * DAY_MS);
}

/** Whether a slot of a listing begins at an instant. */
export function isSlot(listing: Listing, start: number): boolean {
  return slotStarts(listing, localDay(zoneOf(listing), start)).includes(start);
}

/** Whether others have the slot of a listing that begins at an instant: they are nobody that clients know of. */
function isBooked(
  { dataset, position }: { readonly dataset: Dataset; readonly position: number },
  start: number,
): boolean {
  return dataset.random('slots', start / SLOT_MS + position * 1_000_003).chance(BOOKED_SHARE);
}

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
  schema: viewingSchema,
  defaultSize: 80,
  // Somebody views something.
  count: (dataset) => (dataset.size('listings') === 0 ? 0 : dataset.size('viewings')),
  seeded,
  transition,
  due,
};

/** The starts of the slots of a listing that are booked, in ms since 1970: seeded viewings are none of these. */
function bookedStarts(records: Records, { id }: Listing): ReadonlySet<number> {
  const booked = records.changed(viewings).filter(({ listing_id, status }) => listing_id === id && status === 'booked');
  return new Set(booked.map(({ starts_at }) => Date.parse(starts_at)));
}

type BookContext = ContextOf<typeof declared, 'bookViewing'>;
type CancelContext = ContextOf<typeof declared, 'cancelViewing'>;

/** A viewing can be cancelled until so long before it. */
const NOTICE_MS = 2 * 3_600_000;

function checkFree(listing: Listing, start: number, { records, now, problem }: BookContext): void {
  if (listing.status !== 'active' && listing.status !== 'under_offer') {
    throw problem('listing_closed', { detail: `${listing.id} is ${listing.status}`, current: listing });
  }
  if (start <= now) throw problem('too_late', { detail: 'the slot has begun', current: listing });
  const placed = { dataset: records.dataset, position: records.positionOf(listings, listing.id) ?? 0 };
  if (isBooked(placed, start) || bookedStarts(records, listing).has(start)) {
    throw problem('slot_taken', { detail: `${listing.id} already has a viewing at ${new Date(start).toISOString()}` });
  }
}

/** Books a slot. The same address again on the same slot answers the existing viewing. */
export function bookViewing(ctx: BookContext): Result<readonly Viewing[]> {
  const { input, records, now, onlyId, emit } = ctx;
  const { name, email } = input;
  const listing = records.find(listings, input.listing_id);
  const start = Date.parse(input.starts_at);
  if (!isSlot(listing, start)) {
    const detail = 'must be the start of a slot, as GET /api/realestate/listings/{listing_id}/slots lists them';
    throw badRequest([{ pointer: '#/starts_at', code: 'not_a_slot', detail }]);
  }
  const id = onlyId(viewings, [listing.id, start, email.toLowerCase()]);
  const location = `/api/realestate/viewings/${id}`;
  const existing = records.get(viewings, id);
  if (existing !== undefined && existing.status !== 'cancelled') return { value: [existing], location, existed: true };
  checkFree(listing, start, ctx);
  const viewing = records.put(viewings, {
    id,
    listing_id: listing.id,
    ...slotAt(listing, start),
    timezone: listing.timezone,
    name,
    email,
    status: 'booked',
    created_at: new Date(now).toISOString(),
    cancelled_at: null,
  });
  emit('viewing.booked', viewing);
  return { value: [viewing], location };
}

/** Gives a slot back. */
export function cancelViewing({ input, records, now, problem, emit }: CancelContext): Result<null> {
  const found = records.find(viewings, input.viewing_id);
  if (found.status === 'cancelled') return { value: null };
  if (found.status !== 'booked' || now >= Date.parse(found.starts_at) - NOTICE_MS) {
    const detail = `${found.id} could be cancelled until 2 hours before ${found.starts_at}`;
    throw problem('too_late', { detail, current: found });
  }
  const cancelled = records.put(viewings, { ...found, status: 'cancelled', cancelled_at: new Date(now).toISOString() });
  emit('viewing.cancelled', cancelled);
  return { value: null };
}

type SlotsContext = ContextOf<typeof declared, 'listSlots'>;

/** Days in one list at most, and where none are named. */
const DAYS = { most: 31, usual: 7 };

/** The first and the last day that are asked for. */
function daysIn({ input, now }: SlotsContext, listing: Listing): readonly [first: number, last: number] {
  const first = input.from === undefined ? localDay(zoneOf(listing), now) : dayOf(input.from);
  const last = input.to === undefined ? first + DAYS.usual - 1 : dayOf(input.to);
  if (last >= first && last < first + DAYS.most) return [first, last];
  const detail = `must be a date from ${dateOf(first)}, which is \`from\`, to ${dateOf(first + DAYS.most - 1)}, since a list has at most ${DAYS.most} days`;
  throw badRequest([{ parameter: 'to', code: 'invalid_value', detail }]);
}

/** Lists slots. */
export function listSlots(ctx: SlotsContext): Entries<ViewingSlot> {
  const { input, records, now } = ctx;
  const listing = records.find(listings, input.listing_id);
  const [first, last] = daysIn(ctx, listing);
  const placed = { dataset: records.dataset, position: records.positionOf(listings, listing.id) ?? 0 };
  const booked = bookedStarts(records, listing);
  const statusOf = (start: number): ViewingSlot['status'] => {
    if (start <= now) return 'past';
    return booked.has(start) || isBooked(placed, start) ? 'taken' : 'free';
  };
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const slots = days.flatMap((day) =>
    slotStarts(listing, day).map((start): ViewingSlot => {
      const slot = slotAt(listing, start);
      return { ...slot, local_date: slot.local_start.slice(0, 10), status: statusOf(start) };
    }),
  );
  return { entries: slots.map((item) => ({ position: 0, key: item.starts_at, item })) };
}
