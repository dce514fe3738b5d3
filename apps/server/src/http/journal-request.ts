/** Notes an answered request in the journal of its sandbox. */
import { sandboxes } from '@understudy/contract';
import type { Exchange } from '../journal/exchange.js';
import type { Journals } from '../journal/journals.js';
import { isOfApi } from '../kit/api-path.js';
import type { Sandbox } from '../state/registry/sandbox.js';

const TRPC = '/trpc/';

/** What the control API's calls over tRPC begin with. */
const TRPC_CONTROL = `${TRPC}${sandboxes.name}.`;

function isCall(path: string, base: string): boolean {
  return isOfApi(path, base) || (path.startsWith(TRPC) && !path.startsWith(TRPC_CONTROL));
}

/** Where a request is noted. */
export interface Noting {
  readonly sandbox: Sandbox;
  readonly journals: Journals;
  /** Path that the API lies below. */
  readonly base: string;
}

/** Notes an exchange; what is no call of the API, such as a page or the control API, is not noted. */
export function journalRequest(exchange: Exchange, { sandbox, journals, base }: Noting): void {
  if (isCall(exchange.path, base)) journals.record(sandbox.name, sandbox.mark.generation, exchange);
}
