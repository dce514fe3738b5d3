/** A web page on an origin of its own, to ask the API from. */
import { createServer, request as send } from 'node:http';
import { listen } from '@understudy/tooling/server';

/** A listening page. */
export interface Elsewhere {
  readonly origin: string;
  readonly close: () => void;
}

const PAGE = '<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">';

/**
 * Serves the page on a free port of the loopback address. Where another origin is `behind` it, that one gets every
 * request but the one for the page, as if the name of the page's host had come to lead there.
 */
export async function elsewhere(behind?: string): Promise<Elsewhere> {
  const server = createServer((request, response) => {
    const { url = '/', method, headers } = request;
    if (behind !== undefined && url !== '/') {
      const onwards = send(new URL(url, behind), { method, headers, setHost: false }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onwards);
      return;
    }
    response.setHeader('content-type', 'text/html');
    response.end(PAGE);
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
