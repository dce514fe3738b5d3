/** The real estate domain: its handlers over its records. */
import { realestate as declared } from '@understudy/contract/realestate';
import { implement, listing } from '../../kit/index.js';
import { bookViewing, cancelViewing } from './book-viewing.js';
import { createListing } from './create-listing.js';
import { listChanges } from './list-changes.js';
import { listSlots } from './list-slots.js';
import { agents } from './records/agent.js';
import { listings } from './records/listing.js';
import { photos } from './records/photo.js';
import { viewings } from './records/viewing.js';
import { searchListings } from './search-listings.js';
import { draw, showPhoto } from './show-photo.js';
import { updateListing } from './update-listing.js';

/** The real estate domain. */
export const realestate = implement(declared, {
  collections: [listings, agents, photos, viewings],
  handlers: {
    listListings: searchListings,

    getListing: ({ input, records }) => ({ value: records.find(listings, input.listing_id) }),

    createListing,

    updateListing: {
      current: ({ input, records }) => records.find(listings, input.listing_id),
      handle: updateListing,
    },

    listChanges,

    listPhotos: ({ input, records, apiUrl }) => {
      const { id: listing_id } = records.find(listings, input.listing_id);
      const { dataset } = records;
      return listing(photos, { listing_id }, { show: (photo) => showPhoto(photo, { dataset, apiUrl }) });
    },

    getPhoto: ({ input, records }) => {
      const photo = records.find(photos, input.photo_id);
      return { file: draw(records.dataset, photo, input) };
    },

    listSlots,

    bookViewing,

    listViewings: () => listing(viewings),

    getViewing: ({ input, records }) => ({ value: records.find(viewings, input.viewing_id) }),

    cancelViewing,

    listAgents: () => listing(agents),
  },
});
