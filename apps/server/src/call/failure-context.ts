/** What is known where a call has failed. */
import type { FailureContext } from '../kit/context.js';
import { ViewAt } from '../store/model/view.js';
import type { Call } from './call.js';

/** What is known where a call has failed, whether or not its input was read. */
export function failureContext({ sandbox, issuer, prefers, posted, cookie }: Call, input: unknown): FailureContext {
  const records = new ViewAt(sandbox.view, sandbox.now());
  return { input, records, login: sandbox.config, issuer, browser: { prefers, isPosted: posted, cookie } };
}
