/** The event-management domain: its handlers over its records. */
import { contract } from '@understudy/contract';
import { domain } from '../../call/domain.js';
import { withNeeds } from '../../call/handler.js';
import { anyCase, listing } from '../../kit/listing.js';
import { eventCategories } from './records/category.js';
import { events as eventRecords } from './records/event.js';
import { eventAttendees, eventRegistrations } from './records/people.js';
import { register, unknownEvent } from './register.js';

/** Handlers of the event-management domain. */
export const events = domain(
  contract.events,
  {
    listEvents: ({ input: { city, category, status } }) =>
      listing(eventRecords, { city: anyCase(city), category: anyCase(category), status }),

    listCategories: () => listing(eventCategories),

    getEvent: ({ input: { event_id }, view }) => {
      const value = view.get(eventRecords, event_id);
      if (value === undefined) throw unknownEvent(event_id);
      return { value };
    },

    registerForEvent: withNeeds(() => ({ collections: [eventRegistrations] }), register),

    listAttendees: ({ input: { event_id, status }, view }) => {
      if (view.get(eventRecords, event_id) === undefined) throw unknownEvent(event_id);
      return listing(eventAttendees, { event_id, status });
    },
  },
  { collections: [eventRecords, eventCategories, eventRegistrations, eventAttendees] },
);
