/** Books viewings, and cancels them. */
import type { contract } from '@understudy/contract';
import type { Listing, Viewing } from '@understudy/contract/realestate';
import { badRequest, type ContextOf, type Result } from '../../kit/index.js';
import { bookedStarts } from './booked-starts.js';
import { listings } from './records/listing.js';
import { viewings } from './records/viewing.js';
import { isSlot, isTakenByOthers, slotAt } from './slot.js';

type BookContext = ContextOf<typeof contract.realestate, 'bookViewing'>;
type CancelContext = ContextOf<typeof contract.realestate, 'cancelViewing'>;

/** A viewing can be cancelled until so long before it. */
const NOTICE_MS = 2 * 3_600_000;

function checkFree(listing: Listing, start: number, { records, now, problem }: BookContext): void {
  if (listing.status !== 'active' && listing.status !== 'under_offer') {
    throw problem('listing_closed', { detail: `${listing.id} is ${listing.status}`, current: listing });
  }
  if (start <= now) throw problem('too_late', { detail: 'the slot has begun', current: listing });
  const placed = { dataset: records.dataset, position: records.positionOf(listings, listing.id) ?? 0 };
  if (isTakenByOthers(placed, start) || bookedStarts(records, listing).has(start)) {
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
