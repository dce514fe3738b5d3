/** Registers webhooks. */
import { toBase64, createHmac } from '#platform/runtime';
import type { contract } from '@understudy/contract';
import type { Webhook } from '@understudy/contract/webhooks';
import type { ContextOf } from '../../kit/context.js';
import type { Result } from '../../kit/handler.js';
import { nextInSequence, type WritableRecords } from '../../kit/records.js';
import { checkRegistrations, type RegistrationLimit, webhookRegistrations } from '../../webhooks/records.js';
import { type RegistrationRecord, withSecret } from '../../webhooks/registration-record.js';
import { signingForm } from '../../webhooks/signing.js';

type RegisterContext = ContextOf<typeof contract.webhooks, 'registerWebhook'>;

/** A secret that follows from the sandbox's seed, and that no two registrations share, of this sandbox or of another. */
function newSecret({ records, sandbox, now, input }: RegisterContext): string {
  const made = JSON.stringify([sandbox, now, input.url]);
  const number = nextInSequence(records, 'webhook_secrets');
  const key = createHmac('sha256', `understudy ${records.dataset.seed}`)
    .update(`webhook secret ${number} ${made}`)
    .digest();
  return `whsec_${toBase64(key.subarray(0, 24))}`;
}

/** How many there are; those of OAuth clients come of themselves, and do not count. */
function ownRegistrations(records: WritableRecords): number {
  return records.changed(webhookRegistrations).filter(({ client_id }) => client_id === undefined).length;
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
