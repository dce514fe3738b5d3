/** Performs a call: a read answers from the records of its sandbox, a write goes through the commit, and control works on the registry. */
import type { Operation, OperationMeta, StreamControls } from '@understudy/contract/kit';
import type { RegistryContext } from '../kit/context.js';
import { baseUrlOf } from '../kit/sandbox-address.js';
import {
  answerHead,
  answerText,
  checkAnswer,
  checkShown,
  checkWrites,
  envelope,
  madeIn,
  tagIn,
} from './finish-outcome.js';
import { type AnyOutcome, declaredOnly, handle } from './handle.js';
import {
  draftFor,
  isConditional,
  type Made,
  makeContext,
  withoutConditions,
  type Performance,
  presentedBy,
} from './make-context.js';
import { type Performed, type Call, hasOutcome, writes } from './call.js';
import { list, listEntries, nothing, passing, lines } from './list.js';
import type { Services } from './services.js';
import type { FileContent, SignedForm } from '../kit/handler.js';
import { built, scheduler } from '../listing/scheduler.js';
import { ViewAt } from '../store/model/view.js';
import { countWrite, leftOfLimit, type LeftOfLimit, withLimit } from './write-limit.js';
import { SandboxEvents } from './sandbox-events.js';
import { MissingKey } from '../identity/users.js';
import { ProblemError } from '../kit/problem-error.js';
import { commit } from '../store/commit/commit.js';
import { isDryRun, lateView, lostUpdate, shownPages } from './apply-faults.js';
import { checkConditions, type Conditions } from './conditions.js';
import type { KeyRequest, PresentedProof } from '../kit/credential.js';
import { Draft } from '../kit/draft.js';
import { andThen, type Eventual, orElse } from '../kit/made-once.js';
import { isReplay, type OneUse, preventReplay } from '../kit/replay-guard.js';

/** What a key is good for: one operation, one sandbox, one credential. */
export function idempotencyScope(call: Call, meta: OperationMeta): readonly string[] | undefined {
  if (call.idempotencyKey === undefined || !writes(meta)) return undefined;
  const credential = meta.credential === 'session' ? call.cookie : call.authorization;
  return [meta.openapi.operationId, credential, call.idempotencyKey];
}

/** The payload that a key stands for. What a merge patch takes away was sent as null, which is another one than without. */
function payloadOf({ patched }: Operation, input: unknown): unknown {
  if (patched === undefined) return input;
  return JSON.parse(JSON.stringify(input, (_, member: unknown) => member ?? null));
}

/** Performs a call of an operation on the registry. */
export async function performOnRegistry(run: Performance, services: Services): Promise<Performed> {
  const { operation, call, input, problem } = run;
  const reach = await services.access.reachOf(call.authorization);
  const { name } = input as { readonly name?: unknown };
  if (typeof name === 'string') services.access.checkReach(reach, name);
  const ctx = {
    // The schema of the operation has parsed it.
    input: input as Record<string, unknown>,
    baseUrlOf: (sandbox) => baseUrlOf(call.rootUrl, sandbox),
    problem,
    passes: operation.answers === 'list' ? passing(operation, input) : () => true,
    reach,
    signal: call.signal,
    idempotency: idempotencyScope(call, operation.meta),
  } satisfies RegistryContext;
  const outcome = await handle(run, ctx, services);
  if ('entries' in outcome) return listEntries(run, outcome);
  if ('stream' in outcome) {
    // Every operation that answers a stream has its controls in its input.
    const stream = { source: outcome.stream, controls: input as StreamControls };
    return { status: 200, answer: { data: [] }, stream };
  }
  if ('failure' in outcome) throw outcome.failure;
  if (!('value' in outcome)) throw new TypeError(`${operation.name} answers records, which the registry has none of`);
  return { ...answerHead(operation, outcome), answer: envelope(operation, call, outcome) };
}

/** Uses something up, and answers whether it was not used before: by this process or another. */
async function useAtOnce(call: Call, use: OneUse): Promise<boolean> {
  const { answer } = await commit<boolean>({
    sandbox: call.sandbox,
    dryRun: hasOutcome(call) && isDryRun(call),
    signal: call.signal,
    check: (state) => call.lateRules?.check(state),
    prepare: async ({ view }, now) => {
      const draft = new Draft(new ViewAt(view, now));
      const isNew = !isReplay(draft, use, now);
      if (isNew) preventReplay(draft, use);
      return { answer: isNew, writes: draft.writes };
    },
  });
  return answer;
}

