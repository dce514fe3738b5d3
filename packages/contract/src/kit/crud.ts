/** Declares the operations that most kinds of records have: to list, read, create, replace, change and remove them. */
import { z } from 'zod';
import { listInput, unsearchedListInput } from './controls.js';
import {
  type CheckedCrud,
  type CreateInput,
  createInput,
  type CrudAction,
  crudActions,
  type CrudDeclaration,
  type CrudNames,
  crudNames,
  type FiltersInput,
  filtersOf,
  idParameter,
  type UpdateInput,
  updateInput,
  wordsOf,
} from './crud-parts.js';
import { listOf, nothing, recordOf, writtenOf } from './envelope.js';
import { get, patch, post, put, remove } from './methods.js';
import type { DeclaredOperation, OperationDeclaration } from './operation-declaration.js';
import type { Method } from './operation-meta.js';
import { checkMembers } from './declaration-members.js';

/** What of a declaration passes to its operations as it is. */
type Passed<Declared, Names extends string> = Pick<Declared, Names & keyof Declared>;

/** What the methods give of a declaration. */
interface Declaring<Path extends `/${string}`, Declared extends OperationDeclaration> {
  readonly GET: ReturnType<typeof get<Path, Declared>>;
  readonly POST: ReturnType<typeof post<Path, Declared>>;
  readonly PUT: ReturnType<typeof put<Path, Declared>>;
  readonly PATCH: ReturnType<typeof patch<Path, Declared>>;
  readonly DELETE: ReturnType<typeof remove<Path, Declared>>;
}

type CrudOperation<M extends Method, Path extends `/${string}`, Declared extends OperationDeclaration> = Declaring<
  Path,
  Declared
>[M];

type Extended<Input extends z.ZodObject, Shape extends z.core.$ZodShape> =
  Input extends z.ZodObject<infer Members, infer Config> ? z.ZodObject<z.util.Extend<Members, Shape>, Config> : never;

/** The path of one record, as far as its parameter goes. */
type Own<Declared extends CrudDeclaration> = `/{${Declared['one']}_id}`;

/** The member of a path that names a record. */
type IdShape<Declared extends CrudDeclaration> = { readonly [Name in `${Declared['one']}_id`]: z.ZodString };

/** The input of the list; what its conditions add stands where the kit puts it. */
type ListInput<Declared extends CrudDeclaration> = Declared extends { readonly searches: readonly string[] }
  ? ReturnType<typeof listInput<FiltersInput<Declared>>>
  : ReturnType<typeof unsearchedListInput<FiltersInput<Declared>>>;

type Emitting<Declared extends CrudDeclaration, What extends string> = Declared extends { readonly emits: true }
  ? { readonly emits: readonly [`${Declared['one']}.${What}`] }
  : unknown;

/** A write of one record by its id. */
type Write<
  M extends Method,
  Declared extends CrudDeclaration,
  Parts extends { input: z.ZodObject; output: z.ZodType; emits: string },
> = CrudOperation<
  M,
  Own<Declared>,
  OperationDeclaration<Parts['input'], Parts['output']> &
    Passed<Declared, 'kinds' | 'versioned'> &
    Emitting<Declared, Parts['emits']> &
    (M extends 'PATCH' ? { readonly patch: 'merge' } : unknown)
>;

type Written<Declared extends CrudDeclaration> = ReturnType<typeof writtenOf<Declared['schema']>>;

/** The six operations, by what they do. */
interface Actions<Declared extends CrudDeclaration> {
  readonly list: CrudOperation<
    'GET',
    '/',
    OperationDeclaration<ListInput<Declared>, ReturnType<typeof listOf<Declared['schema']>>> &
      Passed<Declared, 'sorts' | 'fields' | 'includes'>
  >;
  readonly get: CrudOperation<
    'GET',
    Own<Declared>,
    OperationDeclaration<z.ZodObject<IdShape<Declared>>, ReturnType<typeof recordOf<Declared['schema']>>> &
      Passed<Declared, 'fields' | 'versioned' | 'includes'>
  >;
  readonly create: CrudOperation<
    'POST',
    '/',
    OperationDeclaration<CreateInput<Declared>, Written<Declared>> &
      Passed<Declared, 'kinds'> &
      Emitting<Declared, 'created'>
  >;
  readonly replace: Write<
    'PUT',
    Declared,
    {
      input: Extended<CreateInput<Declared>, IdShape<Declared> & { readonly id: z.ZodOptional<z.ZodString> }>;
      output: Written<Declared>;
      emits: 'updated';
    }
  >;
  readonly update: Write<
    'PATCH',
    Declared,
    { input: Extended<UpdateInput<Declared>, IdShape<Declared>>; output: Written<Declared>; emits: 'updated' }
  >;
  readonly delete: Write<
    'DELETE',
    Declared,
    { input: z.ZodObject<IdShape<Declared>>; output: typeof nothing; emits: 'deleted' }
  >;
}

type Chosen<Declared extends CrudDeclaration> = Declared extends { readonly only: readonly (infer Action)[] }
  ? Action & CrudAction
  : CrudAction;

/** The operations of a kind of record, by name. */
export type CrudOperations<Declared extends CrudDeclaration> = {
  readonly [
    Action in Chosen<Declared> as CrudNames<Declared['one'], Declared['many']>[Action]
  ]: Actions<Declared>[Action];
};

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
  includes: true,
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
        ...passed(declared, 'searches', 'sorts', 'fields', 'includes'),
        ...(filters === undefined ? {} : { filters }),
      }),
    get: () =>
      get(own, {
        summary: `Get ${withArticle(record)}`,
        description: `One ${record} by its id.`,
        input: z.object(id) as z.ZodObject,
        output: recordOf(schema) as z.ZodType,
        ...passed(declared, 'fields', 'versioned', 'includes'),
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
