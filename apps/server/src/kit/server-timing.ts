/** How long an answer took, as it says itself. */

/** Server-Timing of an answer (W3C Server Timing §3), of its latency and of all that was done else, in ms. */
export function serverTiming(delayedMs: number, appMs: number): string {
  return `delay;dur=${delayedMs.toFixed(1)}, app;dur=${appMs.toFixed(2)}`;
}
