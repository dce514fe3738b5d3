/** Passes requests on to the server of the moment, and holds them while another takes its place. */
import type { Answering } from '../../transport/node.js';

type Incoming = Parameters<Answering['begin']>[0];
type Begun = ReturnType<Answering['begin']>;
type Finished = Awaited<Begun['finished']>;

/** Passes requests on. */
export class Relay implements Answering {
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

  /** An answer is over once it is recorded, or handed over where it is not. */
  #counted(finished: Finished, leave: () => void): Finished {
    const { recording } = finished;
    if (recording === undefined) {
      leave();
      return finished;
    }
    const end: typeof recording.end = (how, sent) => {
      recording.end(how, sent);
      leave();
    };
    return { ...finished, recording: { end } };
  }
}
