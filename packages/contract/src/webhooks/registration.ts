/** A webhook registration, its deliveries, and what a client sends to register. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';

const WORDS = 'must be words of letters, digits and underscores, with dots between them';

/** Name of an event type: words with dots between them. */
export const eventType = z
  .string()
  .max(100)
  .regex(/^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/i, WORDS)
  .meta({
    description: 'Event type: words of letters, digits and underscores, with dots between them.',
    examples: ['payment_intent.succeeded'],
  });

const wanted = z
  .string()
  .max(100)
  .regex(/^(?:\*|[a-z0-9_]+(?:\.[a-z0-9_]+)*)$/i, `${WORDS}, or * for all`)
  .meta({ description: 'An event type, or `*` for all.', examples: ['invoice.payment_failed'] });

/** Scheme, `//`, and an authority without the @ that follows credentials; a space anywhere is a slip. */
const HTTP_URL = /^https?:\/\/[^\s/?#\\@]+(?:[/?#]\S*)?$/i;
const anyUrl = z.url();

const receiverUrl = z
  .stringFormat('uri', (value) => HTTP_URL.test(value) && anyUrl.safeParse(value).success, {
    error: ({ code }) =>
      code === 'invalid_format' ? 'must be an absolute http or https URL, without credentials in it' : undefined,
  })
  .max(2048)
  .meta({
    description: 'Absolute http or https URL that receives deliveries, without credentials in it.',
    examples: ['http://127.0.0.1:3000/webhooks'],
  });

/** States of a registration. */
export const webhookStatuses = ['enabled', 'disabled'] as const;

/** How the signing key is made from the secret. */
export const signingForms = ['base64', 'raw'] as const;

/** Body of `POST /api/webhooks/register`. */
export const newWebhook = z
  .object({
    url: receiverUrl,
    events: z
      .array(wanted)
      .min(1)
      .max(50)
      .meta({
        description: 'Event types to deliver, 1 to 50; `*` for all.',
        examples: [['payment_intent.succeeded', 'invoice.payment_failed']],
      }),
    secret: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .meta({
        description:
          'Signing secret. If left out, one is generated and shown once. After `whsec_` it is read as base64; any other secret is used as it is. If it replaces a secret, deliveries are signed with both for 24 hours.',
        examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
      }),
  })
  .meta({ title: 'NewWebhook', description: 'A webhook to register.' });

const identity = {
  id: recordId('Id of the registration.', 'we_0001'),
  type: z.string().meta({ description: 'The first event type.', examples: ['payment_intent.succeeded'] }),
  livemode: z.literal(false).meta({ description: 'Never live: this is a mock.', examples: [false] }),
  url: z.string().meta({ description: 'Where deliveries go.', examples: ['http://127.0.0.1:3000/webhooks'] }),
  events: z.array(z.string()).meta({ description: 'Event types delivered.', examples: [['payment_intent.succeeded']] }),
  status: choice(webhookStatuses, 'Whether it receives deliveries.'),
};

/** What registering answers: the only answer that shows a secret. */
export const webhook = z
  .object({
    ...identity,
    signing: choice(
      signingForms,
      'How the signing key is made: from the base64 after `whsec_`, or from the secret as it is.',
    ),
    secret: z
      .string()
      .optional()
      .meta({
        description: 'The signing secret; shown only in the answer to the call that made or changed it.',
        examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
      }),
  })
  .meta({ id: 'Webhook', description: 'A webhook as it was registered.' });

/** What registering answers. */
export type Webhook = z.infer<typeof webhook>;

/** One attempt at a delivery. */
export const deliveryAttempt = z
  .object({
    event_id: recordId('The event.', 'evt_n000001'),
    at: instant('When it was made, by the clock of the sandbox.', '2026-01-05T10:00:00.000Z'),
    status: z
      .int()
      .nullable()
      .meta({ description: 'Status that the receiver answered; null if it answered none.', examples: [200] }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it failed; null for a success.', examples: [null] }),
    next: instant('When it is tried again.', '2026-01-05T10:00:01.000Z')
      .nullable()
      .meta({ description: 'When it is tried again; null if it is not.', examples: [null] }),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One attempt at a delivery.' });

/** One attempt at a delivery. */
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

/** A registration with its deliveries; never with its secret. */
export const webhookRegistration = z
  .object({
    ...identity,
    client_id: z
      .string()
      .optional()
      .meta({
        description:
          'The OAuth client whose backchannel_logout_uri it is, which gets logout tokens and no events; only on such a registration.',
        examples: ['understudy-web'],
      }),
    callback: z
      .string()
      .optional()
      .meta({
        description:
          'The callback of your OpenAPI document whose address it is, which a call has named; it gets no events. Only on such a registration.',
        examples: ['onPaid'],
      }),
    created_at: instant('When it was registered.', '2026-01-05T10:00:00.000Z'),
    deliveries: z
      .object({
        total: z.int().meta({ description: 'Events sent, or to be sent.', examples: [3] }),
        succeeded: z.int().meta({ description: 'Deliveries that succeeded.', examples: [2] }),
        failed: z.int().meta({ description: 'Deliveries that were given up.', examples: [1] }),
        pending: z.int().meta({ description: 'Deliveries that are still to be made.', examples: [0] }),
      })
      .meta({ description: 'Delivery counts.' }),
    last_delivery: instant('When the last attempt was made.', '2026-01-05T10:00:00.000Z')
      .nullable()
      .meta({ description: 'When the last attempt was made; null until then.', examples: [null] }),
    attempts: z.array(deliveryAttempt).meta({ description: 'The last ten attempts, newest first.' }),
  })
  .meta({ id: 'WebhookRegistration', description: 'A registration with its deliveries.' });

/** A registration with its deliveries. */
export type WebhookRegistration = z.infer<typeof webhookRegistration>;
