/** A single record of the data: its operations and their handlers. */
import { isEqual } from '#platform/equal';
import { get, patch, put, recordOf, writtenOf } from '@understudy/contract/kit';
import { z } from 'zod';
import { withoutNulls } from '../kit/record-handlers.js';
import type { DataSingle, KeptSingle } from './collection.js';
import type { DataContext, DataHandlers } from './handlers.js';
import type { Answering, DataOperation } from './operation-parts.js';
import { listedMembers } from './operations.js';
import { asItCame } from './schema.js';

/** The operations of a single record, by name. */
export function singleOperations(
  { names, schemas, value }: DataSingle,
  { bare }: Answering,
): Readonly<Record<string, DataOperation>> {
  const path = `/api/${names.name}` as const;
  // It is called what it is called in the data, also where that is a plural: the settings.
  const { many: one } = names.words;
  const sent = asItCame(z.looseObject(listedMembers(schemas.members)).meta({ examples: [value] }));
  const written = writtenOf(schemas.shown);
  return {
    [`get${names.many}`]: get(path, {
      bare,
      input: z.object({}),
      output: recordOf(schemas.shown),
      summary: `Get the ${one}`,
      description: `The ${one}: there is one.`,
    }),
    [`replace${names.many}`]: put(path, {
      bare,
      input: sent,
      output: written,
      summary: `Replace the ${one}`,
      description: `Makes the ${one} be as the body says.`,
    }),
    [`update${names.many}`]: patch(path, {
      bare,
      input: sent,
      output: written,
      patch: 'merge',
      summary: `Update the ${one}`,
      description: `Changes some members of the ${one}: what is left out stays, objects are merged, and null takes a member away (RFC 7396).`,
    }),
  };
}

/** The handlers of a single record, by operation. */
export function singleHandlers({ names, record }: DataSingle): DataHandlers {
  const current = ({ records }: DataContext) => records.find(record, names.name).value;
  const written = ({ records }: DataContext, value: KeptSingle['value']) => {
    const kept = records.find(record, names.name);
    const isSame = isEqual(value, kept.value);
    return { value: [(isSame ? kept : records.put<KeptSingle>(record, { id: names.name, value })).value] };
  };
  return {
    [`get${names.many}`]: (ctx) => ({ value: current(ctx) }),
    [`replace${names.many}`]: (ctx) => written(ctx, ctx.input),
    [`update${names.many}`]: (ctx) => written(ctx, ctx.merged(current(ctx), withoutNulls(ctx.input))),
  };
}
