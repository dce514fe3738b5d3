/** What a server counts, as Prometheus reads it. */
import { Counter, Gauge, Histogram, type MetricValueWithName, Registry } from 'prom-client';
import { version } from '../server/version.js';
import type { MetricParts } from './metrics-route.js';
import { showProcess } from './process-gauges.js';
import { BOUNDS, type Durations, type DurationTable, type Labels, type TallyBy } from './meters.js';

/** What a histogram says of itself. */
interface Shown {
  readonly name: string;
  readonly help: string;
}

/** Adding to a histogram of the library costs a hot GET more than 3 % of its rate: this one is added up before. */
class ShownDurations extends Histogram<string> {
  readonly #about: Shown;
  readonly #table: DurationTable;

  constructor(about: Shown, table: DurationTable) {
    super({ ...about, buckets: [...BOUNDS], registers: [] });
    this.#about = about;
    this.#table = table;
  }

  /** What the registry asks a histogram for. */
  async getForPromString(): Promise<object> {
    const values = Array.from(this.#table.series, ({ labels, durations }) => this.#values(labels, durations)).flat();
    return { ...this.#about, type: 'histogram', values };
  }

  #values(labels: Labels, { counts, sumMs }: Durations): MetricValueWithName<string>[] {
    const { name } = this.#about;
    let count = 0;
    const buckets = Array.from(counts, (own, i) => {
      count += own;
      return { metricName: `${name}_bucket`, labels: { ...labels, le: String(BOUNDS[i] ?? '+Inf') }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sumMs / 1000 },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}

function showDurations(registry: Registry, { requests, store }: MetricParts['meters']): void {
  const ofRequests = 'Time from a request to its answer, with the waits that were asked for.';
  const shown = [new ShownDurations({ name: 'http_server_request_duration_seconds', help: ofRequests }, requests)];
  const ofStore = 'Time that the store took, by what it was asked to do.';
  shown.push(new ShownDurations({ name: 'understudy_store_duration_seconds', help: ofStore }, store));
  for (const histogram of shown) registry.registerMetric(histogram);
}

function showCounts(registry: Registry, { meters }: MetricParts): void {
  const { faults, deliveries, conduct, refusals, forgotten, conflicts } = meters;
  const shown: readonly (readonly [name: string, label: string, counts: TallyBy, help: string])[] = [
    ['faults', 'fault', faults, 'Faults that struck, by their names.'],
    ['deliveries', 'outcome', deliveries, 'Attempts at deliveries of webhooks, by what came of them.'],
    ['conduct', 'rule', conduct, 'What clients did wrong, by rule, counted when a sandbox is judged.'],
    ['refusals', 'kind', refusals, 'Requests that the server refused to protect itself, by the kind of the problem.'],
    ['forgotten_sandboxes', 'reason', forgotten, 'Sandboxes that were forgotten: idle, or to make room.'],
  ];
  const registers = [registry];
  for (const [name, label, { counts }, help] of shown) {
    const counter = new Counter({ name: `understudy_${name}_total`, help, labelNames: [label], registers });
    for (const [value, count] of counts) counter.inc({ [label]: value }, count);
  }
  const help = 'Writes that lost to one of another process, and were made again.';
  new Counter({ name: 'understudy_commit_conflicts_total', help, registers }).inc(conflicts);
}

function showGauges(registry: Registry, { gauges }: MetricParts): void {
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

/** What a server counts, in the text format of Prometheus. */
export async function exposition(parts: MetricParts): Promise<{ readonly type: string; readonly body: string }> {
  // Made anew each time: what is counted is counted elsewhere.
  const registry = new Registry();
  showDurations(registry, parts.meters);
  // First: to look forgets what was idle too long, which is counted.
  showGauges(registry, parts);
  showCounts(registry, parts);
  showProcess(registry);
  return { type: registry.contentType, body: await registry.metrics() };
}
