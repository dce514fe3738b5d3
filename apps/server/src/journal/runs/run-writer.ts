/** Makes runs of entries. */
import { toBase64 } from '#platform/bytes';
import * as column from './columns.js';
import { Lines } from './lines.js';
import type { Run, RunEntry } from './run.js';

/** So many entries in a run: a number of a line has 16 bits, and an entry has at most five lines of its own in a text. */
const MAX_ENTRIES = 10_000;

/** Headers and bodies give way run by run: those of one are so small a part of what a journal may have, and little more. */
const SHARE = 1 / 16;

/** A run that is being made. */
class RunWriter {
  readonly #first: RunEntry;
  readonly #numbers: Float64Array;
  readonly #lines: Uint16Array;
  readonly #facts = new Lines();
  readonly #headers = new Lines();
  readonly #bodies = new Lines();
  #ids = '';
  #entries = 0;
  #received = Number.POSITIVE_INFINITY;
  #answered = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  /** @param most so many entries at most */
  constructor(first: RunEntry, most: number) {
    this.#first = first;
    this.#numbers = new Float64Array(most * column.NUMBERS);
    this.#lines = new Uint16Array(most * column.LINES);
  }

  /** Whether it is full, or an entry has another number than the next one. */
  isBefore({ sequence }: RunEntry, maxBytes: number): boolean {
    const isFull = this.#entries === MAX_ENTRIES || this.#headers.length + this.#bodies.length >= maxBytes;
    return isFull || sequence !== this.#first.sequence + this.#entries;
  }

  add({ received, answered, of }: RunEntry): void {
    const pattern = of.pattern();
    const lines = this.#entries * column.LINES;
    this.#lines[lines + column.FACTS] = this.#facts.numberOf(pattern.facts);
    this.#lines[lines + column.HEADERS] = this.#headers.numberOf(pattern.headers);
    this.#lines[lines + column.BODIES] = this.#bodies.numberOf(pattern.bodies);
    const numbers = this.#entries * column.NUMBERS;
    this.#numbers[numbers + column.RECEIVED] = received;
    this.#numbers[numbers + column.ANSWERED] = answered;
    if (pattern.own !== undefined) {
      const { id, address, connection, receivedAt, since, appMs, durationMs } = pattern.own;
      this.#lines[lines + column.SIGNS] = this.#facts.numberOf(pattern.signs);
      this.#lines[lines + column.SHARED_SIGNS] = this.#facts.numberOf(pattern.sharedSigns);
      this.#lines[lines + column.ANSWER] = pattern.headers === null ? 0 : this.#headers.numberOf(pattern.answer);
      this.#lines[lines + column.ADDRESS] = this.#facts.numberOf(address);
      this.#lines[lines + column.CONNECTION] = this.#facts.numberOf(connection);
      this.#numbers[numbers + column.RECEIVED_AT] = receivedAt;
      this.#numbers[numbers + column.SINCE] = since;
      this.#numbers[numbers + column.APP_MS] = appMs;
      this.#numbers[numbers + column.DURATION_MS] = durationMs;
      this.#ids += `${id} `;
    }
    this.#entries += 1;
    if (received < this.#received) this.#received = received;
    if (answered < this.#answered) this.#answered = answered;
    if (answered > this.#until) this.#until = answered;
  }

  run(): Run {
    const entries = this.#entries;
    const numbers = toBase64(
      new Uint8Array(this.#numbers.buffer, 0, entries * column.NUMBERS * Float64Array.BYTES_PER_ELEMENT),
    );
    const lines = toBase64(
      new Uint8Array(this.#lines.buffer, 0, entries * column.LINES * Uint16Array.BYTES_PER_ELEMENT),
    );
    return {
      sequence: this.#first.sequence,
      entries,
      received: this.#received,
      answered: this.#answered,
      until: this.#until,
      facts: [numbers, lines, this.#ids, this.#facts.text ?? ''].join('\n'),
      headers: this.#headers.text,
      bodies: this.#bodies.text,
    };
  }
}

/**
 * Makes runs of entries, in the order of their numbers.
 *
 * @param journalBytes so many the headers and bodies of a journal may have
 */
export function runsOf(entries: readonly RunEntry[], journalBytes: number): Run[] {
  const maxBytes = journalBytes * SHARE;
  const runs: Run[] = [];
  let writer: RunWriter | undefined;
  entries.forEach((entry, index) => {
    if (writer?.isBefore(entry, maxBytes) === true) {
      runs.push(writer.run());
      writer = undefined;
    }
    writer ??= new RunWriter(entry, Math.min(MAX_ENTRIES, entries.length - index));
    writer.add(entry);
  });
  if (writer !== undefined) runs.push(writer.run());
  return runs;
}
