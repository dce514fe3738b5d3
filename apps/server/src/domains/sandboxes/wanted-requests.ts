/** Which requests of the journal a call asks for. */
import type { contract, JournalEntry } from '@understudy/contract';
import { globs } from '../../faults/glob.js';
import type { ContextOf } from '../../kit/context.js';

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

/** Tells which requests pass all filters of a call. */
export function wantedBy({ input, passes }: ListCall): (entry: JournalEntry) => boolean {
  const { operation, path, since } = input;
  const isOperation = operation === undefined ? undefined : globs(operation.split(','));
  const earliest = typeof since === 'string' ? Date.parse(since) : undefined;
  return (entry) =>
    (path === undefined || isPath(entry.path, path)) &&
    (isOperation === undefined || (entry.operation !== null && isOperation(entry.operation))) &&
    (earliest === undefined || Date.parse(entry.received_at) >= earliest) &&
    passes(entry);
}
