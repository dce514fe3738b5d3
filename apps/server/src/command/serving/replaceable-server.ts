/** A server whose place another takes while it listens: it is loaded only where files are watched. */
import { type App, journalLimits } from '../../server/app.js';
import { datasetOf } from '../../server/open-app.js';
import type { Answering, Listening } from '../../transport/node.js';
import type { Sink } from '../../http/log.js';
import { Failure } from '../commands.js';
import { OptionError } from '../../options/option.js';
import type { Plan } from './plan.js';
import { GRACE_MS, type Leaving, listenFor, openPlan, type RunningServer, stopServing, urlOf } from './server.js';
import { say } from '../terminal.js';
import { MemoryJournals } from '../../journal/memory.js';
import { MemoryStore } from '../../store/stores/memory-store.js';
import { checkCompatibility } from '../../store/stores/compatibility.js';
import type { ServerParts } from '../../server/parts.js';

type Incoming = Parameters<Answering['begin']>[0];
type Begun = ReturnType<Answering['begin']>;
type Finished = Awaited<Begun['finished']>;

/** Passes requests on. */
class Relay implements Answering {
  #pipeline: Answering;
  /** Requests whose answers are not sent yet. */
  #running = 0;
  #holding: { readonly over: Promise<void>; readonly end: () => void } | undefined;
  readonly #whenIdle = new Set<() => void>();

  constructor(pipeline: Answering) {
    this.#pipeline = pipeline;
  }

  get timers(): Answering['timers'] {
    return this.#pipeline.timers;
  }

  begin(request: Incoming): Begun {
    return this.#holding === undefined ? this.#pass(request) : this.#later(request);
  }

  /** Passes a request on to the server that is there. */
  #pass(request: Incoming): Begun {
    const over = this.#enter();
    const { finished, leave } = this.#pipeline.begin(request);
    if (!(finished instanceof Promise)) return { finished: this.#counted(finished, over), leave };
    const failed = (error: unknown): never => {
      over();
      throw error;
    };
    return { finished: finished.then((answer) => this.#counted(answer, over), failed), leave };
  }

  /** Passes it on once there is another server. */
  #later(request: Incoming): Begun {
    let begun: Begun | undefined;
    let isLeft = false;
    const pass = async (): Promise<Finished> => {
      while (this.#holding !== undefined) await this.#holding.over;
      begun = this.#pass(request);
      if (isLeft) begun.leave?.();
      return begun.finished;
    };
    const leave = (): void => {
      isLeft = true;
      begun?.leave?.();
    };
    return { finished: pass(), leave };
  }

  /** Holds what comes from now on, and waits for what runs, though not longer than so many ms. */
  async hold(limitMs: number): Promise<void> {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    this.#holding = { over, end };
    // What waits for a fault waits no longer.
    this.#pipeline.timers.end();
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      this.#whenIdle.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.#whenIdle.clear();
  }

  /** Passes on what was held, and what comes, to another server. */
  release(pipeline: Answering): void {
    this.#pipeline = pipeline;
    this.#holding?.end();
    this.#holding = undefined;
  }

  /** Counts a request; what it gives is to be called at its end, and counts once. */
  #enter(): () => void {
    let isOver = false;
    this.#running += 1;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#running -= 1;
      if (this.#running === 0) for (const resolve of this.#whenIdle) resolve();
    };
  }

  /** An answer is over once it is recorded, or handed over where nobody knows when that will be. */
  #counted(finished: Finished, leave: () => void): Finished {
    const { recording } = finished;
    if (recording === undefined || recording.isEndless) leave();
    else recording.onEnd = leave;
    return finished;
  }
}

