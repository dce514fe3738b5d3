/** Values that may have to be waited for: most of a request is there at once, and then nobody waits for a turn. */

/** A value, or the promise of one. */
export type Eventual<Value> = Value | Promise<Value>;

/** Goes on with a value: at once where it is there. */
export function andThen<Value, Result>(
  value: Eventual<Value>,
  go: (value: Value) => Eventual<Result>,
): Eventual<Result> {
  return value instanceof Promise ? value.then(go) : go(value);
}

/** Does some work, and where it fails, at once or later, what is to be done then. */
export function orElse<Value>(
  work: () => Eventual<Value>,
  failed: (error: unknown) => Eventual<Value>,
): Eventual<Value> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(failed) : value;
  } catch (error) {
    return failed(error);
  }
}
