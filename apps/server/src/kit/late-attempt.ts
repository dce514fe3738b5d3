/** An attempt at the delivery of a webhook whose receiver took long: what delivers notes it, and the journal keeps it. */

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
