/** Reads deliveries in their first form, in which each held the body of its event. */
import { z } from 'zod';
import { REMOVED } from '../store/model/stored-record.js';
import { type EventRecord, webhookDeliveries, webhookEvents } from './records.js';

/** A record in a snapshot. */
interface Kept {
  readonly collection: string;
  readonly id: string;
  readonly order: number | null;
  readonly value: unknown;
}

const first = z.object({
  id: z.string(),
  event_id: z.string(),
  registration_id: z.string(),
  body: z.string(),
  attempts: z.int(),
  next_at: z.number(),
  leased_until: z.number(),
  ended_at: z.number(),
});

/** Sets the events of deliveries apart; the other records stay as they are, and where they are. */
export function eventsApart(records: readonly Kept[]): Kept[] {
  const events = new Map<string, EventRecord>();
  const others = records.map((record) => {
    const found = record.collection === webhookDeliveries.name ? first.safeParse(record.value) : undefined;
    // What is no delivery either is refused when it is held against its collection.
    if (found?.data === undefined) return record;
    const { body, ended_at, ...delivery } = found.data;
    if (ended_at !== 0) return { ...record, value: REMOVED };
    const event = events.get(delivery.event_id) ?? { id: delivery.event_id, body, registrations: [] };
    event.registrations.push(delivery.registration_id);
    events.set(event.id, event);
    return { ...record, value: { ...delivery, depth: 1 } };
  });
  const kept = Array.from(events.values(), (value) => ({
    collection: webhookEvents.name,
    id: value.id,
    order: null,
    value,
  }));
  return [...others, ...kept];
}
