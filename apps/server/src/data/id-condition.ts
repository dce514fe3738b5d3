/** The condition on the ids of a collection: one of those in a comma list, as numbers where ids are numbers. */
import { type Condition, type Filters, oneOf } from '@understudy/contract/kit';
import { z } from 'zod';
import type { DataCollection } from './collection.js';
import { shownId } from './ids.js';

/** The condition on the ids of a collection. */
export function idCondition({ ids: { kind }, first, names }: DataCollection): Filters {
  const examples = first === undefined ? {} : { examples: [String(first['id'])] };
  const text = z
    .string()
    .min(1)
    .max(128)
    .meta({ description: `Only the ${names.words.many} with these ids.`, ...examples });
  const condition: Condition = oneOf('id', text);
  // An id that is no number where all are finds nothing, as in a path.
  return {
    id: {
      ...condition,
      values: (input) =>
        String(input)
          .split(',')
          .map((id) => shownId(kind, id)),
    },
  };
}
