/** What happens in a server that somebody may watch. */

/** Takes how long something took, in ms. */
export interface TakesDurations {
  readonly add: (ms: number) => void;
}

/** A request that was answered. */
export interface MeteredRequest {
  /** Name of its operation; undefined where it has none, or several. */
  readonly operation: string | undefined;
  readonly method: string;
  readonly status: number;
}

/** What a store is asked to do. */
export type StoreOperation =
  | 'read'
  | 'count'
  | 'write'
  | 'replace'
  | 'admit'
  | 'drop'
  | 'use'
  | 'list'
  | 'tally'
  | 'check';

/** What came of an attempt at a delivery. */
export type DeliveryOutcome = 'succeeded' | 'retried' | 'failed';

/** Takes note of what happens in a server. */
export interface Watched {
  /** Where it is noted how long such requests take, in ms; undefined where nobody watches. */
  readonly requestsOf: (request: MeteredRequest) => TakesDurations | undefined;
  /** A fault struck; as a Structured Field item, such as `rate_limit;retry_after=30`. */
  readonly countFault: (fault: string) => void;
  /** The server refused a request to protect itself, by a problem of a kind. */
  readonly countRefusal: (kind: string) => void;
  readonly countStore: (operation: StoreOperation, ms: number) => void;
  /** A writer lost to one of another process. */
  readonly countConflict: () => void;
  readonly countDelivery: (outcome: DeliveryOutcome) => void;
  /** A sandbox was forgotten: it was idle too long, or made room for another. */
  readonly countForgotten: (reason: 'idle' | 'room') => void;
  /** The clients of a sandbox were judged: all verdicts there are now, by their rules. */
  readonly countVerdicts: (sandbox: string, rules: readonly string[]) => void;
}

const nothing = (): undefined => undefined;

/** A server that nobody watches. */
export const unwatched: Watched = {
  requestsOf: nothing,
  countFault: nothing,
  countRefusal: nothing,
  countStore: nothing,
  countConflict: nothing,
  countDelivery: nothing,
  countForgotten: nothing,
  countVerdicts: nothing,
};

/** An attempt whose receiver took long. */
export interface LateAttempt {
  /** Id of the delivery, and number of the attempt at it, from 1. */
  readonly id: string;
  readonly attempt: number;
  /** Id of the event, and its type, such as `course.created`. */
  readonly eventId: string;
  readonly type: string;
  /** Where it went to. */
  readonly url: string;
  /** What the receiver answered; undefined where it did not. */
  readonly status: number | undefined;
  /** How long the receiver took, by the monotonic clock, in ms. */
  readonly tookMs: number;
}
