/** Notes an answered request in the journal of its sandbox. */
import { sandboxes } from '@understudy/contract';
import type { AnsweredRequest } from '../journal/remembered-request.js';
import type { Sandbox } from '../state/registry/sandbox.js';

const TRPC = '/trpc/';

/** What the control API's calls over tRPC begin with. */
const TRPC_CONTROL = `${TRPC}${sandboxes.name}.`;

function isOfTheApi(path: string): boolean {
  return path.startsWith('/api/') || (path.startsWith(TRPC) && !path.startsWith(TRPC_CONTROL));
}

/** Remembers a request; what is no call of the API, such as a page or the control API, is not remembered. */
export function journalRequest(sandbox: Sandbox, answered: AnsweredRequest): void {
  if (isOfTheApi(answered.path)) sandbox.journal.add(answered);
}
