/** What changed on the list: an entry of the feed that local copies are kept by. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';
import { listing } from './listing.js';

/** What a local copy does with a change. */
export const changeKinds = ['upsert', 'removal'] as const;

/** The latest change of a listing. */
export const listingChange = z
  .object({
    listing_id: recordId('The listing.', 'lst_0001'),
    kind: choice(changeKinds, '`upsert`: keep it as it is now. `removal`: delete it, since it may no longer be shown.'),
    changed_at: instant('When it changed, by a client or by the clock.', '2025-03-04T09:00:00.000Z'),
    listing: listing.nullable().meta({ description: 'The listing as it is now; null for a removal.' }),
  })
  .meta({ id: 'ListingChange', description: 'The latest change of a listing.' });

/** The latest change of a listing. */
export type ListingChange = z.infer<typeof listingChange>;
