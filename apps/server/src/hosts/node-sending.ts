/** Sends answers over Node's http, and says how that ended. */
import type { ServerResponse } from 'node:http';
import type { Finished } from '../http/finish.js';
import { release } from '../http/pieces.js';
import { type Ended, MAX_ANSWER, NOTHING_SENT } from '../http/sent.js';
import { ByteStart } from '../journal/byte-start.js';
import type { Peer } from './peer.js';

type Stream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Where an answer goes. */
export interface Destination {
  readonly response: ServerResponse;
  readonly peer: Peer;
}

/** Says how an answer ended all of which was handed over, once the last byte of it has left the process. */
export function watchEnd({ response, peer }: Destination, ended: Ended): void {
  if (response.writableFinished) {
    // As most do: then nobody has to listen.
    ended('complete');
    return;
  }
  const end = (): void => {
    response.off('close', end);
    peer.offGone(end);
    if (response.writableFinished) ended('complete');
    // One that waits for answers before it on its connection has no socket yet.
    else if (response.socket === null && !response.closed) ended('client_left', NOTHING_SENT);
    else ended('client_left');
  };
  response.once('close', end);
  // Node tells this to none of those that wait.
  peer.onGone(end);
}

/** Waits until a response takes more, or takes nothing any more. */
async function drained(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.once('drain', go).once('close', go);
  });
}

/** Ends a response, and waits until all of it is handed over, or nobody takes it any more. */
async function handedOver(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    response.once('close', resolve).end(resolve);
  });
}

/**
 * Sends a stream, and says how that ended. By hand, since the streams of Node that would do it take several kB each, and a
 * stream of events is held open for long.
 */
async function sendStream(response: ServerResponse, stream: Stream, ended: Ended | undefined): Promise<void> {
  const reader = stream.getReader();
  const body = ended === undefined ? undefined : new ByteStart(MAX_ANSWER);
  let isBroken = false;
  // A client that goes away in the middle ends the stream; there is nobody to answer.
  response.on('error', () => undefined).once('close', () => void reader.cancel().catch(() => undefined));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || response.closed) break;
      body?.add(value);
      if (!response.write(value)) await drained(response);
    }
    if (!response.closed) await handedOver(response);
  } catch {
    isBroken = true;
    response.destroy();
  }
  const isComplete = response.writableFinished;
  const how = isComplete ? 'complete' : isBroken ? 'cut' : 'client_left';
  if (body !== undefined) ended?.(how, { hasHead: isComplete || body.bytes > 0, body });
}

/** Sends an answer that simply goes out. */
export async function sendAnswer(to: Destination, { status, headers, body, ended }: Finished): Promise<void> {
  const { response } = to;
  if (response.closed) {
    ended?.('client_left', NOTHING_SENT);
    await release(body);
    return;
  }
  response.writeHead(status, headers);
  if (body instanceof ReadableStream) return sendStream(response, body, ended);
  response.end(body ?? undefined);
  if (ended !== undefined) watchEnd(to, ended);
}
