/** Waits, by Node's timers. */
import timers from 'node:timers';

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

// As they were when this was loaded: a test that puts a clock of its own in the place of the timers waits for none of ours.
const { setTimeout: begin, clearTimeout: stop } = timers;

/** Calls with a value after so many ms. Without a closure: thousands may wait. */
export function startTimer<Value>(then: (value: Value) => void, ms: number, value: Value): Timer {
  return begin(then, ms, value);
}

/** Has a timer call nothing any more. */
export function stopTimer(timer: Timer): void {
  stop(timer);
}
