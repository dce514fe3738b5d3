/** What the operations of the data are made of: their types, the ids in their paths, and what lists take. */
import {
  type DeclaredOperation,
  listInput,
  listOf,
  type LiteralTypes,
  type Method,
  type Status,
} from '@understudy/contract/kit';
import { z } from 'zod';
import type { DataCollection } from './collection.js';
import { filtersOf, sortsOf } from './filters.js';

/** An operation of the data: what it is called and takes is known once the data is read. */
export type DataOperation = DeclaredOperation<
  Method,
  z.ZodObject,
  z.ZodType,
  LiteralTypes<
    'sandbox',
    'none',
    true,
    'problem',
    readonly 'conflict'[],
    readonly [],
    undefined,
    z.ZodObject | undefined,
    Status,
    never
  >
>;

/** `a post`, `an event`. */
export const withArticle = (words: string): string => `${/^[aeio]/.test(words) ? 'an' : 'a'} ${words}`;

/** The parameter of a path that names a record: `post_id`. */
export function idParameter({ names, shape }: DataCollection): string {
  let name = `${names.words.one.replaceAll(' ', '_')}_id`;
  // A member of that name would be taken for the one in the path.
  while (shape.members.has(name)) name = `own_${name}`;
  return name;
}

/** The input that names a record: a number where all ids are numbers, else the text of an id. */
export function idInput(collection: DataCollection): z.ZodRawShape {
  const { names, ids, records, first } = collection;
  const isNumber = ids.kind === 'integer';
  const id = isNumber ? z.int() : z.string().min(1).max(128);
  const shown = first?.['id'];
  const isUsable = isNumber ? Number.isInteger(shown) : typeof shown === 'string' || typeof shown === 'number';
  const example = isUsable ? shown : isNumber || ids.kind === 'any' ? 1 : `${records.prefix}_1`;
  return {
    [idParameter(collection)]: id.meta({
      description: `Id of the ${names.words.one}.`,
      examples: [isNumber ? example : String(example)],
    }),
  };
}

/** How operations answer. */
export interface Answering {
  /** Whether over REST there is no envelope around the records. */
  readonly bare: boolean;
}

/** Records on a page of a bare list: all of them, where there are not very many. */
const MOST_BARE = 1000;

const barePages = {
  per_page: z
    .int()
    .min(1)
    .max(MOST_BARE)
    .default(MOST_BARE)
    .meta({ description: 'Records on a page.', examples: [10] }),
};

/** A list: which, and how it answers. */
interface Listed extends Answering {
  readonly collection: DataCollection;
  /** Members that it cannot be filtered by. */
  readonly without?: readonly string[];
}

/** What the list of a collection takes and gives. */
export function listParts({ collection, bare, without = [] }: Listed) {
  return {
    bare,
    open: true,
    input: (own: z.ZodRawShape): z.ZodObject =>
      listInput({ ...filtersOf(collection, without), ...own })
        .extend(bare ? barePages : {})
        .catchall(z.unknown()),
    output: listOf(collection.schemas.shown),
    sorts: sortsOf(collection),
  };
}
