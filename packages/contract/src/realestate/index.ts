/** The real estate domain: listings on a map, their agents, and viewings in the time zone of the place. */
import { z } from 'zod';
import { listInput, unsearchedListInput } from '../kit/controls.js';
import { defineDomain } from '../kit/define-domain.js';
import { listOf, nothing, recordOf, writtenOf } from '../kit/envelope.js';
import { choice, instant, recordId, settableInstant } from '../kit/field.js';
import { fileOf } from '../kit/lines.js';
import { after, before, equal, equalInAnyCase } from '../kit/filter.js';
import { get, patch, post, remove } from '../kit/methods.js';
import { agent } from './agent.js';
import { listingChange } from './change.js';
import { realestateKinds } from './kinds.js';
import { listing } from './listing.js';
import { listingChanges, newListing } from './listing-input.js';
import { listingFilters } from './search.js';
import { photo } from './photo.js';
import { slot, slotStatuses } from './slot.js';
import { newViewing, viewing, viewingStatuses } from './viewing.js';
import { realestateEvents } from './webhook-events.js';

const listingId = recordId('Id of the listing.', 'lst_0001');

const localDate = (description: string, example: string) =>
  z.iso
    .date()
    .meta({ description, examples: [example] })
    .optional();

/** The real estate domain. */
export const realestate = defineDomain({
  name: 'realestate',
  description:
    'Homes and land for sale and for rent, on a map and in their own time zones. Of the seeded listings, `lst_0001` is active, `lst_0002` under offer, `lst_0003` closed and `lst_0004` withdrawn. `lst_0005`, in Berlin, can be viewed around the clock, so that its days of 23 and 25 hours show. `lst_0006` is land, which has no rooms. `lst_0007` is priced in JPY. `lst_0008` and `lst_0009` are in Fiji, on both sides of the meridian of 180°. `lst_0010` is in Melbourne, where summer time begins in October.',
  kinds: realestateKinds,
  events: realestateEvents,
  operations: {
    listListings: get('/api/realestate/listings', {
      summary: 'Search listings',
      description:
        'The listings that are active or under offer, or those of the statuses named. `bbox` and `near` search the map; if both are given, both apply. Amounts in different currencies cannot be compared, so filtering or sorting by price needs a currency.',
      searches: ['title', 'description', 'features'],
      filters: listingFilters,
      sorts: ['price', 'area_m2', 'bedrooms', 'distance_m', 'listed_at'],
      computes: { price: { needs: 'currency' }, distance_m: { needs: 'near' } },
      fields: true,
      input: listInput({}),
      output: listOf(listing),
    }),
    getListing: get('/api/realestate/listings/{listing_id}', {
      summary: 'Get a listing',
      description: 'One listing by its id, of any status.',
      versioned: 'optional',
      fields: true,
      input: z.object({ listing_id: listingId }),
      output: recordOf(listing),
    }),
    createListing: post('/api/realestate/listings', {
      summary: 'Put a property on the list',
      description:
        'Adds a listing. It goes live at `publish_at`, or at once. Sending the same body again adds another one; with the same Idempotency-Key it answers the first one again.',
      status: 201,
      emits: ['listing.created'],
      input: newListing,
      output: writtenOf(listing),
    }),
    updateListing: patch('/api/realestate/listings/{listing_id}', {
      summary: 'Change a listing',
      description:
        'Changes texts, price, expiry or status. An active listing can come under offer; one that is under offer can become active again, or closed; an expired one can become active again with a later `expires_at`. All but closed ones can be withdrawn. Any other change of status is 409 `conflict`.',
      kinds: ['conflict'],
      current: listing,
      emits: ['listing.updated', 'listing.withdrawn'],
      versioned: 'optional',
      patch: 'merge',
      input: listingChanges.extend({ listing_id: listingId }),
      output: writtenOf(listing),
    }),
    listChanges: get('/api/realestate/changes', {
      summary: 'List changes',
      description:
        'The latest change of each listing, in order of time, to keep a local copy up to date. Many listings can share one instant. Continue from the last instant that you have seen, and drop what you already have. A listing that was withdrawn is a removal, which leaves the feed after 7 days.',
      input: unsearchedListInput({
        since: settableInstant
          .optional()
          .meta({ description: 'Only changes at that instant or later.', examples: ['2025-06-01T00:00:00Z'] }),
      }),
      output: listOf(listingChange),
    }),
    listPhotos: get('/api/realestate/listings/{listing_id}/photos', {
      summary: 'List photos',
      description:
        'The photos of a listing, in their order, each with the addresses of its image. A seeded listing has 3 to 8 of them, and one that a client has added has none.',
      input: unsearchedListInput({ listing_id: listingId }),
      output: listOf(photo),
    }),
    getPhoto: get('/api/realestate/photos/{photo_id}', {
      summary: 'Get the image of a photo',
      description:
        'The image itself: a PNG of 640 × 480 pixels, a small one of 160 × 120, or the same picture as SVG. `Range` asks for a part of it, and `If-Range` with its ETag for the rest of a download that broke off.',
      input: z.object({
        photo_id: recordId('Id of the photo.', 'pho_0001'),
        size: choice(['full', 'thumb'], '`full` for 640 × 480 pixels, `thumb` for 160 × 120.').default('full'),
        format: choice(['png', 'svg'], 'Whether it comes as PNG or as SVG.').default('png'),
      }),
      output: fileOf(['image/png', 'image/svg+xml']),
    }),
    listSlots: get('/api/realestate/listings/{listing_id}/slots', {
      summary: 'List viewing slots',
      description:
        'The viewing slots of a listing, of 30 minutes each, on up to 31 days by the local calendar: by default today and six more days. A local time that a day skips gives no slot, and one that it repeats gives two.',
      filters: { status: equal(choice(slotStatuses, 'Only slots of this status.')) },
      input: unsearchedListInput({
        listing_id: listingId,
        from: localDate('First local date; by default today.', '2026-03-29'),
        to: localDate('Last local date; by default six days after the first.', '2026-03-29'),
      }),
      output: listOf(slot),
    }),
    bookViewing: post('/api/realestate/listings/{listing_id}/viewings', {
      summary: 'Book a viewing',
      description:
        'Books a free slot. A time at which no slot begins is a 400 with the code `not_a_slot`. The same e-mail address again on the same slot answers the existing viewing.',
      status: 201,
      kinds: ['slot_taken', 'listing_closed', 'too_late'],
      current: listing,
      emits: ['viewing.booked'],
      input: newViewing,
      output: writtenOf(viewing),
    }),
    listViewings: get('/api/realestate/viewings', {
      summary: 'List viewings',
      description: 'All viewings, in the order they were booked.',
      sorts: ['starts_at', 'created_at'],
      filters: {
        listing_id: equal(recordId('Only viewings of this listing.', 'lst_0001')),
        email: equalInAnyCase(
          z
            .string()
            .min(1)
            .max(254)
            .meta({ description: 'Only viewings of this address; case is ignored.', examples: ['ada@example.com'] }),
        ),
        status: equal(choice(viewingStatuses, 'Only viewings of this status.')),
        from: after('starts_at', instant('Only viewings that begin then or later.', '2025-06-01T00:00:00.000Z')),
        to: before('starts_at', instant('Only viewings that begin then or earlier.', '2025-12-31T23:59:59.999Z')),
      },
      input: unsearchedListInput({}),
      output: listOf(viewing),
    }),
    getViewing: get('/api/realestate/viewings/{viewing_id}', {
      summary: 'Get a viewing',
      description: 'One viewing by its id.',
      input: z.object({ viewing_id: recordId('Id of the viewing.', 'vwg_0001') }),
      output: recordOf(viewing),
    }),
    cancelViewing: remove('/api/realestate/viewings/{viewing_id}', {
      summary: 'Cancel a viewing',
      description:
        'Gives a slot back, until 2 hours before the viewing: after that the answer is 409 `too_late`. Cancelling again changes nothing.',

      kinds: ['too_late'],
      current: viewing,
      emits: ['viewing.cancelled'],
      input: z.object({ viewing_id: recordId('Id of the viewing.', 'vwg_0001') }),
      output: nothing,
    }),
    listAgents: get('/api/realestate/agents', {
      summary: 'List agents',
      description: 'Who sells and lets homes.',
      searches: ['name', 'agency'],
      sorts: ['name', 'agency', 'city', 'listing_count'],
      filters: {
        city: equalInAnyCase(
          z
            .string()
            .min(1)
            .max(120)
            .meta({ description: 'Only agents in this city; case is ignored.', examples: ['Lisbon'] }),
        ),
      },
      input: listInput({}),
      output: listOf(agent),
    }),
  },
});

export * from './agent.js';
export * from './change.js';
export * from './kinds.js';
export * from './listing.js';
export * from './listing-input.js';
export * from './listing-words.js';
export * from './photo.js';
export { listingFilters } from './search.js';
export * from './slot.js';
export * from './viewing.js';
