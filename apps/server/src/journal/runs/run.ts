/** Entries of a journal in a row, kept together: what they have alike is there once, and each has a few numbers of its own. */
import { byteLength } from '#platform/bytes';
import type { EntryPattern } from '../entry-pattern.js';

/** An entry in a run. */
export interface RunEntry {
  readonly sequence: number;
  /** When its request came in, and when its answer was ready; by the clock of the store, in ms. */
  readonly received: number;
  readonly answered: number;
  readonly of: { pattern(): EntryPattern };
}

/** A run without its texts: its entries have all numbers from the first on. */
export interface RunHead {
  readonly sequence: number;
  readonly entries: number;
  /** When the first of its requests came in, and when the first and the last of its answers were ready. */
  readonly received: number;
  readonly answered: number;
  readonly until: number;
}

/** The texts of a run, each of which can go alone; without its facts, nothing is left of it. */
export interface RunTexts {
  readonly facts: string;
  readonly headers: string | null;
  readonly bodies: string | null;
}

/** A run. */
export interface Run extends RunHead, RunTexts {}

/** The texts of a run as a database gives them. */
export interface StoredRun extends RunTexts, Pick<RunHead, 'sequence' | 'entries'> {}

/** The texts of a run as they are named in a row. */
export const PARTS = { facts: 0, headers: 1, bodies: 2 } as const;

/** A text of a run; what is said of its entries is in the row of the facts alone. */
export interface PartRow {
  readonly sandbox: string;
  readonly part: number;
  readonly sequence: number;
  readonly entries: number | null;
  readonly received: number | null;
  readonly answered: number | null;
  readonly until: number | null;
  readonly value: string;
}

/** The number of the last entry of a run. */
export const endOf = ({ sequence, entries }: Pick<RunHead, 'sequence' | 'entries'>): number => sequence + entries - 1;

/** Bytes of the texts of runs, by what they are of. */
export function runBytes(runs: readonly RunTexts[]) {
  const sum = (name: keyof RunTexts): number => runs.reduce((bytes, run) => bytes + byteLength(run[name] ?? ''), 0);
  return { facts: sum('facts'), headers: sum('headers'), bodies: sum('bodies') };
}

/** Runs as rows. */
export function rowsOf(sandbox: string, runs: readonly Run[]): PartRow[] {
  return runs.flatMap(({ sequence, entries, received, answered, until, facts, headers, bodies }) => {
    const detail = { sandbox, sequence, entries: null, received: null, answered: null, until: null };
    return [
      { ...detail, part: PARTS.facts, entries, received, answered, until, value: facts },
      ...(headers === null ? [] : [{ ...detail, part: PARTS.headers, value: headers }]),
      ...(bodies === null ? [] : [{ ...detail, part: PARTS.bodies, value: bodies }]),
    ];
  });
}
