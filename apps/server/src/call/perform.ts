/** Performs a call: a read answers from the records of its sandbox, a write goes through the commit. */
import { MissingKey } from '../identity/password.js';
import type { Operation, StreamControls } from '@understudy/contract/kit';
import type { FailureContext, SandboxContext } from '../kit/context.js';
import type { CountedCall } from '../kit/counted.js';
import type { FileContent, SignedForm } from '../kit/handler.js';
import type { KeyRequest } from '../kit/password-keys.js';
import { built } from '../listing/built.js';
import { commit } from '../state/commit/commit.js';
import { ViewAt } from '../state/model/view-at.js';
import { answerHead } from './answer-head.js';
import type { Call } from './call.js';
import { countWrite, type LeftOfLimit, leftOfLimit, withLimit } from './counted-limit.js';
import { ProblemError } from '../kit/problem-error.js';
import { checkAnswer, checkWrites } from './check-outcome.js';
import { withoutConditions } from './conditions.js';
import { envelope } from './envelope.js';
import { handle } from './handle.js';
import { lines } from './lines.js';
import { list, nothing } from './list.js';
import { listEntries } from './list-entries.js';
import { draftFor, makeContext, type Performance } from './make-context.js';
import { SandboxEvents } from './sandbox-events.js';
import type { Performed } from './beside.js';
import { idempotencyScope, payloadOf } from './idempotency-key.js';
import { meetConditions } from './meet-conditions.js';
import type { Services } from './services.js';
import { isDryRun } from './strike.js';
import { checkShown, madeIn, tagIn } from './tag.js';
import { useAtOnce, useUp } from './use-up.js';

/** What is known where a call has failed, whether or not its input was read. */
export function failureContext({ sandbox, apiUrl, prefers, posted, cookie }: Call, input: unknown): FailureContext {
  const records = new ViewAt(sandbox.view, sandbox.now());
  return { input, records, login: sandbox.config, apiUrl, browser: { prefers, isPosted: posted, cookie } };
}

