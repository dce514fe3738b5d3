/** Counts what the server does, for its metrics. */
import { conductRules } from '@understudy/contract/sandboxes';
import { LRUCache } from 'lru-cache';
import { definitions } from '../faults/definitions.js';
import type { Counting, Replacement, Store } from '../store/stores/store.js';
import type { DeliveryOutcome, MeteredRequest, StoreOperation, Watched } from '../kit/watched.js';
import type { CountStep, TallyEntry } from '../faults/action.js';
import type { Mark, StoredRecord } from '../store/model/stored-record.js';

/** Upper bounds of the buckets, in seconds, as OpenTelemetry advises for `http.server.request.duration`. */
export const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] as const;

/** Durations of one kind. */
export class Durations {
  /** How many were in each bucket, and not in the one before; the last is without bound. */
  readonly counts = new Float64Array(BOUNDS.length + 1);
  /** All of them together, in ms. */
  sumMs = 0;

  /** Adds one, in ms. */
  add(ms: number): void {
    this.sumMs += ms;
    const seconds = ms / 1000;
    let at = 0;
    // Most are in the first bucket.
    while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? Infinity)) at += 1;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
  }
}

/** The label that says so of the series that all beyond share (OpenTelemetry Metrics SDK, cardinality limits). */
const OVERFLOW = { otel_metric_overflow: 'true' } as const;

/** Series of one metric; a Prometheus keeps each of them. */
const MAX_SERIES = 2000;

/** Labels by name. */
export type Labels = Readonly<Record<string, string>>;

/** Durations by labels. */
export class DurationTable {
  readonly #series = new Map<string, { readonly labels: Labels; readonly durations: Durations }>();

  /** The durations with some labels; all labels of one table have the same names in the same order. */
  of(labels: Labels): Durations {
    const key = Object.values(labels).join('\n');
    const found = this.#series.get(key);
    if (found !== undefined) return found.durations;
    if (this.#series.size >= MAX_SERIES) return this.#overflow();
    const durations = new Durations();
    this.#series.set(key, { labels, durations });
    return durations;
  }

  /** All series. */
  get series(): Iterable<{ readonly labels: Labels; readonly durations: Durations }> {
    return this.#series.values();
  }

  #overflow(): Durations {
    const key = OVERFLOW.otel_metric_overflow;
    const found = this.#series.get(key)?.durations ?? new Durations();
    this.#series.set(key, { labels: OVERFLOW, durations: found });
    return found;
  }
}

/** Counts by one label. */
export class TallyBy {
  readonly #counts: Map<string, number>;

  /** @param values those that are counted; each stands at 0 from the start, so that its first rise is seen */
  constructor(values: Iterable<string>) {
    this.#counts = new Map(Array.from(values, (value) => [value, 0]));
  }

  /** Counts one; what is none of the values is counted nowhere. */
  add(value: string, count = 1): void {
    const before = this.#counts.get(value);
    if (before !== undefined) this.#counts.set(value, before + count);
  }

  /** Values and their counts. */
  get counts(): Iterable<readonly [value: string, count: number]> {
    return this.#counts;
  }
}

type Meter = Pick<Watched, 'countStore' | 'countConflict'>;

/** A store that is watched. */
export class MeteredStore implements Store {
  readonly #store: Store;
  readonly #meter: Meter;
  readonly exclusive: boolean;
  readonly tokens: Store['tokens'];
  readonly version?: () => number;
  readonly maxWriters?: number;
  readonly turnMs?: number;
  readonly alone?: NonNullable<Store['alone']>;

  constructor(store: Store, meter: Meter) {
    this.#store = store;
    this.#meter = meter;
    this.exclusive = store.exclusive;
    this.tokens = store.tokens;
    // What a store does not have stays away: others ask whether it is there.
    const { version, maxWriters, turnMs, alone } = store;
    if (version !== undefined) this.version = () => version.call(store);
    if (maxWriters !== undefined) this.maxWriters = maxWriters;
    if (turnMs !== undefined) this.turnMs = turnMs;
    if (alone !== undefined)
      this.alone = (sandbox, work) => alone.call(store, sandbox, work) as ReturnType<typeof work>;
  }

  changedSince(sandbox: string, mark: Mark, maxBytes?: number) {
    return this.#timed('read', this.#store.changedSince(sandbox, mark, maxBytes));
  }

  glance(sandbox: string, collections: readonly string[]) {
    return this.#timed('read', this.#store.glance(sandbox, collections));
  }

  count(counting: Counting) {
    return this.#timed('count', this.#store.count(counting));
  }

  write(sandbox: string, mark: Mark, writes: readonly (readonly StoredRecord[])[]) {
    return this.#contended('write', this.#store.write(sandbox, mark, writes));
  }

