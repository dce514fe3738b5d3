/** Who waits for something: an object, since thousands may wait for long, and a promise and its listeners take ten times as much. */

/** Somebody who waits for something, and is told of it. */
export interface Waiter {
  /** Called once there may be what it waits for. */
  readonly wake: () => void;
}
