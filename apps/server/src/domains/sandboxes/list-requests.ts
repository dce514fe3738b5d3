/** Lists the requests that a sandbox has answered, once there are enough of them. */
import type { JournalEntry } from '@understudy/contract';
import type { Services } from '../../call/services.js';
import type { Entries } from '../../kit/handler.js';
import { awaitRequests } from './await-requests.js';
import { checkWanted } from './check-wanted.js';
import { type ListCall, sequenceIn, wantedBy } from './wanted-requests.js';

/** Whether a call asks for the first page: a further one shows more of what was waited for. */
const isFirstPage = ({ page, cursor }: ListCall['input']): boolean => page === 1 && cursor === undefined;

/** The sequence to read on after: the first, where the one that was given is of a server that was started anew meanwhile. */
async function startOf(ctx: ListCall, { journals }: Services): Promise<number> {
  const since = sequenceIn(ctx);
  if (since === 0) return 0;
  const { last } = await journals.read(ctx.input.name, since, 1);
  return since > last ? 0 : since;
}

/** The requests of a sandbox. */
export async function listRequests(ctx: ListCall, server: Services): Promise<Entries<JournalEntry>> {
  checkWanted(ctx, server);
  const { name, wait, min } = ctx.input;
  const after = await startOf(ctx, server);
  const isWanted = wantedBy(ctx);
  const isAwaited = wait > 0 && isFirstPage(ctx.input);
  const awaited = { sandbox: name, after, isWanted, min, ms: wait * 1000, signal: ctx.signal() };
  const { entries, ...meta } = await (isAwaited ? awaitRequests(awaited, server) : server.journals.read(name, after));
  const found = entries.map(({ sequence, entry }) => ({ position: sequence, item: entry() }));
  const baseUrl = ctx.baseUrlOf(name);
  return {
    entries: found.filter(({ item }) => isWanted(item)),
    meta,
    formats: { har: (items) => ({ document: server.archive(items, baseUrl), filename: `${name}.har` }) },
  };
}
