/** Ends a stream of HTTP/2 whose body does not come. */
import type { ServerHttp2Stream } from 'node:http2';

const TEXT = '408 Request Timeout: the body of the request did not come\n';

function giveUp(stream: ServerHttp2Stream): void {
  const isOver = stream.headersSent || stream.closed;
  const reset = (): void => void stream.destroy(new Error('the body did not come'));
  if (isOver) return reset();
  stream.respond({ ':status': 408, 'content-type': 'text/plain; charset=utf-8' });
  if (stream.writableEnded) reset();
  else stream.end(TEXT, reset);
}

/** Ends a stream once nothing of its body has come for so many ms, while somebody waits for it. */
export function watchBody(stream: ServerHttp2Stream, ms: number): void {
  const look = (): void => {
    // Where pieces of it wait to be read, it is not the client that waits.
    if (stream.readableLength > 0) stream.setTimeout(ms);
    else giveUp(stream);
  };
  stream.setTimeout(ms, look);
  stream.once('end', () => stream.setTimeout(0, look));
}
