/** Notes an answered request in the journal of its sandbox. */
import type { AnsweredRequest } from '../journal/remembered-request.js';
import type { Sandbox } from '../state/registry/sandbox.js';

function isOfTheApi(path: string): boolean {
  return path.startsWith('/api/') || (path.startsWith('/trpc/') && !path.startsWith('/trpc/sandboxes.'));
}

/** Remembers a request; what is no call of the API, such as a page or the control API, is not remembered. */
export function journalRequest(sandbox: Sandbox, answered: AnsweredRequest): void {
  if (isOfTheApi(answered.path)) sandbox.journal.add(answered);
}
