/** Turns what happened into events, and events into deliveries, in the same write as the record they are about. */
import type { DispatchedEvent } from '@understudy/contract/webhooks';
import type { LogOut, LogoutOutbox } from '../kit/logout-notice.js';
import type { Records, WritableRecords } from '../kit/records.js';
import { nextInSequence } from '../kit/sequences.js';
import { countAttempt } from './attempts.js';
import { receiverOf } from './logout-receiver.js';
import { isLoop, LOOP_DETECTED } from './loop.js';
import {
  deliveryId,
  type EventRecord,
  pendingDeliveries,
  type RegistrationRecord,
  webhookDeliveries,
  webhookEvents,
  webhookRegistrations,
} from './records.js';
import { type Sent, showDeliveries } from './show-deliveries.js';

/** Something that happened. */
export interface Emitted {
  /** Event type, such as `course.created`. */
  readonly type: string;
  /** The record it is about. */
  readonly object: object;
  /** Only this registration gets it. */
  readonly only?: string | undefined;
}

/** What the events of a call came of. */
export interface Cause {
  /** When, by the sandbox's clock, in ms since 1970. */
  readonly now: number;
  /** Deliveries that led to the call, one by the other; 0 where none did. */
  readonly depth: number;
}

/** Deliveries that one registration may have waiting. */
const MAX_PENDING = 1000;

function wants({ status, events, id, client_id }: RegistrationRecord, { type, only }: Emitted): boolean {
  if (status !== 'enabled' || client_id !== undefined || (only !== undefined && only !== id)) return false;
  // A test dispatch to one registration reaches it whatever it asked for.
  return only !== undefined || events.includes('*') || events.includes(type);
}

function receivers(records: Records, event: Emitted): RegistrationRecord[] {
  return Array.from({ length: records.size(webhookRegistrations) }, (_, position) =>
    records.at(webhookRegistrations, position),
  ).flatMap((record) => (record !== undefined && wants(record, event) ? [record] : []));
}

function newEventId(records: WritableRecords): string {
  return `evt_n${String(nextInSequence(records, 'events')).padStart(6, '0')}`;
}

function eventOf(records: WritableRecords, { type, object }: Emitted, now: number): Sent['event'] {
  return {
    id: newEventId(records),
    object: 'event',
    type,
    created: Math.floor(now / 1000),
    timestamp: new Date(now).toISOString(),
    livemode: false,
    data: { object: { ...object } },
  };
}

/** Makes events, and queues or simulates their deliveries. */
export class Outbox implements LogoutOutbox {
  readonly #isReal: boolean;
  /** What a call is, by the records that it writes. */
  readonly #causes = new WeakMap<WritableRecords, Cause>();

  /** @param isReal whether deliveries are made, or their success is simulated */
  constructor(isReal: boolean) {
    this.#isReal = isReal;
  }

  /** Learns of the call that writes some records: events that are emitted into them came of it. */
  begin(records: WritableRecords, cause: Cause): void {
    this.#causes.set(records, cause);
  }

  /** Emits an event that somebody wants; one that nobody wants leaves no trace. */
  emitIfWanted(records: WritableRecords, emitted: Emitted): void {
    const to = receivers(records, emitted);
    if (to.length > 0) this.#send(records, emitted, to);
  }

  /** Emits an event, and answers it with its deliveries. */
  emit(records: WritableRecords, emitted: Emitted): DispatchedEvent {
    return showDeliveries(this.#send(records, emitted, receivers(records, emitted)), this.#causeOf(records).now);
  }

  /** Tells a client that a session has ended: its address stands among the registrations, with what came of it. */
  logOut(records: WritableRecords, logOut: LogOut): void {
    const { now, depth } = this.#causeOf(records);
    const to = receiverOf(records, logOut, now);
    if (to.status !== 'enabled') return;
    const event = { id: newEventId(records), body: '', logout: logOut.notice };
    this.#deliver(records, event, { to: [to], depth: depth + 1 });
  }

  #causeOf(records: WritableRecords): Cause {
    const cause = this.#causes.get(records);
    if (cause === undefined) throw new TypeError('these records are written by no call');
    return cause;
  }

  #send(records: WritableRecords, emitted: Emitted, to: readonly RegistrationRecord[]): Sent {
    const { now, depth: before } = this.#causeOf(records);
    const event = eventOf(records, emitted, now);
    const body = JSON.stringify(event);
    const depth = before + 1;
    return { event, body, depth, deliveries: this.#deliver(records, { id: event.id, body }, { to, depth }) };
  }

  /** Queues the deliveries of what is to be sent, or simulates them. */
  #deliver(
    records: WritableRecords,
    event: Omit<EventRecord, 'registrations'>,
    { to, depth }: { readonly to: readonly RegistrationRecord[]; readonly depth: number },
  ): Sent['deliveries'] {
    const { now } = this.#causeOf(records);
    let waiting = depth > 1 ? pendingDeliveries(records).filter((delivery) => delivery.depth > 1).length : 0;
    const deliveries = to.map((registration) => {
      const refusal = this.#refusalFor(registration, isLoop(depth, waiting));
      const { id: event_id } = event;
      const counted = count(registration, { event_id, now, refusal, isReal: this.#isReal });
      records.put(webhookRegistrations, counted);
      const status = refusal === undefined ? (this.#isReal ? 'pending' : 'simulated') : 'failed';
      if (status === 'pending') {
        waiting += 1;
        const id = deliveryId(event_id, registration.id);
        const record = { id, event_id, registration_id: registration.id, depth, attempts: 0 };
        records.put(webhookDeliveries, { ...record, next_at: now, leased_until: 0 });
      }
      return { to: registration, status } as const;
    });
    const registrations = deliveries.flatMap(({ to: { id }, status }) => (status === 'pending' ? [id] : []));
    if (registrations.length > 0) records.put(webhookEvents, { ...event, registrations });
    return deliveries;
  }

  /** Why a delivery fails before it was tried; undefined where it does not. */
  #refusalFor({ deliveries }: RegistrationRecord, isLooping: boolean): string | undefined {
    if (isLooping) return LOOP_DETECTED;
    return deliveries.pending >= MAX_PENDING ? `${MAX_PENDING} deliveries are waiting already` : undefined;
  }
}

/** What became of a delivery at first. */
interface Beginning {
  readonly event_id: string;
  readonly now: number;
  readonly refusal: string | undefined;
  readonly isReal: boolean;
}

/** The registration with one more delivery: it waits, or its end is known already. */
function count(to: RegistrationRecord, { event_id, now, refusal, isReal }: Beginning): RegistrationRecord {
  const { deliveries } = to;
  const counted = { ...to, deliveries: { ...deliveries, total: deliveries.total + 1 } };
  if (refusal !== undefined) return countAttempt(counted, { event_id, at: now, reason: refusal }, 'failed');
  if (!isReal) return countAttempt(counted, { event_id, at: now, status: 200 }, 'succeeded');
  return { ...counted, deliveries: { ...counted.deliveries, pending: deliveries.pending + 1 } };
}
