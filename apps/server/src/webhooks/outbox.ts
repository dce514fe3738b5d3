/** Turns what happened into events, and events into deliveries, in the same write as the record they are about. */
import { LATEST_INSTANT, SHOWN_DELIVERIES } from '@understudy/contract/kit';
import type { DispatchedEvent, WebhookDelivery } from '@understudy/contract/webhooks';
import type { Callback } from '../kit/handler.js';
import type { WebhookPayloads } from '../kit/implement.js';
import type { LogOut, LogoutOutbox } from '../kit/logins.js';
import { applyTransitions } from '../kit/apply-transitions.js';
import { nextInSequence, type Records, type WritableRecords, type Write } from '../kit/records.js';
import { countDelivery, isLoop, LOOP_DETECTED, type RegistrationRecord, secretsAt, withScheduled } from './attempts.js';
import {
  afterAttempt,
  deliveryId,
  type DeliveryRecord,
  dropOldest,
  endDeliveries,
  endDelivery,
  type EventRecord,
  LOGOUT_EVENT,
  outcomeOf,
  pendingDeliveries,
  webhookDeliveries,
  webhookEvents,
  webhookRegistrations,
} from './records.js';
import { bodyOf, signedHeaders } from './signing.js';
import { MAX_OAUTH_CLIENTS } from '@understudy/contract/sandboxes';
import { createdId } from '../kit/random.js';

/** Whose address a registration is that nobody has registered. */
type Owner = { readonly client_id: string } | { readonly callback: string };

/** Drops the address that a client had before, and the oldest where there are as many as a sandbox may list clients. */
function trim(records: WritableRecords, owner: Owner): void {
  const isClient = 'client_id' in owner;
  const ofKind = records
    .changed(webhookRegistrations)
    .filter(({ client_id, callback }) => (isClient ? client_id : callback) !== undefined);
  // A callback may have several addresses.
  const before = isClient ? ofKind.filter(({ client_id }) => client_id === owner.client_id) : [];
  const others = ofKind.filter((one) => !before.includes(one));
  for (const { id } of [...before, ...others.slice(0, Math.max(0, others.length - MAX_OAUTH_CLIENTS + 1))]) {
    endDeliveries(records, id);
    records.remove(webhookRegistrations, id);
  }
}

/** The registration of an address that nobody has registered: what is first sent there makes it. */
function receiverOf(
  records: WritableRecords,
  { owner, url, type }: { readonly owner: Owner; readonly url: string; readonly type: string },
  now: number,
): RegistrationRecord {
  const key = 'client_id' in owner ? ['backchannel', owner.client_id, url] : ['callback', owner.callback, url];
  const id = createdId(webhookRegistrations.prefix, [records.dataset.seed, ...key]);
  const existing = records.get(webhookRegistrations, id);
  if (existing !== undefined) return existing;
  trim(records, owner);
  return records.put(webhookRegistrations, {
    id,
    type,
    livemode: false,
    url,
    events: [type],
    status: 'enabled',
    ...owner,
    created_at: new Date(now).toISOString(),
    deliveries: { total: 0, succeeded: 0, failed: 0, pending: 0 },
    last_delivery: null,
    attempts: [],
    scheduled: [],
    // A logout token is signed with the keys of the issuer; of a callback see `outgoing`.
    secret: '',
  });
}

/** Bodies that are shown together, in characters; the first is always shown. Signing and sending them takes its time. */
const MAX_SHOWN = 500_000;

/** An event, and what becomes of it. */
interface Sent {
  readonly event: Omit<DispatchedEvent, 'deliveries' | 'delivery_count'>;
  /** The event as JSON, as it is posted. */
  readonly body: string;
  /** Number of its deliveries in their chain, from 1. */
  readonly depth: number;
  readonly traceparent?: string | undefined;
  readonly deliveries: readonly { readonly to: RegistrationRecord; readonly status: WebhookDelivery['status'] }[];
}

/** The event as a test dispatch answers it, signed at an instant in ms since 1970. */
function showDeliveries({ event, body, depth, traceparent, deliveries }: Sent, now: number): DispatchedEvent {
  const shown = Math.min(SHOWN_DELIVERIES, Math.max(1, Math.floor(MAX_SHOWN / body.length)));
  return {
    ...event,
    deliveries: deliveries.slice(0, shown).map(({ to, status }) => {
      const headers = signedHeaders(secretsAt(to, now), { eventId: event.id, body, now, depth, traceparent });
      return { registration_id: to.id, url: to.url, status, headers, body };
    }),
    delivery_count: deliveries.length,
  };
}

/**
 * Takes back what was to come of a record after an instant, and answers the ids of the events by their types.
 *
 * @param about the record: its collection and id
 */
