/** What happens to the records of any kind when they are listed, read, created, replaced, changed and removed. */
import { isEqual } from '#platform/equal';
import type { CrudAction, Operation } from '@understudy/contract/kit';
import { z } from 'zod';
import type { AnyCollection, Collection } from './collection.js';
import type { Patching } from './context.js';
import type { Result } from './handler.js';
import { type Listing, listing } from './listing.js';
import { badRequest } from './problem-error.js';
import type { Records, WritableRecords } from './records.js';

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

/** What the one that changes a record needs. */
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

/** Makes the handlers of a kind of record. */
export function recordHandlers(rules: RecordRules): RecordHandlers {
  const { collection, one, made = {}, remade = [] } = rules;
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
    list: (): Listing<OpenRecord> => listing(collection),

    get: (ctx): Result<OpenRecord> => ({ value: found(ctx) }),

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
