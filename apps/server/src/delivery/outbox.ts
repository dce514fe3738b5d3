/** Turns what happened into events, and events into deliveries, in the same write as the record they tell of. */
import type { DispatchedEvent, WebhookDelivery } from '@understudy/contract';
import type { Draft } from '../state/draft.js';
import { nextInSequence } from '../state/sequences.js';
import { countAttempt } from './attempts.js';
import { type RegistrationRecord, webhookDeliveries, webhookRegistrations } from './records.js';
import { signedHeaders } from './signing.js';

/** Something that happened. */
export interface Emitted {
  /** Event type, such as `course.created`. */
  readonly type: string;
  /** The record it is about. */
  readonly object: object;
  /** Only this registration gets it. */
  readonly only?: string | undefined;
}

/** Deliveries that one registration may have waiting. */
const MAX_PENDING = 1000;

function wants({ status, events, id }: RegistrationRecord, { type, only }: Emitted): boolean {
  if (status !== 'enabled' || (only !== undefined && only !== id)) return false;
  // A test dispatch to one registration reaches it whatever it asked for.
  return only !== undefined || events.includes('*') || events.includes(type);
}

function receivers(draft: Draft, event: Emitted): RegistrationRecord[] {
  const { view } = draft;
  return Array.from({ length: view.size(webhookRegistrations) }, (_, position) =>
    view.at(webhookRegistrations, position),
  )
    .flatMap((record) => (record === undefined ? [] : [draft.get(webhookRegistrations, record.id) ?? record]))
    .filter((record) => wants(record, event));
}

/** Makes events, and queues or simulates their deliveries. */
export class Outbox {
  readonly #isReal: boolean;

  /** @param isReal whether deliveries are made, or their success is simulated */
  constructor(isReal: boolean) {
    this.#isReal = isReal;
  }

  /** Emits an event that somebody wants; one that nobody wants leaves no trace. */
  emitIfWanted(draft: Draft, emitted: Emitted, now: number): void {
    if (receivers(draft, emitted).length > 0) this.emit(draft, emitted, now);
  }

  /** Emits an event, and answers it with its deliveries. */
  emit(draft: Draft, emitted: Emitted, now: number): DispatchedEvent {
    const id = `evt_n${String(nextInSequence(draft, 'events')).padStart(6, '0')}`;
    const event = {
      id,
      object: 'event' as const,
      type: emitted.type,
      created: Math.floor(now / 1000),
      timestamp: new Date(now).toISOString(),
      livemode: false as const,
      data: { object: { ...emitted.object } },
    };
    const body = JSON.stringify(event);
    const deliveries = receivers(draft, emitted).map((to): WebhookDelivery => {
      this.#deliver(draft, { id, body, to, now });
      const headers = signedHeaders(to.secret, { eventId: id, body, now });
      return { registration_id: to.id, url: to.url, status: this.#isReal ? 'pending' : 'simulated', headers, body };
    });
    return { ...event, deliveries };
  }

  #deliver(
    draft: Draft,
    { id, body, to, now }: { id: string; body: string; to: RegistrationRecord; now: number },
  ): void {
    const counted = { ...to, deliveries: { ...to.deliveries, total: to.deliveries.total + 1 } };
    if (!this.#isReal) {
      draft.put(webhookRegistrations, countAttempt(counted, { event_id: id, at: now, status: 200 }, 'succeeded'));
      return;
    }
    if (to.deliveries.pending >= MAX_PENDING) {
      const attempt = { event_id: id, at: now, reason: `${MAX_PENDING} deliveries are waiting already` };
      draft.put(webhookRegistrations, countAttempt(counted, attempt, 'failed'));
      return;
    }
    const pending = counted.deliveries.pending + 1;
    draft.put(webhookRegistrations, { ...counted, deliveries: { ...counted.deliveries, pending } });
    draft.put(webhookDeliveries, {
      id: `${id}.${to.id}`,
      event_id: id,
      registration_id: to.id,
      body,
      attempts: 0,
      next_at: now,
      leased_until: 0,
      ended_at: 0,
    });
  }
}
