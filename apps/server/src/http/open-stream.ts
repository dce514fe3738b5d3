/** A body that is read while it comes into being, piece by piece. */
import type { Waiter } from '../kit/event-source.js';
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import type { Deadlines } from './timers.js';

/** Bytes to send. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A piece to send; a text stays a text, as a host can write it. */
export type Piece = string | Bytes;

const encoder = new TextEncoder();

/** The bytes of a piece. */
export const bytesOf = (piece: Piece): Bytes => (typeof piece === 'string' ? encoder.encode(piece) : piece);

/** There is nothing by now, and may be later. */
export const LATER = Symbol('later');

/** Where the pieces of an answer come from. While there is nothing to send it keeps no promise, only who waits. */
export abstract class BodyStream<Of extends Piece = Piece> {
  /** The next piece; undefined where no more will come. */
  abstract next(): Promise<Of | typeof LATER | undefined>;

  /** Wakes somebody when there may be more; of what never comes later, nobody waits for. */
  watch(_waiter: Waiter): void {}

  /** Wakes it no more. */
  unwatch(_waiter: Waiter): void {}

  /** Has it show next that it is alive, if nothing else comes. */
  beat(): void {}

  /** Nobody asks for more. */
  leave(): void {}
}

/** Texts, each of which is there as soon as it is asked for. */
export class Texts extends BodyStream<string> {
  readonly #texts: AsyncGenerator<string>;

  constructor(texts: AsyncGenerator<string>) {
    super();
    this.#texts = texts;
  }

  async next(): Promise<string | undefined> {
    const { done, value } = await this.#texts.next();
    return done === true ? undefined : value;
  }

  override leave(): void {
    void this.#texts.return(undefined);
  }
}

/** The pieces of a stream of the fetch standard. */
export class Chunks extends BodyStream<Bytes> {
  readonly #reader: ReadableStreamDefaultReader<Bytes>;

  constructor(stream: ReadableStream<Bytes>) {
    super();
    this.#reader = stream.getReader();
  }

  async next(): Promise<Bytes | undefined> {
    return (await this.#reader.read()).value;
  }

  override leave(): void {
    this.#reader.cancel().catch(() => undefined);
  }
}

/** Where an open stream goes. */
export interface Outlet {
  /** Takes a piece; a promise where it takes no other one before that. */
  readonly write: (piece: Piece) => Promise<void> | undefined;
  /** Has been given all of it. */
  readonly end: () => void;
  /** Is given no more of it, though there would be more. */
  readonly fail: (error: unknown) => void;
}

/** Takes note of what goes out of an answer, and of how that ended. */
export interface Recording {
  /** Whether nobody knows when it ends, as of a stream of events. */
  readonly isEndless: boolean;
  /** Called once it has ended. */
  onEnd: (() => void) | undefined;
  /** Takes a piece of a body that is not handed over as a whole. */
  add(piece: Uint8Array): void;
  /**
   * Takes how it ended; whatever is called later changes nothing.
   *
   * @param hasHead whether the head of the answer went out
   */
  end(how: ExchangeEnding, hasHead?: boolean): void;
}

/** What the open streams of a server share. */
export interface Shared {
  readonly open: Set<OpenStream>;
  /** Those on which nothing has come for a while. */
  readonly silent: Deadlines<OpenStream>;
  /** Those whose reader takes nothing. */
  readonly stallDeadlines: Deadlines<OpenStream>;
}

/**
 * One open stream. While nothing comes it is no more than this object, among those that wait: no promise, timer, generator
 * or stream of the fetch standard, which would take three times as much as the connection.
 */
export class OpenStream implements Waiter {
  readonly #source: BodyStream;
  readonly #shared: Shared | undefined;
  #outlet: Outlet | undefined;
  #state: 'new' | 'running' | 'waiting' | 'ending' | 'over' = 'new';

  /** @param shared left out for one that nobody counts */
  constructor(source: BodyStream, shared?: Shared) {
    this.#source = source;
    this.#shared = shared;
    shared?.open.add(this);
  }

  /** Whether somebody reads it, or has read it. */
  get isTaken(): boolean {
    return this.#outlet !== undefined;
  }

  /** Sends it to where it goes, which is said once. */
  sendTo(outlet: Outlet): void {
    if (this.isTaken) throw new TypeError('a stream goes to one reader');
    this.#outlet = outlet;
    if (this.#state === 'new') void this.#run();
    else outlet.end();
  }

  /** Goes on: there may be more. */
  wake(): void {
    if (this.#state !== 'waiting') return;
    this.#source.unwatch(this);
    void this.#run();
  }

  /** Shows that it is alive. */
  beat(): void {
    this.#source.beat();
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
    if (this.#state === 'waiting') this.#source.unwatch(this);
    this.#state = 'over';
    this.#source.leave();
    this.#shared?.open.delete(this);
    this.#shared?.silent.delete(this);
    this.#shared?.stallDeadlines.delete(this);
    return true;
  }

  async #run(): Promise<void> {
    this.#state = 'running';
    try {
      while (this.#state === 'running') {
        const piece = await this.#source.next();
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
    this.#source.watch(this);
  }

  async #send(piece: Piece): Promise<void> {
    this.#shared?.silent.delete(this);
    const taken = this.#outlet?.write(piece);
    if (taken === undefined) return;
    this.#shared?.stallDeadlines.add(this);
    await taken;
    this.#shared?.stallDeadlines.delete(this);
  }
}

/** The stream. A piece comes when it is asked for; it fails when the signal is aborted, as that of a fetch does. */
export function readable(stream: OpenStream, signal: AbortSignal, recording?: Recording): ReadableStream<Bytes> {
  let ask: (() => void) | undefined;
  const done = (how: ExchangeEnding = 'client_left'): void => {
    signal.removeEventListener('abort', abort);
    stream.leave();
    ask?.();
    recording?.end(how);
  };
  let fail: ((reason: unknown) => void) | undefined;
  // It holds the signal as long as the stream: Node lets go of what a signal follows once nobody has that signal any more.
  const abort = (): void => {
    done();
    fail?.(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  return new ReadableStream<Bytes>(
    {
      start: (to) => {
        fail = (reason) => to.error(reason);
        if (signal.aborted) abort();
      },
      pull: (to) => {
        ask?.();
        if (stream.isTaken) return;
        const write = (piece: string | Bytes): Promise<void> => {
          const asked = new Promise<void>((resolve) => (ask = resolve));
          const bytes = bytesOf(piece);
          recording?.add(bytes);
          to.enqueue(bytes);
          return asked;
        };
        const end = (): void => {
          done('complete');
          to.close();
        };
        const failWith = (error: unknown): void => {
          done('cut');
          to.error(error);
        };
        stream.sendTo({ write, end, fail: failWith });
      },
      cancel: () => done(),
    },
    { highWaterMark: 0 },
  );
}
