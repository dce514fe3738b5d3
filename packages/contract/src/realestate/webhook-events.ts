/** The webhook events of the real estate domain. */
import { webhookEvent } from '../kit/webhook.js';
import { listing } from './listing.js';
import { viewing } from './viewing.js';

/** The webhook events of the real estate domain, by type. */
export const realestateEvents = {
  'listing.created': webhookEvent({
    type: 'listing.created',
    description: 'A property was put on the list.',
    object: listing,
  }),
  'listing.updated': webhookEvent({
    type: 'listing.updated',
    description: 'A client has changed a listing.',
    object: listing,
  }),
  'listing.withdrawn': webhookEvent({
    type: 'listing.withdrawn',
    description: 'A listing was withdrawn, and may no longer be shown.',
    object: listing,
  }),
  'listing.published': webhookEvent({
    type: 'listing.published',
    description: 'A listing went live as planned: by the clock, without a request.',
    object: listing,
  }),
  'listing.expired': webhookEvent({
    type: 'listing.expired',
    description: 'A listing has expired: by the clock, without a request.',
    object: listing,
  }),
  'viewing.booked': webhookEvent({
    type: 'viewing.booked',
    description: 'Somebody has booked a viewing.',
    object: viewing,
  }),
  'viewing.cancelled': webhookEvent({
    type: 'viewing.cancelled',
    description: 'A viewing was cancelled, and its slot is free again.',
    object: viewing,
  }),
  'viewing.reminder': webhookEvent({
    type: 'viewing.reminder',
    description: 'A viewing that was booked begins in 24 hours: by the clock, without a request.',
    object: viewing,
  }),
};
