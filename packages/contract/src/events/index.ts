/** The event-management domain: events, categories, registrations, attendees. */
import { z } from 'zod';
import { listInput } from '../kit/controls.js';
import { defineDomain } from '../kit/define-domain.js';
import { listOf, recordOf, writtenOf } from '../kit/envelope.js';
import { choice, recordId } from '../kit/field.js';
import { equal, equalInAnyCase } from '../kit/filter.js';
import { get, post } from '../kit/methods.js';
import { eventKinds } from './kinds.js';
import { event, eventCategory, eventStatuses } from './event.js';
import { attendee, attendeeStatuses, eventRegistration, newEventRegistration } from './registration.js';
import { registrationEvents } from './webhook-events.js';

const eventId = recordId('Id of the event.', 'event_0001');

const inAnyCase = (description: string, example: string) =>
  equalInAnyCase(
    z
      .string()
      .min(1)
      .max(64)
      .meta({ description, examples: [example] }),
  );

/** The event-management domain. */
export const events = defineDomain({
  name: 'events',
  description:
    'Events with seats, waiting lists and attendees. Of the seeded events, `event_0002` is sold out, `event_0003` has one seat left and `event_0004` is cancelled.',
  kinds: eventKinds,
  events: registrationEvents,
  operations: {
    listEvents: get('/api/events', {
      summary: 'List events',
      description: 'All events.',
      searches: ['title', 'description'],
      sorts: ['title', 'city', 'category', 'capacity', 'registered_count', 'available', 'ends_at', 'starts_at'],
      filters: {
        city: inAnyCase('Only events in this city; case is ignored.', 'Lisbon'),
        category: inAnyCase('Only events of this category, by its slug; case is ignored.', 'technology'),
        status: equal(choice(eventStatuses, 'Only events of this status.')),
      },
      input: listInput({}),
      output: listOf(event),
    }),
    listCategories: get('/api/events/categories', {
      summary: 'List categories of events',
      description: 'The categories, with how many events each has.',
      searches: ['name', 'slug'],
      sorts: ['name', 'slug', 'event_count'],
      input: listInput({}),
      output: listOf(eventCategory),
    }),
    getEvent: get('/api/events/{event_id}', {
      summary: 'Get an event',
      description: 'One event by its id.',
      input: z.object({ event_id: eventId }),
      output: recordOf(event),
    }),
    registerForEvent: post('/api/events/{event_id}/registrations', {
      summary: 'Register for an event',
      description:
        'Takes a seat. If the event is full, the answer is 409 `sold_out`, or with `waitlist: true` a registration on the waiting list. An event that is over or cancelled is 409 `event_closed`. Registering the same e-mail address again answers the existing registration.',
      kinds: ['sold_out', 'event_closed'],
      emits: ['event.registration.created', 'event.registration.waitlisted'],
      input: newEventRegistration,
      output: writtenOf(eventRegistration),
    }),
    listAttendees: get('/api/events/{event_id}/attendees', {
      summary: 'List the attendees of an event',
      description: 'Everyone who has a seat, or had one.',
      searches: ['name'],
      sorts: ['name', 'email', 'checked_in_at'],
      filters: { status: equal(choice(attendeeStatuses, 'Only attendees of this status.')) },
      input: listInput({ event_id: eventId }),
      output: listOf(attendee),
    }),
  },
});

export * from './event.js';
export * from './kinds.js';
export * from './registration.js';
