/** What webhooks are declared with: their events, Stripe's Event and Standard Webhooks in one, and a registration with the attempts at its deliveries. */
import { z } from 'zod';
import { choice, instant, recordId } from './field.js';

/** An event type, and the record that its events are about. */
export interface EventDeclaration<Type extends string, Body extends z.ZodType> {
  readonly type: Type;
  /** When it happens. */
  readonly description: string;
  readonly object: Body;
}

/**
 * Declares an event: the schema of the body that is posted to receivers.
 *
 * @example
 * ```ts
 * import { course, webhookEvent } from '@understudy/contract';
 * const archived = webhookEvent({
 *   type: 'course.archived',
 *   description: 'A course has left the catalogue.',
 *   object: course,
 * });
 * ```
 */
export function webhookEvent<Type extends string, Body extends z.ZodType>(declared: EventDeclaration<Type, Body>) {
  const { type, description, object } = declared;
  return z
    .object({
      id: recordId('Id of the event, the same in every attempt.', 'evt_n000001'),
      object: z.literal('event').meta({ description: 'Type of the object, as Stripe names it.', examples: ['event'] }),
      type: z.literal(type).meta({ description: 'Event type.', examples: [type] }),
      created: z
        .int()
        .meta({ description: 'When it happened, in seconds since 1970 (Stripe).', examples: [1_767_607_200] }),
      timestamp: instant('When it happened (Standard Webhooks).', '2026-01-05T10:00:00.000Z'),
      livemode: z.literal(false).meta({ description: 'Never live: this is a mock.', examples: [false] }),
      data: z.object({ object }).meta({ description: 'The record it is about.' }),
    })
    .meta({ id: `${pascalCase(type)}Event`, description });
}

/** `EventRegistrationCreated` of `event.registration.created`. */
function pascalCase(type: string): string {
  return type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Deliveries that the answer of a test event shows at most: as many as the largest page of a list. */
export const SHOWN_DELIVERIES = 50;

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

/** States of a registration. */
export const webhookStatuses = ['enabled', 'disabled'] as const;

/** What every registration shows. */
export const registrationMembers = {
  id: recordId('Id of the registration.', 'we_0001'),
  type: z.string().meta({ description: 'The first event type.', examples: ['payment_intent.succeeded'] }),
  livemode: z.literal(false).meta({ description: 'Never live: this is a mock.', examples: [false] }),
  url: z.string().meta({ description: 'Where deliveries go.', examples: ['http://127.0.0.1:3000/webhooks'] }),
  events: z.array(z.string()).meta({ description: 'Event types delivered.', examples: [['payment_intent.succeeded']] }),
  status: choice(webhookStatuses, 'Whether it receives deliveries.'),
};

/** A registration with its deliveries; never with its secret. */
export const webhookRegistration = z
  .object({
    ...registrationMembers,
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
