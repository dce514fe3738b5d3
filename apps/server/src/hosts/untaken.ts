/** Takes what the system holds for a server before it closes: else that would be reset under whoever has sent it. */
import type { Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long it is waited for such a moment, in ms: on a machine that is busy there may be none. */
const MAX_MS = 1000;

/** A turn of the event loop that takes no longer leaves little time in which others could have come, in ms. */
const SHORT_MS = 2;

/**
 * Settles when all connections are taken that clients have opened. The event loop takes one in each turn, so that on a
 * busy server they wait for some time, with a request on each; closing resets them all. What comes in the moment between
 * the last look and the closing is lost even so, which is why the last turn is to be a short one.
 */
export async function takeConnections(server: Server): Promise<void> {
  let hasCome = true;
  const come = (): void => {
    hasCome = true;
  };
  server.on('connection', come).on('drop', come);
  // The first turn is one that has looked already.
  await nextTurn();
  const until = performance.now() + MAX_MS;
  for (let now = performance.now(), took = Infinity; now < until && (hasCome || took > SHORT_MS);) {
    hasCome = false;
    await nextTurn();
    took = performance.now() - now;
    now += took;
  }
  server.off('connection', come).off('drop', come);
}

/** Settles when what has come on open connections is read: a timer that is late runs before that. */
export async function readWhatCame(): Promise<void> {
  // The first ends with the turn that the timer is in; the second one reads all.
  await nextTurn();
  await nextTurn();
}
