/** The operations of a kind of record, as types that follow from its declaration. */
import type { z } from 'zod';
import type { listInput, unsearchedListInput } from './controls.js';
import type { CrudDeclaration } from './crud-declaration.js';
import type { FiltersInput } from './crud-filters.js';
import type { CreateInput, UpdateInput } from './crud-input.js';
import type { CrudAction, CrudNames } from './crud-names.js';
import type { listOf, nothing, recordOf, writtenOf } from './envelope.js';
import type { get, patch, post, put, remove } from './methods.js';
import type { OperationDeclaration } from './operation-declaration.js';
import type { Method } from './operation-meta.js';

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

type Given<M extends Method, Path extends `/${string}`, Declared extends OperationDeclaration> = Declaring<
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
> = Given<
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
  readonly list: Given<
    'GET',
    '/',
    OperationDeclaration<ListInput<Declared>, ReturnType<typeof listOf<Declared['schema']>>> &
      Passed<Declared, 'sorts' | 'fields'>
  >;
  readonly get: Given<
    'GET',
    Own<Declared>,
    OperationDeclaration<z.ZodObject<IdShape<Declared>>, ReturnType<typeof recordOf<Declared['schema']>>> &
      Passed<Declared, 'fields' | 'versioned'>
  >;
  readonly create: Given<
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
