/** Whether an answer of HTTP/2 has gone out whole. */
import { constants, type ServerHttp2Stream } from 'node:http2';

/**
 * Whether an answer has gone out whole. Node may close a stream that is over before it says that the writing has
 * finished; one that was reset, or whose connection is gone, has a code that says so.
 */
export function isSent(stream: ServerHttp2Stream): boolean {
  const { headersSent, writableFinished, writableEnded, closed, rstCode } = stream;
  if (!headersSent || writableFinished) return headersSent;
  return closed && writableEnded && rstCode === constants.NGHTTP2_NO_ERROR;
}
