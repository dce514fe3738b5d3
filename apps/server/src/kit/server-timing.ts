/** How long an answer took, as it says itself. */

/** Server-Timing of an answer (W3C Server Timing §3), of its latency and of all that was done else, in ms. */
export function serverTiming(delayedMs: number, appMs: number): string {
  // Nearly all answers have no latency of their own.
  const delay = delayedMs === 0 ? '0.0' : delayedMs.toFixed(1);
  return `delay;dur=${delay}, app;dur=${appMs.toFixed(2)}`;
}
