/** What becomes of a call whose client hangs up: nobody is left to read its answer, and the log shows why there is none. */
import { ProblemError } from './problem-error.js';

/** The problem of a call that was given up. */
export function clientDisconnected(): ProblemError {
  return new ProblemError('timeout', { detail: 'the client hung up' });
}

/** Ends a call whose client hung up. */
export function checkWanted(signal: AbortSignal): void {
  if (signal.aborted) throw clientDisconnected();
}

/** Waits for something unless the client hangs up first. */
export function unlessDisconnected<Result>(waiting: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const leave = (): void => reject(clientDisconnected());
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    waiting.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
