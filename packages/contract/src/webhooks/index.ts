/** The webhooks domain: registrations, deliveries, test events. */
import { z } from 'zod';
import { listInput } from '../kit/controls.js';
import { defineDomain } from '../kit/define-domain.js';
import { listOf, writtenOf } from '../kit/envelope.js';
import { choice, recordId } from '../kit/field.js';
import { equal } from '../kit/filter.js';
import { get, post, remove } from '../kit/methods.js';
import { SHOWN_DELIVERIES, webhookRegistration, webhookStatuses } from '../kit/webhook.js';
import { dispatchedEvent, mirrored, testEvent } from './event.js';
import { newWebhook, webhook } from './registration.js';

/** The webhooks domain. */
export const webhooks = defineDomain({
  name: 'webhooks',
  description:
    'Webhooks signed in two ways (Standard Webhooks and Stripe). Delivery is simulated unless the server was started with --webhook-delivery on. Operations that create records emit events; each says which.',
  operations: {
    registerWebhook: post('/api/webhooks/register', {
      summary: 'Register a webhook',
      description:
        'Registers a URL for event types. Registering the same URL and events again answers the same registration; if it is disabled, it is enabled and gets a new secret. A sandbox holds a limited number of registrations (--max-registrations); one more is a 507.',
      sends: ['url'],
      input: newWebhook,
      output: writtenOf(webhook),
    }),
    listRegistrations: get('/api/webhooks/registrations', {
      summary: 'List webhook registrations',
      description: 'Registrations with their delivery counts and last attempts. Secrets are never shown.',
      searches: ['url', 'events'],
      sorts: ['type', 'status', 'last_delivery', 'created_at'],
      filters: { status: equal(choice(webhookStatuses, 'Only registrations of this status.')) },
      input: listInput({}),
      output: listOf(webhookRegistration),
    }),
    deleteRegistration: remove('/api/webhooks/registrations/{registration_id}', {
      extension: true,
      summary: 'Delete a webhook registration',
      description:
        'Deletes the registration and answers its last state. Deliveries that are still pending are given up and count as failed. An unknown id is a 404, and so is the id of a registration that was deleted before.',
      input: z.object({ registration_id: recordId('Id of the registration.', 'we_0001') }),
      output: writtenOf(webhookRegistration),
    }),
    sendTestEvent: post('/api/webhooks/test/{event_type}', {
      summary: 'Dispatch a test event',
      description: `Dispatches an event of the type to every registration that subscribed to it, and answers the signed requests byte for byte: the first ${SHOWN_DELIVERIES}, and \`delivery_count\` says how many there are. id, type and livemode are also at the top level of the answer.`,
      input: testEvent,
      output: writtenOf(dispatchedEvent, { beside: mirrored }),
    }),
  },
});

export * from './event.js';
export * from './registration.js';
