/** The event-management domain: its handlers over its records. */
import { events as declared } from '@understudy/contract/events';
import { implement, listing } from '../../kit/index.js';
import { eventCategories } from './records/category.js';
import { events as eventRecords } from './records/event.js';
import { eventAttendees, eventRegistrations } from './records/people.js';
import { register } from './register.js';

/** The event-management domain. */
export const events = implement(declared, {
  collections: [eventRecords, eventCategories, eventRegistrations, eventAttendees],
  handlers: {
    listEvents: () => listing(eventRecords),

    listCategories: () => listing(eventCategories),

    getEvent: ({ input, records }) => ({ value: records.find(eventRecords, input.event_id) }),

    registerForEvent: { needs: () => ({ collections: [eventRegistrations] }), handle: register },

    listAttendees: ({ input: { event_id }, records }) => {
      records.find(eventRecords, event_id);
      return listing(eventAttendees, { event_id });
    },
  },
});
