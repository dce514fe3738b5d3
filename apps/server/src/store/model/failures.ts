/** Why a sandbox can take no more, or cannot be read, and what to do about it. */
import { ProblemError } from '../../kit/problem-error.js';
import { $ZodError } from 'zod/v4/core';
import { pointer } from '../../kit/faults.js';

function full(detail: string): ProblemError {
  return new ProblemError('sandbox_full', { detail });
}

/** Bytes as people read them. */
function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A sandbox would hold more records than it may. */
export function tooManyRecords(sandbox: string, held: number, most: number): ProblemError {
  return full(
    `sandbox ${sandbox} holds ${held} changed records, of ${most} allowed; reset it, or start the server with a larger --max-records`,
  );
}

/** A sandbox would hold more bytes than it may. */
export function tooManyBytes(sandbox: string, { held, added, most }: Record<'held' | 'added' | 'most', number>) {
  return full(
    `sandbox ${sandbox} holds ${bytesText(held)} of changed records, and ${bytesText(added)} more would exceed the ${bytesText(most)} allowed; reset it, or start the server with a larger --max-bytes`,
  );
}

/** All sandboxes of a process together would hold more bytes than they may. */
export function tooManyBytesInAll(most: number): ProblemError {
  return full(
    `the sandboxes of this server hold ${bytesText(most)} of changed records, as many as they may; delete some, or start it with a larger --max-total-bytes`,
  );
}

/** What a store has of a sandbox is more than a process may read. */
export function tooLargeToRead(sandbox: string, bytes: number, most: number): ProblemError {
  return full(
    `the store holds ${bytesText(bytes)} of sandbox ${sandbox}, and this server reads at most ${bytesText(most)}; delete the sandbox, or start the server with a larger --max-bytes (and --max-total-bytes)`,
  );
}

/** There would be more sandboxes than there may be. */
export function tooManySandboxes(most: number): ProblemError {
  return full(
    `this server holds ${most} sandboxes, as many as it may; delete some, or start it with a larger --max-sandboxes`,
  );
}

/** More sandboxes would be configured than strangers may configure. */
export function tooManyConfigured(most: number): ProblemError {
  return full(
    `${most} sandboxes of this server are configured, as many as may be on a public address without an admin token; use one without PUT, or start the server with --admin-token`,
  );
}

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
