/** The webhooks domain: its handlers over the module that delivers. */
import type { WebhookRegistration } from '@understudy/contract/kit';
import { type DispatchedEvent, type Webhook, webhooks as declared } from '@understudy/contract/webhooks';
import { implement } from '../../kit/implement.js';
import { listing } from '../../kit/listing.js';
import type { Outbox } from '../../webhooks/outbox.js';
import {
  checkRegistrations,
  endDeliveries,
  type RegistrationLimit,
  webhookCollections,
  webhookRegistrations,
} from '../../webhooks/records.js';
import type { ContextOf } from '../../kit/context.js';
import type { Result } from '../../kit/handler.js';
import { createHmac, toBase64 } from '#platform/runtime';
import { nextInSequence, type WritableRecords } from '../../kit/records.js';
import { type RegistrationRecord, withSecret } from '../../webhooks/attempts.js';
import { signingForm } from '../../webhooks/signing.js';

type RegisterContext = ContextOf<typeof declared, 'registerWebhook'>;

/** A secret that follows from the sandbox's seed, and that no two registrations share, of this sandbox or of another. */
function newSecret({ records, sandbox, now, input }: RegisterContext): string {
  const made = JSON.stringify([sandbox, now, input.url]);
  const number = nextInSequence(records, 'webhook_secrets');
  const key = createHmac('sha256', `understudy ${records.dataset.seed}`)
    .update(`webhook secret ${number} ${made}`)
    .digest();
  return `whsec_${toBase64(key.subarray(0, 24))}`;
}

/** How many there are; those of OAuth clients and of callbacks come of themselves, and do not count. */
function ownRegistrations(records: WritableRecords): number {
  const own = records.changed(webhookRegistrations);
  return own.filter(({ client_id, callback }) => client_id === undefined && callback === undefined).length;
}

function shown({ id, type, livemode, url, events, status, secret }: RegistrationRecord, isNew: boolean): Webhook {
  const webhook = { id, type, livemode, url, events, status, signing: signingForm(secret) };
  return isNew ? { ...webhook, secret } : webhook;
}

/**
 * Registers a URL for events. The same again answers the same registration; where it is disabled, or
 * another secret is given, it is enabled with a new one.
 */
export function register(ctx: RegisterContext, limits: RegistrationLimit): Result<readonly Webhook[]> {
  const { input, records, now, onlyId } = ctx;
  const events = [...new Set(input.events)];
  const id = onlyId(webhookRegistrations, [input.url, events.toSorted()]);
  const existing = records.get(webhookRegistrations, id);
  const isSame = input.secret === undefined || input.secret === existing?.secret;
  if (existing?.status === 'enabled' && isSame) return { value: [shown(existing, false)] };
  const secret = input.secret ?? newSecret(ctx);
  if (existing !== undefined) {
    const enabled = withSecret({ ...existing, status: 'enabled' }, secret, now);
    return { value: [shown(records.put(webhookRegistrations, enabled), true)] };
  }
  checkRegistrations(ownRegistrations(records) + 1, limits);
  const fresh: RegistrationRecord = {
    id,
    type: events[0] ?? '*',
    livemode: false,
    url: input.url,
    events,
    status: 'enabled',
    created_at: new Date(now).toISOString(),
    deliveries: { total: 0, succeeded: 0, failed: 0, pending: 0 },
    last_delivery: null,
    attempts: [],
    secret,
    scheduled: [],
  };
  return { value: [shown(records.put(webhookRegistrations, fresh), true)] };
}

/** What a test event is about when nobody says. */
const SAMPLE = { id: 'obj_0001', object: 'sample', amount: 2000, currency: 'eur' };

type TestContext = ContextOf<typeof declared, 'sendTestEvent'>;

/** Dispatches an event of any type, to all who want it or to one registration, and answers what came of it. */
function sendTestEvent({ input, records }: TestContext, outbox: Outbox): Result<readonly DispatchedEvent[]> {
  const { event_type: type, data, registration_id: only } = input;
  if (only !== undefined) records.find(webhookRegistrations, only);
  const documented = outbox.documented(type, records.dataset.seed);
  const object = data ?? documented ?? SAMPLE;
  const event = outbox.emit(records, { type, object, only, isBare: documented !== undefined });
  const { id, livemode } = event;
  return { value: [event], beside: { id, type, livemode } };
}

type DeleteContext = ContextOf<typeof declared, 'deleteRegistration'>;

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
