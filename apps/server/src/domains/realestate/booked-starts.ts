/** Slots that clients have booked. */
import type { Listing } from '@understudy/contract/realestate';
import type { Records } from '../../kit/index.js';
import { viewings } from './records/viewing.js';

/** The starts of the slots of a listing that are booked, in ms since 1970: seeded viewings are none of these. */
export function bookedStarts(records: Records, { id }: Listing): ReadonlySet<number> {
  const booked = records.changed(viewings).filter(({ listing_id, status }) => listing_id === id && status === 'booked');
  return new Set(booked.map(({ starts_at }) => Date.parse(starts_at)));
}
