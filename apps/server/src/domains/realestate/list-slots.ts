/** Lists the viewing slots of a listing on some days of its own calendar. */
import type { contract } from '@understudy/contract';
import type { Listing, ViewingSlot } from '@understudy/contract/realestate';
import { badRequest, type ContextOf, dateOf, dayOf, type Entries } from '../../kit/index.js';
import { bookedStarts } from './booked-starts.js';
import { listings } from './records/listing.js';
import { isTakenByOthers, localDay, slotAt, slotStarts, zoneOf } from './slot.js';

type SlotsContext = ContextOf<typeof contract.realestate, 'listSlots'>;

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
    return booked.has(start) || isTakenByOthers(placed, start) ? 'taken' : 'free';
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
