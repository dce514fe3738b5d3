/** What an author says of a kind of record that `crud` declares the operations of, and what is wrong with it, as types. */
import type { z } from 'zod';
import type { FilterFaults } from './check-filters.js';
import type { Filters } from './condition.js';
import type { CrudAction, CrudWords } from './crud-names.js';
import type { Versioned } from './operation-meta.js';

/** A kind of record, and what can be done with it. */
export interface CrudDeclaration extends CrudWords {
  /** Path of the list, such as `/api/notes`; a record has its id behind it. */
  readonly path: `/${string}`;
  /** What a record is; `id` is among its members. */
  readonly schema: z.ZodObject;
  /** Members that the server makes, so that no client sends them; `id` needs no mention. */
  readonly made?: readonly string[];
  /** Members that `q` reads; the list has no `q` without them. */
  readonly searches?: readonly [string, ...string[]];
  /**
   * Members that the list can be filtered by, each for one value; or conditions by input member, such as
   * `{ status: oneOf(…), created_after: after('created_at', …) }`.
   */
  readonly filters?: readonly [string, ...string[]] | Filters;
  /** Members that the list can be sorted by. */
  readonly sorts?: readonly [string, ...string[]];
  /** What a client sends to create or replace a record, where it is not what follows from `schema` and `made`. */
  readonly create?: z.ZodObject;
  /** What a client can send to change a record, where it is not what follows from `schema` and `made`. */
  readonly update?: z.ZodObject;
  /** Which operations there are; all six where it is left out. */
  readonly only?: readonly [CrudAction, ...CrudAction[]];
  /** Whether the writes emit `<one>.created`, `<one>.updated` and `<one>.deleted`, which `crudEvents` declares. */
  readonly emits?: true;
  /** Problem kinds of the domain that the writes can answer. */
  readonly kinds?: readonly string[];
  /**
   * Gives each record a strong ETag, and its writes the condition `If-Match`. The records have an integer `version`, which
   * no client sends; their collection is `versioned` too.
   */
  readonly versioned?: Versioned;
  /** Whether `fields` chooses which members of the records are shown. */
  readonly fields?: true;
}

/** The members of the records. */
type Member<Declared extends CrudDeclaration> = keyof z.output<Declared['schema']> & string;

/** The members of the records that have values of some types, and nothing else. */
type MemberOf<Declared extends CrudDeclaration, Value> = {
  [Key in Member<Declared>]: Exclude<z.output<Declared['schema']>[Key], undefined> extends Value ? Key : never;
}[Member<Declared>];

type Text = string | readonly string[] | null;
type Single = string | number | boolean | null;

/** Names members that are not among those allowed, in words. */
type Among<Declared, Name extends string, Allowed, Fault extends string> = Declared extends {
  readonly [Key in Name]: readonly (infer Given)[];
}
  ? [Exclude<Given, Allowed>] extends [never]
    ? unknown
    : { readonly [Key in Name]: `${Exclude<Given, Allowed> & string} ${Fault}` }
  : unknown;

type Misspelt<Declared> = {
  readonly [Name in Exclude<keyof Declared, keyof CrudDeclaration> & string]: `${Name} is no member that crud takes`;
};

type Identified<Declared extends CrudDeclaration> =
  'id' extends Member<Declared> ? unknown : { readonly schema: 'has no id' };

/** Conditions of the author's own, each with what is wrong with it. */
type Conditions<Declared extends CrudDeclaration> = Declared extends { readonly filters: infer Given extends Filters }
  ? { readonly filters: FilterFaults<Given, z.output<Declared['schema']>, never> }
  : unknown;

type Counted<Declared extends CrudDeclaration> = Declared extends { readonly versioned: Versioned }
  ? z.output<Declared['schema']> extends { readonly version: number }
    ? unknown
    : { readonly schema: 'has no integer member version' }
  : unknown;

type PathChecked<Declared extends CrudDeclaration> = Declared['path'] extends `${string}{${string}`
  ? { readonly path: 'is the path of the list, and has no parameters' }
  : unknown;

/** What must hold of the declaration of a kind of record. */
export type CheckedCrud<Declared extends CrudDeclaration> = Misspelt<Declared> &
  Identified<Declared> &
  PathChecked<Declared> &
  Among<Declared, 'made', Exclude<Member<Declared>, 'id'>, 'is no member that the server could make'> &
  Among<Declared, 'searches', MemberOf<Declared, Text>, 'is no member with a text to search'> &
  Among<Declared, 'filters', MemberOf<Declared, Single>, 'is no member with one value to filter by'> &
  Conditions<Declared> &
  Counted<Declared> &
  Among<Declared, 'sorts', MemberOf<Declared, Single>, 'is no member with an order'>;
