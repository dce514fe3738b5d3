/** What an author says of a kind of record to `crud`, and what follows from it: names of operations, their inputs, the conditions of the list, and events. */
import { z } from 'zod';
import type { FilterFaults } from './check-declaration.js';
import {
  comparing,
  comparingList,
  type Comparison,
  type Condition,
  type Filters,
  type FilterShape,
  type Scalar,
} from './condition.js';
import { type CommaList } from './comma-list.js';
import { DeclarationError } from './nearest.js';
import type { Versioned } from './operation-meta.js';
import { recordId } from './field.js';
import { equal } from './filter.js';
import { webhookEvent } from './webhook.js';

/** What can be done with the records of a kind. */
export const crudActions = ['list', 'get', 'create', 'replace', 'update', 'delete'] as const;

/** One of the things that can be done with the records of a kind. */
export type CrudAction = (typeof crudActions)[number];

/** `LineItem` of `line_item`. */
export type PascalCase<Text extends string> = Text extends `${infer Head}${'_' | '-'}${infer Tail}`
  ? `${Capitalize<Head>}${PascalCase<Tail>}`
  : Capitalize<Text>;

/** `LineItem` of `line_item`. */
export function pascalCase<Text extends string>(text: Text): PascalCase<Text> {
  const words = text.split(/[_-]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  // The type goes by the same characters.
  return words.join('') as PascalCase<Text>;
}

/** The names of the operations, by what they do. */
export interface CrudNames<One extends string, Many extends string> {
  readonly list: `list${PascalCase<Many>}`;
  readonly get: `get${PascalCase<One>}`;
  readonly create: `create${PascalCase<One>}`;
  readonly replace: `replace${PascalCase<One>}`;
  readonly update: `update${PascalCase<One>}`;
  readonly delete: `delete${PascalCase<One>}`;
}

/** The words for a record and for several of its kind. */
export interface CrudWords<One extends string = string, Many extends string = string> {
  /** What one record is called, such as `note` or `line_item`. Its id is `note_id` in paths. */
  readonly one: One;
  /** What several of them are called, such as `notes`. */
  readonly many: Many;
}

/**
 * The names that `crud` gives its operations.
 *
 * @example
 * ```ts
 * import { crudNames } from '@understudy/contract';
 * console.log(crudNames({ one: 'line_item', many: 'line_items' }).list); // listLineItems
 * ```
 */
export function crudNames<One extends string, Many extends string>({
  one,
  many,
}: CrudWords<One, Many>): CrudNames<One, Many> {
  const [single, several] = [pascalCase(one), pascalCase(many)];
  return {
    list: `list${several}`,
    get: `get${single}`,
    create: `create${single}`,
    replace: `replace${single}`,
    update: `update${single}`,
    delete: `delete${single}`,
  };
}

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
   * Members that the list can be filtered by, each for one value, or with an operator behind them, such as `price_gte`,
   * `title_contains` and `status_in`; or conditions by input member, such as
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
  /** Optional members that hold related records, and that are shown where a call names them in `include`. */
  readonly includes?: readonly [string, ...string[]];
}

/** The members of the records. */
type Member<Declared extends CrudDeclaration> = keyof z.output<Declared['schema']> & string;

/** The members of the records that have values of some types, and nothing else. */
type MemberOf<Declared extends CrudDeclaration, Value> = {
  [Key in Member<Declared>]: Exclude<z.output<Declared['schema']>[Key], undefined> extends Value ? Key : never;
}[Member<Declared>];

/** Operators that stand behind the name of a member. */
const suffixes = ['starts_with', 'ends_with', 'contains', 'gte', 'lte', 'gt', 'lt', 'ne', 'in'] as const;

type Suffix = (typeof suffixes)[number];

/** Members with an operator that they can be compared by. */
type Compared<Declared extends CrudDeclaration> =
  | `${MemberOf<Declared, Single>}_${'ne' | 'in'}`
  | `${MemberOf<Declared, number | null>}_${'gt' | 'gte' | 'lt' | 'lte'}`
  | `${MemberOf<Declared, string | null>}_${'gte' | 'lte' | 'contains' | 'starts_with' | 'ends_with'}`;

