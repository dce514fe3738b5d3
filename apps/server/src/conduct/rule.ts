/** What a rule of conduct is: it reads attempts, and says what it found. */
import type { ConductRule, Severity } from '@understudy/contract/sandboxes';
import type { Attempt, LateDelivery } from './attempt.js';
import type { Pages, Walk } from './pages.js';
import type { Retry, Series } from './series.js';

/** What rules read. */
export interface Seen {
  /** In the order in which they came. */
  readonly attempts: readonly Attempt[];
  readonly series: readonly Series[];
  readonly retries: readonly Retry[];
  readonly pages: Pages;
  readonly walks: readonly Walk[];
  /** In the order in which they ended. */
  readonly deliveries: readonly LateDelivery[];
  /** The sequence after which the attempts begin. */
  readonly begun: number;
  /** The present of the machine, in ms since 1970. */
  readonly now: number;
  /** Whether no client will ask any more. */
  readonly isFinished: boolean;
  /** Whether a client of OAuth is public, by its id; undefined where that is not known. */
  readonly isPublic: (clientId: string) => boolean | undefined;
}

/** What attempts are judged by, beside themselves. */
export type Circumstances = Pick<Seen, 'deliveries' | 'begun' | 'now' | 'isFinished' | 'isPublic'>;

/** What a finding follows from: attempts, one at least, or the delivery of a webhook. */
type Ground = { readonly attempts: readonly Attempt[] } | { readonly delivery: LateDelivery };

/** Something that a client did. */
export type Finding = Ground & {
  readonly detail: string;
  /** Where it is less grave than its rule says. */
  readonly severity?: Severity;
};

/** A rule of conduct. One that cannot be sure finds nothing. */
export interface Rule {
  readonly id: ConductRule;
  /** What it finds; nothing where it pauses, so that others have a turn: after a few attempts at most. */
  readonly find: (seen: Seen) => Iterable<Finding | undefined>;
}
