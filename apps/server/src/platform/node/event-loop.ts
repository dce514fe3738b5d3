/** Waits, by Node's timers. */

/** Ends in the next turn of the event loop, after the input and output that are ready. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls in the next turn of the event loop. */
export function onNextTurn(then: () => void): void {
  setImmediate(then);
}

/** A timer of a wait. */
export type Timer = NodeJS.Timeout;

/** Calls after so many ms; a process that has nothing else to do does not stay for it. */
export function later(then: () => void, ms: number): Timer {
  return setTimeout(then, ms).unref();
}
