/** Performs a write: it goes through the commit of its sandbox. */
import { readCredential } from '#credentials';
import { MissingKey } from '../identity/password.js';
import { ProblemError } from '../kit/problem-error.js';
import { commit } from '../state/commit/commit.js';
import { ViewAt } from '../state/model/view-at.js';
import { answerHead } from './answer-head.js';
import type { Performed } from './beside.js';
import { checkAnswer, checkWrites } from './check-outcome.js';
import { countWrite, type LeftOfLimit, leftOfLimit, under, withLimit } from './counted-limit.js';
import { envelope } from './envelope.js';
import { handle } from './handle.js';
import { idempotencyScope, payloadOf } from './idempotency-key.js';
import { draftFor, makeContext, type Performance, presentedBy } from './make-context.js';
import { derive } from './make-ready.js';
import { meetConditions } from './meet-conditions.js';
import type { Services } from './services.js';
import { isDryRun } from './strike.js';
import { checkShown, madeIn, tagIn } from './tag.js';

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
  await readCredential(draftFor(run, view), meta, presentedBy(run, view.now));
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
    readmit: ({ view }, now) => readmit(run, new ViewAt(view, now)),
    prepare: async ({ view }, now) => {
      const { ctx, draft, emitted } = await makeContext(run, new ViewAt(view, now));
      services.outbox.begin(draft, { now, depth: call.depth, traceparent: call.trace?.traceparent });
      limit = leftOfLimit(run, ctx);
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

/** Performs a write, outside of its turn deriving any key that turns out to be missing in it. */
export async function performWrite(run: Performance, services: Services): Promise<Performed> {
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
