/** Sends answers over Node's http and http2, and says how that ended. */
import type { Finished } from '../http/finish.js';
import { OpenStream } from '../http/open-stream.js';
import { release } from '../http/pace.js';
import { NOTHING_SENT, type Recording } from '../http/capture.js';
import type { ResponseWriter } from './response-writer.js';
import { sendStream } from './node-stream.js';

/** Waits for the last byte of an answer to leave the process, and says how that ended. */
function waitForEnd(to: ResponseWriter, recording: Recording): void {
  const { response, peer } = to;
  const end = (): void => {
    response.off('close', end);
    peer.offGone(end);
    if (to.isSent) recording.end('complete');
    // One that waits for answers before it on its connection has no socket yet.
    else if (to.isQueued && !response.closed) recording.end('client_left', NOTHING_SENT);
    else recording.end('client_left');
  };
  response.once('close', end);
  // Node tells this to none of those that wait.
  peer.onGone(end);
}

/** Says how an answer ended all of which was handed over, once the last byte of it has left the process. */
export function watchEnd(to: ResponseWriter, recording: Recording): void {
  // As most have: then nobody has to listen.
  if (to.isSent) recording.end('complete');
  else waitForEnd(to, recording);
}

/** Sends an answer that simply goes out. */
export function sendAnswer(to: ResponseWriter, { status, headers, body, recording }: Finished): void {
  const { response } = to;
  if (response.closed || response.destroyed) {
    recording?.end('client_left', NOTHING_SENT);
    release(body);
    return;
  }
  to.writeHead(status, headers);
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
