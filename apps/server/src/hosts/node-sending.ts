/** Sends answers over Node's http, and says how that ended. */
import type { Finished } from '../http/finish.js';
import { OpenStream } from '../http/open-stream.js';
import { release } from '../http/pieces.js';
import { type Ended, NOTHING_SENT } from '../http/sent.js';
import type { Destination } from './destination.js';
import { sendStream } from './node-stream.js';

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

/** Sends an answer that simply goes out. */
export function sendAnswer(to: Destination, { status, headers, body, ended }: Finished): void {
  const { response } = to;
  if (response.closed) {
    ended?.('client_left', NOTHING_SENT);
    release(body);
    return;
  }
  response.writeHead(status, headers);
  if (body instanceof OpenStream) {
    sendStream(body, to, ended);
    return;
  }
  response.end(body ?? undefined);
  if (ended !== undefined) watchEnd(to, ended);
}
