/** Ends deliveries: each is removed, and its event with the last of them. */
import type { Draft } from '../state/model/draft.js';
import { deliveryId, type DeliveryRecord, pendingDeliveries, webhookDeliveries, webhookEvents } from './records.js';

/** Ends a delivery, whatever came of it. */
export function endDelivery(draft: Draft, { id, event_id }: DeliveryRecord): void {
  draft.remove(webhookDeliveries, id);
  const registrations = draft.get(webhookEvents, event_id)?.registrations ?? [];
  const isLast = registrations.every((to) => draft.get(webhookDeliveries, deliveryId(event_id, to)) === undefined);
  if (isLast) draft.remove(webhookEvents, event_id);
}

/** Ends all deliveries to a registration; an attempt under way is not recorded any more. */
export function endDeliveries(draft: Draft, registrationId: string): void {
  for (const delivery of pendingDeliveries(draft.view)) {
    if (delivery.registration_id === registrationId) endDelivery(draft, delivery);
  }
}
