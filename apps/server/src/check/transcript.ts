/** The bytes of an operation that must be the same everywhere. */

/** An answer, as far as it must be the same. */
export interface Line {
  readonly asked: string;
  readonly answer: string;
}

/** Answers in the order in which they came. */
export type Transcript = readonly Line[];
