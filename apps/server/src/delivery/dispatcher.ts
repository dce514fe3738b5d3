/** Delivers what the outboxes hold: claims what is due by each sandbox's clock, posts it, records what came of it. */
import { setMaxListeners } from 'node:events';
import { persistently } from '../state/commit.js';
import { Draft } from '../state/draft.js';
import type { Sandbox } from '../state/sandbox.js';
import { toStored } from '../state/writes.js';
import type { AddressGuard } from './address-guard.js';
import { post } from './post.js';
import { recordAttempt } from './record-attempt.js';
import { type DeliveryRecord, webhookDeliveries, webhookRegistrations } from './records.js';
import type { Schedule } from './retry.js';
import { signedHeaders } from './signing.js';

/** Attempts under way at once, in all and for one registration: a slow receiver holds up nobody else. */
const MAX_RUNNING = 32;
const MAX_PER_REGISTRATION = 4;

/** A process owns an attempt for this long; then another may take it over. */
const LEASE_MS = 30_000;

/** Pause after the store was away in the middle of a delivery. */
const PAUSE_MS = 1000;

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
  /** Sandboxes with deliveries that found no place among those under way. */
  readonly #heldBack = new Set<Sandbox>();
  readonly #stopped = new AbortController();

  constructor(settings: DispatcherSettings) {
    this.#settings = settings;
    // Every attempt under way listens, and that many are no leak.
    setMaxListeners(MAX_RUNNING, this.#stopped.signal);
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

  /** Tells a delivery from all others; after a reset the ids begin anew, but the generation is another. */
  #keyOf({ name, mark }: Sandbox, id: string): string {
    return `${name}/${mark.generation}/${id}`;
  }

  /** Looks again when the next delivery is due, or its lease is over; a clock that stands makes none due. */
  #sleep(sandbox: Sandbox): void {
    const [now, machineNow, isFrozen] = [sandbox.now(), this.#settings.machineNow(), sandbox.clock.mode === 'frozen'];
    let soonest = Number.POSITIVE_INFINITY;
    for (const { id, next_at, leased_until } of pendingDeliveries(sandbox)) {
      if (next_at > now && isFrozen) continue;
      // One that is leased by another process is taken over when that process does not end it.
      const wait = Math.max(next_at - now, leased_until - machineNow);
      // One that is due, and no one's, waits for a place, which the end of another attempt gives it.
      if (wait > 0 && wait < soonest && !this.#running.has(this.#keyOf(sandbox, id))) soonest = wait;
    }
    this.#wakeAfter(sandbox, soonest);
  }

  #wakeAfter(sandbox: Sandbox, ms: number): void {
    clearTimeout(this.#timers.get(sandbox));
    this.#timers.delete(sandbox);
    if (!Number.isFinite(ms) || this.#stopped.signal.aborted) return;
    const wait = Math.min(Math.max(ms, 50), MAX_SLEEP_MS);
    this.#timers.set(sandbox, setTimeout(() => this.poke(sandbox), wait).unref());
  }

  #start(sandbox: Sandbox, delivery: DeliveryRecord): void {
    const key = this.#keyOf(sandbox, delivery.id);
    const lane = this.#keyOf(sandbox, delivery.registration_id);
    const inLane = this.#perRegistration.get(lane) ?? 0;
    if (this.#running.has(key) || inLane >= MAX_PER_REGISTRATION) return;
    if (this.#running.size >= MAX_RUNNING) {
      this.#heldBack.add(sandbox);
      return;
    }
    this.#perRegistration.set(lane, inLane + 1);
    this.#running.set(key, this.#run(sandbox, delivery, { key, lane }));
  }

  async #run(sandbox: Sandbox, delivery: DeliveryRecord, { key, lane }: { key: string; lane: string }): Promise<void> {
    let isAway = false;
    try {
      await this.#deliver(sandbox, delivery);
    } catch {
      // What was claimed is made again when its lease is over.
      isAway = true;
    }
    this.#running.delete(key);
    const inLane = this.#perRegistration.get(lane) ?? 1;
    if (inLane > 1) this.#perRegistration.set(lane, inLane - 1);
    else this.#perRegistration.delete(lane);
    // At once, the store would be asked again and again while it is away.
    if (isAway) this.#wakeAfter(sandbox, PAUSE_MS);
    else this.poke(sandbox);
    const heldBack = [...this.#heldBack];
    this.#heldBack.clear();
    for (const other of heldBack) this.poke(other);
  }

  /** Makes the attempt this process's own; undefined where another was quicker. */
  async #claim(sandbox: Sandbox, { id, attempts }: DeliveryRecord): Promise<DeliveryRecord | undefined> {
    let claimed: DeliveryRecord | undefined;
    await change(sandbox, (draft) => {
      const found = draft.get(webhookDeliveries, id);
      const now = this.#settings.machineNow();
      claimed = undefined;
      if (found === undefined || found.ended_at !== 0 || found.attempts !== attempts || found.leased_until > now)
        return;
      claimed = draft.put(webhookDeliveries, { ...found, leased_until: now + LEASE_MS });
    });
    return claimed;
  }

  async #deliver(sandbox: Sandbox, delivery: DeliveryRecord): Promise<void> {
    const claimed = await this.#claim(sandbox, delivery);
    if (claimed === undefined) return;
    const { guard, schedule } = this.#settings;
    const { signal } = this.#stopped;
    const registration = sandbox.view.get(webhookRegistrations, claimed.registration_id);
    const { body, event_id: eventId } = claimed;
    const at = sandbox.now();
    const isFinal = registration?.status !== 'enabled';
    const posted = isFinal
      ? { reason: 'the registration was disabled' }
      : await post(
          {
            url: registration.url,
            headers: signedHeaders(registration.secret, { eventId, body, now: at }),
            body,
            signal,
          },
          guard,
        );
    if (signal.aborted) return;
    await change(sandbox, (draft) =>
      recordAttempt(draft, schedule, { claimed, posted, isFinal, at, now: sandbox.now() }),
    );
  }
}
