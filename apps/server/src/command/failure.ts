/** What stops a command that was used as it should be. */

/** A command cannot do what it was asked to; its message is shown as one line, and the exit code is 1. */
export class Failure extends Error {
  override readonly name = 'Failure';
}
