/** What is counted of the requests that faults are set for: kept beside the revisions of a sandbox, and shared by all processes. */

/** The count of one key: of a rule in all, or of one URL, client, token or operation that it counts by itself. */
export interface Tally {
  /** Requests that matched. */
  readonly matched: number;
  /** How often it was applied. */
  readonly struck: number;
  /** When its window or its outage began, by the clock of the sandbox, in ms since 1970; null before the first. */
  readonly since: number | null;
  /** Requests in the present window of a quota. */
  readonly used: number;
}

/** What stands under a key that was never counted, and under one that was forgotten or is damaged. */
export const NO_TALLY: Tally = { matched: 0, struck: 0, since: null, used: 0 };

/** What a step makes of the counts that it was given: the counts to keep, in the same order, and what it has decided by them. */
export interface Counted<Result> {
  readonly tallies: readonly Tally[];
  readonly result: Result;
}

/** Decides by some counts. It is pure, and may run again where another process came first. */
export type CountStep<Result> = (held: readonly Tally[]) => Counted<Result>;

/** A count with its key. */
export type TallyEntry = readonly [key: string, tally: Tally];
