/** The webhooks of the OpenAPI document: what receivers are sent for each event that the API emits (OpenAPI 3.1 §4.8.1). */
import type { Events } from '@understudy/contract/kit';
import { z } from 'zod';
import { exampleOf } from './examples.js';
import { type Json, parameter } from './parameters.js';

const header = (name: string, description: string, example: string): Json =>
  parameter(name, { in: 'header', required: true }, { type: 'string', description, examples: [example] });

/** Headers of a delivery, by component name. */
export const deliveryHeaders = {
  WebhookId: header(
    'webhook-id',
    'Id of the event, the same in every attempt: a receiver that has seen it has nothing left to do (Standard Webhooks).',
    'evt_n000001',
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'When the attempt was signed, in seconds since 1970 (Standard Webhooks).',
    '1767607200',
  ),
  WebhookSignature: header(
    'webhook-signature',
    '`v1,` and the Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` under the secret of the registration (Standard Webhooks).',
    'v1,3kQVQ0nYlMwrS3OqjUqkO4hjXpq1lYpHZJIk5vX8fRc=',
  ),
  StripeSignature: header(
    'Stripe-Signature',
    '`t=` and the time, `v1=` and the HMAC-SHA256 in hex of `{t}.{body}` under the same secret, as Stripe signs.',
    't=1767607200,v1=0c1bd4d1f1d0a2a8f1b3d7f9b6e5c4a3928170605f4e3d2c1b0a998877665544',
  ),
} satisfies Record<string, Json>;

const responses: Json = {
  '2XX': { description: 'Received. Any 2xx ends the delivery.' },
  '410': { description: 'Not wanted any more: the registration is disabled.' },
  default: { description: 'Not received: it is tried again, as `--webhook-retry` says.' },
};

/** The schema of an event, by reference to the records that operations answer. */
function jsonSchema(event: z.ZodObject, component: string): Json {
  const { $defs: { [component]: found } = {} } = z.toJSONSchema(event);
  const { id: _, ...schema } = found ?? {};
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text) as Json;
}

function webhook(type: string, event: z.ZodObject, schemas: Record<string, Json>): Json {
  const component = event.meta()?.id ?? type;
  schemas[component] = jsonSchema(event, component);
  const $ref = `#/components/schemas/${component}`;
  const example = exampleOf({ $ref }, { schemas, members: 'all' });
  return {
    post: {
      operationId: `webhook.${type}`,
      summary: type,
      description: event.description,
      tags: ['webhooks'],
      security: [],
      parameters: Object.keys(deliveryHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: { required: true, content: { 'application/json': { schema: { $ref }, example } } },
      responses,
    },
  };
}

/** The webhooks, by event type; the schemas of their events are added to those of the document. */
export function* webhooksOf(events: Events, schemas: Record<string, Json>): Generator<void, Record<string, Json>> {
  const webhooks: Record<string, Json> = {};
  for (const [type, event] of Object.entries(events)) {
    webhooks[type] = webhook(type, event, schemas);
    yield;
  }
  return webhooks;
}
