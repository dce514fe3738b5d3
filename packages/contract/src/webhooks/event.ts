/** An event that webhooks carry: Stripe's Event and Standard Webhooks in one. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';
import { SHOWN_DELIVERIES } from '../kit/webhook.js';
import { eventType } from './registration.js';

const data = z.record(z.string(), z.unknown());

/** Body of `POST /api/webhooks/test/{event_type}`. */
export const testEvent = z
  .object({
    event_type: eventType,
    data: data.optional().meta({
      description: 'The record the event is about: it becomes data.object. If left out, a sample.',
      examples: [{ id: 'pi_1', amount: 2000 }],
    }),
    registration_id: recordId('Deliver to this registration only, whatever it subscribed to.', 'we_0001').optional(),
  })
  .meta({ title: 'TestEvent', description: 'What to dispatch.', examples: [{ data: { id: 'pi_1', amount: 2000 } }] });

/** A request to a receiver, byte for byte. */
export const webhookDelivery = z
  .object({
    registration_id: recordId('The registration.', 'we_0001'),
    url: z.string().meta({ description: 'URL it is sent to.', examples: ['http://127.0.0.1:3000/webhooks'] }),
    status: choice(
      ['simulated', 'pending', 'failed'],
      'Simulated, queued for real delivery, or failed at once: the attempts of the registration say why.',
    ),
    headers: z.record(z.string(), z.string()).meta({
      description:
        'Signed headers: webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks), Stripe-Signature. Both have several signatures for 24 hours after a secret was replaced. CDN-Loop (RFC 8586) counts the deliveries that led to this one.',
      examples: [{ 'webhook-id': 'evt_n000001' }],
    }),
    body: z.string().meta({
      description: 'The body, exactly as it is signed. Parsing it and writing it again gives different bytes.',
      examples: ['{ "id":"evt_n000001"}'],
    }),
  })
  .meta({ id: 'WebhookDelivery', description: 'A request to a receiver.' });

/** A request to a receiver. */
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const identity = {
  id: recordId('Id of the event.', 'evt_n000001'),
  type: z.string().meta({ description: 'Event type.', examples: ['payment_intent.succeeded'] }),
  livemode: z.literal(false).meta({ description: 'Never live: this is a mock.', examples: [false] }),
};

/** An event that was dispatched. */
export const dispatchedEvent = z
  .object({
    ...identity,
    object: z.literal('event').meta({ description: 'Type of the object, as Stripe names it.', examples: ['event'] }),
    created: z
      .int()
      .meta({ description: 'When it happened, in seconds since 1970 (Stripe).', examples: [1_767_607_200] }),
    timestamp: instant('When it happened (Standard Webhooks).', '2026-01-05T10:00:00.000Z'),
    data: z
      .object({ object: data.meta({ description: 'What the event is about.', examples: [{ id: 'pi_1' }] }) })
      .meta({ description: 'What the event is about.' }),
    deliveries: z.array(webhookDelivery).meta({
      description: `One for each registration that subscribed to the event, in the order of the list: the first ${SHOWN_DELIVERIES}, or fewer if their bodies together exceed 500,000 characters. The others are made too; with \`registration_id\` the answer shows the one to that registration.`,
    }),
    delivery_count: z.int().meta({
      description: 'Deliveries of the event, including those that are not shown.',
      examples: [1],
    }),
  })
  .meta({ id: 'DispatchedEvent', description: 'An event that was dispatched.' });

/** An event that was dispatched. */
export type DispatchedEvent = z.infer<typeof dispatchedEvent>;

/** Members of the event that stand at the top of the answer as well. */
export const mirrored = identity;
