/** A connection of Node's http on which an answer with faults goes out: who hung up, and how it ends. */
import { once, setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type Ending, GARBAGE, type Piece as PacedPiece, release, transferOf } from '../http/transfer.js';
import type { Writable } from 'node:stream';
import type { Finished } from '../http/finish.js';
import type { ClientConnection } from './node-request.js';
import { bytesOf, OpenStream, type Outlet, type Piece, type Recording } from '../http/open-stream.js';
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import type { Timers } from '../http/timers.js';
import type { Pipeline } from '../http/pipeline.js';
import type { Begun } from '../http/guard.js';
import type { Incoming } from '../http/incoming.js';

/** What an answer with faults may end with, before it has come: a connection of HTTP/1, or one stream of HTTP/2. */
export interface Carrier {
  /** Aborted when it is gone. */
  readonly gone: AbortSignal;
  /** Whether nothing that comes on it is answered any more. */
  isEnding: boolean;
  /** Ends it; what was written before reaches the client before. */
  end(ending: Ending): Promise<void>;
}

/** Where an answer goes. */
export interface ResponseWriter {
  /** Takes the body. */
  readonly response: Writable;
  readonly client: ClientConnection;
  /** Whether it waits for answers before it on its connection. */
  readonly isQueued: boolean;
  /** Whether all of the answer has left the process. */
  readonly isSent: boolean;
  /** Settles when it waits no more; fails when the signal is aborted. */
  turn(gone: AbortSignal): Promise<void>;
  /**
   * Gives the head.
   *
   * @param isLast whether it says that the connection ends with it (RFC 9112 §9.6)
   */
  writeHead(status: number, headers: Finished['headers'], isLast?: boolean): void;
  /** Sends the head before anything of the body is there. */
  flushHead(): void;
  /** Breaks off what has begun, so that the client knows. */
  fail(): void;
  /** What carries it. */
  carrier(): Carrier;
  /** Reads what is left of the body of the request, for nobody. */
  discard(): void;
  /** Whether a client has the whole answer, where the head is out and promises no more than has come. */
  isWhole(asPromised: boolean): boolean;
}

/**
 * How long before an RST what was sent may take to arrive and be read, in ms. An RST takes back what its sender still
 * holds of it, and clients on libuv report one that comes together with data as an end.
 */
const ARRIVAL_MS = 100;

/**
 * How long after a FIN what the client still sends is taken, in ms. A socket that is closed with something unread sends an
 * RST, which may take the answer back (RFC 9112 §9.6).
 */
const LINGER_MS = 2000;

/** Closes a connection after what was written to it, and this; what the client still sends is dropped. */
export function closeGently(socket: Socket, text = ''): void {
  const late = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(late));
  socket.end(text);
}

/** A connection on which faults were met. */
export class Connection implements Carrier {
  readonly #socket: Socket;
  /** What a reset is to be of. */
  readonly #rawSocket: Socket;
  readonly #gone = new AbortController();
  /** Whether nothing that comes on it is answered any more. */
  isEnding = false;

