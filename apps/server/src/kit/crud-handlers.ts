/** The handlers of the operations that `crud` declares, typed by the records of a collection. */
import {
  type CrudAction,
  type CrudNames,
  type CrudWords,
  crudActions,
  crudNames,
  type Operation,
  type Change,
} from '@understudy/contract/kit';
import type { AnyCollection, Collection } from './collection.js';
import type { Result } from './handler.js';
import type { Listing } from './listing.js';
import { type MakeContext, type OpenRecord, recordHandlers } from './record-handlers.js';
import type { Identified, SoughtRecords, WritableRecords } from './records.js';

/** Functions that make the members of a record that have some names. */
export type Makers<Item, Made extends string> = {
  readonly [Name in Made]: Name extends Exclude<keyof Item, 'id'>
    ? (ctx: MakeContext<Partial<Item>>) => Item[Name]
    : `${Name} is no member that can be made`;
};

/** What there is to say of a kind of record beside its collection. */
export interface CrudOptions<
  Item,
  One extends string,
  Many extends string,
  Made extends string,
  Action extends CrudAction = CrudAction,
> extends CrudWords<One, Many> {
  /** Makes the members that `crud` names as `made`, when a record is created; a replacement leaves them as they are. */
  readonly made?: Makers<Item, Made>;
  /** Those of them that are made anew whenever the record is changed, such as `updated_at`. */
  readonly remade?: readonly NoInfer<Made>[];
  /** Which operations there are, as `crud` says; all six where it is left out. */
  readonly only?: readonly Action[];
}

/** What every handler is given. */
interface Given<Input, Read extends SoughtRecords> {
  readonly input: Input;
  readonly records: Read;
  readonly now: number;
  readonly operation: Operation;
  readonly newId: (collection: AnyCollection, content: readonly unknown[]) => string;
  readonly emit: (type: never, record: never) => void;
}

type Id<One extends string> = { readonly [Name in `${One}_id`]: string };

/** What a client sends of a record: the members that are not made. */
type NotMade<Item, Made extends string> = Omit<Item, 'id' | Made>;

/** What a client changes of a record, and what applies it. */
interface Patch<Item> {
  readonly patch: Change<Item>;
  readonly merged: <Record extends object>(record: Record, patch: never) => Record;
}

type Written<Item> = Result<readonly Item[]>;

/** A write of one record by its id; where it has versions, conditions are held against the record that `current` names. */
type OfOne<Versions, Context, Current, Outcome> = Versions extends true
  ? { readonly current: (ctx: Context) => Current; readonly handle: (ctx: Context) => Outcome }
  : (ctx: Context) => Outcome;

interface Handlers<Item extends Identified, One extends string, Made extends string, Versions> {
  readonly list: (ctx: Given<object, SoughtRecords>) => Listing<Item>;
  readonly get: (ctx: Given<Id<One>, SoughtRecords>) => Result<Item>;
  readonly create: (ctx: Given<NotMade<Item, Made>, WritableRecords>) => Written<Item>;
  readonly replace: OfOne<Versions, Given<NotMade<Item, Made> & Id<One>, WritableRecords>, Item, Written<Item>>;
  readonly update: OfOne<Versions, Given<Id<One>, WritableRecords> & Patch<NotMade<Item, Made>>, Item, Written<Item>>;
  readonly delete: OfOne<Versions, Given<Id<One>, WritableRecords>, Item, Result<null>>;
}

/** Which handlers there are, and how they are made. */
export interface CrudKind {
  /** Whether the records have versions, which the kit counts. */
  readonly versioned: boolean;
  readonly made: string;
  readonly action: CrudAction;
}

/** The handlers of a kind of record, by the names of its operations. */
export type CrudHandlers<Item extends Identified, Words extends CrudWords, Kind extends CrudKind> = {
  readonly [Action in Kind['action'] as CrudNames<Words['one'], Words['many']>[Action]]: Handlers<
    Item,
    Words['one'],
    Kind['made'] | (Kind['versioned'] extends true ? 'version' : never),
    Kind['versioned']
  >[Action];
};

/** Whether a collection has versions, as a type. */
type HasVersions<Kept> = Kept extends { readonly versioned: true } ? true : false;

/**
 * The handlers of the operations that `crud` declares. What was removed is not there: a repeated removal is a 404; a
 * change that changes nothing writes nothing. One of them is replaced by a handler of the same name behind them.
 *
 * @example
 * ```ts
 * import { collection, crud, crudHandlers, defineDomain, implement, z } from '@understudy/server/domain';
 *
 * const note = z
 *   .object({ id: z.string(), title: z.string(), status: z.enum(['open', 'done']), created_at: z.iso.datetime() })
 *   .meta({ id: 'Note', description: 'A note.' });
 *
 * const notes = collection({
 *   name: 'notes',
 *   prefix: 'note',
 *   noun: 'note',
 *   size: 50,
 *   schema: note,
 *   seed: ({ words, pick, instant }) => ({
 *     title: words(2, 5),
 *     status: pick(['open', 'done']),
 *     created_at: instant('2025'),
 *   }),
 * });
 *
 * const contract = defineDomain({
 *   name: 'notes',
 *   description: 'Short notes.',
 *   operations: {
 *     ...crud({ path: '/api/notes', one: 'note', many: 'notes', schema: note, made: ['status', 'created_at'] }),
 *   },
 * });
 *
 * export default implement(contract, {
 *   collections: [notes],
 *   handlers: {
 *     ...crudHandlers(notes, {
 *       one: 'note',
 *       many: 'notes',
 *       made: { status: () => 'open', created_at: ({ now }) => new Date(now).toISOString() },
 *     }),
 *   },
 * });
 * ```
 */
export function crudHandlers<
  Item extends Identified,
  Kept extends object,
  const One extends string,
  const Many extends string,
  const Made extends string = never,
  const Action extends CrudAction = CrudAction,
>(
  collection: Collection<Item> & Kept,
  { one, many, made, remade, only }: CrudOptions<Item, One, Many, Made, Action>,
): CrudHandlers<Item, CrudWords<One, Many>, { versioned: HasVersions<Kept>; made: Made; action: Action }> {
  const names = crudNames({ one, many });
  const handlers = recordHandlers({
    // Their types are known on both sides of this function alone.
    collection: collection as unknown as Collection<OpenRecord>,
    one,
    made: (made ?? {}) as Readonly<Record<string, (ctx: MakeContext) => unknown>>,
    remade: (remade ?? []) as readonly string[],
  });
  const actions: readonly CrudAction[] = only ?? crudActions;
  return Object.fromEntries(actions.map((action) => [names[action], handlers[action]])) as never;
}
