/** Serves the page under test on a free port, on an origin other than the API's. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const page = readFileSync(new URL('../page.html', import.meta.url));

/** A page that is served. */
export interface ServedPage {
  readonly origin: string;
  readonly close: () => void;
}

/** Serves the page until it is closed. */
export async function servePage(): Promise<ServedPage> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page);
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
