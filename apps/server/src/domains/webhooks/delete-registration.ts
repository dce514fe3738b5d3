/** Deletes webhook registrations. */
import type { contract } from '@understudy/contract';
import type { WebhookRegistration } from '@understudy/contract/webhooks';
import type { ContextOf } from '../../kit/context.js';
import type { Result } from '../../kit/handler.js';
import { endDeliveries } from '../../webhooks/end-delivery.js';
import { webhookRegistrations } from '../../webhooks/records.js';

type DeleteContext = ContextOf<typeof contract.webhooks, 'deleteRegistration'>;

/** Deletes a registration, gives up what waits for it, and answers it as it was in the end. */
export function deleteRegistration({ input, records }: DeleteContext): Result<readonly WebhookRegistration[]> {
  const { registration_id: id } = input;
  const { secret: _, scheduled: _due, ...registration } = records.find(webhookRegistrations, id);
  endDeliveries(records, id);
  records.remove(webhookRegistrations, id);
  const { pending, failed, ...others } = registration.deliveries;
  return { value: [{ ...registration, deliveries: { ...others, failed: failed + pending, pending: 0 } }] };
}
