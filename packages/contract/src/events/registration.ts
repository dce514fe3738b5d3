/** A seat at an event or a position on its waiting list, who has it, and what a client sends to get one. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';

/** States of a registration. */
export const registrationStatuses = ['confirmed', 'waitlisted', 'checked_in', 'cancelled'] as const;

/** States of an attendee. */
export const attendeeStatuses = ['confirmed', 'checked_in', 'cancelled'] as const;

/** Kinds of ticket. */
export const ticketTypes = ['general', 'student', 'vip'] as const;

const name = z
  .string()
  .min(1)
  .max(120)
  .meta({ description: 'Full name, 1 to 120 characters.', examples: ['Ada Lovelace'] });

const email = z
  .email()
  .max(254)
  .meta({
    description: 'E-mail address; case is ignored.',
    examples: ['ada.lovelace@example.com'],
  });

/** A registration for an event. */
export const eventRegistration = z
  .object({
    id: recordId('Id of the registration.', 'reg_0001'),
    event_id: recordId('The event.', 'event_0001'),
    name,
    email,
    status: choice(registrationStatuses, 'State of the registration.'),
    waitlist_position: z
      .int()
      .min(1)
      .nullable()
      .meta({
        description: 'Position on the waiting list, counted from 1; null for attendees with a seat.',
        examples: [null],
      }),
    ticket_code: z.string().meta({ description: 'Code on the ticket.', examples: ['UT-7F3K-9QX2'] }),
    created_at: instant('When the registration was made.', '2026-01-05T10:00:00.000Z'),
  })
  .meta({ id: 'EventRegistration', description: 'A registration for an event.' });

/** A registration for an event. */
export type EventRegistration = z.infer<typeof eventRegistration>;

/** Body of `POST /api/events/{event_id}/registrations`. */
export const newEventRegistration = z
  .object({
    event_id: recordId('Id of the event.', 'event_0001'),
    name,
    email,
    ticket_type: z
      .enum(ticketTypes)
      .default('general')
      .meta({ description: 'Kind of ticket.', examples: ['general'] }),
    waitlist: z
      .boolean()
      .default(false)
      .meta({
        description: 'Whether to join the waiting list if no seat is left.',
        examples: [false],
      }),
  })
  .meta({ title: 'NewEventRegistration', description: 'The person who wants a seat.' });

/** Someone who has a seat at an event, or had one. */
export const attendee = z
  .object({
    id: recordId('Id of the attendee.', 'att_0001'),
    registration_id: recordId('The registration.', 'reg_0001'),
    name: z.string().meta({ description: 'Full name.', examples: ['Ada Lovelace'] }),
    email: z.string().meta({ description: 'E-mail address.', examples: ['ada.lovelace.1@example.com'] }),
    ticket_type: choice(ticketTypes, 'Kind of ticket.'),
    status: choice(attendeeStatuses, 'State of the attendee.'),
    checked_in_at: instant('When the attendee checked in.', '2026-03-12T17:45:00.000Z')
      .nullable()
      .meta({ description: 'When the attendee checked in; null until then.', examples: [null] }),
  })
  .meta({ id: 'Attendee', description: 'Someone who has a seat at an event, or had one.' });

/** Someone who has a seat at an event, or had one. */
export type Attendee = z.infer<typeof attendee>;
