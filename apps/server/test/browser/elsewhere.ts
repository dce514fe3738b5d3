/** A web page on an origin of its own, to ask the API from. */
import { createServer } from 'node:http';

/** A listening page. */
export interface Elsewhere {
  readonly origin: string;
  readonly close: () => void;
}

const PAGE = '<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">';

/** Serves the page on a free port of the loopback address. */
export async function elsewhere(): Promise<Elsewhere> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(PAGE);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the page has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