/** What a request has used up: it may be performed again, and have several calls. */
const usedBy = new WeakMap<PresentedProof, Set<string>>();

/** Whether a call shows something of its maker that is good once. */
function showsUsed({ operation: { meta }, call, input }: Performance): boolean {
  if (meta.credential === 'none') return false;
  return call.proof.header !== null || (meta.credential === 'client' && 'client_assertion' in Object(input));
}

/**
 * Uses up what a call shows of its maker that is good once. It is used whatever comes of the call.
 *
 * @throws ProblemError where the call lacks the credential that its operation declares, or shows what was used before
 */
async function useUp(run: Performance): Promise<void> {
  const { operation, call } = run;
  const { meta } = operation;
  const { sandbox } = call;
  if (!sandbox.fresh && call.isFresh !== true) await sandbox.refresh();
  const now = sandbox.now();
  const presented = presentedBy(run, now);
  await run.readCredential(draftFor(run, new ViewAt(sandbox.view, now)), meta, presented);
  const used = usedBy.get(call.proof) ?? new Set();
  usedBy.set(call.proof, used);
  for (const { refusal, ...use } of presented.uses) {
    const name = JSON.stringify(use.of);
    if (used.has(name)) continue;
    used.add(name);
    if (!(await useAtOnce(call, use))) throw refusal;
  }
}

/** Makes what the handler names, so that neither other requests nor other writers wait for it. */
function makeReady(run: Performance, services: Services): Promise<void> | undefined {
  const { call } = run;
  if (run.handler.needs === undefined) return undefined;
  const isFresh = call.sandbox.fresh || call.isFresh === true;
  return isFresh ? makeNeeds(run, services) : call.sandbox.refresh().then(() => makeNeeds(run, services));
}

function makeNeeds(run: Performance, services: Services): Promise<void> | undefined {
  const { operation, handler, call, input } = run;
  const { view } = call.sandbox;
  // The schema of the operation has parsed it.
  const own = withoutConditions(operation, input as object) as never;
  const plan = { input: own, records: draftFor({ operation, input }, new ViewAt(view, call.sandbox.now())) };
  const { keys = [], collections = [] } = handler.needs?.(plan) ?? {};
  const building = built(view.dataset, collections);
  return keys.length === 0 ? building : Promise.resolve(building).then(() => derive(run, keys, services));
}

/** Derives keys, a few at a time over all calls. */
async function derive({ call, keys }: Performance, requests: readonly KeyRequest[], services: Services): Promise<void> {
  const derived = keys();
  const missing = derived.missing(requests);
  if (missing.length === 0) return;
  const tasks = missing.map((request) => () => derived.derive(request));
  // All calls of a request have the same, those of a batch too.
  const signal = call.signal();
  await services.hashing.all(tasks, { owner: signal, signal });
}

/**
 * Refuses a call whose conditions do not hold.
 *
 * @param ctx the context of its handler
 * @throws ProblemError `precondition_failed` or `precondition_required`, or what comes before conditions
 */
async function enforceConditions({ operation, handler, input, call }: Performance, ctx: object): Promise<void> {
  if (!isConditional(operation)) return;
  // The context was made for this operation, and a handler without it was refused at the start.
  const current = await declaredOnly(operation, () => handler.current?.(ctx as never));
  // The schema of the operation has parsed it.
  checkConditions(operation.meta, input as Conditions, { current, isTrpc: call.isTrpc });
}

/** A failure of a call, which says what is left of the limit, where one counts it. */
const failureOf = (failure: unknown, limit: LeftOfLimit | undefined, run: Performance): unknown =>
  limit === undefined ? failure : withLimit(failure, limit, run);

/** Runs a part of a call; where it fails, the failure says what is left of the limit. */
function under<Result>(limit: LeftOfLimit | undefined, run: Performance, part: () => Eventual<Result>) {
  if (limit === undefined) return part();
  return orElse(part, (error) => {
    throw withLimit(error, limit, run);
  });
}

/** What is left of a limit after a call that is answered as an earlier one was. */
async function leftAfter(run: Performance): Promise<LeftOfLimit | undefined> {
  const { sandbox } = run.call;
  const { ctx } = await makeContext(run, new ViewAt(sandbox.view, sandbox.now()));
  return leftOfLimit(run, ctx);
}

/** Refuses an earlier answer to a token that is worth nothing: any more, or in this sandbox. */
async function readmit(run: Performance, view: ViewAt): Promise<void> {
  const { meta } = run.operation;
  if (meta.credential !== 'bearer' && meta.credential !== 'member') return;
  await run.readCredential(draftFor(run, view), meta, presentedBy(run, view.now));
}

