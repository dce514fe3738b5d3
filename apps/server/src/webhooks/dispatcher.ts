/** Delivers what the outbox holds, in its time. */
import { isLoopback } from '../kit/sandbox-address.js';
import {
  addressGuard,
  type AddressGuard,
  LOOPBACK_RANGES,
  outgoing,
  parseCidr,
  post,
  type Posted,
  type Posting,
  recordAttempt,
  type Resolve,
} from './post.js';
import type { WritableRecords } from '../kit/records.js';
import { type DeliveryRecord, pendingDeliveries } from './records.js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryOutcome, LateAttempt } from '../kit/watched.js';
import type { MakeLogoutToken } from '../kit/logins.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import { changeInLease, claim, release } from './lease.js';
import type { Schedule } from './attempts.js';
import { later, nextTurn, type Timer } from '#platform/runtime';

/** Time between two looks where nothing else is said, in ms. A look is one question to the store, and one for each sandbox it names. */
const LOOK_EVERY_MS = 5000;

/** Sandboxes that one look takes up; the next goes on after them. */
const AT_ONCE = 100;

/** Sandboxes that hold unfinished records, some at a time, in the order of their names. */
export type Unfinished = (after: string, limit: number) => Promise<readonly { name: string; sandbox: Sandbox }[]>;

/** Looks again and again, as long as it is not stopped. */
export class Watch {
  readonly #unfinished: Unfinished;
  readonly #wake: (sandbox: Sandbox) => void;
  #timer: Timer | undefined;
  readonly #everyMs: number;
  #isStopped = false;
  #after = '';

  constructor(unfinished: Unfinished, wake: (sandbox: Sandbox) => void, everyMs = LOOK_EVERY_MS) {
    this.#unfinished = unfinished;
    this.#wake = wake;
    this.#everyMs = everyMs;
  }

