/** Performs a call: a read answers from the records of its sandbox, a write goes through the commit. */
import type { Performed } from './beside.js';
import type { Performance } from './make-context.js';
import { makeReady } from './make-ready.js';
import { performRead } from './perform-read.js';
import { performWrite } from './perform-write.js';
import type { Services } from './services.js';
import { useUp } from './use-up.js';

/** Performs a call of an operation on a sandbox. */
export async function perform(run: Performance, services: Services): Promise<Performed> {
  services.access.checkSends(run.call, run.operation.meta, run.input);
  if (run.handler.needs !== undefined) await makeReady(run, services);
  await useUp(run);
  return run.operation.method === 'GET' ? performRead(run, services) : performWrite(run, services);
}
