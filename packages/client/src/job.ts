/** What an accepted call gives (202): the record as it is so far, and a way to wait until it is done. */

/**
 * How to wait for a job.
 *
 * @example
 * ```ts
 * import type { WaitOptions } from '@understudy/client';
 *
 * const patient: WaitOptions = { signal: AbortSignal.timeout(600_000), limitMs: 600_000 };
 * ```
 */
export interface WaitOptions {
  /** Ends the wait with an error of kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Longest time that all pauses together may take, in ms; beyond it, the wait fails with kind `timeout`. It is counted
   * from what the server asks for, whatever `sleep` makes of it. @defaultValue 3600000
   */
  readonly limitMs?: number | undefined;
}

/**
 * Work that a server has accepted (RFC 9110 §15.3.3).
 *
 * @example
 * ```ts
 * import type { Job } from '@understudy/client';
 *
 * const finished = async (job: Job<{ status: string }>) => (await job.wait({ limitMs: 60_000 })).status;
 * ```
 */
export interface Job<Data> {
  /** What was accepted, as it was then. */
  readonly record: Data;
  /** Absolute address at which to ask how far it has come; undefined where the server gave none. */
  readonly location: string | undefined;
  /**
   * Waits until it is done, and gives the record that its location then answers: the one that was accepted, unless the
   * type argument says what else lies there. It pauses as `Retry-After` says, asks,
   * and goes on as long as an answer has `Retry-After` or is a 202 (then after 1 s); no pause is shorter than 1 s.
   *
   * Where the clock of the sandbox stands still, nothing comes nearer while the client waits. A test lets `sleep` advance
   * that clock instead; without that, the wait ends at `limitMs`.
   *
   * @throws ApiError of kind `timeout` past the limit, of kind `malformed` without a location on the same origin, or of
   * the kind that the location answered.
   */
  wait<Result = Data>(options?: WaitOptions): Promise<Result>;
}
