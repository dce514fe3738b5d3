/** The webhooks domain: registrations, deliveries, test events. */
import { listInput } from '../kit/controls.js';
import { listOf, writtenOf } from '../kit/envelope.js';
import { choice } from '../kit/field.js';
import { get, post } from '../kit/methods.js';
import { dispatchedEvent, mirrored, testEvent } from './event.js';
import { newWebhook, webhook, webhookRegistration, webhookStatuses } from './registration.js';

/** What the webhooks domain is about. */
export const webhooksDescription =
  'Webhooks signed in two ways (Standard Webhooks and Stripe). Delivery is simulated unless the server was started with --webhook-delivery on. Users, courses, enrollments and event registrations emit events when they are created.';

/** Operations of the webhooks domain. */
export const webhooks = {
  registerWebhook: post('/api/webhooks/register', {
    name: 'webhooks.registerWebhook',
    summary: 'Register a webhook',
    description:
      'Registers a URL for event types. The same URL and events again answer the same registration; a disabled one is enabled and gets a new secret.',
    answers: 'written',
    sends: true,
    input: newWebhook,
    output: writtenOf(webhook),
  }),
  listRegistrations: get('/api/webhooks/registrations', {
    name: 'webhooks.listRegistrations',
    summary: 'List webhook registrations',
    description: 'Registrations with their delivery counts and last attempts; never with a secret.',
    answers: 'list',
    searches: ['url', 'events'],
    input: listInput({ status: choice(webhookStatuses, 'Only registrations of this status.').optional() }),
    output: listOf(webhookRegistration),
  }),
  sendTestEvent: post('/api/webhooks/test/{event_type}', {
    name: 'webhooks.sendTestEvent',
    summary: 'Dispatch a test event',
    description:
      'Dispatches an event of the type to every registration that wants it, and answers the exact signed requests. id, type and livemode stand at the top of the answer as well.',
    answers: 'written',
    input: testEvent,
    output: writtenOf(dispatchedEvent).extend(mirrored),
  }),
};

export * from './event.js';
export * from './registration.js';
