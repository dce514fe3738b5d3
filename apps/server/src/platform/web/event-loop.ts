/** Waits, by what every browser has. */

/** A timer of a wait. */
export type Timer = ReturnType<typeof setTimeout>;

const waiting: (() => void)[] = [];
let channel: InstanceType<typeof MessageChannel> | undefined;

/** Where a browser's build runs in Node, say for tests, a process stays for what waits and for nothing else. */
function hold(port: object, by: 'ref' | 'unref'): void {
  const { [by]: change }: { readonly [name in typeof by]?: unknown } = port;
  if (typeof change === 'function') change.call(port);
}

function listening(): InstanceType<typeof MessageChannel> {
  const { port1, port2 } = (channel = new MessageChannel());
  port1.addEventListener('message', () => {
    const next = waiting.shift();
    if (waiting.length === 0) hold(port1, 'unref');
    next?.();
  });
  port1.start();
  hold(port2, 'unref');
  return channel;
}

/** Calls in the next turn of the event loop. A timer would wait for 4 ms once some have followed each other. */
export function onNextTurn(then: () => void): void {
  const { port1, port2 } = channel ?? listening();
  waiting.push(then);
  hold(port1, 'ref');
  port2.postMessage(undefined);
}

/** Ends in the next turn of the event loop. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => onNextTurn(resolve));

/** Calls after so many ms. */
export function later(then: () => void, ms: number): Timer {
  return setTimeout(then, ms);
}
