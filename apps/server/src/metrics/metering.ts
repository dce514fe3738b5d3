/** Counts what a server does, and the route at which Prometheus reads it; the library of the metrics is loaded later. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Access } from '../call/access.js';
import type { CountStep, TallyEntry } from '../faults/action.js';
import type { Route } from '../http/router.js';
import { loadedLater } from '../kit/made-once.js';
import type { MeteredRequest, StoreOperation, TakesDurations, Watched } from '../kit/watched.js';
import type { Mark, StoredRecord } from '../store/model/internal.js';
import type { Counting, Replacement, Store } from '../store/stores/store.js';
import type { Gauges, Metrics } from './metrics.js';

/** Time between two looks at the event loop, in ms: a delay that is shorter is seen by chance only. */
const RESOLUTION_MS = 20;

let watchedLoop: IntervalHistogram | undefined;

/** How late the event loop was since the last scrape; the watch begins with the first call. */
export function loopDelay(): IntervalHistogram {
  if (watchedLoop === undefined) {
    watchedLoop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    watchedLoop.enable();
  }
  return watchedLoop;
}

const load = loadedLater(() => import('./metrics.js'));

/** So many durations are counted at once, which takes a fraction of the time. */
const TOGETHER = 256;

/** So many kinds of requests have a list of their own; of all beyond each one is counted by itself. */
const MAX_KINDS = 2000;

/** How long requests of one kind took, as far as it is yet to be counted. */
class Uncounted implements TakesDurations {
  readonly #count: (ms: readonly number[]) => void;
  #ms: number[] = [];

  constructor(count: (ms: readonly number[]) => void) {
    this.#count = count;
  }

  readonly add = (ms: number): void => {
    this.#ms.push(ms);
    if (this.#ms.length >= TOGETHER) this.count();
  };

  count(): void {
    const ms = this.#ms;
    this.#ms = [];
    if (ms.length > 0) this.#count(ms);
  }
}

/** The metrics of one server. What happens before the library is loaded is counted as soon as it is. */
export class Metering {
  readonly #requests = new Map<string, Uncounted>();
  #metrics: Metrics | undefined;
  #loading: Promise<Metrics> | undefined;

  readonly watched: Watched = {
    requestsOf: (request) => this.#requestsOf(request),
    countFault: (fault) => this.#count(({ faults }) => faults.add(fault.split(';', 1)[0])),
    countRefusal: (kind) => this.#count(({ refusals }) => refusals.add(kind)),
    countStore: (operation, ms) => this.#count(({ store }) => store.add({ operation }, ms)),
    countConflict: () => this.#count(({ conflicts }) => conflicts.inc()),
    countDelivery: (outcome) => this.#count(({ deliveries }) => deliveries.add(outcome)),
    countForgotten: (reason) => this.#count(({ forgotten }) => forgotten.add(reason)),
    countVerdicts: (sandbox, rules) => this.#count((metrics) => metrics.addVerdicts(sandbox, rules)),
  };

  /** A store whose work is counted as well. */
  watching(store: Store): Store {
    return new MeteredStore(store, this.watched);
  }

  /** The route that Prometheus reads. */
  route(gauges: Gauges, access: Access): Route {
    return {
      method: 'GET',
      path: '/metrics',
      answer: async ({ request, isForeign }) => {
        // It tells of everyone's requests.
        access.checkOperator({ authorization: request.header('authorization') ?? '', isForeign });
        return { status: 200, caching: 'none', ...(await this.text(gauges)) };
      },
    };
  }

  /** What was counted, in the text format of Prometheus. */
  async text(gauges: Gauges): Promise<{ readonly type: string; readonly body: string }> {
    const metrics = await this.#load();
    for (const requests of this.#requests.values()) requests.count();
    return metrics.text(gauges, loopDelay());
  }

  #requestsOf(request: MeteredRequest): TakesDurations {
    const { method, status, operation = '' } = request;
    const kind = `${method} ${status} ${operation}`;
    const cached = this.#requests.get(kind);
    if (cached !== undefined) return cached;
    const count = (durations: readonly number[]): void =>
      this.#count((metrics) => {
        for (const ms of durations) metrics.addRequest(request, ms);
      });
    if (this.#requests.size >= MAX_KINDS) return { add: (ms) => count([ms]) };
    const requests = new Uncounted(count);
    this.#requests.set(kind, requests);
    return requests;
  }

  #count(add: (metrics: Metrics) => void): void {
    if (this.#metrics === undefined) void this.#load().then(add);
    else add(this.#metrics);
  }

  #load(): Promise<Metrics> {
    this.#loading ??= load().then(({ Metrics: Loaded }) => (this.#metrics = new Loaded()));
    return this.#loading;
  }
}

/** A store that is watched. */
class MeteredStore implements Store {
  readonly #store: Store;
  readonly #watched: Watched;
  readonly exclusive: boolean;
  readonly tokens: Store['tokens'];
  readonly version?: () => number;
  readonly maxWriters?: number;
  readonly turnMs?: number;
  readonly alone?: NonNullable<Store['alone']>;

  constructor(store: Store, watched: Watched) {
    this.#store = store;
    this.#watched = watched;
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
    const end = (): void => this.#watched.countStore(operation, performance.now() - since);
    // Also of one that fails, which its caller learns.
    void work.then(end, end);
    return work;
  }

  #contended<Result>(operation: StoreOperation, work: Promise<Result>): Promise<Result> {
    void work.then(
      (result) => (result === 'conflict' ? this.#watched.countConflict() : undefined),
      () => undefined,
    );
    return this.#timed(operation, work);
  }
}
