/** Sends answers with faults over Node's http and http2. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import type { Finished } from '../http/finish.js';
import type { Timers } from '../http/timers.js';
import { type Piece, release } from '../http/pace.js';
import { MAX_ANSWER, type Sent } from '../http/capture.js';
import { transferOf } from '../http/transfer.js';
import { ByteStart } from '../journal/byte-start.js';
import type { ResponseWriter } from './response-writer.js';
import { watchEnd } from './node-sending.js';

/** What a transfer is for, and what waits meanwhile. */
export interface Sending {
  /** Method of the request. */
  readonly method: string;
  readonly pauses: Timers;
}

/** How an answer ended; undefined where it was handed over as a whole. */
interface Ending {
  readonly how: ExchangeEnding | undefined;
  readonly sent: Sent;
}

/** What of an answer has gone out so far. */
class Progress implements Sent {
  hasHead = false;
  readonly body = new ByteStart(MAX_ANSWER);
}

async function sendOne(response: Writable, piece: Exclude<Piece, number>, gone: AbortSignal): Promise<void> {
  gone.throwIfAborted();
  if (!response.write(piece)) await once(response, 'drain', { signal: gone });
}

/** Says how it ended; of one that was handed over as a whole nobody knows yet. */
function sayEnd(to: ResponseWriter, { recording }: Finished, { how, sent }: Ending): void {
  if (how === undefined && recording !== undefined) watchEnd(to, { end: (late) => recording.end(late, sent) });
  else if (how !== undefined) recording?.end(how, sent);
}

/** Sends an answer with faults, after those before it on its connection. Whatever it waits for ends when the client hangs up. */
export async function transfer(to: ResponseWriter, finished: Finished, { method, pauses }: Sending): Promise<void> {
  const { response } = to;
  const carrier = to.carrier();
  const { gone } = carrier;
  const planned = transferOf(finished, method, { pauses, signal: gone });
  carrier.isEnding ||= planned.ending !== undefined;
  // A connection that breaks under an answer is nobody's fault.
  response.on('error', () => undefined);
  const sent = new Progress();
  let how: ExchangeEnding | undefined = 'client_left';
  try {
    await to.turn(gone);
    await pauses.pause(planned.silentMs, gone);
    if (planned.headers !== undefined) {
      // A client that has the whole answer would use the connection again, and be cut off in what it asks next.
      to.writeHead(finished.status, planned.headers, planned.isWhole && planned.ending !== undefined);
      to.flushHead();
      sent.hasHead = true;
      for await (const piece of planned.pieces) {
        await (typeof piece === 'number' ? pauses.pause(piece, gone) : sendOne(response, piece, gone));
        if (typeof piece !== 'number') sent.body.add(piece);
      }
      await pauses.pause(planned.stallMs, gone);
    }
    how = planned.ending === undefined ? undefined : to.isWhole(planned.isWhole) ? 'complete' : 'cut';
    if (planned.ending === undefined) response.end();
    else await carrier.end(planned.ending);
  } catch (error) {
    if (!gone.aborted) throw error;
  } finally {
    sayEnd(to, finished, { how, sent });
    release(finished.body);
  }
}
