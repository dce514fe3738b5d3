/** Waits, by what every browser has. */

/** A timer of a wait. */
export type Timer = ReturnType<typeof setTimeout>;

const waiting: (() => void)[] = [];
let channel: InstanceType<typeof MessageChannel> | undefined;

function unref(port: object): void {
  if ('unref' in port && typeof port.unref === 'function') port.unref();
}

/** Calls in the next turn of the event loop. A timer would wait for 4 ms once some have followed each other. */
export function onNextTurn(then: () => void): void {
  if (channel === undefined) {
    channel = new MessageChannel();
    channel.port1.addEventListener('message', () => waiting.shift()?.());
    channel.port1.start();
    // Where a browser's build runs in Node, say for tests, a process is not to stay for it.
    unref(channel.port1);
    unref(channel.port2);
  }
  waiting.push(then);
  channel.port2.postMessage(undefined);
}

/** Ends in the next turn of the event loop. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => onNextTurn(resolve));

/** Waits so many ms; ends early, by throwing, when the signal is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** Calls after so many ms. */
export function later(then: () => void, ms: number): Timer {
  return setTimeout(then, ms);
}
