/** Receivers of webhooks on the loopback address: they remember every byte, and answer as a test says. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createRawServer, type Socket } from 'node:net';
import { listen } from '@understudy/tooling/server';

/** A delivery as it came in. */
export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Answers a delivery; `count` is how many came before it. */
export type Answer = (response: ServerResponse, count: number) => void;

/** A receiver under test. */
export interface Receiver extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly received: Received[];
  /** Connections that were opened to it, whether or not anything came over them. */
  readonly connections: () => number;
  /** Settles once so many deliveries have come in. */
  readonly reached: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Answers with each status in turn, then with the last of them. */
export function statuses(...codes: readonly number[]): Answer {
  return (response, count) => response.writeHead(codes[Math.min(count, codes.length - 1)] ?? 204).end();
}

/** Answers a page. */
export const shows =
  (page: string): Answer =>
  (response) =>
    void response.setHeader('content-type', 'text/html').end(page);

/** Answers nothing, ever. */
export const silence: Answer = () => undefined;

/** Starts a receiver. */
export async function startReceiver(answer: Answer = statuses(204)): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const before = received.length;
      const { method, url, headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks) });
      answer(response, before);
      for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    });
  });
  server.on('connection', () => (connections += 1));
  const port = await listen(server);
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    port,
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    connections: () => connections,
    reached: (count) =>
      received.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A server that says something as soon as it is connected to, whatever it is asked. */
export interface Talker {
  readonly url: string;
  /** Settles once somebody has connected. */
  readonly connected: Promise<void>;
  /** Settles once something was sent to it. */
  readonly asked: Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts a server that says something, and then hangs up or not. */
export async function startTalker(words: string, hangsUp: boolean): Promise<Talker> {
  const sockets: Socket[] = [];
  let connect: () => void = () => undefined;
  const connected = new Promise<void>((resolve) => (connect = resolve));
  let ask: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const server = createRawServer((socket) => {
    sockets.push(socket.on('error', () => undefined).on('data', () => ask()));
    if (hangsUp) socket.end(words);
    else socket.write(words);
    connect();
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    connected,
    asked,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
