/** The operations of a collection of the data, and their handlers: as those of any kind of record, with ids as the data has them. */
import {
  callControls,
  type CrudAction,
  type DeclaredOperation,
  listInput,
  listOf,
  type LiteralTypes,
  type Method,
  type Status,
} from '@understudy/contract/kit';
import { z } from 'zod';
import { type Answering, type DataCollection, type StoredRecord, shownRecord } from './collection.js';
import { checkSort, filterIn, filtersOf, sortsOf } from './filters.js';
import { isEqual } from '#platform/runtime';
import type { Collection } from '../kit/collection.js';
import type { Patching } from '../kit/context.js';
import type { Result } from '../kit/handler.js';
import { including, type Related } from '../kit/included.js';
import { listing, type ListingOptions } from '../kit/listing.js';
import { badRequest, problemsOf } from '../kit/problem-error.js';
import { type Members, type OpenRecord, type RecordContext, recordHandlers } from '../kit/record-handlers.js';
import { memberAt } from '../listing/order.js';
import { MembersNow } from './members.js';
import { countUsed } from '../kit/random.js';
import { sequences } from '../kit/records.js';
import { countedId, type Counter, counterOf, drawLike, idSchema, type Ids, storedId, numberOf } from './ids.js';
import { asItCame, passing, type RecordSchemas } from './schema.js';

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
  let name = `${names.words.one.replaceAll(' ', '_')}_id`;
  // A member of that name would be taken for the one in the path.
  while (shape.members.has(name)) name = `own_${name}`;
  return name;
}

/** The input that names a record: a number where all ids are numbers, else the text of an id. */
export function idInput(collection: DataCollection): z.ZodRawShape {
  const { names, ids, records, first } = collection;
  const isNumber = ids.kind === 'integer';
  const id = isNumber ? z.int() : z.string().min(1).max(128);
  const shown = first?.[ids.member];
  const isUsable = isNumber ? Number.isInteger(shown) : typeof shown === 'string' || typeof shown === 'number';
  const example = isUsable ? shown : isNumber || ids.kind === 'any' ? 1 : `${records.prefix}_1`;
  return {
    [idParameter(collection)]: id.meta({
      description: `Id of the ${names.words.one}.`,
      examples: [isNumber ? example : String(example)],
    }),
  };
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
  /** What `include` can show with its records. */
  readonly includes?: readonly string[];
}

/** What of a declaration says which related records can be shown. */
export function includesIn(names: readonly string[]): { includes?: [string, ...string[]] } {
  const [first, ...others] = names;
  return first === undefined ? {} : { includes: [first, ...others] };
}

/** What every list of data takes beside the filters of its members. */
const openControls = ({ member }: Ids): z.ZodRawShape => ({
  where: z
    .string()
    .optional()
    .meta({
      description:
        'Conditions as a JSON object: operators by member (`eq`, `ne`, `gt`, `gte`, `lt`, `lte`, `in`, `contains`, `starts_with`, `ends_with`, `like`), objects for members within objects, and `or` and `and` with lists of such objects.',
      examples: [`{"or":[{"${member}":{"in":[1,2]}},{"${member}":{"gt":10}}]}`],
    }),
  offset: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Records before the page: it then begins behind them, whatever `page` says.', examples: [0] }),
});

/** Names that an input cannot list, since they are controls elsewhere; in a body they are members like any other. */
const UNLISTED: ReadonlySet<string> = new Set([...Object.keys(callControls), 'sort', 'include']);

/** The members that a body lists; others are stored as well. */
export function listedMembers(members: RecordSchemas['members']): z.ZodRawShape {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !UNLISTED.has(name)));
}

/** An example of a body: the first record, without its id. */
function exampleBody({ first, ids }: DataCollection): { examples?: object[] } {
  if (first === undefined) return {};
  const { [ids.member]: _, ...rest } = first;
  return { examples: [rest] };
}

/** The body that creates or changes a record; a bare one may say anything of its id, which the handler reads. */
export function sentTo(
  collection: DataCollection,
  {
    bare,
    extra,
    id = 'Id to give it; one is made where it is left out.',
  }: Answering & { readonly extra?: z.ZodRawShape; readonly id?: string },
): z.ZodObject {
  const { schemas, ids } = collection;
  const own = idSchema(ids).optional().meta({ description: id });
  return asItCame(
    z
      .looseObject({ [ids.member]: bare ? passing(own) : own, ...listedMembers(schemas.members), ...extra })
      .meta(exampleBody(collection)),
  );
}

