/** The webhooks domain: its handlers over the module that delivers. */
import { type DispatchedEvent, type WebhookRegistration, webhooks as declared } from '@understudy/contract/webhooks';
import { implement } from '../../kit/implement.js';
import { listing } from '../../kit/listing.js';
import type { Outbox } from '../../webhooks/outbox.js';
import { type RegistrationLimit, webhookCollections, webhookRegistrations } from '../../webhooks/records.js';
import { register } from './register.js';
import type { contract } from '@understudy/contract';
import type { ContextOf } from '../../kit/context.js';
import type { Result } from '../../kit/handler.js';
import { endDeliveries } from '../../webhooks/end-delivery.js';

/** What a test event is about when nobody says. */
const SAMPLE = { id: 'obj_0001', object: 'sample', amount: 2000, currency: 'eur' };

type TestContext = ContextOf<typeof contract.webhooks, 'sendTestEvent'>;

/** Dispatches an event of any type, to all who want it or to one registration, and answers what came of it. */
function sendTestEvent({ input, records }: TestContext, outbox: Outbox): Result<readonly DispatchedEvent[]> {
  const { event_type: type, data: object = SAMPLE, registration_id: only } = input;
  if (only !== undefined) records.find(webhookRegistrations, only);
  const event = outbox.emit(records, { type, object, only });
  const { id, livemode } = event;
  return { value: [event], beside: { id, type, livemode } };
}

type DeleteContext = ContextOf<typeof contract.webhooks, 'deleteRegistration'>;

/** Deletes a registration, gives up what waits for it, and answers it as it was in the end. */
function deleteRegistration({ input, records }: DeleteContext): Result<readonly WebhookRegistration[]> {
  const { registration_id: id } = input;
  const { secret: _, scheduled: _due, ...registration } = records.find(webhookRegistrations, id);
  endDeliveries(records, id);
  records.remove(webhookRegistrations, id);
  const { pending, failed, ...others } = registration.deliveries;
  return { value: [{ ...registration, deliveries: { ...others, failed: failed + pending, pending: 0 } }] };
}

/** What the domain needs of a server. */
export interface Server {
  readonly outbox: Outbox;
  readonly limits: RegistrationLimit;
}

/** The webhooks domain. */
export const webhooks = implement(declared, {
  collections: webhookCollections,
  handlers: ({ outbox, limits }: Server) => ({
    registerWebhook: (ctx) => register(ctx, limits),
    listRegistrations: () => listing(webhookRegistrations),
    deleteRegistration,
    sendTestEvent: (ctx) => sendTestEvent(ctx, outbox),
  }),
});
