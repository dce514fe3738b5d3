/** A client on a bare socket, which sees what came and how the connection ended. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

/** A request without a body, as text. */
export function head(method: string, path = '/', version = '1.1'): string {
  return `${method} ${path} HTTP/${version}\r\nHost: localhost\r\n\r\n`;
}

/** A client that sends what it is told to, and listens. */
export class RawClient {
  readonly #socket: Socket;
  /** All that came. */
  text = '';
  /** How the connection ended: `end` for a FIN, else the code of the error, which may come after; undefined before. */
  ended: string | undefined;
  readonly closed: Promise<unknown>;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => (this.text += chunk.toString('latin1')));
    socket.on('end', () => (this.ended ??= 'end'));
    socket.on('error', (error) => {
      const what = 'code' in error ? String(error.code) : error.message;
      this.ended = this.ended === undefined ? what : `${this.ended}, then ${what}`;
    });
    this.closed = new Promise((resolve) => socket.once('close', resolve));
  }

  static async to(port: number): Promise<RawClient> {
    const socket = connect(port, '127.0.0.1');
    const client = new RawClient(socket);
    await once(socket, 'connect');
    return client;
  }

  /** The same over TLS, with HTTP/1.1. */
  static async toSecure(port: number, ca: string): Promise<RawClient> {
    const socket = connectSecurely({ port, host: '127.0.0.1', ca, ALPNProtocols: ['http/1.1'] });
    const client = new RawClient(socket);
    await once(socket, 'secureConnect');
    return client;
  }

  send(text: string): this {
    this.#socket.write(text, 'latin1');
    return this;
  }

  /** Reads no more. */
  pause(): void {
    this.#socket.pause();
  }

  /** Does not close its side when the server closes its own. */
  keepOpen(): void {
    this.#socket.allowHalfOpen = true;
  }

  /** Closes the connection without a word. */
  leave(): void {
    this.#socket.destroy();
  }

  /** What came after the head of the first answer; undefined while that is not whole. */
  get body(): string | undefined {
    const end = this.text.indexOf('\r\n\r\n');
    return end < 0 ? undefined : this.text.slice(end + 4);
  }
}
