/** Delivers what the outboxes hold: claims what is due by each sandbox's clock, posts it, records what came of it. */
import { persistently } from '../state/commit.js';
import { Draft } from '../state/draft.js';
import type { Sandbox } from '../state/sandbox.js';
import { toStored } from '../state/writes.js';
import type { AddressGuard } from './address-guard.js';
import { countAttempt } from './attempts.js';
import { post, type Posted } from './post.js';
import { type DeliveryRecord, webhookDeliveries, webhookRegistrations } from './records.js';
import { nextAttempt, type Schedule } from './retry.js';
import { signedHeaders } from './signing.js';

/** Attempts under way at once, in all and for one registration: a slow receiver holds up nobody else. */
const MAX_RUNNING = 32;
const MAX_PER_REGISTRATION = 4;

/** A process owns an attempt for this long; then another may take it over. */
const LEASE_MS = 30_000;

/** Longest sleep between two looks at a sandbox whose deliveries are due later. */
const MAX_SLEEP_MS = 60_000;

/** How to deliver. */
export interface DispatcherSettings {
  readonly isReal: boolean;
  readonly schedule: Schedule;
  readonly guard: AddressGuard;
  /** The clock of the machines, in ms since 1970: leases are between processes, not in a sandbox's time. */
  readonly machineNow: () => number;
}

/** Changes records of a sandbox in a write of its own, as often as it takes. */
async function change(sandbox: Sandbox, apply: (draft: Draft) => void): Promise<void> {
  await sandbox.exclusively(() =>
    persistently(async () => {
      await sandbox.refresh();
      const draft = new Draft(sandbox.view);
      apply(draft);
      const { writes } = draft;
      return writes.length === 0 ? 'written' : sandbox.write(toStored(sandbox.view, writes));
    }),
  );
}

/** The deliveries of a sandbox that are not over. */
export function pendingDeliveries(sandbox: Sandbox): DeliveryRecord[] {
  return sandbox.view.changed(webhookDeliveries).filter(({ ended_at }) => ended_at === 0);
}

/** Delivers webhooks. */
export class Dispatcher {
  readonly #settings: DispatcherSettings;
  readonly #running = new Map<string, Promise<void>>();
  readonly #perRegistration = new Map<string, number>();
  readonly #timers = new Map<Sandbox, NodeJS.Timeout>();
  readonly #stopped = new AbortController();

  constructor(settings: DispatcherSettings) {
    this.#settings = settings;
  }

