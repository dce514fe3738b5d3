/** Waiting that ends early when the caller wants to stop. */

/**
 * Waits for some ms. The client stops waiting by itself when the signal aborts; the signal is there to clear a timer.
 *
 * @example
 * ```ts
 * import { createClient, type Sleep } from '@understudy/client';
 *
 * const noWaiting: Sleep = async () => {};
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010', sleep: noWaiting });
 * ```
 */
export type Sleep = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

/** Longest time that a timer can be set to, in ms; one that is set to more runs out at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Waits on the system's timer; rejects with the reason of the signal. */
export const sleep: Sleep = async (ms, signal) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, LONGEST_TIMER_MS));
  });
  try {
    await abortable(elapsed, signal);
  } finally {
    clearTimeout(timer);
  }
};

/** Settles as the work does, or rejects as soon as the signal aborts, even where the work does not look at it. */
export function abortable<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  return signal === undefined ? work : raced(work, signal);
}

async function raced<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = onAbort(signal, () => reject(signal.reason));
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stop();
  }
}

/** What is to be done when a signal aborts. */
const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Does something once the signal aborts, at once if it has, and gives what takes it back. However many calls share a
 * signal, it has one listener: Node takes more than ten for a leak.
 */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) {
    act();
    return () => undefined;
  }
  const known = listeners.get(signal);
  const acts = known ?? new Set();
  if (known === undefined) {
    listeners.set(signal, acts);
    signal.addEventListener('abort', () => acts.forEach((one) => one()), { once: true });
  }
  // Two calls may hand in the same function.
  const own = () => act();
  acts.add(own);
  return () => void acts.delete(own);
}