async function write(run: Performance, services: Services): Promise<Performed> {
  const { operation, call } = run;
  const scope = idempotencyScope(call, operation.meta);
  const isDry = hasOutcome(call) && isDryRun(call);
  const lost = call.faultOutcome?.content && lostUpdate(call);
  let made: string | undefined;
  let json: string | undefined;
  let limit: LeftOfLimit | undefined;
  const { head, ...committed } = await commit({
    sandbox: call.sandbox,
    dryRun: isDry || lost !== undefined,
    signal: call.signal,
    check: (state) => call.lateRules?.check(state),
    idempotency: scope && { scope, payload: payloadOf(operation, run.input) },
    readmit: ({ view }, now) => readmit(run, new ViewAt(view, now)),
    prepare: async ({ view }, now) => {
      const { ctx, draft, emitted } = await makeContext(run, new ViewAt(view, now));
      services.outbox.begin(draft, { now, depth: call.depth, traceparent: call.trace?.traceparent });
      limit = operation.meta.limit && leftOfLimit(run, ctx);
      const outcome = await under(limit, run, async () => {
        await enforceConditions(run, ctx);
        // What has begun is finished, also for a client that hangs up.
        return handle(run, ctx, { warn: services.warn });
      });
      const failure = 'failure' in outcome ? failureOf(outcome.failure, limit, run) : undefined;
      for (const event of emitted) services.outbox.emitIfWanted(draft, event);
      if (failure !== undefined && !(failure instanceof ProblemError)) throw failure;
      if (failure?.kind === 'rate_limit') throw failure;
      for (const change of draft.writes) services.outbox.schedule(draft, change);
      if (failure === undefined && limit !== undefined) limit = countWrite(draft, limit);
      if ('value' in outcome) {
        for (const callback of outcome.callbacks ?? []) services.outbox.callBack(draft, callback);
      }
      const changes = draft.writes;
      if (failure !== undefined) return { failure, writes: changes };
      if (!('value' in outcome)) throw new TypeError(`${operation.name} writes, and answers a list`);
      const answer = envelope(operation, call, outcome);
      checkWrites(operation, changes);
      json = answerText(operation, run.input, answer);
      if (json === undefined) await checkAnswer(operation, answer);
      checkShown(operation, answer, changes);
      // What is for show only sends no browser on, and takes no cookie from it.
      const redirect = isDry ? undefined : outcome.redirect;
      if (!isDry && lost === undefined) made = madeIn(answer, changes, view);
      return { answer, head: { redirect, ...answerHead(operation, outcome) }, writes: changes };
    },
  });
  services.deliveries.wake(call.sandbox);
  if (lost !== undefined && !committed.replayed) call.altered.add(lost.by);
  if (call.sandbox.hasHistory) call.sandbox.history.wrote(call.client());
  // That of an earlier answer follows from it too.
  if (committed.replayed && operation.meta.limit !== undefined) limit = await leftAfter(run);
  // The text is that of the last decision, and not of an earlier call's.
  if (committed.replayed) json = undefined;
  return { status: 200, made, limit, json, tag: tagIn(operation, committed.answer), ...head, ...committed };
}

