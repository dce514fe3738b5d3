/** The events of a sandbox as a stream: what its handler says of them, asked anew whenever that may be another. */
import type { Timer } from '#platform/runtime';
import type { EventBatch, EventsNow, EventSource, StreamEvent, Waiter } from '../kit/event-source.js';
import { ProblemError } from '../kit/problem-error.js';
import { ViewAt } from '../store/model/view.js';
import type { Call, FoundStream } from './call.js';
import { handle } from './handle.js';
import { keysOf, makeContext, type Performance, type Served } from './make-context.js';
import type { Services } from './services.js';

/** What a stream works with. */
type StreamServices = Pick<Services, 'registry' | 'users' | 'warn'>;

/** No timer is set for what comes later, in ms: whoever waits looks again before, since it shows that it is alive. */
const LONGEST_MS = 60_000;

/** Nothing more comes. */
const OVER: EventBatch = { events: [], isOver: true };

/** Nobody hangs up on a look: it takes no longer than a turn of the event loop. */
const lasting = new AbortController().signal;

/** What a look at a stream has of its request: nothing that only the request needs, and nothing that a read does not. */
const looking = {
  controls: {},
  fault: undefined,
  isForeign: () => false,
  idempotencyKey: undefined,
  depth: 0,
  allow: () => '',
  isRedirected: false,
  signal: () => lasting,
  altered: new Set<never>(),
  client: () => '',
};

/** A call as long as its stream is open, without what only its request needs. */
function callOfStream({
  sandbox,
  rootUrl,
  baseUrl,
  apiUrl,
  issuer,
  authorization,
  cookie,
  proof,
  prefers,
  posted,
}: Call) {
  return { sandbox, rootUrl, baseUrl, apiUrl, issuer, authorization, cookie, proof, prefers, posted };
}

/** The events that one call of a stream is answered. */
export class SandboxEvents implements EventSource {
  readonly #served: Served;
  readonly #call: ReturnType<typeof callOfStream>;
  readonly #input: unknown;
  readonly #services: StreamServices;
  /** Whether what other processes wrote is known when the call comes. */
  readonly #isFresh: boolean;
  /** What was found when the call came: it decides whether there is a stream at all. */
  #first: EventBatch | undefined;
  #next: number | undefined;
  #position: string | undefined;
  #stamp: object = this;
  /** Runs only where an event falls due without a write. */
  #due: Timer | undefined;

  constructor({ served, call, input }: Performance, services: StreamServices) {
    this.#served = served;
    this.#call = callOfStream(call);
    this.#input = input;
    this.#isFresh = call.isFresh === true;
    this.#services = services;
  }

  /** Looks at what there is when the call comes: whatever is wrong with it is known before the stream begins. */
  async begin(lastEventId: string | undefined): Promise<EventBatch> {
    const { sandbox } = this.#call;
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
    const { operation } = this.#served;
    const call = this.#call;
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

  watch(waiter: Waiter): void {
    const dueIn = this.#dueInMs();
    if (dueIn < LONGEST_MS) this.#due = setTimeout(() => waiter.wake(), dueIn);
    this.#services.registry.watched.add(this.#call.sandbox, this.#stamp, waiter);
  }

  unwatch(waiter: Waiter): void {
    clearTimeout(this.#due);
    this.#due = undefined;
    this.#services.registry.watched.delete(this.#call.sandbox, waiter);
  }

  /** The handler runs on the records as they are, at one instant. */
  async #look(id: string | undefined): Promise<EventsNow> {
    const { sandbox } = this.#call;
    this.#stamp = sandbox.stamp;
    const call = { ...looking, ...this.#call };
    const input = { ...Object(this.#input), last_event_id: id };
    const served = this.#served;
    const run: Performance = { served, call, input, keys: keysOf(this.#services), ...served };
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
    const { sandbox } = this.#call;
    if (this.#next === undefined || sandbox.clock.mode === 'frozen') return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#next - sandbox.now());
  }
}

/** Events of one answer at most: whoever wants more asks again, with the id of the last. */
const MOST = 1000;

/** The events that there are by now, up to the limit of the input. */
export async function backlog({ source, controls }: FoundStream): Promise<{ readonly data: StreamEvent[] }> {
  const { last_event_id, limit = MOST } = controls;
  const data: StreamEvent[] = [];
  let last = last_event_id;
  while (data.length < limit) {
    const { events, isOver } = await source.after(last);
    if (events.length === 0) break;
    data.push(...events.slice(0, limit - data.length));
    last = data.at(-1)?.id;
    if (isOver === true) break;
  }
  return { data };
}
