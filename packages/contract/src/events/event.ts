/** An event, and the categories that events belong to. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';

/** States of an event. They are stored, not computed from the clock. */
export const eventStatuses = ['scheduled', 'live', 'completed', 'cancelled'] as const;

/** An event. */
export const event = z
  .object({
    id: recordId('Id of the event.', 'event_0001'),
    title: z.string().meta({ description: 'Title.', examples: ['Open Source Evening'] }),
    city: z.string().meta({ description: 'City.', examples: ['Lisbon'] }),
    capacity: z
      .int()
      .min(0)
      .meta({ description: 'Seats.', examples: [120] }),
    description: z
      .string()
      .meta({ description: 'What it is about.', examples: ['Short talks and long conversations.'] }),
    category: z.string().meta({ description: 'Slug of its category.', examples: ['technology'] }),
    venue: z.string().meta({ description: 'Where in the city it takes place.', examples: ['Harbour Hall'] }),
    country: z.string().meta({ description: 'Country.', examples: ['Portugal'] }),
    timezone: z.string().meta({ description: 'Time zone of the venue (IANA name).', examples: ['Europe/Lisbon'] }),
    starts_at: instant('When it begins.', '2026-03-12T18:00:00.000Z'),
    ends_at: instant('When it ends.', '2026-03-12T21:00:00.000Z'),
    status: choice(eventStatuses, 'State of the event.'),
    price: z
      .object({
        amount: z
          .int()
          .min(0)
          .meta({ description: 'Amount in minor units, such as cents; 0 is free.', examples: [2500] }),
        currency: z.string().meta({ description: 'Currency (ISO 4217).', examples: ['EUR'] }),
      })
      .meta({ description: 'Price of a general ticket.' }),
    registered_count: z
      .int()
      .min(0)
      .meta({ description: 'Seats taken.', examples: [80] }),
    available: z
      .int()
      .min(0)
      .meta({ description: 'Seats left.', examples: [40] }),
    waitlist_count: z
      .int()
      .min(0)
      .meta({ description: 'People on the waiting list.', examples: [0] }),
    sold_out: z.boolean().meta({ description: 'Whether no seat is left.', examples: [false] }),
  })
  .meta({ id: 'Event', description: 'An event.' });

/** An event. */
export type Event = z.infer<typeof event>;

/** A category of events. */
export const eventCategory = z
  .object({
    id: recordId('Id of the category.', 'cat_0001'),
    slug: z.string().meta({ description: 'Short name, as events carry it.', examples: ['technology'] }),
    name: z.string().meta({ description: 'Name.', examples: ['Technology'] }),
    event_count: z
      .int()
      .min(0)
      .meta({ description: 'Events of the category.', examples: [8] }),
  })
  .meta({ id: 'EventCategory', description: 'A category of events.' });

/** A category of events. */
export type EventCategory = z.infer<typeof eventCategory>;