type TextValue = string | readonly string[] | null;
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
  Among<Declared, 'searches', MemberOf<Declared, TextValue>, 'is no member with a text to search'> &
  Among<
    Declared,
    'filters',
    MemberOf<Declared, Single> | Compared<Declared>,
    'is no member with one value to filter by'
  > &
  Among<Declared, 'includes', Exclude<Member<Declared>, 'id'>, 'is no member that could hold related records'> &
  Conditions<Declared> &
  Counted<Declared> &
  Among<Declared, 'sorts', MemberOf<Declared, Single>, 'is no member with an order'>;

/** The members of a schema that no client sends. */
type MadeBy<Declared extends CrudDeclaration> =
  | 'id'
  | (Declared extends { readonly versioned: Versioned } ? 'version' : never)
  | (Declared extends { readonly includes: readonly (infer Included)[] } ? Included : never)
  | (Declared extends { readonly made: readonly (infer Made)[] } ? Made : never);

/** What a client sends to create a record. */
export type CreateInput<Declared extends CrudDeclaration> = Declared extends {
  readonly create: infer Own extends z.ZodObject;
}
  ? Own
  : Declared['schema'] extends z.ZodObject<infer Shape, infer Config>
    ? z.ZodObject<{ [Key in Exclude<keyof Shape, MadeBy<Declared>>]: Shape[Key] }, Config>
    : never;

/** What a client can change of a record: any part of it. */
export type UpdateInput<Declared extends CrudDeclaration> = Declared extends {
  readonly update: infer Own extends z.ZodObject;
}
  ? Own
  : CreateInput<Declared>;

/** The words of a name: `line item`. */
export const wordsOf = (name: string): string => name.replaceAll(/[_-]/g, ' ');

/** The parameter of a path that names a record: `note_id`. */
export function idParameter({ one, schema }: Pick<CrudDeclaration, 'one' | 'schema'>) {
  // The type of a declaration says that there is one.
  const id = schema.shape['id'] as z.ZodType | undefined;
  const [example = `${one}_0001`] = (id?.meta()?.examples ?? []) as string[];
  return { [`${one}_id`]: recordId(`Id of the ${wordsOf(one)}.`, example) };
}

/** What a client sends to create a record: what the server does not make. */
export function createInput({ schema, made = [], includes, versioned, create }: CrudDeclaration): z.ZodObject {
  const all = ['id', ...(versioned === undefined ? [] : ['version']), ...made, ...(includes ?? [])];
  const mask: object = Object.fromEntries(all.map((name) => [name, true]));
  return create ?? schema.omit(mask);
}

/** What a client can change of a record; a merge patch names any part of it. */
export function updateInput(declared: CrudDeclaration): z.ZodObject {
  return declared.update ?? createInput(declared);
}

/** A schema without what stands for nothing in it. */
type Bare<Schema> = Schema extends z.ZodOptional<infer Inner> | z.ZodNullable<infer Inner> | z.ZodDefault<infer Inner>
  ? Bare<Inner>
  : Extract<Schema, z.ZodType>;

/** What a caller sends for a name: a value of the member, a list of values, or a part of its text. */
type Sent<Shape, Name> = Name extends keyof Shape
  ? Bare<Shape[Name]>
  : Name extends `${infer Own extends keyof Shape & string}_${infer Is extends Suffix}`
    ? Is extends 'ne' | 'in'
      ? CommaList
      : Is extends 'contains' | 'starts_with' | 'ends_with'
        ? z.ZodString
        : Bare<Shape[Own]>
    : never;

/** A condition for each name. */
type Named<Shape, Names> = {
  readonly [Name in Names & string]: Condition<Comparison, string | undefined, Sent<Shape, Name>>;
};

/** The conditions of the list, by input member. */
type FiltersOf<Declared extends CrudDeclaration> = Declared extends { readonly filters: infer Given }
  ? Given extends readonly (infer Name)[]
    ? Named<Declared['schema']['shape'], Name>
    : Extract<Given, Filters>
  : Record<never, never>;

/** The input members of the conditions: each may be left out. */
export type FiltersInput<Declared extends CrudDeclaration> = FilterShape<FiltersOf<Declared>>;

function isNames(filters: Filters | readonly string[]): filters is readonly string[] {
  return Array.isArray(filters);
}

/** A schema without what stands for nothing in it: nothing stands for a filter that is left out. */
function bare(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  return isWrapped ? bare(schema.unwrap() as z.ZodType) : schema;
}