/** What the list of a collection takes and gives. */
export function listParts({ collection, bare, without = [], includes = [] }: Listed) {
  return {
    bare,
    open: true,
    ...includesIn(includes),
    input: (own: z.ZodRawShape): z.ZodObject =>
      listInput({ ...filtersOf(collection, without), ...openControls(collection.ids), ...own })
        .extend(bare ? barePages : {})
        .catchall(z.unknown()),
    output: listOf(collection.schemas.shown),
    sorts: sortsOf(collection),
  };
}

const problem = problemsOf({});

/** The integer that no record has had. */
function nextOf({ records }: DataCollection, ctx: RecordContext, { largest }: Counter): number {
  return ctx.records.get(sequences, records.name)?.next ?? largest + 1;
}

/** Notes that all up to a number are taken. */
function take({ records }: DataCollection, ctx: RecordContext, number: number): void {
  if (!Number.isSafeInteger(number + 1)) throw problem('conflict', { detail: 'there is no larger id; send one' });
  ctx.records.put(sequences, { id: records.name, next: number + 1 });
}

const isThere = ({ records, ids }: DataCollection, ctx: RecordContext, id: string): boolean =>
  ctx.records.has(records, id) || ids.indexOf(id) >= 0;

function takeSent(data: DataCollection, ctx: RecordContext, id: string | number): string {
  const { records, names, ids } = data;
  const text = String(id);
  const fault = (code: string, detail: string) => ({ pointer: `#/${ids.member}`, code, detail });
  if (ctx.records.get(records, text) !== undefined) {
    const detail = `a record of ${names.name} already has the id ${JSON.stringify(id)}`;
    throw problem('conflict', { detail, errors: [fault('taken', 'is taken')] });
  }
  if (ids.shown(text) !== id) {
    throw badRequest([fault('invalid_type', `must be sent as ${JSON.stringify(ids.shown(text))}, as other ids are`)]);
  }
  const number = ids.counter && numberOf(ids.counter, text);
  if (ids.counter !== undefined && number !== undefined && number >= nextOf(data, ctx, ids.counter)) {
    take(data, ctx, number);
  }
  return text;
}

/** How new ids are made; in a collection that began without records, by those that clients have sent. */
function likeThose({ records, ids }: DataCollection, ctx: RecordContext): Pick<Ids, 'counter' | 'draw'> {
  if (ids.kind !== 'any' || ctx.records.get(sequences, records.name) !== undefined) return ids;
  const sent = ctx.records.changed(records).map(({ id }) => id);
  return sent.length === 0 ? ids : { counter: counterOf(sent), draw: drawLike(sent) };
}

/** An id that looks like those there are, or a text of our own. */
function makeId(data: DataCollection, ctx: RecordContext, body: Members): string {
  const { records } = data;
  const { counter, draw } = likeThose(data, ctx);
  if (counter !== undefined) {
    const number = nextOf(data, ctx, counter);
    take(data, ctx, number);
    return countedId(counter, number);
  }
  if (draw === undefined) return ctx.newId(records, [body]);
  const drawn = (n: number) => draw(ctx.newId(records, n === 0 ? [body] : [body, n]), ctx.now);
  return drawn(countUsed((n) => isThere(data, ctx, drawn(n))));
}

/** Gives the function that takes the id of a new record of a collection. */
function takeId(data: DataCollection): (ctx: RecordContext, body: Members) => string {
  return (ctx, body) => {
    const { id } = ctx.input;
    if (id === undefined || id === null) return makeId(data, ctx, body);
    if (typeof id === 'number' || (typeof id === 'string' && storedId.safeParse(id).success)) {
      return takeSent(data, ctx, id);
    }
    throw badRequest([
      {
        pointer: `#/${data.ids.member}`,
        code: 'invalid_type',
        detail: 'must be an integer, or a text of 1 to 128 characters',
      },
    ]);
  };
}

/** What a handler of the data is given. */
export type DataContext = RecordContext & Patching<Members>;

/** Handlers whose types are those of operations made at runtime. */
export type DataHandlers = Readonly<Record<string, (ctx: DataContext) => unknown>>;

/** Names of the operations of a collection, by what they do. */
function operationNames({ names: { one, many } }: DataCollection): Readonly<Record<CrudAction, string>> {
  return {
    list: `list${many}`,
    get: `get${one}`,
    create: `create${one}`,
    replace: `replace${one}`,
    update: `update${one}`,
    delete: `delete${one}`,
  };
}

/** The handlers of any kind of record, on this one, whose records have no versions. */
function handlersOn(data: DataCollection, assigns = false) {
  const handlers = recordHandlers({
    collection: data.records as Collection<OpenRecord>,
    one: idParameter(data).slice(0, -'_id'.length),
    identify: takeId(data),
    assigns,
  });
  return handlers as Readonly<Record<CrudAction, (ctx: DataContext) => unknown>>;
}

