/** Sends bytes as they are, for what no client would send. */
import { connect } from 'node:net';

/** Sends a text to a server and gives all that it answers until it closes the connection. */
export function sendRaw(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

/** An answer, taken apart. */
export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/** Sends a request line with lines of headers, on a connection of its own. */
export async function ask(origin: string, line: string, ...headers: readonly string[]): Promise<RawAnswer> {
  const close = line.endsWith('HTTP/1.0') ? [] : ['Connection: close'];
  const answer = await sendRaw(origin, [line, ...headers, ...close, '', ''].join('\r\n'));
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), body };
}