/** How a member is compared, by the operator behind its name, and what is said of it. */
const operators: Readonly<Record<Suffix, readonly [is: Comparison, says: string]>> = {
  ne: ['none_of', 'none of these values'],
  in: ['one_of', 'one of these values'],
  gt: ['more', 'more than this'],
  gte: ['least', 'this or more'],
  lt: ['less', 'less than this'],
  lte: ['most', 'this or less'],
  contains: ['contains', 'a text with this in it, upper and lower case alike'],
  starts_with: ['starts_with', 'a text that begins so, upper and lower case alike'],
  ends_with: ['ends_with', 'a text that ends so, upper and lower case alike'],
};

const instants: Readonly<Partial<Record<Suffix, readonly [is: Comparison, says: string]>>> = {
  gte: ['after', 'then or later'],
  lte: ['before', 'then or earlier'],
};

/** The condition that a name stands for: that a member has one value, or what the operator behind it says. */
function conditionOn(name: string, { schema, many }: CrudDeclaration): Condition {
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  const suffix = Object.hasOwn(shape, name) ? undefined : suffixes.find((one) => name.endsWith(`_${one}`));
  const member = suffix === undefined ? name : name.slice(0, -suffix.length - 1);
  const { examples } = shape[member]?.meta() ?? {};
  const own = bare(shape[member] ?? z.string());
  const described = (value: z.ZodType, description: string) =>
    value.meta(examples === undefined ? { description } : { description, examples });
  // The type of a declaration says that the member has one value.
  if (suffix === undefined) {
    return equal(described(own, `Only ${wordsOf(many)} with this \`${name}\`.`) as z.ZodType<Scalar>);
  }
  const [is, says] = (own instanceof z.ZodNumber ? undefined : instants[suffix]) ?? operators[suffix];
  if ((is === 'after' || is === 'before') && !(own instanceof z.ZodISODateTime || own instanceof z.ZodISODate)) {
    throw new DeclarationError(`${name} compares a text that is neither a date nor an instant`);
  }
  const description = `Only ${wordsOf(many)} whose \`${member}\` is ${says}.`;
  if (is === 'one_of' || is === 'none_of') {
    return comparingList(is)(member, described(own, description) as z.ZodType<Scalar>);
  }
  const isPart = is === 'contains' || is === 'starts_with' || is === 'ends_with';
  return comparing<Comparison, Scalar>(is)(
    member,
    described(isPart ? z.string().min(1).max(200) : own, description) as z.ZodType<Scalar>,
  );
}

/** The conditions of the list, by input member; undefined where it has none. */
export function filtersOf(declared: CrudDeclaration): Filters | undefined {
  const { filters } = declared;
  if (filters === undefined || !isNames(filters)) return filters;
  return Object.fromEntries(filters.map((name) => [name, conditionOn(name, declared)]));
}

type EventOf<Type extends string, Schema extends z.ZodType> = ReturnType<typeof webhookEvent<Type, Schema>>;

/** The events of a kind of record, by type. */
export type CrudEvents<One extends string, Schema extends z.ZodType> = {
  readonly [What in 'created' | 'updated' | 'deleted' as `${One}.${What}`]: EventOf<`${One}.${What}`, Schema>;
};

/**
 * Declares the events that the operations of `crud` emit with `emits: true`: `<one>.created`, `<one>.updated` and
 * `<one>.deleted`, each about the record.
 *
 * @example
 * ```ts
 * import { crudEvents } from '@understudy/contract';
 * import { z } from 'zod';
 * const note = z.object({ id: z.string(), title: z.string() }).meta({ id: 'Note', description: 'A note.' });
 * console.log(Object.keys(crudEvents({ one: 'note', schema: note })).join(' ')); // note.created note.updated note.deleted
 * ```
 */
export function crudEvents<const One extends string, Schema extends z.ZodType>({
  one,
  schema,
}: {
  readonly one: One;
  readonly schema: Schema;
}): CrudEvents<One, Schema> {
  const event = (what: string, description: string) =>
    webhookEvent({ type: `${one}.${what}`, description, object: schema });
  const record = wordsOf(one);
  // The types are made of the same two words.
  return {
    [`${one}.created`]: event('created', `A ${record} was created.`),
    [`${one}.updated`]: event('updated', `A ${record} was changed.`),
    [`${one}.deleted`]: event('deleted', `A ${record} was removed; it is shown as it was in the end.`),
  } as unknown as CrudEvents<One, Schema>;
}
