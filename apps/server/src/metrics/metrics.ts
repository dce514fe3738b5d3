/** What a server counts, as metrics of prom-client: its requests, its store, what it refuses, and how its process is. */
import { type IntervalHistogram, performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import { conductRules } from '@understudy/contract/sandboxes';
import { LRUCache } from 'lru-cache';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { definitions } from '../faults/read-faults.js';
import type { MeteredRequest } from '../kit/watched.js';
import { version } from '../server/version.js';
import type { CacheTotals } from '../store/registry/sandbox-cache.js';

/** What a server holds, read when somebody looks. */
export interface Gauges {
  readonly totals: () => CacheTotals;
  /** Streams of events that are open. */
  readonly streams: () => number;
  /** Passwords that wait to be hashed. */
  readonly hashes: () => number;
}

/** Upper bounds of the buckets, in seconds, as OpenTelemetry advises for `http.server.request.duration`. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** The label that says so of the series that all beyond share (OpenTelemetry Metrics SDK, cardinality limits). */
const OVERFLOW = 'otel_metric_overflow';

/** Series of one metric; a Prometheus keeps each of them. */
const MAX_SERIES = 2000;

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

/** Durations by labels. */
class Durations {
  readonly #histogram: Histogram;
  readonly #series = new Set<string>();

  constructor(about: ConstructorParameters<typeof Histogram>[0] & { readonly labelNames: readonly string[] }) {
    this.#histogram = new Histogram({ ...about, labelNames: [...about.labelNames, OVERFLOW], buckets: BUCKETS });
  }

  /** Adds one, in ms; all labels have the same names in the same order. */
  add(labels: Readonly<Record<string, string>>, ms: number): void {
    const series = Object.values(labels).join('\n');
    const isNew = !this.#series.has(series);
    const isBeyond = isNew && this.#series.size >= MAX_SERIES;
    if (isNew && !isBeyond) this.#series.add(series);
    this.#histogram.observe(isBeyond ? { [OVERFLOW]: 'true' } : labels, ms / 1000);
  }
}

/** What a count is of. */
interface Counted {
  readonly name: string;
  readonly label: string;
  /** Those that are counted; each stands at 0 from the start, so that its first rise is seen. */
  readonly values: Iterable<string>;
  readonly help: string;
}

/** Counts by one label. */
class Counts {
  readonly #counter: Counter;
  readonly #label: string;
  readonly #values: ReadonlySet<string>;

  constructor(registry: Registry, { name, label, values, help }: Counted) {
    this.#counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
    this.#label = label;
    this.#values = new Set(values);
    for (const value of this.#values) this.add(value, 0);
  }

  /** Counts one; what is none of the values is counted nowhere. */
  add(value = '', count = 1): void {
    if (this.#values.has(value)) this.#counter.inc({ [this.#label]: value }, count);
  }
}

const NS = 1e9;

/** A histogram without values has none that could be shown. */
const seconds = (ns: number): number => (Number.isFinite(ns) && ns < Number.MAX_SAFE_INTEGER ? ns / NS : 0);

/** Shows the event loop; its delays are those since it was shown last. */
function showLoop(registry: Registry, delay: IntervalHistogram): void {
  const registers = [registry];
  const shown = {
    min: ['Shortest', delay.count === 0 ? 0 : delay.min],
    max: ['Longest', delay.max],
    mean: ['Mean', delay.mean],
    stddev: ['Standard deviation of the', delay.stddev],
    p50: ['Median of the', delay.percentile(50)],
    p90: ['90th percentile of the', delay.percentile(90)],
    p99: ['99th percentile of the', delay.percentile(99)],
  } as const;
  for (const [name, [word, ns]] of Object.entries(shown)) {
    const help = `${word} delay of the event loop since the last scrape.`;
    new Gauge({ name: `nodejs_eventloop_delay_${name}_seconds`, help, registers }).set(seconds(ns));
  }
  delay.reset();
  const help = 'Share of its time that the event loop was not idle, since the start.';
  const { utilization } = performance.eventLoopUtilization();
  new Gauge({ name: 'nodejs_eventloop_utilization_ratio', help, registers }).set(utilization);
}

function showMemory(registry: Registry): void {
  const registers = [registry];
  const { rss } = process.memoryUsage();
  new Gauge({ name: 'process_memory_usage_bytes', help: 'Resident memory of the process.', registers }).set(rss);
  const labelNames = ['v8js_heap_space_name'];
  const used = new Gauge({ name: 'v8js_memory_heap_used_bytes', help: 'Heap in use.', labelNames, registers });
  const limit = new Gauge({
    name: 'v8js_memory_heap_limit_bytes',
    help: 'Heap that is set aside.',
    labelNames,
    registers,
  });
  for (const { space_name, space_used_size, space_size } of getHeapSpaceStatistics()) {
    used.set({ v8js_heap_space_name: space_name }, space_used_size);
    limit.set({ v8js_heap_space_name: space_name }, space_size);
  }
  const { user, system } = process.cpuUsage();
  const cpu = new Gauge({ name: 'process_uptime_seconds', help: 'Time since the process began.', registers });
  cpu.set(process.uptime());
  showCpu(registry, { user, system });
}

function showCpu(registry: Registry, used: { readonly user: number; readonly system: number }): void {
  const name = 'process_cpu_time_seconds_total';
  const labelNames = ['cpu_mode'];
  const help = 'Time that the processors worked for the process.';
  const counter = new Counter({ name, help, labelNames, registers: [registry] });
  for (const [mode, microseconds] of Object.entries(used)) counter.inc({ cpu_mode: mode }, microseconds / 1e6);
}

function showHoldings(registry: Registry, gauges: Gauges): void {
  const { sandboxes, records, bytes } = gauges.totals();
  const shown: readonly (readonly [name: string, value: number, help: string])[] = [
    ['sandboxes', sandboxes, 'Sandboxes that the process holds.'],
    ['records', records, 'Records that were created or changed, in all sandboxes that the process holds.'],
    ['record_size_bytes', bytes, 'What those records take, as JSON.'],
    ['streams', gauges.streams(), 'Streams of events that are open.'],
    ['waiting_hashes', gauges.hashes(), 'Passwords that wait to be hashed.'],
  ];
  for (const [name, value, help] of shown) {
    new Gauge({ name: `understudy_${name}`, help, registers: [registry] }).set(value);
  }
  const about = { name: 'understudy_build_info', help: 'The version.', labelNames: ['version'], registers: [registry] };
  new Gauge(about).set({ version }, 1);
}

/** Sandboxes whose verdicts are remembered, so that none is counted twice. */
const MAX_JUDGED = 1000;

/** What a server counts. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Durations({
    name: 'http_server_request_duration_seconds',
    help: 'Time from a request to the last byte of its answer, with the waits that were asked for.',
    labelNames: ['operation', 'http_request_method', 'http_response_status_code'],
    registers: [this.#registry],
  });
  readonly store = new Durations({
    name: 'understudy_store_duration_seconds',
    help: 'Time that the store took, by what it was asked to do.',
    labelNames: ['operation'],
    registers: [this.#registry],
  });
  readonly faults = new Counts(this.#registry, {
    name: 'understudy_faults_total',
    label: 'fault',
    values: FAULTS,
    help: 'Faults that were applied, by their names.',
  });
  readonly deliveries = new Counts(this.#registry, {
    name: 'understudy_deliveries_total',
    label: 'outcome',
    values: ['succeeded', 'retried', 'failed'],
    help: 'Attempts at deliveries of webhooks, by their outcomes.',
  });
  readonly refusals = new Counts(this.#registry, {
    name: 'understudy_refusals_total',
    label: 'kind',
    values: REFUSALS,
    help: 'Requests that the server refused to protect itself, by the kind of the problem.',
  });
  readonly forgotten = new Counts(this.#registry, {
    name: 'understudy_forgotten_sandboxes_total',
    label: 'reason',
    values: ['idle', 'room'],
    help: 'Sandboxes that were forgotten: idle, or to make room.',
  });
  readonly conflicts = new Counter({
    name: 'understudy_commit_conflicts_total',
    help: 'Writes that lost to one of another process, and were made again.',
    registers: [this.#registry],
  });
  readonly #conduct = new Counts(this.#registry, {
    name: 'understudy_conduct_total',
    label: 'rule',
    values: Object.keys(conductRules),
    help: 'What clients did wrong, by rule, counted when a sandbox is judged.',
  });
  readonly #judged = new LRUCache<string, ReadonlyMap<string, number>>({ max: MAX_JUDGED });

  /** Adds how long a request took, in ms. */
  addRequest({ operation = 'none', method, status }: MeteredRequest, ms: number): void {
    const http_request_method = METHODS.has(method) ? method : OTHER;
    this.#requests.add({ operation, http_request_method, http_response_status_code: String(status) }, ms);
  }

  /** Counts those verdicts on the clients of a sandbox that are new. */
  addVerdicts(sandbox: string, rules: readonly string[]): void {
    const before = this.#judged.get(sandbox);
    const counts = new Map<string, number>();
    for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    // Fewer than before are those of a journal that was cleared.
    for (const [rule, count] of counts) this.#conduct.add(rule, Math.max(0, count - (before?.get(rule) ?? 0)));
    this.#judged.set(sandbox, counts);
  }

  /** All of it, and how the process is now, in the text format of Prometheus. */
  async text(gauges: Gauges, delay: IntervalHistogram): Promise<{ readonly type: string; readonly body: string }> {
    const now = new Registry();
    // First: to look forgets what was idle too long, which is counted.
    showHoldings(now, gauges);
    showLoop(now, delay);
    showMemory(now);
    const texts = await Promise.all([this.#registry.metrics(), now.metrics()]);
    return { type: now.contentType, body: texts.join('\n') };
  }
}
