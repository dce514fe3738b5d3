/** Serves an app over Node's http, and stops without cutting off anyone. */
import { Server as TcpServer, type Server } from 'node:net';
import { promisify } from 'node:util';
import type { Answering } from './send.js';
import { type Http1, KEEP_ALIVE_MS, openHttp1, type Timeouts } from './http1.js';
import type { TlsIdentity, TlsListener } from './tls-listener.js';
import type { Server as HttpServer } from 'node:http';
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
async function takeConnections(server: Server): Promise<void> {
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
async function readPending(): Promise<void> {
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
function untilQuiet(server: HttpServer, ms: number, done: () => void): () => void {
  let hasCome = false;
  let left = MAX_TIMES;
  const come = (): void => {
    hasCome = true;
  };
  const look = async (): Promise<void> => {
    await readPending();
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

/** Where to listen. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A listening server. */
export interface Listening {
  /** Port it listens on. */
  readonly port: number;
  /** How many connections are open. */
  readonly connections: () => Promise<number>;
  /** Has further connections see another certificate; left out where there is none. */
  readonly renew?: (certified: TlsIdentity) => void;
  /** Stops listening, and ends when no connection is left. */
  readonly close: (patience: Patience) => Promise<void>;
}

/** Whom to wait for when stopping, in ms. */
export interface Patience {
  /**
   * How long everything goes on as before; no time by default. Nor are connections given up yet: somebody who opened new
   * ones instead could be just about to when the server stops listening.
   */
  readonly drainMs?: number;
  /** Until no request has come for so long on connections that are open, and four times as long at most; no time by default. */
  readonly lingerMs?: number;
  /** How long those may take that are being answered then, before they are cut off. */
  readonly graceMs: number;
}

/** Whoever is slow to send a head, or sends a byte of a body now and then, keeps a connection from others. */
const TIMEOUTS: Timeouts = { headMs: 10_000, bodyMs: 30_000, silentMs: KEEP_ALIVE_MS, lookMs: 1000 };

/** How a server takes connections, and how much clients may take of them. */
export interface ServeLimits {
  /** Connections that may be open at once; others are closed as they come. */
  readonly maxConnections?: number | undefined;
  readonly timeouts?: Timeouts;
  /** Learns of a connection that was closed so. */
  readonly dropped?: (() => void) | undefined;
  /** What it shows who it is with: then it speaks TLS, with HTTP/2 beside HTTP/1.1. */
  readonly certified?: TlsIdentity | undefined;
}

function listen(server: TcpServer, { host, port }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** What is to stop. */
interface Parts {
  /** What listens. */
  readonly front: TcpServer;
  readonly http1: Http1;
  readonly door: TlsListener | undefined;
}

async function stop({ front, http1, door }: Parts, { lingerMs = 0, graceMs }: Patience): Promise<void> {
  await takeConnections(front);
  await new Promise<void>((resolve) => {
    const over = untilQuiet(http1.server, lingerMs, () => {
      http1.leave();
      door?.leave();
    });
    const grace = setTimeout(() => {
      http1.server.closeAllConnections();
      door?.cutOff();
    }, lingerMs + graceMs);
    front.once('close', () => {
      over();
      clearTimeout(grace);
      resolve();
    });
    door?.announce();
    // That of HTTP would close idle connections too, at times under a request that is on its way.
    TcpServer.prototype.close.call(front);
  });
}

/** Serves a pipeline over HTTP. */
export async function serve(pipeline: Answering, address: Address, limits: ServeLimits = {}): Promise<Listening> {
  const { timeouts = TIMEOUTS, maxConnections, dropped, certified } = limits;
  // Who does not ask for TLS does not wait for it to be loaded.
  const secure = certified === undefined ? undefined : await import('./tls-listener.js');
  const http1 = openHttp1(pipeline, {
    scheme: secure === undefined ? 'http' : 'https',
    timeouts,
    isOpen: () => front.listening,
    wireOf: (socket) => door?.wireOf(socket) ?? socket,
  });
  const door =
    secure === undefined || certified === undefined
      ? undefined
      : secure.listenTls(pipeline, { certified, http1, timeouts, silentMs: KEEP_ALIVE_MS });
  const front: TcpServer = door?.front ?? http1.server;
  if (maxConnections !== undefined) front.maxConnections = maxConnections;
  if (dropped !== undefined) front.on('drop', dropped);
  const port = await listen(front, address);
  const parts: Parts = { front, http1, door };
  const close = async ({ drainMs = 0, ...patience }: Patience): Promise<void> => {
    if (drainMs > 0) await new Promise((resolve) => setTimeout(resolve, drainMs));
    // Waits of faults are no reason to wait: a hang or stall ends its connection at once, what drips comes all at once.
    pipeline.timers.end();
    return stop(parts, patience).finally(() => http1.end());
  };
  const connections = promisify(front.getConnections.bind(front));
  return { port, connections, close, ...(door === undefined ? {} : { renew: door.renew }) };
}

export type { Answering } from './send.js';
export { KEEP_ALIVE_MS } from './http1.js';
