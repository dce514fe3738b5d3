/** Deletes webhook registrations. */
import type { contract, WebhookRegistration } from '@understudy/contract';
import type { z } from 'zod';
import type { Facts, Result } from '../../call/handler.js';
import { endDeliveries } from '../../webhooks/end-delivery.js';
import { webhookRegistrations } from '../../webhooks/records.js';
import { Draft } from '../../state/model/draft.js';
import { findRegistration } from './find-registration.js';

type DeleteFacts = Facts<z.output<typeof contract.webhooks.operations.deleteRegistration.input>>;

/** Deletes a registration, gives up what waits for it, and answers it as it was in the end. */
export function deleteRegistration({ input, view }: DeleteFacts): Result<readonly WebhookRegistration[]> {
  const { registration_id: id } = input;
  const { secret: _, ...registration } = findRegistration(view, id, { parameter: 'registration_id' });
  const draft = new Draft(view);
  endDeliveries(draft, id);
  draft.remove(webhookRegistrations, id);
  const { pending, failed, ...others } = registration.deliveries;
  return {
    value: [{ ...registration, deliveries: { ...others, failed: failed + pending, pending: 0 } }],
    writes: draft.writes,
  };
}
