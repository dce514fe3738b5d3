/** Ends deliveries: each is removed, and its event with the last of them. */
import type { WritableRecords } from '../kit/records.js';
import { deliveryId, type DeliveryRecord, pendingDeliveries, webhookDeliveries, webhookEvents } from './records.js';

/** Ends a delivery, whatever came of it. */
export function endDelivery(records: WritableRecords, { id, event_id }: DeliveryRecord): void {
  records.remove(webhookDeliveries, id);
  const registrations = records.get(webhookEvents, event_id)?.registrations ?? [];
  const isLast = registrations.every((to) => records.get(webhookDeliveries, deliveryId(event_id, to)) === undefined);
  if (isLast) records.remove(webhookEvents, event_id);
}

/** Ends all deliveries to a registration; an attempt under way is not recorded any more. */
export function endDeliveries(records: WritableRecords, registrationId: string): void {
  for (const delivery of pendingDeliveries(records)) {
    if (delivery.registration_id === registrationId) endDelivery(records, delivery);
  }
}
