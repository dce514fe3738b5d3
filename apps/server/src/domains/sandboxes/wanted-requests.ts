/** Which requests of the journal a call asks for. */
import type { contract } from '@understudy/contract';
import type { Services } from '../../call/services.js';
import { globs } from '../../faults/glob.js';
import type { ContextOf } from '../../kit/context.js';

/** Whether a request is wanted. */
export type IsWanted = (entry: Outline) => boolean;

/** A call that lists requests. */
export type ListCall = ContextOf<typeof contract.sandboxes, 'listRequests'>;

/** Whether a path is the wanted one, or begins like it where that ends with a star. */
function isPath(path: string, wanted: string): boolean {
  return wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted;
}

/** The sequence that a call wants to read on after; 0 where it names none. */
export function sequenceIn({ input: { since } }: ListCall): number {
  return typeof since === 'number' ? since : 0;
}

/** A part of a journal that was read. */
export type ReadJournal = Awaited<ReturnType<Services['journals']['read']>>;

/** What a request is found by. */
type Outline = ReturnType<ReadJournal['entries'][number]['outline']>;

/** Tells which requests pass all filters of a call. */
export function wantedBy({ input, passes }: ListCall): IsWanted {
  const { operation, path, since } = input;
  const isOperation = operation === undefined ? undefined : globs(operation.split(','));
  const earliest = typeof since === 'string' ? Date.parse(since) : undefined;
  return (entry) =>
    (path === undefined || isPath(entry.path, path)) &&
    (isOperation === undefined || (entry.operation !== null && isOperation(entry.operation))) &&
    (earliest === undefined || Date.parse(entry.received_at) >= earliest) &&
    passes(entry);
}

/** So few are looked through at once: taking turns would take longer. */
const FEW = 100;

function* chosen({ entries }: ReadJournal, isWanted: IsWanted) {
  const found: ReadJournal['entries'][number][] = [];
  for (const one of entries) {
    if (isWanted(one.outline())) found.push(one);
    yield;
  }
  return found;
}

/** What was read, with the wanted requests only. */
export async function wantedOf(
  read: ReadJournal,
  isWanted: IsWanted,
  { turns }: Pick<Services, 'turns'>,
): Promise<ReadJournal> {
  const choosing = chosen(read, isWanted);
  const entries = read.entries.length <= FEW ? turns.runShort(choosing) : await turns.run(choosing);
  return { ...read, entries };
}
