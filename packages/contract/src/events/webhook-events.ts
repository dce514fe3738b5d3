/** The webhook events of the event-management domain. */
import { webhookEvent } from '../kit/webhook.js';
import { eventRegistration } from './registration.js';

/** The webhook events of the event-management domain, by type. */
export const registrationEvents = {
  'event.registration.created': webhookEvent({
    type: 'event.registration.created',
    description: 'Somebody has taken a seat at an event.',
    object: eventRegistration,
  }),
  'event.registration.waitlisted': webhookEvent({
    type: 'event.registration.waitlisted',
    description: 'Somebody was put on the waiting list of an event.',
    object: eventRegistration,
  }),
};
