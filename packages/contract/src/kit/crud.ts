/** Declares the operations that most kinds of records have: to list, read, create, replace, change and remove them. */
import { z } from 'zod';
import { listInput, unsearchedListInput } from './controls.js';
import type { CheckedCrud, CrudDeclaration } from './crud-declaration.js';
import { filtersOf } from './crud-filters.js';
import { createInput, idParameter, updateInput, wordsOf } from './crud-input.js';
import { type CrudAction, crudActions, crudNames } from './crud-names.js';
import type { CrudOperations } from './crud-operations.js';
import { checkMembers } from './declaration-members.js';
import { listOf, nothing, recordOf, writtenOf } from './envelope.js';
import { get, patch, post, put, remove } from './methods.js';
import type { DeclaredOperation } from './operation-declaration.js';

const members: Readonly<Record<keyof CrudDeclaration, true>> = {
  path: true,
  one: true,
  many: true,
  schema: true,
  made: true,
  searches: true,
  filters: true,
  sorts: true,
  create: true,
  update: true,
  only: true,
  emits: true,
  kinds: true,
  versioned: true,
  fields: true,
};

/** `a note`, `an event`, `a user`. */
const withArticle = (words: string): string => `${/^[aeio]/i.test(words) ? 'an' : 'a'} ${words}`;

/** What of the declaration passes to an operation as it is; what was left out is left out there as well. */
function passed<Name extends keyof CrudDeclaration>(declared: CrudDeclaration, ...names: readonly Name[]) {
  const given = names.filter((name) => declared[name] !== undefined).map((name) => [name, declared[name]]);
  return Object.fromEntries(given) as { [Key in Name]?: NonNullable<CrudDeclaration[Key]> };
}

/** All six operations, by what they do. */
function actions(declared: CrudDeclaration): Readonly<Record<CrudAction, () => DeclaredOperation>> {
  const { path, one, many, schema, searches } = declared;
  const [record, records] = [wordsOf(one), wordsOf(many)];
  const id = idParameter(declared);
  const own = `${path}/{${one}_id}` as const;
  const emitting = (what: string) => (declared.emits === true ? { emits: [`${one}.${what}`] } : {});
  const writes = passed(declared, 'kinds');
  const writesOne = passed(declared, 'kinds', 'versioned');
  const filters = filtersOf(declared);
  return {
    list: () =>
      get(path, {
        summary: `List ${records}`,
        description: `All ${records}, in the order in which they were created.`,
        input: (searches === undefined ? unsearchedListInput({}) : listInput({})) as z.ZodObject,
        output: listOf(schema) as z.ZodType,
        ...passed(declared, 'searches', 'sorts', 'fields'),
        ...(filters === undefined ? {} : { filters }),
      }),
    get: () =>
      get(own, {
        summary: `Get ${withArticle(record)}`,
        description: `One ${record} by its id.`,
        input: z.object(id) as z.ZodObject,
        output: recordOf(schema) as z.ZodType,
        ...passed(declared, 'fields', 'versioned'),
      }),
    create: () =>
      post(path, {
        summary: `Create ${withArticle(record)}`,
        description: `Adds ${withArticle(record)}. \`Location\` is its address.`,
        input: createInput(declared),
        output: writtenOf(schema) as z.ZodType,
        status: 201,
        ...writes,
        ...emitting('created'),
      }),
    replace: () =>
      put(own, {
        summary: `Replace ${withArticle(record)}`,
        description: `Replaces the ${record}, which must exist. Its id stays, and so do the members that the server sets.`,
        input: createInput(declared).extend({ ...id, id: sameId(record) }) as z.ZodObject,
        output: writtenOf(schema) as z.ZodType,
        ...writesOne,
        ...emitting('updated'),
      }),
    update: () =>
      patch(own, {
        summary: `Update ${withArticle(record)}`,
        description: `Changes some members of the ${record}; what is left out stays (RFC 7396).`,
        input: updateInput(declared).extend(id) as z.ZodObject,
        output: writtenOf(schema) as z.ZodType,
        patch: 'merge',
        ...writesOne,
        ...emitting('updated'),
      }),
    delete: () =>
      remove(own, {
        summary: `Delete ${withArticle(record)}`,
        description: `Deletes the ${record} for good: a repeated call is a 404.`,
        input: z.object(id) as z.ZodObject,
        output: nothing as z.ZodType,
        ...writesOne,
        ...emitting('deleted'),
      }),
  };
}

/** A client that sends back what it has read sends the id as well. */
const sameId = (record: string) =>
  z
    .string()
    .optional()
    .meta({ description: `The id of the ${record}, as in the path; it can be left out.` });

/**
 * Declares the operations of a kind of record: `listNotes`, `getNote`, `createNote` (POST, 201), `replaceNote` (PUT),
 * `updateNote` (PATCH, a merge patch by RFC 7396) and `deleteNote` (DELETE, 204), or those of them that `only` names.
 * What clients send follows from the schema of the record, without its id and what is `made` by the server. With
 * `versioned`, its `version` is made as well, and writes take the condition `If-Match`. A server implements them with
 * `crudHandlers`.
 *
 * @example
 * ```ts
 * import { crud, defineDomain } from '@understudy/contract';
 * import { z } from 'zod';
 * const note = z
 *   .object({ id: z.string(), title: z.string(), status: z.enum(['open', 'done']), created_at: z.iso.datetime() })
 *   .meta({ id: 'Note', description: 'A note.' });
 * const notes = defineDomain({
 *   name: 'notes',
 *   description: 'Short notes.',
 *   operations: {
 *     ...crud({
 *       path: '/api/notes',
 *       one: 'note',
 *       many: 'notes',
 *       schema: note,
 *       made: ['status', 'created_at'],
 *       searches: ['title'],
 *       filters: ['status'],
 *       sorts: ['created_at'],
 *     }),
 *   },
 * });
 * console.log(Object.keys(notes.operations).length, notes.operations.listNotes.path); // 6 /api/notes
 * ```
 */
export function crud<const Declared extends CrudDeclaration>(
  declared: Declared & CheckedCrud<Declared>,
): CrudOperations<Declared> {
  checkMembers('crud', declared, members);
  const { only = crudActions } = declared;
  const names = crudNames(declared);
  const all = actions(declared);
  // A loop over the names cannot carry the types of each along.
  return Object.fromEntries(
    only.map((action) => [names[action], all[action]()]),
  ) as unknown as CrudOperations<Declared>;
}
