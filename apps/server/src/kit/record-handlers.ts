/** What happens to the records of any kind when they are listed, read, created, replaced, changed and removed. */
import { isEqual } from '#platform/runtime';
import {
  type Change,
  type CrudAction,
  crudActions,
  type CrudNames,
  crudNames,
  type CrudWords,
  type Operation,
} from '@understudy/contract/kit';
import { z } from 'zod';
import type { AnyCollection, Collection } from './collection.js';
import type { Patching } from './context.js';
import type { Result } from './handler.js';
import { including, type Related } from './included.js';
import { type Listing, listing } from './listing.js';
import { badRequest } from './problem-error.js';
import type { Identified, Records, SoughtRecords, WritableRecords } from './records.js';

/** Members of a record, or of an input, by name. */
export type Members = Readonly<Record<string, unknown>>;

/** A record of whatever members. */
export interface OpenRecord {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** What these handlers need of a context. */
export interface RecordContext {
  readonly input: Members;
  readonly records: WritableRecords;
  /** In ms since 1970. */
  readonly now: number;
  readonly operation: Operation;
  readonly newId: (collection: AnyCollection, content: readonly unknown[]) => string;
  readonly emit: (type: string, record: object) => void;
}

type PatchContext = RecordContext & Patching<Members>;

/** What the server makes a member of. */
export interface MakeContext<Input = Members> {
  /** Id of the record. */
  readonly id: string;
  /** What the client sent. */
  readonly input: Input;
  /** The present by the sandbox's clock, in ms since 1970. */
  readonly now: number;
  readonly records: Records;
}

/** What is special about a kind of record. */
export interface RecordRules {
  readonly collection: Collection<OpenRecord>;
  /** What one record is called: `note` has its id in `note_id`, and emits `note.created`. */
  readonly one: string;
  /** Members that the server makes when a record is created; a replacement leaves them as they are. */
  readonly made?: Readonly<Record<string, (ctx: MakeContext) => unknown>>;
  /** Those of them that it makes anew whenever a record is changed. */
  readonly remade?: readonly string[];
  /** Gives a record to create its id; a hash of what the client sent where left out. It refuses by throwing. */
  readonly identify?: (ctx: RecordContext, body: Members) => string;
  /** Related records that `include` shows, by name. */
  readonly includes?: Readonly<Record<string, Related>>;
  /** Whether a change sets members as they came, null among them, instead of merging objects (RFC 7396). */
  readonly assigns?: boolean;
}

/** A handler of records with versions, which names the record that conditions are held against. */
interface ConditionalHandler {
  readonly current: (ctx: RecordContext) => OpenRecord;
  readonly handle: (ctx: PatchContext) => unknown;
}

/** The handlers, by what they do. */
export type RecordHandlers = Readonly<Record<CrudAction, ((ctx: PatchContext) => unknown) | ConditionalHandler>>;

/** Members of an object that a test lets through. */
function membersOf(all: Members, isWanted: (name: string) => boolean): Members {
  return Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name)));
}

/** Whether an operation takes members that its input does not name. */
function isOpen({ input }: Operation): boolean {
  const { catchall } = input.def;
  return catchall !== undefined && !(catchall instanceof z.ZodNever);
}

/** A patch in which undefined stands for null, which takes a member away (RFC 7396 §2). */
export function withoutNulls(patch: Members): Members {
  const members = Object.entries(patch).map(([name, value]) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [name, isObject ? withoutNulls(value as Members) : (value ?? undefined)];
  });
  return Object.fromEntries(members) as Members;
}

/** The value of a member as it is stored, at a path such as `author.name`. */
const valueAt = (record: OpenRecord, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (Object(value) as Members)[name], record);

