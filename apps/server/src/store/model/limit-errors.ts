/** The problems of limits that are reached: which one it is, how far, and what to do about it. */
import { ProblemError } from '../../kit/problem-error.js';

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