  replace(sandbox: string, mark: Mark, replacement: Replacement) {
    return this.#contended('replace', this.#store.replace(sandbox, mark, replacement));
  }

  admit(sandbox: string, limit: number) {
    return this.#contended('admit', this.#store.admit(sandbox, limit));
  }

  drop(sandbox: string) {
    return this.#timed('drop', this.#store.drop(sandbox));
  }

  used(sandboxes: readonly string[]) {
    return this.#timed('use', this.#store.used(sandboxes));
  }

  expire(ttlSeconds: number | null) {
    return this.#timed('drop', this.#store.expire(ttlSeconds));
  }

  list() {
    return this.#timed('list', this.#store.list());
  }

  unfinished(after: string, limit: number) {
    return this.#timed('list', this.#store.unfinished(after, limit));
  }

  tally<Result>(sandbox: string, keys: readonly string[], step: CountStep<Result>): Result | Promise<Result> {
    const counted = this.#store.tally(sandbox, keys, step);
    // What is done at once takes no time that is worth noting.
    return counted instanceof Promise ? this.#timed('tally', counted) : counted;
  }

  tallies(sandbox: string): Promise<readonly TallyEntry[]> {
    return this.#timed('tally', this.#store.tallies(sandbox));
  }

  check() {
    return this.#timed('check', this.#store.check());
  }

  close() {
    return this.#store.close();
  }

  #timed<Result>(operation: StoreOperation, work: Promise<Result>): Promise<Result> {
    const since = performance.now();
    const end = (): void => this.#meter.countStore(operation, performance.now() - since);
    // Also of one that fails, which its caller learns.
    void work.then(end, end);
    return work;
  }

  #contended<Result>(operation: StoreOperation, work: Promise<Result>): Promise<Result> {
    void work.then(
      (result) => (result === 'conflict' ? this.#meter.countConflict() : undefined),
      () => undefined,
    );
    return this.#timed(operation, work);
  }
}

/** Methods that have a series of their own; OpenTelemetry calls all others so. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const OTHER = '_OTHER';

/** Problems by which a server protects itself, and connections that it closes. */
const REFUSALS = [
  'connection',
  'misdirected_request',
  'payload_too_large',
  'sandbox_full',
  'service_unavailable',
  'too_many_requests',
] as const;

/** Names of all faults; a fixed answer is one too, and a preset stands for others. */
const FAULTS = [...[...definitions.keys()].filter((name) => name !== 'preset'), 'answer'];

/** Sandboxes whose verdicts are remembered, so that none is counted twice. */
const MAX_JUDGED = 1000;

/** What a server counts. */
export class Meters implements Watched {
  readonly isOn: boolean;
  readonly requests = new DurationTable();
  readonly store = new DurationTable();
  readonly faults = new TallyBy(FAULTS);
  readonly deliveries = new TallyBy(['succeeded', 'retried', 'failed']);
  readonly refusals = new TallyBy(REFUSALS);
  readonly conduct = new TallyBy(Object.keys(conductRules));
  readonly forgotten = new TallyBy(['idle', 'room']);
  conflicts = 0;
  readonly #judged = new LRUCache<string, ReadonlyMap<string, number>>({ max: MAX_JUDGED });

  constructor(isOn: boolean) {
    this.isOn = isOn;
  }

  /** A store as it is to be used, so that its work is counted. */
  watching(store: Store): Store {
    return this.isOn ? new MeteredStore(store, this) : store;
  }

  readonly requestsOf = ({ operation = 'none', method, status }: MeteredRequest): Durations | undefined => {
    if (!this.isOn) return undefined;
    return this.requests.of({
      operation,
      http_request_method: METHODS.has(method) ? method : OTHER,
      http_response_status_code: String(status),
    });
  };

  readonly countFault = (fault: string): void => {
    const [name = ''] = fault.split(';', 1);
    this.faults.add(name);
  };

  readonly countRefusal = (kind: string): void => {
    this.refusals.add(kind);
  };

  readonly countStore = (operation: StoreOperation, ms: number): void => {
    this.store.of({ operation }).add(ms);
  };

  readonly countConflict = (): void => {
    this.conflicts += 1;
  };

  readonly countDelivery = (outcome: DeliveryOutcome): void => {
    this.deliveries.add(outcome);
  };

  readonly countForgotten = (reason: 'idle' | 'room'): void => {
    this.forgotten.add(reason);
  };

  readonly countVerdicts = (sandbox: string, rules: readonly string[]): void => {
    const before = this.#judged.get(sandbox);
    const counts = new Map<string, number>();
    for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    // Fewer than before are those of a journal that was cleared.
    for (const [rule, count] of counts) this.conduct.add(rule, Math.max(0, count - (before?.get(rule) ?? 0)));
    this.#judged.set(sandbox, counts);
  };
}
