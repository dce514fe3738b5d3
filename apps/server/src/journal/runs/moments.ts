/** The times of the entries of a run, each by what is expected of it after the one before: most differences are tiny. */
import type { NumberReader } from './number-reader.js';
import type { NumberWriter } from './number-writer.js';

/** When an entry came and was answered, by the clock of the store, in µs. */
export interface Moments {
  readonly received: number;
  readonly answered: number;
}

/** When an exchange was that repeats another, by the clocks of its process. */
export interface OwnMoments {
  /** In whole ms since 1970. */
  readonly receivedAt: number;
  /** In µs, by the monotonic clock. */
  readonly since: number;
  readonly app: number;
  readonly duration: number;
}

/** ms in whole µs. */
export const microseconds = (ms: number): number => Math.round(ms * 1000);

/** What was said of the entry before. */
class Before {
  received = 0;
  answered = 0;
  /** How much later the clock of the store was than that of the process. */
  later = 0;
  receivedAt = 0;
  since = 0;

  /** The wall time that is expected of an exchange, by its time on the monotonic clock. */
  wall(since: number): number {
    return this.receivedAt + Math.round((since - this.since) / 1000);
  }
}

/** Writes the times of entries. */
export class MomentWriter {
  readonly #numbers: NumberWriter;
  readonly #before = new Before();

  constructor(numbers: NumberWriter) {
    this.#numbers = numbers;
  }

  add(received: number, answered: number): void {
    const before = this.#before;
    this.#numbers.addSigned(answered - before.answered);
    this.#numbers.addSigned(answered - received);
    before.received = received;
    before.answered = answered;
  }

  /** The rest of the one that was added last, which repeats another. */
  addOwn({ receivedAt, since, app, duration }: OwnMoments): void {
    const [numbers, before] = [this.#numbers, this.#before];
    const { received, answered } = before;
    numbers.addSigned(app - (answered - received));
    numbers.addSigned(received - since - before.later);
    numbers.addSigned(duration - app);
    numbers.addSigned(receivedAt - before.wall(since));
    before.later = received - since;
    before.receivedAt = receivedAt;
    before.since = since;
  }
}

/** Reads what a `MomentWriter` has written. */
export class MomentReader {
  readonly #numbers: NumberReader;
  readonly #before = new Before();

  constructor(numbers: NumberReader) {
    this.#numbers = numbers;
  }

  next(): Moments {
    const answered = this.#before.answered + this.#numbers.nextSigned();
    this.#before.answered = answered;
    return { answered, received: answered - this.#numbers.nextSigned() };
  }

  nextOwn({ received, answered }: Moments): OwnMoments {
    const [numbers, before] = [this.#numbers, this.#before];
    const app = answered - received + numbers.nextSigned();
    before.later += numbers.nextSigned();
    const since = received - before.later;
    const duration = app + numbers.nextSigned();
    const receivedAt = before.wall(since) + numbers.nextSigned();
    before.receivedAt = receivedAt;
    before.since = since;
    return { receivedAt, since, app, duration };
  }
}
