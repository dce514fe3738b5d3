/** The failure to read what a store has of a sandbox: another release, or damage, has left what this one cannot use. */
import { $ZodError } from 'zod/v4/core';
import { pointer } from '../../kit/faults.js';
import { ProblemError } from '../../kit/problem-error.js';

const ADVICE = 'delete it, or run the release that wrote it';

/** What a store has of one sandbox cannot be read; the others are none the worse for it. */
export class UnreadableState extends ProblemError {
  /** Why, in words that a client may see. */
  readonly reason: string;

  constructor(sandbox: string, reason: string, cause: unknown) {
    super('internal', { detail: `the sandbox ${JSON.stringify(sandbox)} cannot be read: ${reason}; ${ADVICE}`, cause });
    this.reason = reason;
  }
}

/** What a failure to read a sandbox is: unreadable, where it lies in what was stored and not in the store. */
export function readFailure(sandbox: string, failure: unknown): unknown {
  if (failure instanceof SyntaxError) return new UnreadableState(sandbox, 'what is stored of it is damaged', failure);
  if (!(failure instanceof $ZodError)) return failure;
  const [first] = failure.issues;
  const where = first === undefined ? '' : ` (${pointer(first.path)})`;
  return new UnreadableState(sandbox, `its stored settings are none that this release allows${where}`, failure);
}
