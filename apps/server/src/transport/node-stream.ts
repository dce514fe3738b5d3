/** Sends an open stream over Node's http and http2. By hand: the streams of Node and of the fetch standard would take several kB for each. */
import type { Writable } from 'node:stream';
import { bytesOf, type Piece } from '../http/body-stream.js';
import type { OpenStream, Outlet } from '../http/open-stream.js';
import { MAX_ANSWER, type Recording } from '../http/capture.js';
import { ByteStart } from '../journal/byte-start.js';
import type { ResponseWriter } from './response-writer.js';

/** A client that goes away in the middle is nobody's fault. */
const ignore = (): void => undefined;

/** The streams that go out, by where they go: one listener is enough for all of them. */
const streams = new WeakMap<Writable, OpenStream>();

function leave(this: Writable): void {
  streams.get(this)?.leave();
}

/** Settles when a response takes more, or takes nothing any more. */
function drained(response: Writable): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

/** A response that takes a stream. */
class NodeOutlet implements Outlet {
  readonly #to: ResponseWriter;

  constructor(to: ResponseWriter) {
    this.#to = to;
  }

  write(piece: Piece): Promise<void> | undefined {
    const { response } = this.#to;
    return response.write(piece) || response.closed ? undefined : drained(response);
  }

  end(): void {
    this.#to.response.end();
  }

  fail(): void {
    this.#to.fail();
  }
}

/** The same, of which is noted what went out. */
class NotedOutlet extends NodeOutlet {
  readonly #body = new ByteStart(MAX_ANSWER);
  #isBroken = false;

  constructor(to: ResponseWriter, recording: Recording) {
    super(to);
    const { response } = to;
    response.once('close', () => {
      const isComplete = to.isSent;
      const how = isComplete ? 'complete' : this.#isBroken ? 'cut' : 'client_left';
      recording.end(how, { hasHead: isComplete || this.#body.bytes > 0, body: this.#body });
    });
  }

  override write(piece: Piece): Promise<void> | undefined {
    const bytes = bytesOf(piece);
    this.#body.add(bytes);
    return super.write(bytes);
  }

  override fail(): void {
    this.#isBroken = true;
    super.fail();
  }
}

/** Sends a stream, and says how that ended. */
export function sendStream(stream: OpenStream, to: ResponseWriter, recording: Recording | undefined): void {
  const { response, peer } = to;
  streams.set(response, stream);
  response.on('error', ignore).on('close', leave);
  // Node tells it to none of those that wait for answers before them on their connection.
  if (to.isQueued) peer.onGone(() => stream.leave());
  // By itself the head is kept in one piece; together with what follows, as some fifty.
  to.flushHead();
  stream.flowTo(recording === undefined ? new NodeOutlet(to) : new NotedOutlet(to, recording));
}
