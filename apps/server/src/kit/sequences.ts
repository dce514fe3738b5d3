/** Counters of a sandbox, for things that are each new: tokens, events. */
import { z } from 'zod';
import { type Collection, internalCollection } from './collection.js';
import type { Records, WritableRecords } from './records.js';

const sequence = z.object({ id: z.string(), next: z.int() });

/** The counters, by name. */
export const sequences: Collection<z.infer<typeof sequence>> = internalCollection({
  name: 'sequences',
  prefix: 'seq',
  schema: sequence,
});

/** The number that comes next in a sequence. */
export function peekSequence(records: Records, name: string): number {
  return records.get(sequences, name)?.next ?? 1;
}

/** Takes the next number of a sequence. */
export function nextInSequence(records: WritableRecords, name: string): number {
  const next = peekSequence(records, name);
  records.put(sequences, { id: name, next: next + 1 });
  return next;
}

/** The id of a record that is new each time: `cart_n000001`. */
export function numberedId(records: WritableRecords, prefix: string): string {
  return `${prefix}_n${String(nextInSequence(records, prefix)).padStart(6, '0')}`;
}
