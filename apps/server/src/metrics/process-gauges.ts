/** How the process is: its event loop, and its memory (OpenTelemetry semantic conventions for Node.js and V8). */
import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import { Counter, Gauge, type Registry } from 'prom-client';
import { loopDelay } from './loop-delay.js';

const NS = 1e9;

/** A histogram without values has none that could be shown. */
const seconds = (ns: number): number => (Number.isFinite(ns) && ns < Number.MAX_SAFE_INTEGER ? ns / NS : 0);

/** Shows the event loop; its delays are those since it was shown last. */
function showLoop(registry: Registry): void {
  const registers = [registry];
  const delay = loopDelay();
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

/** Shows the process. */
export function showProcess(registry: Registry): void {
  showLoop(registry);
  showMemory(registry);
}
