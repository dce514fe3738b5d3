/** Finds what the head of an answer says, by what the operation declares and what its handler gave. */
import type { Operation, Status } from '@understudy/contract/kit';
import type { AnswerHead } from '../kit/answer-head.js';
import type { Result } from '../kit/handler.js';

/** What of an outcome the head follows from. */
type Outcome = Pick<Result<unknown>, 'location' | 'retryAfter' | 'existed'>;

/** What was there already is not created by the call (RFC 9110 §15.3.2). */
function statusOf(declared: Status, { existed = false }: Outcome): Status {
  return declared === 201 && existed ? 200 : declared;
}

/**
 * The head of an answer.
 *
 * @throws TypeError where a handler gave a location or a time that no header can say
 */
export function answerHead({ name, meta }: Operation, outcome: Outcome): AnswerHead {
  const { location, retryAfter } = outcome;
  if (location !== undefined && !location.startsWith('/')) {
    throw new TypeError(`${name} gave the location ${JSON.stringify(location)}, which is no path below the base URL`);
  }
  if (retryAfter !== undefined && !(retryAfter >= 0 && Number.isFinite(retryAfter))) {
    throw new TypeError(`${name} gave the time ${retryAfter} to ask again, which is not a number of seconds`);
  }
  return {
    status: statusOf(meta.status, outcome),
    ...(location !== undefined && { location }),
    // The header has whole seconds, and who asks too early asks once more.
    ...(retryAfter !== undefined && { retryAfter: Math.ceil(retryAfter) }),
  };
}
