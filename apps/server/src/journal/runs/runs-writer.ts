/** Makes runs of entries in the order of their numbers: as few as may be. */
import type { JournalLimits } from '../journal-store.js';
import type { Repeats } from '../repeats.js';
import type { Moments } from './moments.js';
import type { Run, RunEntry } from './run.js';
import { RunWriter } from './run-writer.js';

/** Headers and bodies give way run by run: those of one are so small a part of what a journal may have, and little more. */
const SHARE = 1 / 16;

/** Entries give way run by run as well: with runs of so small a part of them, none has to be cut for that. */
const ENTRIES_SHARE = 1 / 8;

/** The most entries of a run: reading takes whole ones. */
const MAX_ENTRIES = 2000;

/** Runs that are being made. */
export class RunsWriter {
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  readonly #runs: Run[] = [];
  #writer: RunWriter | undefined;

  constructor({ entries, bytes }: Pick<JournalLimits, 'entries' | 'bytes'>) {
    this.#maxEntries = Math.max(1, Math.min(MAX_ENTRIES, Math.floor(entries * ENTRIES_SHARE)));
    this.#maxBytes = bytes * SHARE;
  }

  add(entry: RunEntry): void {
    this.#for(entry.sequence).add(entry);
  }

  /** Adds an exchange that repeats another, which is in a row, with its number. */
  addRepeated(repeats: Repeats, row: number, entry: Moments & Pick<RunEntry, 'sequence'>): void {
    this.#for(entry.sequence).addRepeated(repeats, row, entry);
  }

  runs(): Run[] {
    if (this.#writer !== undefined) this.#runs.push(this.#writer.run());
    this.#writer = undefined;
    return this.#runs;
  }

  /** The run that an entry belongs to: another one where the last is full, or does not end before it. */
  #for(sequence: number): RunWriter {
    const writer = this.#writer;
    if (writer !== undefined) {
      const isFull = writer.entries >= this.#maxEntries || writer.detailLength >= this.#maxBytes;
      if (!isFull && sequence === writer.sequence + writer.entries) return writer;
      this.#runs.push(writer.run());
    }
    return (this.#writer = new RunWriter(sequence));
  }
}

/** Makes runs of entries, in the order of their numbers. */
export function runsOf(entries: readonly RunEntry[], limits: Pick<JournalLimits, 'entries' | 'bytes'>): Run[] {
  const writer = new RunsWriter(limits);
  for (const entry of entries) writer.add(entry);
  return writer.runs();
}
