/** Servers on real sockets, for what only a socket can do. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createUnderstudy, type UnderstudyOptions } from '@understudy/server';
import { listen as listenOn } from '@understudy/tooling/server';

const open: (() => void)[] = [];

/** Closes whatever listens. */
export function closeAll(): void {
  for (const close of open.splice(0)) close();
}

/** Listens on a free port of this machine, and gives its address. */
export async function listen(listener: RequestListener): Promise<string> {
  // As the real server's: on a slow machine a shorter one ends a connection under a request that is on its way.
  const server = createServer({ keepAliveTimeout: 305_000 }, listener);
  const port = await listenOn(server);
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

/** The real server behind a socket; reports each request. */
export async function listenWithUnderstudy(
  onRequest?: (request: IncomingMessage) => void,
  options: UnderstudyOptions = {},
): Promise<string> {
  const understudy = createUnderstudy({ log: 'off', ...options });
  return listen(async (request, response) => {
    onRequest?.(request);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = 'GET', url = '/', headers } = request;
    const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const body = chunks.length === 0 ? null : Buffer.concat(chunks);
    const answer = await understudy.fetch(`http://${headers.host}${url}`, { method, body, headers: entries });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
}
