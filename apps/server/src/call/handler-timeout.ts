/** Waits for a handler, but not for ever: one that never settles must hold neither its caller nor other writers. */
import { later } from '#platform/event-loop';
import { clientDisconnected } from '../kit/client-disconnect.js';

/** How long a handler may take in all, in ms: longer than any that waits for something real. */
export const HANDLER_MS = 30_000;

/** A fault of a handler: it has not answered in time. It is answered as `internal`, and logged. */
class Unsettled extends Error {
  override readonly name = 'Unsettled';
}

/** Who waits for a handler. */
export interface Waiting {
  /** Name of its operation. */
  readonly operation: string;
  /** Aborted when nobody waits for its answer any more; left out where it is to be finished all the same. */
  readonly signal?: AbortSignal | undefined;
}

/** What a handler that takes its time comes to; fails where that is too long. */
export function withHandlerTimeout<Result>(
  handling: PromiseLike<Result>,
  { operation, signal }: Waiting,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const seconds = HANDLER_MS / 1000;
    const late = later(() => reject(new Unsettled(`${operation} has not answered within ${seconds} s`)), HANDLER_MS);
    const leave = (): void => reject(clientDisconnected());
    const end = (): void => {
      clearTimeout(late);
      signal?.removeEventListener('abort', leave);
    };
    if (signal?.aborted === true) leave();
    signal?.addEventListener('abort', leave, { once: true });
    handling.then(resolve, reject).then(end, end);
  });
}
