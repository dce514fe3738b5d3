/** Replicas in this process: each with a connection to the store of its own. */
import type { Api } from '../../src/call/api.js';
import { NOW, opened, settingsOf } from '../support.js';
import type { Target } from './cluster.js';

/** Opens a server on a store. */
export async function inThisProcess(
  address: string,
  options: Readonly<Record<string, unknown>> = {},
  serves?: Api,
): Promise<Target & AsyncDisposable & { readonly close: () => Promise<void> }> {
  const settings = settingsOf({ store: address, clock: NOW, ...options }, serves);
  const app = await opened(settings, { sink: () => undefined }, serves);
  return {
    fetch: (path, init) => app.pipeline.fetch(new Request(`http://understudy.test${path}`, init)),
    close: app.close,
    [Symbol.asyncDispose]: app.close,
  };
}
