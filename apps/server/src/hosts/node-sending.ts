/** Sends answers over Node's http and http2, and says how that ended. */
import type { Finished } from '../http/finish.js';
import { OpenStream } from '../http/open-stream.js';
import { release } from '../http/pieces.js';
import { type Ended, NOTHING_SENT } from '../http/sent.js';
import type { Destination } from './destination.js';
import { sendStream } from './node-stream.js';

/** Says how an answer ended all of which was handed over, once the last byte of it has left the process. */
export function watchEnd(to: Destination, ended: Ended): void {
  const { response, peer } = to;
  if (to.isSent) {
    // As most do: then nobody has to listen.
    ended('complete');
    return;
  }
  const end = (): void => {
    response.off('close', end);
    peer.offGone(end);
    if (to.isSent) ended('complete');
    // One that waits for answers before it on its connection has no socket yet.
    else if (to.isQueued && !response.closed) ended('client_left', NOTHING_SENT);
    else ended('client_left');
  };
  response.once('close', end);
  // Node tells this to none of those that wait.
  peer.onGone(end);
}

/** Sends an answer that simply goes out. */
export function sendAnswer(to: Destination, { status, headers, body, ended }: Finished): void {
  const { response } = to;
  if (response.closed || response.destroyed) {
    ended?.('client_left', NOTHING_SENT);
    release(body);
    return;
  }
  to.writeHead(status, headers);
  if (body instanceof OpenStream && !response.writableEnded) {
    sendStream(body, to, ended);
    return;
  }
  // Over HTTP/2 it is over with the head, where its status or method has no body.
  if (response.writableEnded || body instanceof OpenStream) release(body);
  else if (body === null) response.end();
  else response.end(body);
  if (ended !== undefined) watchEnd(to, ended);
}
