/** How often something may happen. */

/** So many in so long. */
export interface Rate {
  readonly requests: number;
  /** Length of a window, in seconds. */
  readonly seconds: number;
}
