/** Registers webhooks. */
import { createHmac } from 'node:crypto';
import type { contract, Webhook } from '@understudy/contract';
import type { z } from 'zod';
import type { Facts, Result } from '../../call/handler.js';
import { checkRegistrations } from '../../webhooks/registration-limit.js';
import { type RegistrationRecord, webhookRegistrations } from '../../webhooks/records.js';
import { signingForm } from '../../webhooks/signing.js';
import { Draft } from '../../state/model/draft.js';
import { nextInSequence } from '../../state/model/sequences.js';

type RegisterFacts = Facts<z.output<typeof contract.webhooks.operations.registerWebhook.input>>;

/** A secret that follows from the sandbox's seed, and that no two registrations share. */
function newSecret(draft: Draft): string {
  const number = nextInSequence(draft, 'webhook_secrets');
  const key = createHmac('sha256', `understudy ${draft.view.world.seed}`).update(`webhook secret ${number}`).digest();
  return `whsec_${key.subarray(0, 24).toString('base64')}`;
}

function shown({ id, type, livemode, url, events, status, secret }: RegistrationRecord, isNew: boolean): Webhook {
  const told = { id, type, livemode, url, events, status, signing: signingForm(secret) };
  return isNew ? { ...told, secret } : told;
}

/**
 * Registers a URL for events. The same again answers the same registration; where it is disabled, or
 * another secret is given, it is enabled with a new one.
 */
export function register({ input, view, now, onlyId, limits }: RegisterFacts): Result<readonly Webhook[]> {
  const draft = new Draft(view);
  const events = [...new Set(input.events)];
  const id = onlyId(webhookRegistrations, [input.url, events.toSorted()]);
  const existing = view.get(webhookRegistrations, id);
  const isSame = input.secret === undefined || input.secret === existing?.secret;
  if (existing?.status === 'enabled' && isSame) return { value: [shown(existing, false)] };
  if (existing === undefined)
    checkRegistrations(view.size(webhookRegistrations) - view.removed(webhookRegistrations) + 1, limits);
  const secret = input.secret ?? newSecret(draft);
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
  };
  const changed: RegistrationRecord = { ...(existing ?? fresh), status: 'enabled', secret };
  const record = draft.put(webhookRegistrations, changed);
  return { value: [shown(record, true)], writes: draft.writes };
}
