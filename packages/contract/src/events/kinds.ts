/** Problem kinds of the event-management domain. */
import { defineKinds } from '../kit/problem-kinds.js';

/** Problem kinds of the event-management domain. */
export const eventKinds = defineKinds({
  sold_out: {
    status: 409,
    title: 'Sold Out',
    description: 'Every seat of the event is taken. Send waitlist: true to be put on the waiting list instead.',
  },
  event_closed: {
    status: 409,
    title: 'Event Closed',
    description: 'The event is over or cancelled, and takes no registrations.',
  },
});
