/** Servers on real sockets, for what only a socket can do. */
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createUnderstudy, type UnderstudyOptions } from '@understudy/server';

const open: (() => void)[] = [];

/** Closes whatever listens. */
export function closeAll(): void {
  for (const close of open.splice(0)) close();
}

/** Listens on a free port of this machine, and gives its address. */
export async function listen(listener: RequestListener): Promise<string> {
  // As the real server's: on a slow machine a shorter one ends a connection under a request that is on its way.
  const server = createServer({ keepAliveTimeout: 305_000 }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

/** The real server behind a socket; tells of each request. */
export async function listenWithUnderstudy(
  told?: (request: IncomingMessage) => void,
  options: UnderstudyOptions = {},
): Promise<string> {
  const understudy = createUnderstudy({ log: 'off', ...options });
  return listen(async (request, response) => {
    told?.(request);
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

const command = fileURLToPath(new URL('../node_modules/@understudy/server/dist/main.js', import.meta.url));

/** The command as users start it, in a process of its own. */
export async function listenWithCommand(...flags: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [command, 'serve', '--port', '0', '--log', 'off', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  open.push(() => child.kill());
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, address] = /listening on (http:\S+)/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.on('exit', (code) => reject(new Error(`understudy serve ended with code ${code}`)));
  });
}