  /** Looks now, and again later. */
  async look(): Promise<void> {
    try {
      const found = await this.#unfinished(this.#after, AT_ONCE);
      this.#after = found.length < AT_ONCE ? '' : (found.at(-1)?.name ?? '');
      if (!this.#isStopped) for (const { sandbox } of found) this.#wake(sandbox);
    } catch {
      // While the store is away nothing can be delivered; the next look may find it.
    }
    if (!this.#isStopped) this.#timer = later(() => void this.look(), this.#everyMs);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }
}

/** Attempts under way at once; whoever has none under way may begin one as long as there is a slot. */
const MAX_RUNNING = 256;

/** Up to so many in all, one registration may have several. */
const MAX_SHARED = 32;
const MAX_PER_REGISTRATION = 4;

/** Why there is no slot: too many for this registration, or too many in all. */
type Refusal = 'registration' | 'all';

/** Counts attempts under way. */
class Slots {
  readonly #perLane = new Map<string, number>();
  #busy = 0;

  /** Takes a slot in the lane of a registration, or says why there is none. */
  take(lane: string): Refusal | undefined {
    const inLane = this.#perLane.get(lane) ?? 0;
    if (inLane >= MAX_PER_REGISTRATION) return 'registration';
    if (this.#busy >= (inLane === 0 ? MAX_RUNNING : MAX_SHARED)) return 'all';
    this.#perLane.set(lane, inLane + 1);
    this.#busy += 1;
    return undefined;
  }

  /** Gives a slot back. */
  leave(lane: string): void {
    const inLane = this.#perLane.get(lane) ?? 1;
    if (inLane > 1) this.#perLane.set(lane, inLane - 1);
    else this.#perLane.delete(lane);
    this.#busy -= 1;
  }
}

/** Longest time that a receiver may take, in ms: some senders wait no longer, though Standard Webhooks has them wait 15 s. */
const PROMPT_MS = 5000;

/** An attempt that was made. */
interface MadeAttempt {
  /** As it was claimed. */
  readonly delivery: DeliveryRecord;
  readonly request: Pick<Posting, 'url' | 'type'>;
  readonly posted: Posted;
}

/** An attempt as it is noted; undefined where its receiver was in time, or was never asked. */
export function lateAttempt({ delivery, request, posted }: MadeAttempt): LateAttempt | undefined {
  const { status, tookMs = 0 } = posted;
  if (tookMs <= PROMPT_MS) return undefined;
  const { id, event_id: eventId, attempts } = delivery;
  return { id, attempt: attempts + 1, eventId, type: request.type, url: request.url, status, tookMs };
}

/** Gives each task a signal of its own: one that all of them listen to would look like a leak to Node. */
class CutOff {
  readonly #running = new Set<AbortController>();
  #reason: Error | undefined;

  /** Runs a task with a signal that is aborted at the end, or from its beginning where that has come. */
  async during<Result>(task: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const own = new AbortController();
    if (this.#reason !== undefined) own.abort(this.#reason);
    this.#running.add(own);
    try {
      return await task(own.signal);
    } finally {
      this.#running.delete(own);
    }
  }

  /** Aborts every task under way, and those to come. */
  now(reason: Error): void {
    this.#reason = reason;
    for (const own of this.#running) own.abort(reason);
  }
}

/** Turns of the event loop, of which each is somebody's alone. */
class EventLoopTurns {
  #last: Promise<void> = Promise.resolve();

  /** Waits for a turn that nobody else has. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => nextTurn());
    return this.#last;
  }
}

/** Pause after the store was away in the middle of a delivery. */
const PAUSE_MS = 1000;

/** Longest sleep between two looks at a sandbox whose deliveries are due later. */
const MAX_SLEEP_MS = 60_000;

/** Attempts under way may end by themselves for this long when the process stops; most receivers answer sooner. */
const GRACE_MS = 1000;

/** How to deliver. */
interface DispatcherSettings {
  readonly isReal: boolean;
  readonly schedule: Schedule;
  readonly guard: AddressGuard;
  /** The clock of the machines, in ms since 1970: leases are between processes, not in a sandbox's time. */
  readonly machineNow: () => number;
  /** The monotonic clock of the machine, in ms: receivers take their time by it, not by that of a sandbox. */
  readonly monotonic: () => number;
  /** Makes what clients are told of logouts by. */
  readonly makeLogoutToken: MakeLogoutToken;
  /** Notes an attempt that the receiver can be judged by. */
  readonly record: (sandbox: string, attempt: LateAttempt) => void;
  /** Counts what came of an attempt. */
  readonly count: (outcome: DeliveryOutcome) => void;
  /** Time between two looks for deliveries that another process has left behind, in ms; 5 s where it is left out. */
  readonly lookEveryMs?: number | undefined;
}

/** Delivers webhooks. */
class Dispatcher {
  readonly #settings: DispatcherSettings;
  readonly #running = new Map<string, Promise<void>>();
  readonly #slots = new Slots();
  readonly #turns = new EventLoopTurns();
  readonly #timers = new Map<Sandbox, NodeJS.Timeout>();
  /** Sandboxes with deliveries that found no slot; who has waited longest comes first. */
  readonly #waiting = new Set<Sandbox>();
  readonly #stop = new CutOff();
  #isClosing = false;
  #watch: Watch | undefined;

  constructor(settings: DispatcherSettings) {
    this.#settings = settings;
  }

  /** Looks whether something of a sandbox is due. Nobody waits for it. */
  wake(sandbox: Sandbox): void {
    if (!this.#settings.isReal || this.#isClosing) return;
    const pending = pendingDeliveries(sandbox.view);
    for (const delivery of this.#due(sandbox, pending)) this.#start(sandbox, delivery);
    this.#sleep(sandbox, pending);
  }

  /** Takes over what other processes on the store leave behind, from the first look on, which it waits for. */
  async watch(unfinished: Unfinished): Promise<void> {
    if (!this.#settings.isReal || this.#isClosing) return;
    this.#watch = new Watch(unfinished, (sandbox) => this.wake(sandbox), this.#settings.lookEveryMs);
    await this.#watch.look();
  }

  /** Waits until nothing is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  /** Stops: attempts that do not end soon are cut off, and given back to whoever comes next. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#watch?.stop();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    const ended = new AbortController();
    const grace = sleep(GRACE_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    await Promise.race([this.idle(), grace]);
    ended.abort();
    this.#stop.now(new Error('the server stops'));
    await this.idle();
  }

  #due(sandbox: Sandbox, pending: readonly DeliveryRecord[]): DeliveryRecord[] {
    const [now, machineNow] = [sandbox.now(), this.#settings.machineNow()];
    return pending
      .filter(({ next_at, leased_until }) => next_at <= now && leased_until <= machineNow)
      .toSorted((a, b) => a.next_at - b.next_at);
  }

  /** Tells a delivery from all others; after a reset the ids begin anew, but the generation is another. */
  #keyOf({ name, mark }: Sandbox, id: string): string {
    return `${name}/${mark.generation}/${id}`;
  }

  /** Looks again when the next delivery is due, or its lease is over; a clock that stands makes none due. */
  #sleep(sandbox: Sandbox, pending: readonly DeliveryRecord[]): void {
    const [now, machineNow, isFrozen] = [sandbox.now(), this.#settings.machineNow(), sandbox.clock.mode === 'frozen'];
    let soonest = Number.POSITIVE_INFINITY;
    for (const { id, next_at, leased_until } of pending) {
      if (next_at > now && isFrozen) continue;
      // One that is leased by another process is taken over when that process does not end it.
      const wait = Math.max(next_at - now, leased_until - machineNow);
      // One that is due, and no one's, waits for a slot, which the end of another attempt gives it.
      if (wait > 0 && wait < soonest && !this.#running.has(this.#keyOf(sandbox, id))) soonest = wait;
    }
    this.#wakeAfter(sandbox, soonest);
  }

  #wakeAfter(sandbox: Sandbox, ms: number): void {
    clearTimeout(this.#timers.get(sandbox));
    this.#timers.delete(sandbox);
    if (!Number.isFinite(ms) || this.#isClosing) return;
    const wait = Math.min(Math.max(ms, 50), MAX_SLEEP_MS);
    this.#timers.set(sandbox, setTimeout(() => this.wake(sandbox), wait).unref());
  }

  #start(sandbox: Sandbox, delivery: DeliveryRecord): void {
    const key = this.#keyOf(sandbox, delivery.id);
    if (this.#running.has(key)) return;
    const lane = this.#keyOf(sandbox, delivery.registration_id);
    const refusal = this.#slots.take(lane);
    if (refusal === 'all') this.#waiting.add(sandbox);
    if (refusal === undefined) this.#running.set(key, this.#run(sandbox, delivery, { key, lane }));
  }

  async #run(sandbox: Sandbox, delivery: DeliveryRecord, { key, lane }: { key: string; lane: string }): Promise<void> {
    let isAway = false;
    try {
      await this.#turns.next();
      await this.#stop.during((signal) => this.#deliver(sandbox, delivery, signal));
    } catch {
      // What was claimed is made again when its lease is over.
      isAway = true;
    }
    this.#running.delete(key);
    this.#slots.leave(lane);
    this.#handOn(sandbox);
    // At once, the store would be asked again and again while it is away.
    if (isAway) this.#wakeAfter(sandbox, PAUSE_MS);
    else this.wake(sandbox);
  }

  /** Lets those who wait for a slot have it before the sandbox that gave it back; who got one waits behind the others. */
  #handOn(sandbox: Sandbox): void {
    const served: Sandbox[] = [];
    for (const other of Array.from(this.#waiting)) {
      const before = this.#running.size;
      this.#waiting.delete(other);
      if (other !== sandbox) this.wake(other);
      if (this.#running.size > before) served.push(other);
    }
    for (const other of served) if (this.#waiting.delete(other)) this.#waiting.add(other);
  }

  async #deliver(sandbox: Sandbox, delivery: DeliveryRecord, signal: AbortSignal): Promise<void> {
    const { guard, monotonic, schedule, machineNow, makeLogoutToken, record, count } = this.#settings;
    const claimed = await claim(sandbox, delivery, machineNow);
    if (claimed === undefined) return;
    const at = sandbox.now();
    const request = await outgoing(sandbox.view, claimed.delivery, { now: at, makeLogoutToken });
    const isFinal = 'refusal' in request;
    const posted = isFinal ? { reason: request.refusal } : await post({ ...request, signal }, { guard, monotonic });
    const isCutOff = signal.aborted && !isFinal && posted.status === undefined;
    if (isCutOff) {
      await release(sandbox, claimed);
      return;
    }
    const attempt = { posted, isFinal, at, now: sandbox.now(), schedule };
    const late = isFinal ? undefined : lateAttempt({ delivery: claimed.delivery, request, posted });
    let outcome: DeliveryOutcome = 'failed';
    const apply = (draft: WritableRecords, found: DeliveryRecord): void => {
      outcome = recordAttempt(draft, found, attempt);
    };
    const isOurs = await changeInLease(sandbox, claimed, { apply, machineNow, signal });
    if (isOurs) count(outcome);
    if (isOurs && late !== undefined) record(sandbox.name, late);
  }
}

/** What delivers webhooks. */
export type Deliveries = Pick<Dispatcher, 'wake' | 'watch' | 'idle' | 'close'>;

/** How to deliver, as the options of a server say it. */
export interface DeliverySettings extends Omit<DispatcherSettings, 'guard'> {
  /** Address that the server is bound to. */
  readonly host: string;
  /** Ranges of private addresses that may be delivered to; undefined where nothing is said of them. */
  readonly allow: readonly string[] | undefined;
  /** Finds the addresses of a host; by default the system does. */
  readonly resolve?: Resolve | undefined;
}

/** Makes what delivers. */
export function createDeliveries({ host, allow, resolve, ...settings }: DeliverySettings): Deliveries {
  const ranges = allow ?? (isLoopback(host) ? LOOPBACK_RANGES : []);
  return new Dispatcher({ ...settings, guard: addressGuard(ranges.map(parseCidr), resolve) });
}
