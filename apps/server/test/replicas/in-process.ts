/** Replicas in this process: each with a connection to the store of its own. */
import { openApp } from '../../src/app.js';
import { readOptions } from '../../src/options/options.js';
import { NOW } from '../support.js';
import type { Target } from './cluster.js';

/** Opens a server on a store. */
export async function inThisProcess(
  address: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Target & { readonly close: () => Promise<void> }> {
  const settings = readOptions({ store: address, clock: NOW, ...options }, (field) => field);
  const app = await openApp(settings, { sink: () => undefined }, (field) => field);
  return {
    fetch: (path, init) => app.edge.fetch(new Request(`http://understudy.test${path}`, init)),
    close: app.close,
  };
}
