/** Refuses a body that is too large. */
import { ProblemError } from '../kit/problem-error.js';

/** The problem of a body that is larger than some bytes, as it came or once its codings are undone. */
export function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError('payload_too_large', {
    detail: `the body is larger than the ${maxBytes} bytes this server accepts`,
  });
}
