/** Takes back events that were to come. */
import type { WritableRecords } from '../kit/records.js';
import { endDelivery } from './end-delivery.js';
import { deliveryId, webhookDeliveries, webhookRegistrations } from './records.js';

/**
 * Takes back what was to come of a record after an instant, and answers the ids of the events by their types.
 *
 * @param about the record: its collection and id
 */
export function withdraw(records: WritableRecords, about: string, now: number): ReadonlyMap<string, string> {
  const withdrawn = new Map<string, string>();
  for (const registration of records.changed(webhookRegistrations)) {
    const isTaken = (event: (typeof registration.scheduled)[number]): boolean =>
      event.about === about && event.at > now;
    const taken = registration.scheduled.filter(isTaken);
    if (taken.length === 0) continue;
    records.put(webhookRegistrations, {
      ...registration,
      scheduled: registration.scheduled.filter((event) => !isTaken(event)),
    });
    for (const { event_id, type } of taken) {
      withdrawn.set(type, event_id);
      const delivery = records.get(webhookDeliveries, deliveryId(event_id, registration.id));
      if (delivery !== undefined) endDelivery(records, delivery);
    }
  }
  return withdrawn;
}