class CarriedState {
  readonly #store = new MemoryStore();
  #journal: MemoryJournals;
  #plan: Plan;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#journal = new MemoryJournals(journalLimits(plan.settings));
  }

  /** What the server of the moment keeps its state in. */
  get parts(): Pick<ServerParts, 'store' | 'journal'> {
    return { store: this.#store, journal: this.#journal };
  }

  /** Makes it fit the next server; a sandbox that does not fit begins anew, which is said. */
  async adapt(next: Plan): Promise<void> {
    const [before, after] = [this.#plan, next].map(({ settings }) => journalLimits(settings));
    if (JSON.stringify(before) !== JSON.stringify(after))
      this.#journal = new MemoryJournals(journalLimits(next.settings));
    const held = await datasetOf(this.#plan.settings, this.#plan.api);
    for (const { name, why } of await checkCompatibility(this.#store, held, await datasetOf(next.settings, next.api))) {
      say(`the sandbox ${name} begins anew: ${why}`);
    }
    this.#plan = next;
  }
}

interface Parts {
  readonly plan: Plan;
  readonly app: App;
  readonly relay: Relay;
  readonly listening: Listening;
  readonly carried: CarriedState | undefined;
}

/** The state that a server leaves to the next one; undefined where its store outlives the process. */
const carriedStateOf = (plan: Plan): CarriedState | undefined =>
  plan.settings.store === 'memory' ? new CarriedState(plan) : undefined;

/** A server whose place another can take. */
export class ReplaceableServer implements RunningServer {
  readonly #sink: Sink;
  readonly #relay: Relay;
  #plan: Plan;
  #app: App;
  #listening: Listening;
  #carried: CarriedState | undefined;

  private constructor(sink: Sink, { plan, app, relay, listening, carried }: Parts) {
    this.#sink = sink;
    this.#relay = relay;
    this.#plan = plan;
    this.#app = app;
    this.#listening = listening;
    this.#carried = carried;
  }

  /**
   * Starts one.
   *
   * @throws {@link OptionError} where its store cannot be used, or a {@link Failure} where it cannot listen
   */
  static async start(plan: Plan, sink: Sink): Promise<ReplaceableServer> {
    const carried = carriedStateOf(plan);
    const app = await openPlan(plan, sink, carried?.parts);
    const relay = new Relay(app.pipeline);
    try {
      return new ReplaceableServer(sink, {
        plan,
        app,
        relay,
        carried,
        listening: await listenFor(plan, relay, app.dropped),
      });
    } catch (error) {
      await app.close();
      throw error;
    }
  }

  get port(): number {
    return this.#listening.port;
  }

  get url(): string {
    return urlOf(this.#plan, this.port);
  }

  leave(): void {
    this.#app.leave();
  }

  /**
   * Serves by another plan, and keeps the sandboxes of a memory store. Where that cannot be, it serves as before.
   *
   * @throws {@link OptionError} or a {@link Failure} saying why it serves as before
   */
  async replace(plan: Plan): Promise<void> {
    const moved = await this.#listenElsewhere(plan);
    await this.#relay.hold(GRACE_MS);
    try {
      const carried = plan.settings.store === 'memory' ? this.#carried : undefined;
      await (carried === undefined ? this.#reopen(plan) : this.#takeOver(plan, carried));
    } catch (error) {
      await moved?.close({ graceMs: 0 });
      throw error;
    } finally {
      this.#relay.release(this.#app.pipeline);
    }
    if (moved === undefined) {
      if (plan.identity !== undefined) this.#listening.renew?.(plan.identity.certified);
      return;
    }
    const before = this.#listening;
    this.#listening = moved;
    await before.close({ graceMs: GRACE_MS });
  }

  close(leaving: Leaving): Promise<void> {
    return stopServing(this.#app, this.#listening, leaving);
  }

  /** Listens where a plan says, where that is elsewhere. */
  async #listenElsewhere(plan: Plan): Promise<Listening | undefined> {
    const [now, then] = [this.#plan.settings, plan.settings];
    if ((this.#plan.identity === undefined) !== (plan.identity === undefined)) {
      throw new Failure('whether it speaks https does not change while it runs');
    }
    return now.port === then.port && now.host === then.host
      ? undefined
      : listenFor(plan, this.#relay, () => this.#app.dropped());
  }

  async #takeOver(plan: Plan, carried: CarriedState): Promise<void> {
    await this.#app.handOver();
    await carried.adapt(plan);
    this.#app = await openPlan(plan, this.#sink, carried.parts);
    this.#plan = plan;
  }

  /** Opens another store, or the same one anew; one that cannot be used leaves everything as it was. */
  async #reopen(plan: Plan): Promise<void> {
    await this.#app.close();
    const carried = carriedStateOf(plan);
    try {
      this.#app = await openPlan(plan, this.#sink, carried?.parts);
    } catch (error) {
      if (!(error instanceof OptionError)) throw error;
      this.#carried = carriedStateOf(this.#plan);
      this.#app = await openPlan(this.#plan, this.#sink, this.#carried?.parts);
      throw error;
    }
    this.#carried = carried;
    this.#plan = plan;
  }
}