/** Performs a write, outside of its turn deriving any key that turns out to be missing in it. */
async function performWrite(run: Performance, services: Services): Promise<Performed> {
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

/** Begins in its turn: a file may take long to make, and whoever asks for hundreds of them holds up nobody else. */
async function inTurn<Result>(begin: () => Promise<Result>): Promise<Result> {
  function* steps(): Generator<void, Promise<Result>> {
    yield;
    return begin();
  }
  return scheduler.run(steps());
}

/** A file; where it is answered in a document, the document is made of it. */
function found({ name }: Operation, file: FileContent): Performed {
  if (!ArrayBuffer.isView(file.bytes)) throw new TypeError(`the handler of ${name} gave a file without bytes`);
  return { status: 200, answer: { media_type: file.mediaType, base64: '' }, file };
}

/** A stream; one that is over already is no stream any more, which makes a browser stop to ask for it. */
async function streamed(run: Performance, services: Services): Promise<Performed> {
  // Every operation that answers a stream has its controls in its input.
  const controls = run.input as StreamControls;
  const source = new SandboxEvents(run, services);
  const { events, isOver } = await source.begin(controls.last_event_id);
  if (isOver === true && events.length === 0) return { status: 204, answer: { data: [] } };
  return { status: 200, answer: { data: [] }, stream: { source, controls } };
}

/** The signed form of an answer, where the caller wants it. */
function signedForm({ operation, call }: Performance, form: SignedForm | undefined): Eventual<string | undefined> {
  if (form === undefined) return undefined;
  if (!operation.meta.signed) throw new TypeError(`${operation.name} gives a signed form that it does not declare`);
  return form.isDue || call.prefers === 'jwt' ? form.make() : undefined;
}

/** Performs a read: at once, where nothing has to be waited for. */
function performRead(run: Performance, services: Services): Eventual<Performed> {
  const { operation, call } = run;
  if (operation.answers === 'stream') return streamed(run, services);
  const { sandbox } = call;
  const isFresh = sandbox.fresh || call.isFresh === true;
  return isFresh ? read(run, services) : sandbox.refresh().then(() => read(run, services));
}

function read(run: Performance, services: Services): Eventual<Performed> {
  const { operation, call } = run;
  const { sandbox } = call;
  const view = (call.faultOutcome?.content && lateView(call)) ?? new ViewAt(sandbox.view, sandbox.now());
  const useOnce = (use: OneUse): Promise<boolean> => useAtOnce(call, use);
  const shown = operation.meta.raw && call.faultOutcome?.content ? shownPages(call) : undefined;
  return andThen(shown, (shows) =>
    andThen(makeContext(run, view, { useAtOnce: useOnce, shows }), (made) => {
      const limit = operation.meta.limit && leftOfLimit(run, made.ctx);
      const begin = () => handle(run, made.ctx, { warn: services.warn, signal: call.signal });
      const start = () => (operation.answers === 'file' ? inTurn(async () => begin()) : begin());
      const outcome = under(limit, run, start);
      return andThen(outcome, (given) => shownOf({ run, view, made, limit }, given, services));
    }),
  );
}

/** A read whose handler has answered. */
interface Handled {
  readonly run: Performance;
  readonly view: ViewAt;
  readonly made: Made;
  readonly limit: LeftOfLimit | undefined;
}

/** What a read has come to, of what its handler gave. */
function shownOf({ run, view, made, limit }: Handled, outcome: AnyOutcome, services: Services): Eventual<Performed> {
  const { operation, call } = run;
  if (made.draft.isChanged) throw new TypeError(`${operation.name} is a read, and writes`);
  if ('redirect' in outcome && !('value' in outcome)) {
    return { status: 200, answer: nothing(call), redirect: outcome.redirect };
  }
  if ('failure' in outcome) throw failureOf(outcome.failure, limit, run);
  if ('stream' in outcome || 'events' in outcome) throw new TypeError(`${operation.name} answers no stream`);
  if ('file' in outcome) return { limit, ...found(operation, outcome.file) };
  const until = outcome.until ?? (made.hasSeenNow ? view.now + 1 : undefined);
  if (until !== undefined) view.within({ from: view.now, until });
  const limited = (performed: Performed): Performed => (limit === undefined ? performed : { limit, ...performed });
  if (operation.answers === 'lines') return lines(run, outcome, { view, ...services }).then(limited);
  if ('collection' in outcome) {
    const listing = until === outcome.until ? outcome : { ...outcome, until };
    return andThen(list(run, listing, { scanner: services.scanner, view }), limited);
  }
  if ('entries' in outcome) {
    return listEntries(run, outcome).then((listed) => ({ period: view.period, limit, ...listed }));
  }
  const answer = envelope(operation, call, outcome);
  return andThen(signedForm(run, outcome.signed), (signed) => ({
    answer,
    signed,
    tag: tagIn(operation, answer),
    period: view.period,
    limit,
    ...answerHead(operation, outcome),
  }));
}

/** Performs a call of an operation on a sandbox. */
export function perform(run: Performance, services: Services): Eventual<Performed> {
  const { handler, operation, call } = run;
  if (operation.meta.sends.length > 0) services.access.checkSends(call, operation.meta, run.input);
  const ready = handler.needs === undefined ? undefined : makeReady(run, services);
  if (ready !== undefined || showsUsed(run)) return performPrepared(run, services, ready);
  return writes(operation.meta) ? performWrite(run, services) : performRead(run, services);
}

/** Performs a call once what it needs is there, and what it uses up is used. */
async function performPrepared(
  run: Performance,
  services: Services,
  ready: Promise<void> | undefined,
): Promise<Performed> {
  await ready;
  if (showsUsed(run)) await useUp(run);
  return writes(run.operation.meta) ? performWrite(run, services) : performRead(run, services);
}
