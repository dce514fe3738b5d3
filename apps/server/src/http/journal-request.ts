/** Notes an answered request in the journal of its sandbox. */
import { sandboxes } from '@understudy/contract';
import type { AnsweredRequest } from '../journal/remembered-request.js';
import { isOfApi } from '../kit/api-path.js';
import type { Sandbox } from '../state/registry/sandbox.js';

const TRPC = '/trpc/';

/** What the control API's calls over tRPC begin with. */
const TRPC_CONTROL = `${TRPC}${sandboxes.name}.`;

function isCall(path: string, base: string): boolean {
  return isOfApi(path, base) || (path.startsWith(TRPC) && !path.startsWith(TRPC_CONTROL));
}

/**
 * Remembers a request; what is no call of the API, such as a page or the control API, is not remembered.
 *
 * @param base path that the API lies below
 */
export function journalRequest(sandbox: Sandbox, answered: AnsweredRequest, base: string): void {
  if (isCall(answered.path, base)) sandbox.journal.add(answered);
}
