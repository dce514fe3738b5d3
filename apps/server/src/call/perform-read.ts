/** Performs a read: it is answered from the records of its sandbox as they are. */
import type { Operation, StreamControls } from '@understudy/contract/kit';
import type { SignedForm } from '../kit/handler.js';
import type { FileContent } from '../kit/file-content.js';
import { turns } from '../listing/turns.js';
import { ViewAt } from '../state/model/view-at.js';
import { answerHead } from './answer-head.js';
import type { Performed } from './beside.js';
import { leftOfLimit, under, withLimit } from './counted-limit.js';
import { envelope } from './envelope.js';
import { handle } from './handle.js';
import { lines } from './lines.js';
import { list, nothing } from './list.js';
import { listEntries } from './list-entries.js';
import { makeContext, type Performance } from './make-context.js';
import { SandboxEvents } from './sandbox-events.js';
import type { Services } from './services.js';
import { tagIn } from './tag.js';
import { useAtOnce } from './use-up.js';

/** Begins in its turn: a file may take long to make, and whoever asks for hundreds of them holds up nobody else. */
async function inTurn<Result>(begin: () => Promise<Result>): Promise<Result> {
  function* steps(): Generator<void, Promise<Result>> {
    yield;
    return begin();
  }
  return turns.run(steps());
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
async function signedForm({ operation, call }: Performance, form: SignedForm | undefined): Promise<string | undefined> {
  if (form === undefined) return undefined;
  if (!operation.meta.signed) throw new TypeError(`${operation.name} gives a signed form that it does not declare`);
  return form.isDue || call.prefers === 'jwt' ? form.make() : undefined;
}

/** Performs a read. */
export async function performRead(run: Performance, services: Services): Promise<Performed> {
  const { operation, call } = run;
  if (operation.answers === 'stream') return streamed(run, services);
  const { sandbox } = call;
  if (!sandbox.fresh && call.isFresh !== true) await sandbox.refresh();
  const view = new ViewAt(sandbox.view, sandbox.now());
  const { ctx, draft, hasSeenNow } = await makeContext(run, view, (use) => useAtOnce(call, use));
  const limit = leftOfLimit(run, ctx);
  const begin = () => handle(run, ctx, { warn: services.warn, signal: call.signal });
  const outcome = await under(limit, run, () => (operation.answers === 'file' ? inTurn(begin) : begin()));
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
  if ('collection' in outcome) {
    const listing = until === outcome.until ? outcome : { ...outcome, until };
    return { limit, ...(await list(run, listing, { scanner: services.scanner, view })) };
  }
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