  /**
   * @param socket what is written to
   * @param wire the same, or where that has TLS, the connection of TCP below it
   */
  constructor(socket: Socket, wire: Socket) {
    this.#socket = socket;
    this.#rawSocket = wire;
    // One for each answer that waits for its turn: a client may send many requests at once.
    setMaxListeners(0, this.#gone.signal);
    if (socket.destroyed) this.#gone.abort();
    else socket.once('close', () => this.#gone.abort());
  }

  /** Aborted when the connection is gone. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Ends it; earlier answers on it, and what was written of the last, reach the client before. */
  async end(ending: Ending): Promise<void> {
    if (ending === 'reset') return this.#reset();
    // Not by the response, which would make a chunk of it.
    if (ending === 'garbage') this.#socket.write(GARBAGE);
    closeGently(this.#socket);
  }

  async #reset(): Promise<void> {
    const socket = this.#socket;
    if (socket.bytesWritten > 0) {
      // Called when all that was written before is with the system.
      await new Promise<void>((resolve) => socket.write('', () => resolve()));
      await sleep(ARRIVAL_MS, undefined, { signal: this.gone });
      // A client in this process gets to read it, however late the timer was.
      await nextTurn();
    }
    if (socket.destroyed) return;
    this.#rawSocket.resetAndDestroy();
  }
}

/** The connections of a server on which faults were met. */
export class Connections {
  readonly #rawSocketOf: (socket: Socket) => Socket;
  readonly #connections = new Map<Socket, Connection>();

  constructor(wireOf: (socket: Socket) => Socket) {
    this.#rawSocketOf = wireOf;
  }

  /** Whether a connection comes to its end, so that what comes on it is not answered any more. */
  isEnding(socket: Socket): boolean {
    return this.#connections.size > 0 && this.#connections.get(socket)?.isEnding === true;
  }

  /** The connection of a socket. */
  of(socket: Socket): Connection {
    const cached = this.#connections.get(socket);
    if (cached !== undefined) return cached;
    const connection = new Connection(socket, this.#rawSocketOf(socket));
    if (connection.gone.aborted) return connection;
    this.#connections.set(socket, connection);
    connection.gone.addEventListener('abort', () => this.#connections.delete(socket), { once: true });
    return connection;
  }
}

/** A client that goes away in the middle is nobody's fault. */
const ignore = (): void => undefined;

/** The streams that go out, by where they go: one listener is enough for all of them. */
const outlets = new WeakMap<Writable, NodeOutlet>();

function closeOutlet(this: Writable): void {
  outlets.get(this)?.close();
}

/** Settles when a response takes more, or takes nothing any more. */
function drained(response: Writable): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

/** A response that takes a stream, of which is noted what goes out. */
class NodeOutlet implements Outlet {
  readonly #stream: OpenStream;
  readonly #to: ResponseWriter;
  readonly #recording: Recording | undefined;
  #hasBegun = false;
  #isBroken = false;

  constructor(stream: OpenStream, to: ResponseWriter, recording: Recording | undefined) {
    this.#stream = stream;
    this.#to = to;
    this.#recording = recording;
  }

  write(piece: Piece): Promise<void> | undefined {
    const { response } = this.#to;
    const bytes = bytesOf(piece);
    this.#hasBegun = true;
    this.#recording?.add(bytes);
    return response.write(bytes) || response.closed ? undefined : drained(response);
  }

  end(): void {
    this.#to.response.end();
  }

  fail(): void {
    this.#isBroken = true;
    this.#to.fail();
  }

  /** Nobody takes it any more. */
  close(): void {
    this.#stream.leave();
    const { isSent } = this.#to;
    this.#recording?.end(isSent ? 'complete' : this.#isBroken ? 'cut' : 'client_left', isSent || this.#hasBegun);
  }
}

/** Sends a stream, and says how that ended. */
function sendStream(stream: OpenStream, to: ResponseWriter, recording: Recording | undefined): void {
  const { response, client } = to;
  const outlet = new NodeOutlet(stream, to, recording);
  outlets.set(response, outlet);
  response.on('error', ignore).on('close', closeOutlet);
  // Node tells it to none of those that wait for answers before them on their connection.
  if (to.isQueued) client.onGone(() => outlet.close());
  // By itself the head is kept in one piece; together with what follows, as some fifty.
  to.flushHead();
  stream.sendTo(outlet);
}

/** Waits for the last byte of an answer to leave the process, and says how that ended. */
function waitForEnd(to: ResponseWriter, recording: Recording): void {
  const { response, client } = to;
  const end = (): void => {
    response.off('close', end);
    client.offGone(end);
    if (to.isSent) recording.end('complete');
    // One that waits for answers before it on its connection has no socket yet.
    else recording.end('client_left', !to.isQueued || response.closed);
  };
  response.once('close', end);
  // Node tells this to none of those that wait.
  client.onGone(end);
}

/** Says how an answer ended all of which was handed over, once the last byte of it has left the process. */
function watchEnd(to: ResponseWriter, recording: Recording): void {
  // As most have: then nobody has to listen.
  if (to.isSent) recording.end('complete');
  else waitForEnd(to, recording);
}

/** Sends an answer that simply goes out. */
function sendAnswer(to: ResponseWriter, { status, headers, body, recording }: Finished): void {
  const { response } = to;
  if (response.closed || response.destroyed) {
    recording?.end('client_left', false);
    release(body);
    return;
  }
  try {
    to.writeHead(status, headers);
  } catch (error) {
    recording?.end('cut', false);
    throw error;
  }
  if (body instanceof OpenStream && !response.writableEnded) {
    sendStream(body, to, recording);
    return;
  }
  // Over HTTP/2 it is over with the head, where its status or method has no body.
  if (response.writableEnded || body instanceof OpenStream) release(body);
  else if (body === null) response.end();
  else response.end(body);
  if (recording !== undefined) watchEnd(to, recording);
}

/** What a transfer is for, and what waits meanwhile. */
export interface Sending {
  /** Method of the request. */
  readonly method: string;
  readonly timers: Timers;
}

async function sendOne(response: Writable, piece: Exclude<PacedPiece, number>, gone: AbortSignal): Promise<void> {
  gone.throwIfAborted();
  if (!response.write(piece)) await once(response, 'drain', { signal: gone });
}

/** Sends an answer with faults, after those before it on its connection. Whatever it waits for ends when the client hangs up. */
async function transfer(to: ResponseWriter, finished: Finished, { method, timers }: Sending): Promise<void> {
  const { response } = to;
  const carrier = to.carrier();
  const { gone } = carrier;
  const planned = transferOf(finished, method, { timers, signal: gone });
  carrier.isEnding ||= planned.ending !== undefined;
  // A connection that breaks under an answer is nobody's fault.
  response.on('error', () => undefined);
  const { recording } = finished;
  let hasHead = false;
  let how: ExchangeEnding | undefined = 'client_left';
  try {
    await to.turn(gone);
    await timers.pause(planned.silentMs, gone);
    if (planned.headers !== undefined) {
      // A client that has the whole answer would use the connection again, and be cut off in what it asks next.
      to.writeHead(finished.status, planned.headers, planned.isWhole && planned.ending !== undefined);
      to.flushHead();
      hasHead = true;
      for await (const piece of planned.pieces) {
        await (typeof piece === 'number' ? timers.pause(piece, gone) : sendOne(response, piece, gone));
        if (typeof piece !== 'number') recording?.add(piece);
      }
      await timers.pause(planned.stallMs, gone);
    }
    how = planned.ending === undefined ? undefined : to.isWhole(planned.isWhole) ? 'complete' : 'cut';
    if (planned.ending === undefined) response.end();
    else await carrier.end(planned.ending);
  } catch (error) {
    if (!gone.aborted) {
      how = 'cut';
      throw error;
    }
  } finally {
    // Of one that was handed over as a whole nobody knows yet.
    if (how !== undefined) recording?.end(how, hasHead);
    else if (recording !== undefined) watchEnd(to, recording);
    release(finished.body);
  }
}

/** What answers the requests. */
export type Answering = Pick<Pipeline, 'begin' | 'timers'>;

/** An answer that is under way, and where it goes. */
interface Later extends Begun {
  readonly to: ResponseWriter;
}

/** The same once it is there, and simply goes out. */
interface Ready extends Pick<Later, 'to' | 'leave'> {
  readonly finished: Finished;
}

/** Says that an answer is out: at once, or where it is a stream, when that is over. */
function leaveAfter({ response }: ResponseWriter, leave: () => void): void {
  if (response.writableEnded || response.closed) leave();
  else response.once('close', leave);
}

/**
 * The answers that are ready in this turn of the event loop, of all connections. They go out together at its end: sent one
 * by one, each wakes a client that takes the processor, or its caches, from the next request. It spares a third of the
 * processor time under load, and costs an answer that is alone some microseconds.
 */
const ready: Ready[] = [];
/** As it was when this was loaded: tests that fake it wait for answers all the same. */
const atEndOfTurn = setImmediate;

function sendReady(): void {
  for (const { to, finished, leave } of ready.splice(0)) {
    try {
      sendAnswer(to, finished);
    } catch {
      to.fail();
    }
    if (leave !== undefined) leaveAfter(to, leave);
    to.discard();
  }
}

function sendSoon(answered: Ready): void {
  if (ready.push(answered) === 1) atEndOfTurn(sendReady);
}

/** Answers a request whose answer is not there yet, or comes with waits. */
async function answerLater(
  pipeline: Answering,
  incoming: Incoming,
  { to, finished: answered, leave }: Later,
): Promise<void> {
  let isReady = false;
  try {
    const finished = await answered;
    isReady = finished.wire === undefined;
    if (isReady) return sendSoon({ to, finished, leave });
    // What is not read of a body would stand before the next request, and would turn a FIN into an RST.
    to.discard();
    await transfer(to, finished, { method: incoming.method, timers: pipeline.timers });
  } finally {
    if (leave !== undefined && !isReady) leaveAfter(to, leave);
  }
  to.discard();
}

/** Answers a request. The pipeline turns every failure into an answer; what is left is a connection that broke. */
export function answer(pipeline: Answering, incoming: Incoming, to: ResponseWriter): void {
  try {
    const { finished, leave } = pipeline.begin(incoming);
    if (finished instanceof Promise || finished.wire !== undefined) {
      answerLater(pipeline, incoming, { to, finished, leave }).catch(() => to.fail());
    } else sendSoon({ to, finished, leave });
  } catch {
    to.fail();
  }
}
