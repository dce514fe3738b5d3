/** Asks an app in this process, and reads the JSON of its answers. */
import type { App } from '../../src/server/app.js';

/** Sends a request with or without a JSON body. */
export function asks({ pipeline }: Pick<App, 'pipeline'>) {
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const init = {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    };
    const response = await pipeline.fetch(new Request(`http://understudy.local${path}`, init));
    return response.json();
  };
}