/** Makes what the handler names, so that neither other requests nor other writers wait for it. */
async function makeReady(run: Performance, services: Services): Promise<void> {
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
async function derive({ call, keys }: Performance, requests: readonly KeyRequest[], services: Services): Promise<void> {
  const missing = keys.missing(requests);
  if (missing.length === 0) return;
  const tasks = missing.map((request) => () => keys.derive(request));
  await services.hashing.all(tasks, { owner: call, signal: call.signal() });
}

/** A file; where it is answered in a document, the document is made of it. */
function found({ name }: Operation, file: FileContent): Performed {
  if (!ArrayBuffer.isView(file.bytes)) throw new TypeError(`the handler of ${name} gave a file whose bytes are none`);
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

/** What of a context says whom a call counts with. */
function countedIn({ input, records, credential, now }: SandboxContext): Omit<CountedCall, 'operation'> {
  return { input, records, credential, now };
}

/** Runs a part of a call; where it fails, the failure says what is left of the limit. */
async function under<Result>(
  limit: LeftOfLimit | undefined,
  run: Performance,
  part: () => Promise<Result>,
): Promise<Result> {
  try {
    return await part();
  } catch (error) {
    throw withLimit(error, limit, run);
  }
}

/** The signed form of an answer, where the caller wants it. */
async function signedForm({ operation, call }: Performance, form: SignedForm | undefined): Promise<string | undefined> {
  if (form === undefined) return undefined;
  if (!operation.meta.signed) throw new TypeError(`${operation.name} gives a signed form that it does not declare`);
  return form.isDue || call.prefers === 'jwt' ? form.make() : undefined;
}

async function read(run: Performance, services: Services): Promise<Performed> {
  const { operation, call } = run;
  if (operation.answers === 'stream') return streamed(run, services);
  const { sandbox } = call;
  if (!sandbox.fresh && call.isFresh !== true) await sandbox.refresh();
  const view = new ViewAt(sandbox.view, sandbox.now());
  const { ctx, draft, hasSeenNow } = await makeContext(run, view, (use) => useAtOnce(call, use));
  const limit = leftOfLimit(run, countedIn(ctx));
  const outcome = await under(limit, run, () => handle(run, ctx, { warn: services.warn, signal: call.signal }));
  if (draft.isChanged) throw new TypeError(`${operation.name} is a read, and writes`);
  if ('redirect' in outcome && !('value' in outcome)) {
    return { status: 200, answer: nothing(call), redirect: outcome.redirect };
  }
  if ('failure' in outcome) throw withLimit(outcome.failure, limit, run);
  if ('stream' in outcome || 'events' in outcome) throw new TypeError(`${operation.name} answers no stream`);
  if ('file' in outcome) return { limit, ...found(operation, outcome.file) };
  const until = outcome.until ?? (hasSeenNow() ? view.now + 1 : undefined);
  if (until !== undefined) view.within({ from: view.now, until });
  if (operation.answers === 'lines') return { limit, ...(await lines(run, outcome, { view, ...services })) };
  if ('collection' in outcome)
    return { limit, ...(await list(run, { ...outcome, until }, { scanner: services.scanner, view })) };
  if ('entries' in outcome) return { period: view.period, limit, ...(await listEntries(run, outcome)) };
  const answer = envelope(operation, call, outcome);
  const signed = await signedForm(run, outcome.signed);
  return {
    answer,
    signed,
    tag: tagIn(operation, answer),
    period: view.period,
    limit,
    ...answerHead(operation, outcome),
  };
}

/** What is left of a limit after a call that is answered as an earlier one was. */
async function leftAfter(run: Performance): Promise<LeftOfLimit | undefined> {
  const { sandbox } = run.call;
  const { ctx } = await makeContext(run, new ViewAt(sandbox.view, sandbox.now()));
  return leftOfLimit(run, countedIn(ctx));
}

async function write(run: Performance, services: Services): Promise<Performed> {
  const { operation, call } = run;
  const scope = idempotencyScope(call, operation.meta);
  const isDry = isDryRun(call);
  let made: string | undefined;
  let limit: LeftOfLimit | undefined;
  const { head, ...committed } = await commit({
    sandbox: call.sandbox,
    dryRun: isDry,
    signal: call.signal,
    check: (state) => call.unmet?.check(state),
    idempotency: scope && { scope, payload: payloadOf(operation, run.input) },
    prepare: async ({ view }, now) => {
      const { ctx, draft, emitted } = await makeContext(run, new ViewAt(view, now));
      services.outbox.begin(draft, { now, depth: call.depth, traceparent: call.trace?.traceparent });
      limit = leftOfLimit(run, countedIn(ctx));
      const outcome = await under(limit, run, async () => {
        await meetConditions(run, ctx);
        // What has begun is finished, also for a client that hangs up.
        return handle(run, ctx, { warn: services.warn });
      });
      const failure = 'failure' in outcome ? withLimit(outcome.failure, limit, run) : undefined;
      for (const event of emitted) services.outbox.emitIfWanted(draft, event);
      if (failure !== undefined && !(failure instanceof ProblemError)) throw failure;
      if (failure?.kind === 'rate_limit') throw failure;
      for (const change of draft.writes) services.outbox.schedule(draft, change);
      if (failure === undefined && limit !== undefined) limit = countWrite(draft, limit);
      const { writes } = draft;
      if (failure !== undefined) return { failure, writes };
      if (!('value' in outcome)) throw new TypeError(`${operation.name} writes, and answers a list`);
      const answer = envelope(operation, call, outcome);
      checkWrites(operation, writes);
      await checkAnswer(operation, answer);
      checkShown(operation, answer, writes);
      // What is for show only sends no browser on, and takes no cookie from it.
      const redirect = isDry ? undefined : outcome.redirect;
      if (!isDry) made = madeIn(answer, writes, view);
      return { answer, head: { redirect, ...answerHead(operation, outcome) }, writes };
    },
  });
  services.deliveries.wake(call.sandbox);
  // That of an earlier answer follows from it too.
  if (committed.replayed && operation.meta.limit !== undefined) limit = await leftAfter(run);
  return { status: 200, made, limit, tag: tagIn(operation, committed.answer), ...head, ...committed };
}

/** Writes, outside of its turn deriving any key that turns out to be missing in it. */
async function writePrepared(run: Performance, services: Services): Promise<Performed> {
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

/** Performs a call of an operation on a sandbox. */
export async function perform(run: Performance, services: Services): Promise<Performed> {
  if (run.handler.needs !== undefined) await makeReady(run, services);
  await useUp(run);
  return run.operation.method === 'GET' ? read(run, services) : writePrepared(run, services);
}
