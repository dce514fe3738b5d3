/** Runs the handler of an operation on a sandbox: a read answers from its view, a write goes through the commit. */
import type { ListControls, Operation } from '@understudy/contract';
import { createdId } from '../kit/ids.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Listing } from '../listing/listing.js';
import { paginate } from '../listing/paginate.js';
import { commit } from '../state/commit.js';
import type { View } from '../state/view.js';
import type { Call } from './call.js';
import { delayMs, envelope } from './envelope.js';
import type { Facts, Result } from './handler.js';
import { idempotencyScope } from './pipeline.js';
import type { Services } from './services.js';

type AnyListing = Listing<{ readonly id: string }>;

/** A handler with its types forgotten: the operation's schemas have checked what goes in, and check what comes out. */
export type AnyHandler = (facts: Facts<never>) => unknown;

/** One call of one operation, with its input parsed. */
export interface Performance {
  readonly operation: Operation;
  readonly handler: AnyHandler;
  readonly call: Call;
  readonly input: unknown;
}

function factsFor({ call, input }: Performance, view: View, now: number): Facts<never> {
  const key = call.idempotencyKey ?? '';
  return {
    // The schema of the operation has parsed it.
    input: input as never,
    view,
    now,
    newId: (prefix, naturalKey, once) =>
      createdId(prefix, [view.world.seed, JSON.stringify(naturalKey), once === undefined ? key : '']),
  };
}

function isDryRun({ controls }: Call): boolean {
  return !(controls instanceof ProblemError) && controls.simulate_error !== undefined;
}

async function list(run: Performance, { collection, where }: AnyListing, services: Services) {
  const { call, operation } = run;
  // Every operation that answers a list has the paging controls in its input.
  const controls = run.input as ListControls;
  const q = operation.meta.searches.length > 0 ? (controls.q ?? '') : '';
  const search = { listing: { collection, where }, q, fields: operation.meta.searches };
  const positions = await services.scanner.find(call.sandbox, search);
  const { view } = call.sandbox;
  const length = positions === undefined ? view.size(collection) : positions.length;
  const page = paginate({ length, positions }, controls, {
    key: view.world.seed,
    query: JSON.stringify([operation.name, where, q.toLowerCase(), controls.per_page]),
  });
  call.outcome.links = page.links;
  return {
    data: page.positions.flatMap((position) => view.at(collection, position) ?? []),
    pagination: page.pagination,
    meta: { delayMs: delayMs(call) },
  };
}

/** Performs a call. */
export async function perform(run: Performance, services: Services): Promise<unknown> {
  const { operation, handler, call } = run;
  const { sandbox } = call;
  if (operation.method === 'GET') {
    if (!sandbox.fresh) await sandbox.refresh();
    const outcome = await handler(factsFor(run, sandbox.view, sandbox.now()));
    if (operation.answers === 'list') return list(run, outcome as AnyListing, services);
    return envelope(operation, call, (outcome as Result<unknown>).value);
  }
  const scope = idempotencyScope(call, operation.meta);
  const { answer, replayed } = await commit({
    sandbox,
    dryRun: isDryRun(call),
    maxRecords: services.limits.maxRecords,
    idempotency: scope && { scope, payload: run.input },
    prepare: async (view, now) => {
      const outcome = (await handler(factsFor(run, view, now))) as Result<unknown>;
      return { answer: envelope(operation, call, outcome.value), writes: outcome.writes ?? [] };
    },
  });
  call.outcome.replayed = replayed;
  return answer;
}
