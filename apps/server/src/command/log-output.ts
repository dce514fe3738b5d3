/** Writes the log as far as its reader or its disk takes it: what is lost is counted, and said once it can be. */
import { setTimeout as sleep } from 'node:timers/promises';

/** What a log is written to. */
export interface LogTarget {
  /** Writes bytes and gives how many were taken; throws, with the code EAGAIN where a reader is slow. */
  readonly write: (bytes: Uint8Array) => number;
  /** The line that says how many lines were lost. */
  readonly notice: (lost: number) => string;
}

/** Bytes that wait for a slow reader; some 7,000 lines. */
const MAX_PENDING = 1024 * 1024;

/** A slow reader is asked again after this long: a pipe of 64 kB then takes some 6 MB/s. */
const SLOW_MS = 10;

/** A full disk or a closed pipe is tried again after this long. */
const BROKEN_MS = 1000;

/** How long the end waits for a slow reader. */
const END_MS = 1000;

/** Bytes to write, and how many lines are lost with them. */
interface Entry {
  bytes: Buffer;
  lines: number;
  readonly isNotice: boolean;
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

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
    this.#push({ bytes, lines: countLines(bytes), isNotice: false });
    this.#drain();
  }

  /** Waits, though not for long, until a slow reader has everything. */
  async end(): Promise<void> {
    const until = performance.now() + END_MS;
    this.#tryAgain();
    while (this.#size > 0 && performance.now() < until) {
      await sleep(SLOW_MS);
      this.#drain();
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
    this.#push({ bytes: Buffer.from(text), lines: this.#lost, isNotice: true });
    this.#lost = 0;
  }

  #drain(): void {
    for (let entry = this.#pending[0]; entry !== undefined; entry = this.#pending[0]) {
      let taken: number;
      try {
        taken = this.#target.write(entry.bytes);
      } catch (error) {
        if (!isSlow(error)) this.#lose();
        this.#again(isSlow(error) ? SLOW_MS : BROKEN_MS);
        return;
      }
      this.#isBroken = taken > 0 ? entry.bytes[taken - 1] !== 10 : this.#isBroken;
      this.#size -= taken;
      entry.bytes = entry.bytes.subarray(taken);
      if (!entry.isNotice) entry.lines = countLines(entry.bytes);
      if (entry.bytes.byteLength === 0) this.#pending.shift();
    }
  }

  #lose(): void {
    for (const { lines } of this.#pending) this.#lost += lines;
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