function cancelScheduled(records: WritableRecords, about: string, now: number): ReadonlyMap<string, string> {
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

/** What registrations are asked for. */
interface Notified {
  readonly type: string;
  /** Only this registration gets it. */
  readonly only?: string | undefined;
}

function wants({ status, events, id, client_id, callback }: RegistrationRecord, { type, only }: Notified): boolean {
  if (status !== 'enabled' || client_id !== undefined || callback !== undefined || (only !== undefined && only !== id))
    return false;
  // A test dispatch to one registration reaches it whatever it asked for.
  return only !== undefined || events.includes('*') || events.includes(type);
}

/** The registrations that get an event. */
function receivers(records: Records, event: Notified): RegistrationRecord[] {
  return Array.from({ length: records.size(webhookRegistrations) }, (_, position) =>
    records.at(webhookRegistrations, position),
  ).flatMap((record) => (record !== undefined && wants(record, event) ? [record] : []));
}

/** Something that happened. */
export interface Emitted {
  /** Event type, such as `course.created`. */
  readonly type: string;
  /** The record it is about. */
  readonly object: object;
  /** Only this registration gets it. */
  readonly only?: string | undefined;
  /** Whether it is sent without anything around it, as the document has it that it is from. */
  readonly isBare?: boolean;
  /** Where the clock brings it: it is still to come. */
  readonly due?: Due | undefined;
}

/** When an event is due. */
interface Due {
  /** In ms since 1970. */
  readonly at: number;
  /** The record that it is about: its collection and id. */
  readonly about: string;
  /** Id of the event, where it was to come before the record was written. */
  readonly event_id: string | undefined;
}

/** What the events of a call came of. */
interface Cause {
  /** When, by the sandbox's clock, in ms since 1970. */
  readonly now: number;
  /** Deliveries that led to the call, one by the other; 0 where none did. */
  readonly depth: number;
  /** The `traceparent` of the call; undefined where it had none. */
  readonly traceparent?: string | undefined;
}

/** Deliveries that one registration may have waiting. */
const MAX_PENDING = 1000;

function newEventId(records: WritableRecords): string {
  return `evt_n${String(nextInSequence(records, 'events')).padStart(6, '0')}`;
}

function eventOf(records: WritableRecords, { type, object, due }: Emitted, now: number): Sent['event'] {
  const at = due?.at ?? now;
  return {
    id: due?.event_id ?? newEventId(records),
    object: 'event',
    type,
    created: Math.floor(at / 1000),
    timestamp: new Date(at).toISOString(),
    livemode: false,
    data: { object: { ...object } },
  };
}

/** Who something is sent to. */
interface Sending {
  readonly to: readonly RegistrationRecord[];
  /** Number of its deliveries in their chain, from 1. */
  readonly depth: number;
  readonly due?: Due | undefined;
}

/** An event to be sent. */
type Sendable = Omit<EventRecord, 'registrations'> & { readonly type: string };

/** A member that records of events without a trace do not have. */
function traced(traceparent: string | undefined): Pick<EventRecord, 'traceparent'> {
  return traceparent === undefined ? {} : { traceparent };
}

/** Makes events, and queues or simulates their deliveries. */
export class Outbox implements LogoutOutbox {
  readonly #isReal: boolean;
  readonly #types: ReadonlySet<string>;
  readonly #documented: WebhookPayloads;
  /** What a call is, by the records that it writes. */
  readonly #causes = new WeakMap<WritableRecords, Cause>();

  /**
   * @param isReal whether deliveries are made, or their success is simulated
   * @param types event types that are declared
   * @param documented what the webhooks of OpenAPI documents carry
   */
  constructor(isReal: boolean, types: ReadonlySet<string>, documented: WebhookPayloads = {}) {
    this.#isReal = isReal;
    this.#types = types;
    this.#documented = documented;
  }

  /** What a webhook of an OpenAPI document carries; undefined where none has the type. */
  documented(type: string, seed: string): Record<string, unknown> | undefined {
    return Object.hasOwn(this.#documented, type) ? { ...this.#documented[type]?.(seed) } : undefined;
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

  /** Schedules what the clock brings of a record that is written, in place of what was to come of it before. */
  schedule(records: WritableRecords, write: Write): void {
    const { collection } = write;
    if (collection.due === undefined || records.size(webhookRegistrations) === 0) return;
    const id = 'removed' in write ? write.removed : write.record.id;
    const about = `${collection.name}/${id}`;
    const { now } = this.#causeOf(records);
    const earlier = cancelScheduled(records, about, now);
    if ('removed' in write) return;
    for (const { type, at, ...own } of collection.due(write.record)) {
      if (!this.#types.has(type)) throw new TypeError(`${about} has the event ${type} come, which no domain declares`);
      // No clock gets past the year 9999.
      if (at <= now || at > LATEST_INSTANT) continue;
      const { record } = applyTransitions(collection, write.record, at);
      const object = own.object ?? collection.shows?.(record) ?? record;
      this.emitIfWanted(records, { type, object, due: { at, about, event_id: earlier.get(type) } });
    }
  }

  /** Emits an event, and answers it with its deliveries. */
  emit(records: WritableRecords, emitted: Emitted): DispatchedEvent {
    return showDeliveries(this.#send(records, emitted, receivers(records, emitted)), this.#causeOf(records).now);
  }

  /** Tells a client that a session has ended: its address stands among the registrations, with what came of it. */
  logOut(records: WritableRecords, logOut: LogOut): void {
    const { now, depth, traceparent } = this.#causeOf(records);
    const owner = { client_id: logOut.notice.client_id };
    const to = receiverOf(records, { owner, url: logOut.url, type: LOGOUT_EVENT }, now);
    if (to.status !== 'enabled') return;
    const event = { id: newEventId(records), type: LOGOUT_EVENT, body: '', logout: logOut.notice };
    this.#deliver(records, { ...event, ...traced(traceparent) }, { to: [to], depth: depth + 1 });
  }

  /** Sends what an OpenAPI document has its API send to an address that a call names. */
  callBack(records: WritableRecords, { name, url, method, body }: Callback): void {
    const { now, depth, traceparent } = this.#causeOf(records);
    const to = receiverOf(records, { owner: { callback: name }, url, type: name }, now);
    if (to.status !== 'enabled') return;
    const sent = { type: name, body: body === undefined ? '' : JSON.stringify(body), method };
    const event = { id: newEventId(records), ...sent, ...traced(traceparent) };
    this.#deliver(records, event, { to: [to], depth: depth + 1 });
  }

  #causeOf(records: WritableRecords): Cause {
    const cause = this.#causes.get(records);
    if (cause === undefined) throw new TypeError('these records are written by no call');
    return cause;
  }

  #send(records: WritableRecords, emitted: Emitted, to: readonly RegistrationRecord[]): Sent {
    const { now, depth: before, traceparent } = this.#causeOf(records);
    const event = eventOf(records, emitted, now);
    const body = bodyOf(emitted.isBare === true ? emitted.object : event);
    const depth = before + 1;
    const { id, type } = event;
    const sent = { id, type, body, ...traced(traceparent) };
    const deliveries = this.#deliver(records, sent, { to, depth, due: emitted.due });
    return { event, body, depth, traceparent, deliveries };
  }

  /** Has a delivery made once more: at once where it waits, and else by one attempt that is never repeated. */
  redeliver(records: WritableRecords, delivery: DeliveryRecord, now: number): DeliveryRecord {
    const registration = records.find(webhookRegistrations, delivery.registration_id);
    const before = outcomeOf(delivery);
    if (before === undefined) return records.put(webhookDeliveries, { ...delivery, next_at: now });
    const { deliveries } = registration;
    const counts = { ...deliveries, total: deliveries.total - 1, [before]: deliveries[before] - 1 };
    const beginning = { event_id: delivery.event_id, now, refusal: undefined, isReal: this.#isReal };
    records.put(webhookRegistrations, countDelivery({ ...registration, deliveries: counts }, beginning));
    const again = { ...delivery, next_at: now, state: this.#isReal ? 'again' : 'simulated' } as const;
    return records.put(webhookDeliveries, applyTransitions(webhookDeliveries, again, now).record);
  }

  /** Queues the deliveries of what is to be sent, or simulates them. */
  #deliver(records: WritableRecords, event: Sendable, { to, depth, due }: Sending): Sent['deliveries'] {
    const { now } = this.#causeOf(records);
    let waiting = depth > 1 ? pendingDeliveries(records).filter((delivery) => delivery.depth > 1).length : 0;
    const deliveries = to.map((registration) => {
      const refusal = this.#refusalFor(registration, isLoop(depth, waiting));
      const { id: event_id, type } = event;
      const counted =
        due === undefined || refusal !== undefined
          ? countDelivery(registration, { event_id, now, refusal, isReal: this.#isReal })
          : withScheduled(registration, { ...due, event_id, type, is_real: this.#isReal });
      records.put(webhookRegistrations, counted);
      const status = refusal === undefined ? (this.#isReal ? 'pending' : 'simulated') : 'failed';
      if (status === 'pending') waiting += 1;
      const ids = { id: deliveryId(event_id, registration.id), event_id, registration_id: registration.id };
      const queued = { ...ids, depth, attempts: 0, next_at: due?.at ?? now, leased_until: 0 };
      const delivery: DeliveryRecord =
        refusal === undefined
          ? { ...queued, ...(this.#isReal ? {} : { state: 'simulated' }) }
          : afterAttempt(queued, { event_id, at: now, reason: refusal }, 'failed');
      records.put(webhookDeliveries, applyTransitions(webhookDeliveries, delivery, now).record);
      return { to: registration, status } as const;
    });
    if (to.length === 0) return deliveries;
    records.put(webhookEvents, { ...event, registrations: to.map(({ id }) => id) });
    dropOldest(records);
    return deliveries;
  }

  /** Why a delivery fails before it was tried; undefined where it does not. */
  #refusalFor({ deliveries, scheduled }: RegistrationRecord, isLooping: boolean): string | undefined {
    if (isLooping) return LOOP_DETECTED;
    return deliveries.pending + scheduled.length >= MAX_PENDING
      ? `${MAX_PENDING} deliveries are waiting already`
      : undefined;
  }
}
