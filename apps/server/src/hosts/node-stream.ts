/** Sends an open stream over Node's http. By hand: the streams of Node and of the fetch standard would take several kB for each. */
import type { ServerResponse } from 'node:http';
import { bytesOf, type Piece } from '../http/flow.js';
import type { OpenStream, Outlet } from '../http/open-stream.js';
import { type Ended, MAX_ANSWER } from '../http/sent.js';
import { ByteStart } from '../journal/byte-start.js';
import type { Destination } from './destination.js';

/** A client that goes away in the middle is nobody's fault. */
const ignore = (): void => undefined;

/** The streams that go out, by where they go: one listener is enough for all of them. */
const streams = new WeakMap<ServerResponse, OpenStream>();

function leave(this: ServerResponse): void {
  streams.get(this)?.leave();
}

/** Settles when a response takes more, or takes nothing any more. */
function drained(response: ServerResponse): Promise<void> {
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
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  write(piece: Piece): Promise<void> | undefined {
    const response = this.#response;
    return response.write(piece) || response.closed ? undefined : drained(response);
  }

  end(): void {
    this.#response.end();
  }

  fail(): void {
    this.#response.destroy();
  }
}

/** The same, of which is noted what went out. */
class NotedOutlet extends NodeOutlet {
  readonly #body = new ByteStart(MAX_ANSWER);
  #isBroken = false;

  constructor(response: ServerResponse, ended: Ended) {
    super(response);
    response.once('close', () => {
      const isComplete = response.writableFinished;
      const how = isComplete ? 'complete' : this.#isBroken ? 'cut' : 'client_left';
      ended(how, { hasHead: isComplete || this.#body.bytes > 0, body: this.#body });
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
export function sendStream(stream: OpenStream, { response, peer }: Destination, ended: Ended | undefined): void {
  streams.set(response, stream);
  response.on('error', ignore).on('close', leave);
  // Node tells it to none of those that wait for answers before them on their connection.
  if (response.socket === null) peer.onGone(() => stream.leave());
  // By itself the head is kept in one piece; together with what follows, as some fifty.
  response.flushHeaders();
  stream.flowTo(ended === undefined ? new NodeOutlet(response) : new NotedOutlet(response, ended));
}
