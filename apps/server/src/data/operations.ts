/** Declares the operations of a collection of the data: the same six that `crud` declares, on records that are open. */
import { callControls, get, nothing, patch, post, put, recordOf, remove, writtenOf } from '@understudy/contract/kit';
import { z } from 'zod';
import type { DataCollection } from './collection.js';
import { idSchema } from './ids.js';
import { type Answering, type DataOperation, idInput, idParameter, listParts, withArticle } from './operation-parts.js';
import { asItCame, type RecordSchemas } from './schema.js';

/** Names that an input cannot list, since they are controls elsewhere; in a body they are members like any other. */
const UNLISTED: ReadonlySet<string> = new Set([...Object.keys(callControls), 'sort']);

/** The members that a body lists; others are kept as well. */
export function listedMembers(members: RecordSchemas['members']): z.ZodRawShape {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !UNLISTED.has(name)));
}

/** An example of a body: the first record, without its id. */
function exampleBody({ first }: DataCollection): { examples?: object[] } {
  if (first === undefined) return {};
  const { id: _, ...rest } = first;
  return { examples: [rest] };
}

/** The operations of a collection, by name. */
export function operationsOf(collection: DataCollection, { bare }: Answering): Readonly<Record<string, DataOperation>> {
  const { names, ids, schemas } = collection;
  const { one, many } = names.words;
  const path = `/api/${names.name}` as const;
  const own = `${path}/{${idParameter(collection)}}` as const;
  const id = idInput(collection);
  const written = writtenOf(schemas.shown);
  const sent = (extra: z.ZodRawShape) =>
    asItCame(z.looseObject({ ...extra, ...listedMembers(schemas.members) }).meta(exampleBody(collection)));
  const anId = (description: string) => ({ id: idSchema(ids).optional().meta({ description }) });
  const list = listParts({ collection, bare });
  return {
    [`list${names.many}`]: get(path, {
      ...list,
      input: list.input({}),
      summary: `List ${many}`,
      description: `All ${many}, in the order of the file, then in the order in which they were created.`,
    }),
    [`get${names.one}`]: get(own, {
      bare,
      input: z.object(id),
      output: recordOf(schemas.shown),
      summary: `Get ${withArticle(one)}`,
      description: `One ${one} by its id.`,
    }),
    [`create${names.one}`]: post(path, {
      bare,
      input: sent(anId('Id to give it; one is made where it is left out.')),
      output: written,
      status: 201,
      kinds: ['conflict'],
      summary: `Create ${withArticle(one)}`,
      description: `Adds ${withArticle(one)}. Members that are not listed are kept as well. \`Location\` is its address.`,
    }),
    [`replace${names.one}`]: put(own, {
      bare,
      input: sent({ ...anId(`The id of the ${one}, as in the path; it can be left out.`), ...id }),
      output: written,
      summary: `Replace ${withArticle(one)}`,
      description: `Makes the ${one} be as the body says; its id stays.`,
    }),
    [`update${names.one}`]: patch(own, {
      bare,
      input: sent({ ...anId(`The id of the ${one}, as in the path; it can be left out.`), ...id }),
      output: written,
      patch: 'merge',
      summary: `Update ${withArticle(one)}`,
      description: `Changes some members of the ${one}: what is left out stays, objects are merged, and null takes a member away (RFC 7396).`,
    }),
    [`delete${names.one}`]: remove(own, {
      input: z.object(id),
      output: nothing,
      summary: `Delete ${withArticle(one)}`,
      description: `Removes the ${one}. What refers to it stays as it is.`,
    }),
  };
}
