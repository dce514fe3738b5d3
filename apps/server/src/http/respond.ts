/** Makes a finished answer with faults a response of the fetch standard, for hosts without a connection. */
import { fetchFailed, terminated } from './broken-connection.js';
import type { Finished } from './finish.js';
import type { Pauses } from './pauses.js';
import { release } from './pieces.js';
import { type Transfer, transferOf } from './transfer.js';

/** Whom an answer is for, and who waits meanwhile. */
interface Reading {
  readonly pauses: Pauses;
  readonly signal: AbortSignal;
}

/** What comes of a body, with its waits; then it ends, or breaks off. */
async function* comingOf(transfer: Transfer, { pauses, signal }: Reading): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const piece of transfer.pieces) {
    if (typeof piece === 'number') await pauses.pause(piece, signal);
    else yield piece;
    signal.throwIfAborted();
  }
  if (transfer.isWhole) return;
  await pauses.pause(transfer.stallMs, signal);
  throw terminated(transfer.ending);
}

/** The body as a stream. It comes only when it is asked for, so that one that nobody reads holds nothing. */
function bodyOf({ body }: Finished, transfer: Transfer, { pauses, signal }: Reading): ReadableStream<Uint8Array> {
  const left = new AbortController();
  const coming = comingOf(transfer, { pauses, signal: AbortSignal.any([signal, left.signal]) });
  const pull = async (stream: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      const { done, value } = await coming.next();
      if (done !== true) return stream.enqueue(value);
      stream.close();
    } catch (error) {
      stream.error(error);
    }
    await release(body);
  };
  const cancel = async (): Promise<void> => {
    left.abort();
    await coming.return(undefined);
    await release(body);
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

/**
 * Answers a request with faults as fetch would over a network.
 *
 * @throws TypeError as fetch does, where no head comes
 */
export async function respond(finished: Finished, request: Request, pauses: Pauses): Promise<Response> {
  const { signal } = request;
  const { status, body } = finished;
  const transfer = transferOf(finished, request.method);
  const { headers, isWhole } = transfer;
  if (headers === undefined) {
    await release(body);
    await pauses.pause(transfer.silentMs, signal);
    throw fetchFailed(transfer.ending);
  }
  const coming = body === null && isWhole ? null : bodyOf(finished, transfer, { pauses, signal });
  return new Response(coming, { status, headers });
}
