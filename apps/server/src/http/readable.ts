/** An open stream as one of the fetch standard, for hosts that take no other. */
import { type Bytes, bytesOf } from './body-stream.js';
import type { OpenStream } from './open-stream.js';

/** The stream. A piece comes when it is asked for; it fails when the signal is aborted, as that of a fetch does. */
export function readable(stream: OpenStream, signal: AbortSignal): ReadableStream<Bytes> {
  let ask: (() => void) | undefined;
  const done = (): void => {
    signal.removeEventListener('abort', abort);
    stream.leave();
    ask?.();
  };
  let fail: ((reason: unknown) => void) | undefined;
  // It holds the signal as long as the stream: Node lets go of what a signal follows once nobody has that signal any more.
  const abort = (): void => {
    done();
    fail?.(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  return new ReadableStream<Bytes>(
    {
      start: (to) => {
        fail = (reason) => to.error(reason);
        if (signal.aborted) abort();
      },
      pull: (to) => {
        ask?.();
        if (stream.isTaken) return;
        const write = (piece: string | Bytes): Promise<void> => {
          const asked = new Promise<void>((resolve) => (ask = resolve));
          to.enqueue(bytesOf(piece));
          return asked;
        };
        const end = (): void => {
          done();
          to.close();
        };
        const failWith = (error: unknown): void => {
          done();
          to.error(error);
        };
        stream.flowTo({ write, end, fail: failWith });
      },
      cancel: done,
    },
    { highWaterMark: 0 },
  );
}
