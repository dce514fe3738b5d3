/** An answer that is sent piece by piece, whichever host sends it, and may be open for hours. */
import { type BodyStream, LATER, type Piece } from './body-stream.js';
import type { Waiter } from '../kit/waiter.js';
import type { Deadlines } from './deadlines.js';

/** Where an open stream goes. */
export interface Outlet {
  /** Takes a piece; a promise where it takes no other one before that. */
  readonly write: (piece: Piece) => Promise<void> | undefined;
  /** Has been given all of it. */
  readonly end: () => void;
  /** Is given no more of it, though there would be more. */
  readonly fail: (error: unknown) => void;
}

/** What the open streams of a server share. */
export interface Shared {
  readonly open: Set<OpenStream>;
  /** Those on which nothing has come for a while. */
  readonly silent: Deadlines<OpenStream>;
  /** Those whose reader takes nothing. */
  readonly stalled: Deadlines<OpenStream>;
}

/**
 * One open stream. While nothing comes it is no more than this object, among those that wait: no promise, timer, generator
 * or stream of the fetch standard, which would take three times as much as the connection.
 */
export class OpenStream implements Waiter {
  readonly #flow: BodyStream;
  readonly #shared: Shared | undefined;
  #outlet: Outlet | undefined;
  #state: 'new' | 'running' | 'waiting' | 'ending' | 'over' = 'new';

  /** @param shared left out for one that nobody counts */
  constructor(flow: BodyStream, shared?: Shared) {
    this.#flow = flow;
    this.#shared = shared;
    shared?.open.add(this);
  }

  /** Whether somebody reads it, or has read it. */
  get isTaken(): boolean {
    return this.#outlet !== undefined;
  }

  /** Sends it to where it goes, which is said once. */
  flowTo(outlet: Outlet): void {
    if (this.isTaken) throw new TypeError('a stream goes to one reader');
    this.#outlet = outlet;
    if (this.#state === 'new') void this.#run();
    else outlet.end();
  }

  /** Goes on: there may be more. */
  wake(): void {
    if (this.#state !== 'waiting') return;
    this.#flow.unwatch(this);
    void this.#run();
  }

  /** Shows that it is alive. */
  beat(): void {
    this.#flow.beat();
    this.wake();
  }

  /** Ends it, whole: after the piece that is under way. */
  end(): void {
    if (this.#state === 'running') this.#state = 'ending';
    else if (this.#leave()) this.#outlet?.end();
  }

  /** Breaks it off. */
  fail(error: unknown): void {
    if (this.#leave()) this.#outlet?.fail(error);
  }

  /** Ends it where nobody reads it any more. */
  leave(): void {
    this.#leave();
  }

  /** Whether it was open until now. */
  #leave(): boolean {
    if (this.#state === 'over') return false;
    if (this.#state === 'waiting') this.#flow.unwatch(this);
    this.#state = 'over';
    this.#flow.leave();
    this.#shared?.open.delete(this);
    this.#shared?.silent.delete(this);
    this.#shared?.stalled.delete(this);
    return true;
  }

  async #run(): Promise<void> {
    this.#state = 'running';
    try {
      while (this.#state === 'running') {
        const piece = await this.#flow.next();
        if (piece === LATER) {
          if (this.#state === 'running') return this.#wait();
        } else if (piece === undefined) {
          this.#state = 'ending';
        } else await this.#send(piece);
      }
      this.end();
    } catch (error) {
      this.fail(error);
    }
  }

  #wait(): void {
    this.#state = 'waiting';
    this.#shared?.silent.add(this);
    this.#flow.watch(this);
  }

  async #send(piece: Piece): Promise<void> {
    this.#shared?.silent.delete(this);
    const taken = this.#outlet?.write(piece);
    if (taken === undefined) return;
    this.#shared?.stalled.add(this);
    await taken;
    this.#shared?.stalled.delete(this);
  }
}
