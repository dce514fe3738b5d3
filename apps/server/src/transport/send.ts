/** Sends answers: those of one turn of the event loop together, streams as they flow, and faults with their waits. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import type { Finished } from '../http/finish.js';
import type { Begun } from '../http/guard.js';
import type { Incoming } from '../http/incoming.js';
import { bytesOf, OpenStream, type Outlet, type Piece, type Recording } from '../http/open-stream.js';
import type { Pipeline } from '../http/pipeline.js';
import type { Timers } from '../http/timers.js';
import { type Piece as PacedPiece, release, transferOf } from '../http/transfer.js';
import type { Carrier } from './connection.js';
import type { ClientConnection } from './node-request.js';

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

function send({ to, finished, leave }: Ready): void {
  try {
    sendAnswer(to, finished);
  } catch {
    to.fail();
  }
  if (leave !== undefined) leaveAfter(to, leave);
  to.discard();
}

/** As it was when this was loaded: tests that fake it wait for answers all the same. */
const atEndOfTurn = setImmediate;

/** The requests that came in this turn of the event loop, on all connections, and the answers that are ready in it. */
const [arrived, ready]: [(() => void)[], Ready[]] = [[], []];
let isPlanned = false;

/**
 * Answers what came in this turn. First all of it is read, then all is answered, then all is sent: done request by request,
 * each of the three drives the others out of the processor's caches, and each answer wakes a client that competes for
 * them. It takes two fifths of the processor time off under load, and costs a request that is alone some microseconds.
 */
function endTurn(): void {
  try {
    for (const begin of arrived.splice(0)) begin();
  } finally {
    isPlanned = false;
  }
  for (const answered of ready.splice(0)) send(answered);
}

function plan(): void {
  if (!isPlanned) atEndOfTurn(endTurn);
  isPlanned = true;
}

/** Begins to answer a request once all that came in this turn was read. */
export function beginSoon(begin: () => void): void {
  arrived.push(begin);
  plan();
}

function sendSoon(answered: Ready): void {
  // Whoever has left is waited for by nobody, and is in the journal at once.
  if (answered.to.response.closed) return send(answered);
  ready.push(answered);
  plan();
}

/** Answers a request whose answer is not there yet, or comes with waits. */
async function answerLater(
  pipeline: Answering,
  incoming: Incoming,
  { to, finished: answered, leave }: Later,
): Promise<void> {
  let isReady = false;
  try {
    // One that breaks its connection does so before anything else that came on it is answered.
    const finished = answered instanceof Promise ? await answered : answered;
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