  /** Looks whether something of a sandbox is due. Nobody waits for it. */
  poke(sandbox: Sandbox): void {
    if (!this.#settings.isReal || this.#stopped.signal.aborted) return;
    for (const delivery of this.#due(sandbox)) this.#start(sandbox, delivery);
    this.#sleep(sandbox);
  }

  /** Waits until nothing is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  /** Stops: attempts under way are cut off, and made again by whoever comes next. */
  async close(): Promise<void> {
    this.#stopped.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await this.idle();
  }

  #due(sandbox: Sandbox): DeliveryRecord[] {
    const [now, machineNow] = [sandbox.now(), this.#settings.machineNow()];
    return pendingDeliveries(sandbox)
      .filter(({ next_at, leased_until }) => next_at <= now && leased_until <= machineNow)
      .toSorted((a, b) => a.next_at - b.next_at);
  }

  /** Looks again when the next delivery is due; a clock that stands brings none. */
  #sleep(sandbox: Sandbox): void {
    clearTimeout(this.#timers.get(sandbox));
    this.#timers.delete(sandbox);
    const next = Math.min(...pendingDeliveries(sandbox).map(({ next_at }) => next_at));
    if (!Number.isFinite(next) || sandbox.clock.mode === 'frozen') return;
    const wait = Math.min(Math.max(next - sandbox.now(), 50), MAX_SLEEP_MS);
    this.#timers.set(sandbox, setTimeout(() => this.poke(sandbox), wait).unref());
  }

  #start(sandbox: Sandbox, delivery: DeliveryRecord): void {
    const key = `${sandbox.name}/${delivery.id}`;
    const lane = `${sandbox.name}/${delivery.registration_id}`;
    const inLane = this.#perRegistration.get(lane) ?? 0;
    if (this.#running.has(key) || this.#running.size >= MAX_RUNNING || inLane >= MAX_PER_REGISTRATION) return;
    this.#perRegistration.set(lane, inLane + 1);
    const run = this.#deliver(sandbox, delivery)
      // A store that is away leaves the lease to run out; the delivery is made later.
      .catch(() => undefined)
      .finally(() => {
        this.#running.delete(key);
        this.#perRegistration.set(lane, (this.#perRegistration.get(lane) ?? 1) - 1);
        this.poke(sandbox);
      });
    this.#running.set(key, run);
  }

  /** Makes the attempt this process's own; false where another was quicker. */
  async #claim(sandbox: Sandbox, { id, attempts }: DeliveryRecord): Promise<boolean> {
    let isMine = false;
    await change(sandbox, (draft) => {
      const found = draft.get(webhookDeliveries, id);
      const now = this.#settings.machineNow();
      isMine = found !== undefined && found.ended_at === 0 && found.attempts === attempts && found.leased_until <= now;
      if (found !== undefined && isMine) draft.put(webhookDeliveries, { ...found, leased_until: now + LEASE_MS });
    });
    return isMine;
  }

  async #deliver(sandbox: Sandbox, delivery: DeliveryRecord): Promise<void> {
    if (!(await this.#claim(sandbox, delivery))) return;
    const registration = sandbox.view.get(webhookRegistrations, delivery.registration_id);
    const { body, event_id: eventId } = delivery;
    const isEnabled = registration?.status === 'enabled';
    const posted = isEnabled
      ? await post(
          {
            url: registration.url,
            headers: signedHeaders(registration.secret, { eventId, body, now: sandbox.now() }),
            body,
            signal: this.#stopped.signal,
          },
          this.#settings.guard,
        )
      : { reason: 'the registration was disabled' };
    if (this.#stopped.signal.aborted) return;
    await change(sandbox, (draft) =>
      this.#record(draft, delivery, { posted, isFinal: !isEnabled, now: sandbox.now() }),
    );
  }

  #record(
    draft: Draft,
    { id }: DeliveryRecord,
    { posted, isFinal, now }: { posted: Posted; isFinal: boolean; now: number },
  ): void {
    const delivery = draft.get(webhookDeliveries, id);
    const registration = delivery && draft.get(webhookRegistrations, delivery.registration_id);
    // A reset in between has taken both away.
    if (delivery === undefined || registration === undefined) return;
    const { status, retryAfter } = posted;
    const attempts = delivery.attempts + 1;
    const isOk = status !== undefined && status >= 200 && status < 300;
    const isGone = status === 410;
    const isOver = isOk || isGone || isFinal;
    const next = isOver ? undefined : nextAttempt(this.#settings.schedule, attempts, { now, retryAfter });
    const reason = isOk ? undefined : (posted.reason ?? reasonFor(status));
    const facts = { event_id: delivery.event_id, at: now, status, reason, next };
    const result = isOk ? 'succeeded' : next === undefined ? 'failed' : 'pending';
    const counted = countAttempt(registration, facts, result);
    const pending = counted.deliveries.pending - (result === 'pending' ? 0 : 1);
    const after = { ...counted, deliveries: { ...counted.deliveries, pending } };
    draft.put(webhookRegistrations, isGone ? { ...after, status: 'disabled' } : after);
    const ended_at = next === undefined ? Math.max(now, 1) : 0;
    draft.put(webhookDeliveries, {
      ...delivery,
      attempts,
      next_at: next ?? delivery.next_at,
      leased_until: 0,
      ended_at,
    });
  }
}

function reasonFor(status: number | undefined): string {
  if (status === 410) return 'the receiver is gone: the registration was disabled';
  if (status !== undefined && status >= 300 && status < 400)
    return `the receiver answered ${status}; redirects are not followed`;
  return `the receiver answered ${status ?? 'nothing'}`;
}
