/** A fault of ours: a handler did what its operation does not declare. */

/** Thrown instead; it is answered as `internal`, and logged. */
export class Undeclared extends Error {
  override readonly name = 'Undeclared';

  /**
   * @param operation name of the operation, `domain.operation`
   * @param what it did, such as `emitted course.created`
   */
  constructor(operation: string, what: string, cause?: unknown) {
    super(`${operation} ${what}, which it does not declare`, { cause });
  }
}
