/** Takes what the system holds for a server before it closes: else that would be reset under whoever has sent it. */
import type { Server as HttpServer } from 'node:http';
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

/** How often a time without a request is waited for. */
const MAX_TIMES = 4;

/** Settles when what has come on open connections is read: a timer that is late runs before that. */
async function readWhatCame(): Promise<void> {
  // The first ends with the turn that the timer is in; the second one reads all.
  await nextTurn();
  await nextTurn();
}

/**
 * Does something once no request has come for some time. Each that comes ends its connection, and the load balancer that
 * it is from takes the next of those that it keeps: the slower the machine, the longer it takes to come to the last.
 *
 * @returns what ends it before
 */
export function untilQuiet(server: HttpServer, ms: number, done: () => void): () => void {
  let hasCome = false;
  let left = MAX_TIMES;
  const come = (): void => {
    hasCome = true;
  };
  const look = async (): Promise<void> => {
    await readWhatCame();
    left -= 1;
    if (hasCome && left > 0) wait();
    else done();
  };
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    hasCome = false;
    timer = setTimeout(() => void look(), ms);
  };
  server.on('request', come);
  wait();
  return () => {
    clearTimeout(timer);
    server.off('request', come);
  };
}
