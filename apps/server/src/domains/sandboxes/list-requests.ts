/** Lists the requests that a sandbox has answered, once there are enough of them. */
import type { JournalEntry } from '@understudy/contract/sandboxes';
import type { Services } from '../../call/services.js';
import type { Entries, EntryAt } from '../../kit/listing.js';
import { awaitRequests } from './await-requests.js';
import { type ListCall, type ReadJournal, sequenceIn, wantedBy, wantedOf } from './wanted-requests.js';
import { nearest, type ProblemFault } from '@understudy/contract/kit';
import { globs } from '../../faults/glob.js';
import { quoted } from '../../faults/read-faults.js';
import { badRequest } from '../../kit/problem-error.js';

function wrongOperations(given: string, names: readonly string[]): ProblemFault[] {
  const wrong = given.split(',').find((pattern) => !names.some(globs(pattern)));
  if (wrong === undefined) return [];
  const meant = nearest(wrong, names);
  const hint = meant === null ? '' : `; did you mean ${meant}?`;
  const detail = `matches no operation of the API: ${quoted(wrong)}${hint}`;
  return [{ parameter: 'operation', code: 'unknown', detail }];
}

function wrongPath(given: string): ProblemFault[] {
  if (given.startsWith('/') || given === '*') return [];
  const detail = `must be a path below the base URL, such as /api/education/*, but is ${quoted(given)}`;
  return [{ parameter: 'path', code: 'invalid_format', detail }];
}

/** Checks the filters of a call. @throws ProblemError for an operation that there is not, or what is no path. */
function checkWanted({ input: { operation, path } }: ListCall, { operations }: Services): void {
  const faults = [
    ...(operation === undefined ? [] : wrongOperations(operation, operations)),
    ...(path === undefined ? [] : wrongPath(path)),
  ];
  if (faults.length > 0) throw badRequest(faults);
}

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
