/** What the operations of the data are made of: their types, the ids in their paths, and what lists take. */
import {
  type DeclaredOperation,
  listInput,
  listOf,
  type LiteralTypes,
  type Method,
  type Status,
  unsearchedListInput,
} from '@understudy/contract/kit';
import { z } from 'zod';
import type { DataCollection } from './collection.js';
import { filtersOf, searchesOf, sortsOf } from './filters.js';

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
  const name = `${names.words.one.replaceAll(' ', '_')}_id`;
  // A member of that name would be taken for the one in the path.
  return shape.members.has(name) ? `own_${name}` : name;
}

/** The input that names a record: a number where all ids are numbers, else the text of an id. */
export function idInput(collection: DataCollection): z.ZodRawShape {
  const { names, ids, records, first } = collection;
  const isNumber = ids.kind === 'integer';
  const id = isNumber ? z.int() : z.string().min(1).max(128);
  const example = first?.['id'] ?? (ids.kind === 'any' ? 1 : `${records.prefix}_1`);
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
  const searches = searchesOf(collection.shape);
  const sorts = sortsOf(collection.shape);
  const input = (searches.length > 0 ? listInput : unsearchedListInput) as typeof listInput;
  return {
    bare,
    input: (own: z.ZodRawShape): z.ZodObject => (bare ? input(own).extend(barePages) : input(own)),
    output: listOf(collection.schemas.shown),
    filters: filtersOf(collection, without),
    sorts,
    ...(searches.length > 0 ? { searches } : {}),
  };
}
