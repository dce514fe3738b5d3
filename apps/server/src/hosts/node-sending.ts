/** Sends answers over Node's http, and says how that ended. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
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

/** A stream whose bytes are noted as they are sent. */
class NotedStream {
  readonly sent = new ByteStart(MAX_ANSWER);
  readonly #source: AsyncIterator<Uint8Array<ArrayBuffer>>;
  /** Whether it came to no end of its own. */
  isBroken = false;

  constructor(stream: Stream) {
    this.#source = stream[Symbol.asyncIterator]();
  }

  /** For whom the client's leaving is no error: it has no `throw`. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array<ArrayBuffer>> {
    return {
      next: () => this.#next(),
      return: async () => (await this.#source.return?.()) ?? { done: true, value: undefined },
    };
  }

  async #next(): Promise<IteratorResult<Uint8Array<ArrayBuffer>>> {
    try {
      const next = await this.#source.next();
      if (next.done !== true) this.sent.add(next.value);
      return next;
    } catch (error) {
      this.isBroken = true;
      throw error;
    }
  }
}

async function sendStream(response: ServerResponse, stream: Stream, ended: Ended | undefined): Promise<void> {
  const noted = new NotedStream(stream);
  // A client that goes away in the middle ends the stream; there is nobody to answer.
  await pipeline(Readable.from(noted), response).catch(() => undefined);
  const { sent: body, isBroken } = noted;
  const isComplete = response.writableFinished;
  const how = isComplete ? 'complete' : isBroken ? 'cut' : 'client_left';
  ended?.(how, { hasHead: isComplete || body.bytes > 0, body });
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
