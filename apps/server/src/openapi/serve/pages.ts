/** Cuts a list of a document into pages, and leads from one to the next: by numbers, offsets, cursors or ids. */
import { bytesOf, fromBase64, textOf, toBase64url } from '#platform/runtime';
import type { ShowPage, ShownPage } from '../../kit/pages.js';
import { badRequest } from '../../kit/problem-error.js';
import { memberSchema } from '../judge/texts.js';
import type { Schema, JsonObject, Json } from '../model.js';
import type { Role, Paging, EnvelopeMeaning } from '../roles.js';
import { isNumeric, isObject, schemaWithin, shapeAt } from '../schema.js';
import { madeFor } from '../understand/nouns.js';
import type { Reading } from './parameters.js';
import { type Action, mediaFor, successOf } from './respond.js';

/** What is known of a list. */
export type ListRole = Extract<Role, { readonly kind: 'list' }>;

/** The value of a parameter of the query, or of a member of the body; one that the document does not declare leads from page to page. */
export function sent({ values, operation, input, body }: Action, name: string | undefined): Json | undefined {
  if (name === undefined) return undefined;
  const value = values.get(`query ${name}`) ?? values.get(`header ${name}`);
  if (value !== undefined || operation.parameters.some((one) => one.name === name)) return value;
  if (isObject(body) && Object.hasOwn(body, name)) return body[name];
  return new URLSearchParams(input.query).get(name) ?? undefined;
}

/** A number, or the text of one. */
const asNumber = (value: Json | undefined): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** The parameters that ask for a page, with their values. */
type Asks = Readonly<Record<string, string>>;

/** A page of a list, and what leads to others. */
export interface Page {
  readonly start: number;
  readonly size: number;
  readonly items: readonly JsonObject[];
  readonly total: number;
  /** Undefined where there is none. */
  readonly next: Asks | undefined;
  readonly prev: Asks | undefined;
  readonly first: Asks | undefined;
  readonly last: Asks | undefined;
  /** The parameter whose value leads on, where it is a cursor or an id. */
  readonly cursor: string | undefined;
  /** Whether more records come after it. */
  readonly hasMore: boolean;
  /** How many pages there are. */
  readonly pages: number;
  /** The origin and path that links lead below, if not those of the sandbox. */
  readonly links?: ShownPage['links'];
}

/** Records on a page where nobody says how many. */
const PAGE = 20;

/** Records on a page at most, whatever is asked for. */
const MAX_PAGE = 10_000;

/** What the document says of a parameter of the query, or of a member of the body. */
function declaredSchema({ operation, document }: Action, name: string | undefined): Schema | undefined {
  if (name === undefined) return undefined;
  const own = operation.parameters.find((one) => one.name === name && one.in === 'query');
  return own === undefined ? memberSchema(document, operation.body?.content[0]?.schema, name) : own.schema;
}

function sizeOf(action: Action, name: string | undefined, usual = PAGE): number {
  const { schema } = shapeAt(action.document, declaredSchema(action, name));
  const own = isObject(schema) ? schema : {};
  const wanted =
    asNumber(sent(action, name)) ?? asNumber(own['default']) ?? Math.min(usual, asNumber(own['maximum']) ?? usual);
  return Math.min(MAX_PAGE, Math.max(0, Math.floor(wanted)));
}

const wrongCursor = (parameter: string, detail: string) => badRequest([{ parameter, code: 'invalid_value', detail }]);

/** Whether a document shows a value as an example of a parameter, or of a member of a body. */
function isExample(action: Action, name: string, value: Json): boolean {
  const { parameters, body } = action.operation;
  const schema = declaredSchema(action, name);
  const { example, examples } = isObject(schema) ? schema : {};
  const ofBodies = (body?.content ?? []).flatMap((media) => [...media.examples.values()]);
  return (
    parameters.some((one) => one.name === name && one.examples.includes(value)) ||
    [example, examples].flat().includes(value) ||
    ofBodies.some((one) => isObject(one) && one[name] === value)
  );
}

