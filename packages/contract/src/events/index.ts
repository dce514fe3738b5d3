/** The event-management domain: events, categories, registrations, attendees. */
import { z } from 'zod';
import { listInput } from '../kit/controls.js';
import { listOf, recordOf, writtenOf } from '../kit/envelope.js';
import { choice, recordId } from '../kit/field.js';
import { get, post } from '../kit/methods.js';
import { event, eventCategory, eventStatuses } from './event.js';
import { attendee, attendeeStatuses, eventRegistration, newEventRegistration } from './registration.js';

/** What the event-management domain is about. */
export const eventsDescription =
  'Events with seats, waiting lists and attendees. Of the seeded events, `event_0002` is sold out, `event_0003` has one seat left and `event_0004` is cancelled.';

const eventId = recordId('Id of the event.', 'event_0001');

const filter = (description: string, example: string) =>
  z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ description, examples: [example] });

/** Operations of the event-management domain. */
export const events = {
  listEvents: get('/api/events', {
    name: 'events.listEvents',
    summary: 'List events',
    description: 'All events.',
    answers: 'list',
    searches: ['title', 'description'],
    input: listInput({
      city: filter('Only events in this city, in any case.', 'Lisbon'),
      category: filter('Only events of this category, by its slug, in any case.', 'technology'),
      status: choice(eventStatuses, 'Only events of this status.').optional(),
    }),
    output: listOf(event),
  }),
  listCategories: get('/api/events/categories', {
    name: 'events.listCategories',
    summary: 'List categories of events',
    description: 'The categories, with how many events each has.',
    answers: 'list',
    searches: ['name', 'slug'],
    input: listInput({}),
    output: listOf(eventCategory),
  }),
  getEvent: get('/api/events/{event_id}', {
    name: 'events.getEvent',
    summary: 'Get an event',
    description: 'One event by its id.',
    answers: 'record',
    input: z.object({ event_id: eventId }),
    output: recordOf(event),
  }),
  registerForEvent: post('/api/events/{event_id}/registrations', {
    name: 'events.registerForEvent',
    summary: 'Register for an event',
    description:
      'Takes a seat. A full event is 409 `sold_out`, or with `waitlist: true` a place on the waiting list; one that is over or cancelled is 409 `event_closed`. The same e-mail again answers the existing registration.',
    answers: 'written',
    kinds: ['sold_out', 'event_closed'],
    emits: ['event.registration.created', 'event.registration.waitlisted'],
    input: newEventRegistration,
    output: writtenOf(eventRegistration),
  }),
  listAttendees: get('/api/events/{event_id}/attendees', {
    name: 'events.listAttendees',
    summary: 'List the attendees of an event',
    description: 'Everyone who has a seat, or had one.',
    answers: 'list',
    searches: ['name'],
    input: listInput({
      event_id: eventId,
      status: choice(attendeeStatuses, 'Only attendees of this status.').optional(),
    }),
    output: listOf(attendee),
  }),
};

export * from './event.js';
export * from './kinds.js';
export * from './registration.js';
