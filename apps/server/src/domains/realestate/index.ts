/** The real estate domain: its handlers over its records. */
import { realestate as declared } from '@understudy/contract';
import { implement, listing } from '../../kit/index.js';
import { bookViewing, cancelViewing } from './book-viewing.js';
import { createListing } from './create-listing.js';
import { listChanges } from './list-changes.js';
import { listSlots } from './list-slots.js';
import { agents } from './records/agent.js';
import { listings } from './records/listing.js';
import { viewings } from './records/viewing.js';
import { searchListings } from './search-listings.js';
import { updateListing } from './update-listing.js';

/** The real estate domain. */
export const realestate = implement(declared, {
  collections: [listings, agents, viewings],
  handlers: {
    listListings: searchListings,

    getListing: ({ input, records }) => ({ value: records.find(listings, input.listing_id) }),

    createListing,

    updateListing: {
      current: ({ input, records }) => records.find(listings, input.listing_id),
      handle: updateListing,
    },

    listChanges,

    listSlots,

    bookViewing,

    listViewings: () => listing(viewings),

    getViewing: ({ input, records }) => ({ value: records.find(viewings, input.viewing_id) }),

    cancelViewing,

    listAgents: () => listing(agents),
  },
});
