/** Writes the log as far as its reader or its disk takes it: what is lost is counted, and said once it can be. */

/** What a log is written to. */
export interface LogTarget {
  /** Writes bytes and gives how many were taken; throws, with the code EAGAIN where a reader is slow. */
  readonly write: (bytes: Uint8Array) => number;
  /** The line that says how many lines were lost. */
  readonly notice: (lost: number) => string;
}

/** Bytes that wait for a slow reader; some 7,000 lines. */
const MAX_PENDING = 1024 * 1024;

/**
 * A slow reader is asked again after this long, and half as often each time that it takes nothing. A pipe of 64 kB takes
 * some 60 MB/s from one that reads whenever there is something.
 */
const SLOW_MS = 1;
const SLOWEST_MS = 16;

/** A full disk or a closed pipe is tried again after this long. */
const BROKEN_MS = 1000;

/** How long the end waits for a slow reader that takes nothing; one that takes something is waited for. */
const END_MS = 1000;

/** Bytes to write, and how many lines they say were lost. */
interface Entry {
  bytes: Buffer;
  readonly noticed: number;
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** How many lines are lost with it: counted then alone, since each takes a search of its own. */
const linesOf = ({ bytes, noticed }: Entry): number => (noticed > 0 ? noticed : countLines(bytes));

function isSlow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}

/** A log that neither ends the process nor fills its memory. */
export class LogOutput {
  readonly #target: LogTarget;
  readonly #pending: Entry[] = [];
  #size = 0;
  #lost = 0;
  /** Whether the last line that was written has no end. */
  #isBroken = false;
  #timer: NodeJS.Timeout | undefined;
  #patience = SLOW_MS;

  constructor(target: LogTarget) {
    this.#target = target;
  }

  /** Takes finished lines. */
  write(lines: string): void {
    const bytes = Buffer.from(lines);
    if (this.#size + bytes.byteLength > MAX_PENDING) {
      this.#lost += countLines(bytes);
      return;
    }
    this.#pushNotice();
    this.#push({ bytes, noticed: 0 });
    this.#drain();
  }

  /** Waits until a slow reader has everything, as long as it takes something. */
  async end(): Promise<void> {
    this.#tryAgain();
    for (let waited = 0; this.#size > 0 && waited < END_MS; waited += SLOWEST_MS) {
      const before = this.#size;
      await new Promise((resolve) => setTimeout(resolve, SLOWEST_MS));
      this.#drain();
      if (this.#size < before) waited = 0;
    }
    clearTimeout(this.#timer);
  }

  #push(entry: Entry): void {
    this.#pending.push(entry);
    this.#size += entry.bytes.byteLength;
  }

  #pushNotice(): void {
    if (this.#lost === 0) return;
    const text = `${this.#isBroken ? '\n' : ''}${this.#target.notice(this.#lost)}`;
    this.#push({ bytes: Buffer.from(text), noticed: this.#lost });
    this.#lost = 0;
  }

  #drain(): void {
    for (let entry = this.#pending[0]; entry !== undefined; entry = this.#pending[0]) {
      let taken: number;
      try {
        taken = this.#target.write(entry.bytes);
      } catch (error) {
        if (!isSlow(error)) this.#lose();
        this.#again(isSlow(error) ? this.#patience : BROKEN_MS);
        this.#patience = Math.min(2 * this.#patience, SLOWEST_MS);
        return;
      }
      this.#patience = SLOW_MS;
      this.#isBroken = taken > 0 ? entry.bytes[taken - 1] !== 10 : this.#isBroken;
      this.#size -= taken;
      entry.bytes = entry.bytes.subarray(taken);
      if (entry.bytes.byteLength === 0) this.#pending.shift();
    }
  }

  #lose(): void {
    for (const entry of this.#pending) this.#lost += linesOf(entry);
    this.#pending.length = 0;
    this.#size = 0;
  }

  #again(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tryAgain();
    }, ms).unref();
  }

  /** Also where nothing more is logged: what was lost is to be said. */
  #tryAgain(): void {
    if (this.#size === 0) this.#pushNotice();
    this.#drain();
  }
}
