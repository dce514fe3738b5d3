/** Makes a finished answer a response of the fetch standard, for hosts without a connection. */
import { ByteStart } from '../journal/entry.js';
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import { fetchFailed, type Reading, release, terminated, type Transfer, transferOf } from './transfer.js';
import type { Finished } from './finish.js';
import { OpenStream, readable } from './open-stream.js';
import type { Timers } from './timers.js';
import { MAX_ANSWER, NOTHING_SENT } from './capture.js';

/** What comes of a body, with its waits; then it ends, or breaks off. */
async function* comingOf(transfer: Transfer, { timers, signal }: Reading): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const piece of transfer.pieces) {
    if (typeof piece === 'number') await timers.pause(piece, signal);
    else yield piece;
    signal.throwIfAborted();
  }
  if (transfer.isWhole) return;
  await timers.pause(transfer.stallMs, signal);
  throw terminated(transfer.ending);
}

/** How a body comes, and goes. */
interface Coming {
  readonly pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>;
  /** Called when nobody reads any more. */
  readonly leave: () => void;
}

/** The body as a stream. It comes only when it is asked for, so that one that nobody reads holds nothing. */
function bodyOf(
  { body, recording }: Finished,
  { pieces, leave }: Coming,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const sent = { hasHead: true, body: new ByteStart(MAX_ANSWER) };
  let isOver = false;
  const end = (how: ExchangeEnding): void => {
    if (!isOver) recording?.end(how, sent);
    isOver = true;
  };
  const pull = async (stream: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      const { done, value } = await pieces.next();
      if (done !== true) {
        sent.body.add(value);
        return stream.enqueue(value);
      }
      end('complete');
      stream.close();
    } catch (error) {
      end(signal.aborted ? 'client_left' : 'cut');
      stream.error(error);
    }
    release(body);
  };
  const cancel = async (): Promise<void> => {
    end('client_left');
    leave();
    // One that was under way fails.
    await pieces.return(undefined).catch(() => undefined);
    release(body);
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

async function* piecesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield* stream;
}

/** Answers a request with what simply goes out. */
export function responseOf(finished: Finished, { signal }: Pick<Request, 'signal'>): Response {
  const { body, recording } = finished;
  if (!(body instanceof OpenStream)) {
    recording?.end('complete');
    return new Response(body, finished);
  }
  const stream = readable(body, signal);
  if (recording === undefined) return new Response(stream, finished);
  const coming = { pieces: piecesOf(stream), leave: () => undefined };
  return new Response(bodyOf(finished, coming, signal), finished);
}

/**
 * Answers a request with faults as fetch would over a network.
 *
 * @throws TypeError as fetch does, where no head comes
 */
export async function respond(finished: Finished, request: Request, timers: Timers): Promise<Response> {
  const { signal } = request;
  const { status, body, recording } = finished;
  const left = new AbortController();
  const reading = { timers, signal: AbortSignal.any([signal, left.signal]) };
  const transfer = transferOf(finished, request.method, reading);
  const { headers, isWhole } = transfer;
  if (headers === undefined) {
    release(body);
    await timers.pause(transfer.silentMs, signal).finally(() => {
      recording?.end(signal.aborted ? 'client_left' : 'cut', NOTHING_SENT);
    });
    throw fetchFailed(transfer.ending);
  }
  if (body === null && isWhole) {
    recording?.end('complete');
    return new Response(null, { status, headers });
  }
  const pieces = comingOf(transfer, reading);
  return new Response(bodyOf(finished, { pieces, leave: () => left.abort() }, signal), { status, headers });
}
