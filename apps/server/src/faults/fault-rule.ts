/** A rule that was read: which requests meet which faults, and how often. */
import type { CountedPer, FaultMatch, FixedAnswer, PlainFault } from '@understudy/contract';

/** What is counted by itself: as a rule says it, or what a query or header counts by, the address without `fault`. */
export type Per = CountedPer | 'address';

/** A rule, as it is kept. */
export interface Rule {
  /** Tells it from every other that the sandbox has had: it is counted under it. */
  readonly serial: string;
  readonly id: string;
  readonly enabled: boolean;
  readonly when: FaultMatch;
  readonly after: number;
  /** How often it strikes at most; null: without end. */
  readonly times: number | null;
  readonly every: number;
  readonly per: CountedPer;
  readonly probability: number;
  /** Instants, RFC 3339; null: from ever, for ever. */
  readonly from: string | null;
  readonly until: string | null;
  readonly fault: readonly PlainFault[] | null;
  readonly answer: FixedAnswer | null;
}