/** Where the page begins that a cursor asks for. */
function startOf(action: Action, parameter: string, areNumbers: boolean): number {
  const cursor = sent(action, parameter);
  if (cursor === undefined || cursor === '') return 0;
  const number = areNumbers ? asNumber(cursor) : undefined;
  if (number !== undefined) return Math.max(0, Math.floor(number));
  let text = '';
  try {
    text = textOf(fromBase64(String(cursor).replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    // It is told below what it must be.
  }
  const [, start] = /^after:(\d{1,9})$/.exec(text) ?? [];
  if (start !== undefined) return Number(start);
  // The example of a document leads to the first page: nobody knows where it was taken.
  if (action.anyId || isExample(action, parameter, cursor)) return 0;
  throw wrongCursor(parameter, 'must be a cursor that an answer has given');
}

/** How a list is gone through: where the page begins and ends that is asked for, and what asks for others. */
interface Way {
  readonly start: number;
  readonly end: number;
  readonly size: number;
  /** What asks for the page that begins at an index. */
  readonly to?: (start: number) => Asks | undefined;
  /** What asks for the page before; left out where any page can be asked for by where it begins. */
  readonly back?: Asks | undefined;
  readonly cursor?: string | undefined;
  readonly hasEnds?: boolean;
}

const from = (start: number, size: number) => ({ start, size, end: start + size });

/** A member that says something, as its schema takes it; undefined where it is to be left out. */
export function written(
  { document, validation }: Reading,
  schema: Schema | undefined,
  value: Json | undefined,
): Json | undefined {
  if (schema === undefined) return value;
  const { types, isNullable } = shapeAt(document, schema);
  if (value === undefined) {
    if (isNullable) return null;
    return types.has('string') ? '' : undefined;
  }
  const own = types.has('string') && typeof value === 'number' ? String(value) : value;
  const number = isNumeric({ types }) && typeof own === 'string' ? Number(own) : own;
  return validation.isValid(schema, number, 'answer') ? number : undefined;
}

const cursorAt = (start: number, areNumbers: boolean): string =>
  areNumbers ? String(start) : toBase64url(bytesOf(`after:${start}`));

/** How a list goes from page to page by cursors. */
interface Cursors {
  /** Whether the parameter, or what gives its next value, is a number. */
  readonly areNumbers: boolean;
  /** Whether an answer can give the next one: a document may have no place for it, or one for other cursors than ours. */
  readonly canLead: boolean;
}

/** Both follow from the document alone. */
const cursorsOf = madeFor(
  ({ shape: { hasLink, headers, members } }: ListRole, action: Action, name: string): Cursors => {
    const { document, operation } = action;
    const response = successOf(operation);
    const media = response && mediaFor(response, undefined);
    const given = members.flatMap(({ meaning, path }) =>
      meaning === 'next_cursor' ? [schemaWithin(document, media?.schema, path)] : [],
    );
    const areNumbers = [declaredSchema(action, name), ...given].some((schema) => {
      const { types } = shapeAt(document, schema);
      return isNumeric({ types }) && !types.has('string');
    });
    const isUrl = ({ meaning }: { readonly meaning: EnvelopeMeaning }): boolean => meaning === 'next_url';
    const canLead =
      hasLink ||
      headers.some(({ meaning }) => NEXT.has(meaning)) ||
      members.some(isUrl) ||
      given.some((schema) => written(action, schema, cursorAt(PAGE, areNumbers)) !== undefined);
    return { areNumbers, canLead };
  },
);

function wayOf(action: Action, records: readonly JsonObject[], role: ListRole): Way {
  const { paging } = role;
  if (paging === undefined) return from(0, records.length);
  const { length: all } = records;
  // Nobody could ask for what a page leaves out that does not lead on.
  if (paging.kind === 'limit') return from(0, sizeOf(action, paging.limit, all));
  if (paging.kind === 'cursor') {
    const { cursor: name } = paging;
    const { areNumbers, canLead } = cursorsOf(role, action, name);
    const size = sizeOf(action, paging.size, canLead ? PAGE : all);
    const to = (start: number): Asks => ({ [name]: cursorAt(start, areNumbers) });
    return { ...from(startOf(action, name, areNumbers), size), to, cursor: name };
  }
  const size = sizeOf(action, paging.kind === 'offset' ? paging.limit : paging.size);
  const step = Math.max(1, size);
  switch (paging.kind) {
    case 'page': {
      const { page: name, first } = paging;
      const page = Math.floor(asNumber(sent(action, name)) ?? first);
      const to = (start: number): Asks => ({ [name]: String(Math.ceil(start / step) + first) });
      return { ...from(Math.max(0, page - first) * step, size), to, hasEnds: true };
    }
    case 'offset': {
      const { offset: name } = paging;
      const to = (start: number): Asks => ({ [name]: String(start) });
      return {
        ...from(Math.max(0, Math.floor(asNumber(sent(action, name)) ?? 0)), size),
        to,
        cursor: name,
        hasEnds: true,
      };
    }
    default:
      return wayAfter(action, records, paging, size);
  }
}

function wayAfter(
  action: Action,
  records: readonly JsonObject[],
  { after, before }: Extract<Paging, { readonly kind: 'after' }>,
  size: number,
): Way {
  const { stock, anyId } = action;
  const names = records.map((record) => stock.ids.nameIn(record));
  const position = (parameter: string | undefined): number | undefined => {
    const id = sent(action, parameter);
    if (id === undefined || id === '' || parameter === undefined) return undefined;
    const found = names.indexOf(String(id));
    if (found < 0 && anyId) return undefined;
    if (found < 0) throw wrongCursor(parameter, `must be the id of one of the ${stock.resource.many}`);
    return found;
  };
  const [above, below] = [position(after), position(before)];
  const start = above === undefined ? (below === undefined ? 0 : Math.max(0, below - size)) : above + 1;
  const end = below === undefined ? start + size : Math.min(below, start + size);
  const asks = (parameter: string | undefined, id: string | undefined): Asks | undefined =>
    parameter === undefined || id === undefined ? undefined : { [parameter]: id };
  return {
    start,
    size,
    end,
    to: (index) => (index > start && end <= start ? undefined : asks(after, names[index - 1])),
    back: asks(before, names[start]),
    cursor: after ?? before,
  };
}

/** What says where the next page is. */
const NEXT: ReadonlySet<EnvelopeMeaning> = new Set(['next_cursor', 'next_url', 'next_page', 'has_more']);

/** The page of a list that is asked for, as it is or as a fault has it. */
export function pageOf(
  action: Action,
  records: readonly JsonObject[],
  role: ListRole,
  shows: ShowPage | undefined,
): Page {
  const { paging, shape } = role;
  const way = wayOf(action, records, role);
  const { start, size, to, cursor } = way;
  const { length: total } = records;
  const items = records.slice(start, way.end);
  const step = Math.max(1, size);
  const end = start + items.length;
  const next = start + Math.max(1, cursor !== undefined && paging?.kind === 'after' ? items.length : size);
  const page: Page = {
    start,
    size,
    items,
    total,
    next: next < total ? to?.(next) : undefined,
    prev: start > 0 ? ('back' in way ? way.back : to?.(Math.max(0, start - step))) : undefined,
    first: way.hasEnds === true ? to?.(0) : undefined,
    last: way.hasEnds === true ? to?.(Math.max(0, Math.ceil(total / step) - 1) * step) : undefined,
    cursor,
    hasMore: end < total,
    pages: Math.ceil(total / step),
  };
  if (shows === undefined) return page;
  const isLinked = shape.hasLink || [...shape.members, ...shape.headers].some(({ meaning }) => NEXT.has(meaning));
  const by = paging?.kind === 'page' ? 'number' : paging?.kind === 'offset' ? 'offset' : 'cursor';
  const shown = shows({ start, end, size: to === undefined ? total : size, total, by, isLinked });
  // Behind a page with a number comes that with the next one, whatever either shows.
  const at = shown.next === 'again' ? start : by === 'number' ? start + step : shown.next;
  return {
    ...page,
    items: shown.indexes.map((index) => records[index]).filter((record) => record !== undefined),
    total: shown.total,
    pages: shown.pages,
    hasMore: shown.next !== undefined,
    next: shown.next === undefined || at === undefined ? undefined : to?.(at),
    ...(shown.links && { links: shown.links }),
  };
}
