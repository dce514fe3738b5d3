/** Readers of streams over bare sockets, which cost next to nothing: each notes which events came to it. */
import { connect } from 'node:net';

/** One who reads a stream, and goes on after the last event where the connection was cut. */
export class Reader {
  #target;
  #socket;
  #rest = '';
  /** Number of the last event. */
  last;
  /** Events that came. */
  count = 0;
  /** What was wrong. */
  faults = [];
  /** Connections that were made. */
  connections = 0;
  isOpen = false;

  /** @param target host, port and path; `after` is the number of the event to go on after, where there is one */
  constructor({ host, port, path, after }) {
    this.#target = { host, port, path };
    this.last = after;
  }

  /** Connects; what it has read before is not asked for again. */
  open() {
    const { host, port, path } = this.#target;
    const header = this.last === undefined ? '' : `Last-Event-ID: ${this.last}\r\n`;
    this.connections += 1;
    this.#rest = '';
    this.isOpen = false;
    this.#socket = connect(port, host).on('error', () => undefined);
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text) => this.#take(text));
    this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${header}\r\n`);
  }

  close() {
    this.#socket.removeAllListeners('data');
    this.#socket.destroy();
  }

  #take(text) {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop();
    for (const block of blocks) {
      if (block.includes('retry: 1000')) this.isOpen = true;
      const [, id] = /(?:^|\n)id: (\d+)/.exec(block) ?? [];
      if (id === undefined) continue;
      if (!block.includes('\ndata: ')) {
        this.last ??= Number(id);
        continue;
      }
      if (this.last !== undefined && Number(id) !== this.last + 1) this.faults.push(`${id} after ${this.last}`);
      this.last = Number(id);
      this.count += 1;
    }
  }
}
