/** What a client sends to register a webhook, and what it is answered. */
import { z } from 'zod';
import { choice } from '../kit/field.js';
import { registrationMembers } from '../kit/webhook.js';

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

/** What registering answers: the only answer that shows a secret. */
export const webhook = z
  .object({
    ...registrationMembers,
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
