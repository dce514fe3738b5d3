/** The events of a sandbox as a stream: what its handler says of them, asked anew whenever that may be another. */
import type { EventBatch, EventSource, EventsNow } from '../kit/handler.js';
import { ProblemError } from '../kit/problem-error.js';
import { ViewAt } from '../state/model/view-at.js';
import { handle } from './handle.js';
import { makeContext, type Performance } from './make-context.js';
import type { Services } from './services.js';

/** What a stream works with. */
type StreamServices = Pick<Services, 'registry' | 'warn'>;

/** Nothing more comes. */
const OVER: EventBatch = { events: [], isOver: true };

/** Nobody hangs up on a look: it takes no longer than a turn of the event loop. */
const lasting = new AbortController().signal;

/** A call without what only its request needs, which would be held as long as its stream. */
function held(run: Performance): Performance {
  const { sandbox, origin, baseUrl, apiUrl, authorization, cookie, prefers, posted, idempotencyKey, depth } = run.call;
  const { proof } = run.call;
  const own = {
    sandbox,
    origin,
    baseUrl,
    apiUrl,
    authorization,
    cookie,
    prefers,
    posted,
    proof,
    idempotencyKey,
    depth,
  };
  const call = { ...own, controls: {}, fault: undefined, isForeign: () => false, allow: () => '', isRedirected: false };
  return { ...run, call: { ...call, signal: () => lasting } };
}

/** The events that one call of a stream is answered. */
export class SandboxEvents implements EventSource {
  readonly #run: Performance;
  readonly #services: StreamServices;
  /** Whether what other processes wrote is known when the call comes. */
  readonly #isFresh: boolean;
  /** What was found when the call came: it decides whether there is a stream at all. */
  #first: EventBatch | undefined;
  #next: number | undefined;
  #position: string | undefined;
  #stamp: object = this;

  constructor(run: Performance, services: StreamServices) {
    this.#run = held(run);
    this.#isFresh = run.call.isFresh === true;
    this.#services = services;
  }

  /** Looks at what there is when the call comes: whatever is wrong with it is known before the stream begins. */
  async begin(lastEventId: string | undefined): Promise<EventBatch> {
    const { sandbox } = this.#run.call;
    if (!sandbox.fresh && !this.#isFresh) await sandbox.refresh();
    const found = await this.#look(lastEventId);
    this.#first = found;
    this.#position = found.position;
    return found;
  }

  get position(): string | undefined {
    return this.#position;
  }

  async after(id: string | undefined): Promise<EventBatch> {
    const first = this.#first;
    this.#first = undefined;
    if (first !== undefined) return first;
    const { operation, call } = this.#run;
    // As long as somebody follows it, it is not idle.
    this.#services.registry.touch(call.sandbox);
    try {
      if (!call.sandbox.fresh) await call.sandbox.refresh();
      return await this.#look(id);
    } catch (error) {
      // Such as a record that is gone by a reset, or a token that is no longer good: who connects again learns of it.
      if (error instanceof ProblemError) return OVER;
      this.#services.warn(`${operation.name} broke off a stream: ${String(error)}`);
      throw error;
    }
  }

  async changed(
    _id: string | undefined,
    { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
  ): Promise<boolean> {
    const { sandbox } = this.#run.call;
    const dueIn = this.#dueInMs();
    const how = { ms: Math.min(ms, dueIn), signal };
    return (await this.#services.registry.watched.until(sandbox, this.#stamp, how)) || dueIn <= ms;
  }

  /** The handler runs on the records as they are, at one instant. */
  async #look(id: string | undefined): Promise<EventsNow> {
    const { call, input } = this.#run;
    const { sandbox } = call;
    this.#stamp = sandbox.stamp;
    const run: Performance = { ...this.#run, input: { ...Object(input), last_event_id: id } };
    const { ctx, draft } = await makeContext(run, new ViewAt(sandbox.view, sandbox.now()));
    const outcome = await handle(run, ctx, { warn: this.#services.warn });
    const { name } = run.operation;
    if (draft.isChanged) throw new TypeError(`${name} is a read, and writes`);
    if (!('events' in outcome)) throw new TypeError(`the handler of ${name} gave no { events }`);
    this.#next = outcome.next;
    return outcome;
  }

  /** Real time until the next event is due; Infinity where none is, and while the clock stands. */
  #dueInMs(): number {
    const { sandbox } = this.#run.call;
    if (this.#next === undefined || sandbox.clock.mode === 'frozen') return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#next - sandbox.now());
  }
}
