/** Problem kinds of the real estate domain. */
import { defineKinds } from '../kit/problem-kinds.js';

/** Problem kinds of the real estate domain. */
export const realestateKinds = defineKinds({
  slot_taken: {
    status: 409,
    title: 'Slot Taken',
    description: 'Somebody else has the slot. List the slots again, and book one that is free.',
  },
  listing_closed: {
    status: 409,
    title: 'Listing Closed',
    description: 'The listing is neither active nor under offer, and cannot be viewed.',
    current: true,
  },
});
