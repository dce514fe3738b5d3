/** What a matcher answers, as vitest and Jest read it. */

/** Whether the value matches, and what to say where that is not what was expected. */
export interface MatchResult {
  readonly pass: boolean;
  readonly message: () => string;
  readonly actual?: unknown;
  readonly expected?: unknown;
}
