/** Searches listings: on the map, by price in a currency, and by what they have. */
import type { contract } from '@understudy/contract';
import { type Listing, listingFilters } from '@understudy/contract/realestate';
import { type ContextOf, listing, metresBetween } from '../../kit/index.js';
import { listings } from './records/listing.js';

/** Whole metres from the position that the caller names; null where none is named. */
function distanceFrom(input: ContextOf<typeof contract.realestate, 'listListings'>['input']) {
  const [centre] = input.near === undefined ? [] : listingFilters.near.values(input.near, input);
  return ({ location }: Listing): number | null => (centre && Math.round(metresBetween(centre, location))) ?? null;
}

/** Searches listings. */
export function searchListings({ input }: ContextOf<typeof contract.realestate, 'listListings'>) {
  const distance = distanceFrom(input);
  const show = (record: Listing): Listing => {
    const metres = distance(record);
    return metres === null ? record : { ...record, distance_m: metres };
  };
  const price = ({ price: { amount, currency } }: Listing) => (currency === input.currency ? amount : null);
  return listing(listings, {}, { show, compute: { price, distance_m: distance } });
}
