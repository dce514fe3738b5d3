/** A client of HTTP/2 that sees each frame that matters: what came, and how the stream and its connection ended. */
import { once } from 'node:events';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { ca } from './certified.js';

/** What a client was answered. */
export interface Answered {
  readonly headers: IncomingHttpHeaders;
  readonly status: number | undefined;
  readonly body: string;
  /** `end`, or the code of the RST_STREAM. */
  readonly ended: 'end' | number;
}

/** A connection of HTTP/2. */
export class Http2Client {
  readonly session: ClientHttp2Session;
  /** Code of the GOAWAY that came; undefined where none has. */
  goaway: number | undefined;

  private constructor(session: ClientHttp2Session) {
    this.session = session;
    session.on('goaway', (code) => (this.goaway = code)).on('error', () => undefined);
  }

  static async to(port: number): Promise<Http2Client> {
    const session = connect(`https://localhost:${port}`, { ca, lookup: (_, __, done) => done(null, [HERE]) });
    await once(session, 'connect');
    return new Http2Client(session);
  }

  /** Sends a head; the body is for the caller to send, and the answer for it to read. */
  open(headers: OutgoingHttpHeaders): ClientHttp2Stream {
    const stream = this.session.request(headers);
    stream.on('error', () => undefined);
    return stream;
  }

  async ask(headers: OutgoingHttpHeaders | string, body?: string | Uint8Array): Promise<Answered> {
    const stream = this.open(typeof headers === 'string' ? { ':path': headers } : headers);
    if (body === undefined) stream.end();
    else stream.end(body);
    return answered(stream);
  }

  close(): void {
    this.session.destroy();
  }
}

const HERE = { address: '127.0.0.1', family: 4 };

/** What comes on a stream until it is closed. */
export async function answered(stream: ClientHttp2Stream): Promise<Answered> {
  let [body, ended]: [string, Answered['ended']] = ['', 0];
  let headers: IncomingHttpHeaders & IncomingHttpStatusHeader = {};
  stream.on('response', (head) => (headers = head));
  stream.setEncoding('latin1').on('data', (piece: string) => (body += piece));
  stream.on('end', () => (ended = 'end'));
  // It is an error to Node as well, where the code of RST_STREAM says so.
  if (!stream.destroyed) await new Promise((resolve) => stream.once('close', resolve));
  if (stream.rstCode !== 0) ended = stream.rstCode ?? 0;
  return { headers, status: headers[':status'], body, ended };
}
