/** Reads the lists of a snapshot item by item; whoever takes the steps may let others go first. */
import type { z } from 'zod';
import { FaultList } from '../../kit/fault-list.js';
import { addIssues, pointer } from '../../kit/faults.js';

/** The items of a member of the body, each with the members that a snapshot gives it; those without them are a 400. */
export function* readItems<Item>(
  unchecked: readonly unknown[],
  schema: z.ZodType<Item>,
  member: string,
): Generator<void, Item[]> {
  const faults = new FaultList();
  const items: Item[] = [];
  for (const [i, input] of unchecked.entries()) {
    const { data, error } = schema.safeParse(input);
    if (error === undefined) items.push(data);
    else addIssues(faults, error, { input, locate: (path) => ({ pointer: pointer([member, i, ...path]) }) });
    yield;
  }
  if (faults.total > 0) throw faults.toProblem();
  return items;
}
