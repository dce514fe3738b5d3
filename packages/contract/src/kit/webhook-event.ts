/** How the events that webhooks carry are declared: Stripe's Event and Standard Webhooks in one. */
import { z } from 'zod';
import { instant, recordId } from './field.js';

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
