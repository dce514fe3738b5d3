/** Loaded into the server under attack with --import: answers over IPC what its process holds, garbage collected first. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();

/** A delay is measured between two samples, so that resolution is part of it. */
const loopMs = (ns) => Math.max(0, Math.round(ns / 1e6 - RESOLUTION_MS));

process.on('message', () => {
  // What the collection itself holds up is nobody's fault.
  const loop = { max: loopMs(delays.max), p99: loopMs(delays.percentile(99)) };
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const count = (name) => resources.filter((resource) => resource === name).length;
  const open = { sockets: count('TCPSocketWrap'), timers: count('Timeout') };
  process.send({ heap: heapUsed + external, rss, loop, ...open });
  delays.reset();
});
// The process ends by its signals, as without this channel.
process.channel.unref();