/** Makes the handlers of a kind of record. */
export function recordHandlers(rules: RecordRules): RecordHandlers {
  const { collection, one, made = {}, remade = [], includes = {}, assigns = false } = rules;
  const idMember = `${one}_id`;
  const isVersioned = collection.versioned === true;
  const isMade = (name: string) => Object.hasOwn(made, name) || (isVersioned && name === 'version');

  /** What the client says of the record: no id, and nothing that stands in a header. */
  const bodyOf = ({ input, operation }: RecordContext): Members => {
    const beside = new Set(['id', idMember, ...Object.keys(operation.meta.headers)]);
    return membersOf(input, (name) => !beside.has(name) && !isMade(name));
  };
  const found = ({ input, records }: RecordContext): OpenRecord => records.find(collection, String(input[idMember]));
  const make = (names: readonly string[], ctx: MakeContext): Members =>
    Object.fromEntries(names.flatMap((name) => (made[name] === undefined ? [] : [[name, made[name](ctx)]])));

  const announce = ({ emit, operation }: RecordContext, what: string, record: OpenRecord): void => {
    const type = `${one}.${what}`;
    if (operation.meta.emits.includes(type)) emit(type, record);
  };

  /** Writes a record that differs from the one that is there; one that does not is no change. */
  const change = (ctx: RecordContext, current: OpenRecord, next: Members): Result<readonly OpenRecord[]> => {
    const { records, now, input } = ctx;
    if (isEqual(next, current)) return { value: [current] };
    const anew = make(remade, { id: current.id, input, now, records });
    const changed = records.put(collection, { ...next, ...anew, id: current.id });
    announce(ctx, 'updated', changed);
    return { value: [changed] };
  };

  /** The record to replace; the id in the body, where there is one, is that of the path. */
  const replaced = (ctx: RecordContext): OpenRecord => {
    const { [idMember]: wanted, id = wanted } = ctx.input;
    if (String(id) === wanted) return found(ctx);
    const detail = `must be ${String(wanted)}, as in the path, or be left out`;
    throw badRequest([{ pointer: '#/id', code: 'mismatch', detail }]);
  };

  /** A handler whose conditions are about a record, where the records have versions. */
  const about = (current: ConditionalHandler['current'], handle: ConditionalHandler['handle']) =>
    isVersioned ? { current, handle } : handle;

  return {
    list: ({ input, records }): Listing<OpenRecord> => {
      const include = including(includes, input, records);
      return listing(collection, {}, include && { show: (record) => include(record, record), read: valueAt });
    },

    get: (ctx): Result<OpenRecord> => {
      const record = found(ctx);
      return { value: including(includes, ctx.input, ctx.records)?.(record, record) ?? record };
    },

    create: (ctx) => {
      const { records, now, newId, operation } = ctx;
      const body = bodyOf(ctx);
      const id = rules.identify?.(ctx, body) ?? newId(collection, [body]);
      const own = make(Object.keys(made), { id, input: body, now, records });
      const record = records.put(collection, { id, ...body, ...own });
      announce(ctx, 'created', record);
      return { value: [record], location: `${operation.path}/${encodeURIComponent(id)}` };
    },

    replace: about(replaced, (ctx) => {
      const { operation } = ctx;
      const current = replaced(ctx);
      const body = bodyOf(ctx);
      // What no client can send stays.
      const sendable = operation.input.shape;
      const kept = membersOf(current, (name) => (isOpen(operation) ? isMade(name) : !Object.hasOwn(sendable, name)));
      return change(ctx, current, { id: current.id, ...kept, ...body });
    }),

    update: about(found, (ctx) => {
      const current = found(ctx);
      if (assigns) return change(ctx, current, { ...current, ...bodyOf(ctx) });
      // Of members that nothing is known of, null takes away as well.
      const patch = isOpen(ctx.operation) ? withoutNulls(bodyOf(ctx)) : ctx.patch;
      return change(ctx, current, ctx.merged(current, patch));
    }),

    delete: about(found, (ctx): Result<null> => {
      const current = found(ctx);
      ctx.records.remove(collection, current.id);
      announce(ctx, 'deleted', current);
      return { value: null };
    }),
  };
}

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
  /** What `crud` names in `includes`: `children` that name a record, or the `parent` that it names. */
  readonly includes?: Readonly<Record<string, Related>>;
}

interface HandlerParts<Input, Read extends SoughtRecords> {
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
  readonly list: (ctx: HandlerParts<object, SoughtRecords>) => Listing<Item>;
  readonly get: (ctx: HandlerParts<Id<One>, SoughtRecords>) => Result<Item>;
  readonly create: (ctx: HandlerParts<NotMade<Item, Made>, WritableRecords>) => Written<Item>;
  readonly replace: OfOne<Versions, HandlerParts<NotMade<Item, Made> & Id<One>, WritableRecords>, Item, Written<Item>>;
  readonly update: OfOne<
    Versions,
    HandlerParts<Id<One>, WritableRecords> & Patch<NotMade<Item, Made>>,
    Item,
    Written<Item>
  >;
  readonly delete: OfOne<Versions, HandlerParts<Id<One>, WritableRecords>, Item, Result<null>>;
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
  { one, many, made, remade, only, includes }: CrudOptions<Item, One, Many, Made, Action>,
): CrudHandlers<Item, CrudWords<One, Many>, { versioned: HasVersions<Kept>; made: Made; action: Action }> {
  const names = crudNames({ one, many });
  const handlers = recordHandlers({
    // Their types are known on both sides of this function alone.
    collection: collection as unknown as Collection<OpenRecord>,
    one,
    made: (made ?? {}) as Readonly<Record<string, (ctx: MakeContext) => unknown>>,
    remade: (remade ?? []) as readonly string[],
    includes: includes ?? {},
  });
  const actions: readonly CrudAction[] = only ?? crudActions;
  return Object.fromEntries(actions.map((action) => [names[action], handlers[action]])) as never;
}
