/** How a command fails: what stops one that was used as it should be, and the exit codes. */

/** A command cannot do what it was asked to; its message is shown as one line, and the exit code is 1. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** It could not do what it was asked to, or found something. */
export const FAILED = 1;

/** It was asked for something that there is not: a wrong command, option or file of options. */
export const WRONG_USE = 2;
