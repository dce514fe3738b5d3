/** Runs the handler of an operation on a sandbox: a read answers from its view, a write goes through the commit. */
import type { Operation } from '@understudy/contract';
import { DerivedKeys, type KeyRequest, MissingKey } from '../identity/password.js';
import { countTaken, createdId } from '../kit/ids.js';
import type { Cause } from '../webhooks/outbox.js';
import { built } from '../listing/built.js';
import { commit } from '../state/commit/commit.js';
import { Draft } from '../state/model/draft.js';
import type { View } from '../state/model/view.js';
import type { Performed } from './beside.js';
import type { Call } from './call.js';
import { envelope } from './envelope.js';
import type { Caller, Carry, FailedFacts, Facts, Failure, NeedsOf, Redirection, Result } from './handler.js';
import { type AnyListing, list, nothing } from './list.js';
import { idempotencyScope } from './idempotency-key.js';
import type { Services } from './services.js';

/** A handler with its types forgotten: the operation's schemas have checked what goes in, and check what comes out. */
export interface AnyHandler {
  (facts: Facts<never>): unknown;
  readonly carry?: Carry;
  readonly needs?: NeedsOf<never>;
}

/** One call of one operation, with its input parsed. */
export interface Performance {
  readonly operation: Operation;
  readonly handler: AnyHandler;
  readonly call: Call;
  readonly input: unknown;
}

/** A call with the keys that were derived for it. */
interface Prepared extends Performance {
  readonly keys: DerivedKeys;
}

type Outcome = Result<unknown> | Failure | Redirection;

/** What a handler may know of who is asking. */
function callerOf(call: Call, services: Services): Caller {
  const { baseUrl, authorization, cookie, prefers, posted, sandbox } = call;
  const { redirectAllow } = services.limits;
  return { baseUrl, authorization, cookie, prefers, posted, sandbox: sandbox.name, redirectAllow };
}

/** What is known where a call has failed, whether or not its input was read. */
export function failedFacts(call: Call, input: unknown, services: Services): FailedFacts {
  const { view } = call.sandbox;
  return { input, view, now: call.sandbox.now(), caller: callerOf(call, services) };
}

function factsFor({ call, input, keys }: Prepared, at: { view: View; now: number }, services: Services): Facts<never> {
  const key = call.idempotencyKey ?? '';
  const { seed } = at.view.world;
  return {
    // The schema of the operation has parsed it.
    input: input as never,
    ...at,
    depth: call.depth,
    caller: callerOf(call, services),
    limits: services.limits,
    outbox: services.outbox,
    newId: (collection, content) => {
      const parts = [seed, JSON.stringify(content), key];
      const id = (n: number) => createdId(collection.prefix, n === 0 ? parts : [...parts, String(n)]);
      return id(countTaken((n) => at.view.has(collection, id(n))));
    },
    onlyId: ({ prefix }, naturalKey) => createdId(prefix, [seed, JSON.stringify(naturalKey), '']),
    keys,
    signal: call.signal,
  };
}

function isDryRun({ controls }: Call): boolean {
  return controls.simulate_error !== undefined;
}

/** Makes what the handler names, so that neither other requests nor other writers wait for it. */
async function makeReady(run: Prepared, services: Services): Promise<void> {
  const { handler, call, input } = run;
  const { sandbox } = call;
  if (handler.needs === undefined) return;
  if (!sandbox.fresh) await sandbox.refresh();
  const { view } = sandbox;
  // The schema of the operation has parsed it.
  const { keys = [], collections = [] } = handler.needs({ input: input as never, view });
  await built(view.world, collections);
  await derive(run, keys, services);
}

/** Derives keys, a few at a time over all calls. */
async function derive({ call, keys }: Prepared, requests: readonly KeyRequest[], services: Services): Promise<void> {
  const missing = keys.missing(requests);
  if (missing.length === 0) return;
  const tasks = missing.map((request) => () => keys.derive(request));
  await services.hashing.all(tasks, { owner: call, signal: call.signal() });
}

async function read(run: Prepared, services: Services): Promise<Performed> {
  const { operation, handler, call } = run;
  const { sandbox } = call;
  if (!sandbox.fresh) await sandbox.refresh();
  const facts = factsFor(run, { view: sandbox.view, now: sandbox.now() }, services);
  const outcome = (await handler(facts)) as Outcome | AnyListing;
  if ('redirect' in outcome) return { answer: nothing(call), redirect: outcome.redirect };
  if ('collection' in outcome) return list(run, outcome, services);
  if ('failure' in outcome) throw outcome.failure;
  return { answer: envelope(operation, call, outcome) };
}

/** What the events of an outcome write: they stand or fall with its records. */
function emitted({ emits = [] }: Result<unknown>, { view, ...cause }: Cause & { view: View }, { outbox }: Services) {
  const draft = new Draft(view);
  for (const event of emits) outbox.emitIfWanted(draft, event, cause);
  return draft.writes;
}

async function write(run: Prepared, services: Services): Promise<Performed> {
  const { operation, handler, call } = run;
  const scope = idempotencyScope(call, operation.meta);
  const committed = await commit({
    sandbox: call.sandbox,
    dryRun: isDryRun(call),
    signal: call.signal,
    idempotency: scope && { scope, payload: run.input },
    prepare: async ({ view }, now) => {
      const outcome = (await handler(factsFor(run, { view, now }, services))) as Result<unknown> | Failure;
      if ('failure' in outcome) return outcome;
      const enveloped = envelope(operation, call, outcome);
      const events = emitted(outcome, { view, now, depth: call.depth }, services);
      return { answer: enveloped, writes: [...(outcome.writes ?? []), ...events] };
    },
  });
  services.deliveries.poke(call.sandbox);
  return committed;
}

/** Writes, outside of its turn deriving any key that turns out to be missing in it. */
async function writePrepared(run: Prepared, services: Services): Promise<Performed> {
  for (;;) {
    try {
      return await write(run, services);
    } catch (error) {
      // The state is another than the one that the needs followed from.
      if (!(error instanceof MissingKey)) throw error;
      await derive(run, [error.request], services);
    }
  }
}

/** Performs a call. */
export async function perform(run: Performance, services: Services): Promise<Performed> {
  const prepared = { ...run, keys: new DerivedKeys() };
  if (run.handler.needs !== undefined) await makeReady(prepared, services);
  return run.operation.method === 'GET' ? read(prepared, services) : writePrepared(prepared, services);
}
