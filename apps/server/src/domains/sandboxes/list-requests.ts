/** Lists the requests that a sandbox has answered, once there are enough of them. */
import type { JournalEntry } from '@understudy/contract/sandboxes';
import type { Services } from '../../call/services.js';
import type { Entries, EntryAt } from '../../kit/entries.js';
import { awaitRequests } from './await-requests.js';
import { checkWanted } from './check-wanted.js';
import { type ListCall, type ReadJournal, sequenceIn, wantedBy, wantedOf } from './wanted-requests.js';

/** Whether a call asks for the first page: a further one shows more of what was waited for. */
const isFirstPage = ({ page, cursor }: ListCall['input']): boolean => page === 1 && cursor === undefined;

/** The sequence to read on after: the first, where the one that was given is of a server that was started anew meanwhile. */
async function startOf(ctx: ListCall, { journals }: Services): Promise<number> {
  const since = sequenceIn(ctx);
  if (since === 0) return 0;
  const { last } = await journals.read(ctx.input.name, since, 1);
  return since > last ? 0 : since;
}

/** A request in a list; it is made where it is answered. */
function listed({ sequence, outline, entry }: ReadJournal['entries'][number]): EntryAt<JournalEntry> {
  return {
    position: sequence,
    get item() {
      return entry();
    },
    outline: outline(),
  };
}

/** The requests of a sandbox. */
export async function listRequests(ctx: ListCall, server: Services): Promise<Entries<JournalEntry>> {
  checkWanted(ctx, server);
  const { name, wait, min } = ctx.input;
  const after = await startOf(ctx, server);
  const isWanted = wantedBy(ctx);
  const isAwaited = wait > 0 && isFirstPage(ctx.input);
  const awaited = { sandbox: name, after, isWanted, min, ms: wait * 1000, signal: ctx.signal() };
  const { entries, ...meta } = isAwaited
    ? await awaitRequests(awaited, server)
    : await wantedOf(await server.journals.read(name, after), isWanted, server);
  const baseUrl = ctx.baseUrlOf(name);
  return {
    entries: entries.map(listed),
    meta,
    formats: {
      har: async (items) => ({ document: await server.archive(items, baseUrl), filename: `${name}.har` }),
    },
  };
}