/** The records of a collection that an input asks for. */
export function listIn(
  data: DataCollection,
  { input, records }: DataContext,
  {
    only,
    without = [],
    related = {},
  }: Pick<ListingOptions<StoredRecord>, 'only'> & {
    readonly without?: readonly string[];
    readonly related?: Readonly<Record<string, Related>>;
  } = {},
) {
  const now = new MembersNow(data, records);
  checkSort(input, now);
  const filter = filterIn(data, input, { now, without });
  const include = including(related, input, records);
  return listing(
    data.records,
    {},
    {
      only,
      filter,
      show: (record) => {
        const shown = shownRecord(data.ids, record);
        return include === undefined ? shown : include(shown, record);
      },
      // A copy of each record, made to compare one member, would hold up others where records are wide.
      read: (record, path) => (path === data.ids.member ? data.ids.shown(record.id) : memberAt(record, path)),
    },
  );
}

/** An input whose `id` is that of a record, whatever the member is called in the data. */
function withId({ ids: { member } }: DataCollection, input: Members): Members {
  if (member === 'id') return input;
  const { [member]: id, ...rest } = input;
  if (!Object.hasOwn(rest, 'id')) return id === undefined ? rest : { ...rest, id };
  throw badRequest([{ pointer: '#/id', code: 'unknown', detail: `is not free: the id of a record is ${member}` }]);
}

/** Another id in the body than that in the path is a fault. */
function checkId({ ids }: DataCollection, { input }: DataContext, parameter: string): void {
  const { [parameter]: wanted, id = wanted } = input;
  if (String(id) === String(wanted) || isEqual(id, ids.shown(String(wanted)))) return;
  const detail = `must be ${String(wanted)}, as in the path, or be left out`;
  throw badRequest([{ pointer: `#/${ids.member}`, code: 'mismatch', detail }]);
}

/** Creates a record, of which a body says what is not made. */
export function createIn(data: DataCollection, ctx: DataContext, body: Members): Result<readonly unknown[]> {
  // The path of an operation on children has the id of the parent in it, and a record has an address of its own.
  const path = `/api/${data.names.name}` as const;
  const operation = { ...ctx.operation, path };
  const result = handlersOn(data).create({ ...ctx, operation, input: withId(data, body) }) as Result<
    readonly OpenRecord[]
  >;
  return { ...result, value: result.value.map((record) => shownRecord(data.ids, record)) };
}

/** The members that a bare body says, whatever it says of the id: that of the path counts, as with json-server. */
function replacing(ctx: DataContext, parameter: string): DataContext {
  const { [parameter]: wanted, id: _, ...body } = ctx.input;
  return { ...ctx, input: { ...body, [parameter]: wanted } };
}

/** What belongs to a collection beside itself. */
export interface Belonging extends Answering {
  readonly related: Readonly<Record<string, Related>>;
  /** Does to others what follows from the removal of a record. */
  readonly removed: (ctx: DataContext, id: string) => void;
}

/** The handlers of a collection, by operation. */
export function handlersOf(data: DataCollection, { bare, related, removed }: Belonging): DataHandlers {
  const names = operationNames(data);
  const all = handlersOn(data, bare);
  const parameter = idParameter(data);
  const show = (record: OpenRecord) => shownRecord(data.ids, record);
  /** Records are stored by the text of their id. */
  const byText = (ctx: DataContext): DataContext => {
    const { input } = ctx;
    const id = input[parameter];
    return id === undefined ? ctx : { ...ctx, input: { ...input, [parameter]: String(id) } };
  };
  const changed =
    (action: 'replace' | 'update') =>
    (ctx: DataContext): unknown => {
      const named = { ...ctx, input: withId(data, ctx.input) };
      if (!bare) checkId(data, named, parameter);
      const own = bare ? replacing(named, parameter) : named;
      const result = all[action](byText(own)) as Result<readonly OpenRecord[]>;
      return { ...result, value: result.value.map(show) };
    };
  return {
    [names.list]: (ctx) => listIn(data, ctx, { related }),
    [names.get]: (ctx) => {
      const { value, ...result } = all.get(byText(ctx)) as Result<OpenRecord>;
      const shown = show(value);
      return { ...result, value: including(related, ctx.input, ctx.records)?.(shown, value) ?? shown };
    },
    [names.create]: (ctx) => createIn(data, ctx, ctx.input),
    [names.replace]: changed('replace'),
    [names.update]: changed('update'),
    [names.delete]: (ctx) => {
      const result = all.delete(byText(ctx));
      removed(ctx, String(ctx.input[parameter]));
      return bare ? { value: {} } : result;
    },
  };
}
