/** Makes what a handler needs before it runs: keys of passwords, and collections that are to be looked through. */
import type { KeyRequest } from '../kit/password-keys.js';
import { built } from '../listing/built.js';
import { ViewAt } from '../state/model/view-at.js';
import { withoutConditions } from './conditions.js';
import { draftFor, type Performance } from './make-context.js';
import type { Services } from './services.js';

/** Makes what the handler names, so that neither other requests nor other writers wait for it. */
export async function makeReady(run: Performance, services: Services): Promise<void> {
  const { operation, handler, call, input, locate } = run;
  const { sandbox } = call;
  if (handler.needs === undefined) return;
  if (!sandbox.fresh && call.isFresh !== true) await sandbox.refresh();
  const { view } = sandbox;
  // The schema of the operation has parsed it.
  const own = withoutConditions(operation, input as object) as never;
  const plan = { input: own, records: draftFor({ locate, input }, new ViewAt(view, sandbox.now())) };
  const { keys = [], collections = [] } = handler.needs(plan);
  await built(view.dataset, collections);
  await derive(run, keys, services);
}

/** Derives keys, a few at a time over all calls. */
export async function derive(
  { call, keys }: Performance,
  requests: readonly KeyRequest[],
  services: Services,
): Promise<void> {
  const missing = keys.missing(requests);
  if (missing.length === 0) return;
  const tasks = missing.map((request) => () => keys.derive(request));
  // All calls of a request have the same, those of a batch too.
  const signal = call.signal();
  await services.hashing.all(tasks, { owner: signal, signal });
}
