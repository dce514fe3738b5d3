/** json-server itself, of both versions, on a port of its own for one use. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { vi } from 'vitest';

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** Serves data with it while something is done. */
type Use = (data: object, act: (fetch: Fetch) => Promise<void>) => Promise<void>;

const require = createRequire(import.meta.url);

async function using(server: Server, act: (fetch: Fetch) => Promise<void>): Promise<void> {
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await act((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The folder of files that both serve. */
export const folder = fileURLToPath(new URL('files/public', import.meta.url));

/** Rules of the rewriter, as in its suite. */
export const routes = {
  '/api/*': '/$1',
  '/blog/posts/:id/show': '/posts/:id',
  '/comments/special/:userId-:body': '/comments/?userId=:userId&body=:body',
  '/firstpostwithcomments': '/posts/1?_embed=comments',
  '/articles\\?_id=:id': '/posts/:id',
};

interface App {
  listen(port: number, host?: string): Server;
  use(handler: unknown): void;
}

interface JsonServer {
  create(): App;
  router(data: object): unknown;
  defaults(options: object): unknown;
  rewriter(rules: object): unknown;
}

/** Version 0.17. */
export const actual017: Use = (data, act) => {
  const jsonServer = require('json-server-0.17') as JsonServer;
  const app = jsonServer.create();
  app.use(jsonServer.defaults({ logger: false, static: folder }));
  app.use(jsonServer.rewriter(routes));
  app.use(jsonServer.router(structuredClone(data)));
  return using(app.listen(0, '127.0.0.1'), act);
};

/** Version 1.0 beta; what it is made of is no part of its exports. */
export const actual1: Use = async (data, act) => {
  // Its own folder of files is looked for in production alone.
  vi.stubEnv('NODE_ENV', 'development');
  const root = require.resolve('json-server-1/package.json').slice(0, -'package.json'.length);
  const load = async (path: string) => (await import(pathToFileURL(path).href)) as Record<string, never>;
  const { createApp } = (await load(`${root}lib/app.js`)) as unknown as {
    createApp(db: object): { listen(port: number, done?: () => void, host?: string): Server };
  };
  const db = { data: structuredClone(data), write: () => Promise.resolve() };
  return using(createApp(db).listen(0, undefined, '127.0.0.1'), act);
};
