/** Answers a list in the style of its document: filters, search, order, pages, and what its envelope says of them. */
import type { RawAnswer } from '@understudy/contract/kit';
import type { ShowPage, ShownPage, ListedPage } from '../../kit/pages.js';
import { hashText } from '../../kit/random.js';
import { otherLoopback } from '../../kit/sandbox-address.js';
import { includesText } from '../../listing/search-texts.js';
import type { Schema, JsonObject, Json, ApiMedia } from '../model.js';
import type { SortParameters, Paging, FilterParameter, EnvelopeMeaning } from '../roles.js';
import { isObject, schemaWithin, shapeAt } from '../schema.js';
import { namesOfPaging } from '../understand/paging.js';
import { type Page, type ListRole, pageOf, sent, written } from './pages.js';
import { type Action, answerWith, shownAs, statelessValue, successOf } from './respond.js';
import { valueAt, withValueAt } from '../pointers.js';

const comparable = (value: Json): number | string => {
  if (typeof value === 'number') return value;
  const text = String(value);
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? text : time;
};

/** How two values stand to one another; numbers before texts. */
function compare(one: Json | undefined, other: Json | undefined): number {
  const [a, b] = [one, other].map((value) => (value === undefined || value === null ? undefined : comparable(value)));
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  if (typeof a === typeof b) return a < b ? -1 : 1;
  return typeof a === 'number' ? -1 : 1;
}

function isOne(own: Json | undefined, wanted: Json): boolean {
  if (own === undefined) return false;
  if (Array.isArray(own)) return (own as readonly Json[]).some((one) => isOne(one, wanted));
  if (isObject(own)) return Object.values(own).some((one) => typeof one !== 'object' && isOne(one, wanted));
  return String(own) === String(wanted);
}

const asks: Readonly<Record<FilterParameter['is'], (own: Json | undefined, wanted: Json) => boolean>> = {
  equal: isOne,
  contains: (own, wanted) => typeof own === 'string' && own.toLowerCase().includes(String(wanted).toLowerCase()),
  least: (own, wanted) => own !== undefined && own !== null && compare(own, wanted) >= 0,
  most: (own, wanted) => own !== undefined && own !== null && compare(own, wanted) <= 0,
  after: (own, wanted) => own !== undefined && own !== null && compare(own, wanted) >= 0,
  before: (own, wanted) => own !== undefined && own !== null && compare(own, wanted) <= 0,
};

/** Words that ask for records with any value. */
const ALL = /^(?:all|any|\*)$/i;

/** Whether a record passes a filter; a word that its member never has, such as `all`, asks for nothing. */
function passes(action: Action, filter: FilterParameter, record: JsonObject, item: Schema | undefined): boolean {
  const wanted = sent(action, filter.parameter);
  if (wanted === undefined) return true;
  const values = Array.isArray(wanted) ? (wanted as readonly Json[]) : [wanted];
  const { values: known } = shapeAt(action.document, schemaWithin(action.document, item, filter.member));
  const meant =
    known.length === 0 ? values : values.filter((value) => known.some((one) => String(one) === String(value)));
  if (meant.length === 0) return true;
  const own = valueAt(record, filter.member);
  if (own === undefined && filter.isRequired) return true;
  if (meant.some((value) => ALL.test(String(value)) && !isOne(own, value))) return true;
  return meant.some((value) => asks[filter.is](own, value));
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The member that a sort key names: its own name, or that of a time without its ending. */
function memberNamed(records: readonly JsonObject[], key: string): string | undefined {
  const wanted = plain(key);
  const names = new Set(records.slice(0, 50).flatMap((record) => Object.keys(record)));
  const all = [...names];
  return (
    all.find((name) => plain(name) === wanted) ??
    all.find((name) => plain(name).replace(/(?:at|on|date|time)$/, '') === wanted)
  );
}

function sorted(
  action: Action,
  records: readonly JsonObject[],
  { by, direction }: SortParameters,
): readonly JsonObject[] {
  const said = sent(action, by);
  // Where only a direction is taken, it is that of the order in which they were made.
  if (by === undefined)
    return String(sent(action, direction) ?? '')
      .toLowerCase()
      .startsWith('desc')
      ? records.toReversed()
      : records;
  const keys = (Array.isArray(said) ? (said as readonly Json[]) : String(said ?? '').split(',')).map(String);
  const down = String(sent(action, direction) ?? '')
    .toLowerCase()
    .startsWith('desc');
  const orders = keys.flatMap((text) => {
    const [, minus = '', name = '', word = ''] = /^([-+]?)([^\s:]+)(?:[\s:]+(\w+))?$/.exec(text.trim()) ?? [];
    const member = memberNamed(records, name.replaceAll('.', '_')) ?? memberNamed(records, name);
    if (member === undefined) return [];
    const isDown = minus === '-' || /^desc/i.test(word) || (word === '' && minus === '' && down);
    return [{ member, sign: isDown ? -1 : 1 }];
  });
  if (orders.length === 0) return records;
  return records.toSorted((a, b) => {
    for (const { member, sign } of orders) {
      const order = compare(a[member], b[member]);
      if (order !== 0) return order * sign;
    }
    return 0;
  });
}

/** The address of another page. */
function urlOf(
  { input, baseUrl }: Action,
  changes: Readonly<Record<string, string>> | undefined,
  links?: ShownPage['links'],
): string | undefined {
  if (changes === undefined) return undefined;
  const query = new URLSearchParams(input.query);
  for (const [name, value] of Object.entries(changes)) query.set(name, value);
  const [path = ''] = (input.target ?? '').split('?', 1);
  const url = `${baseUrl}${path}?${query}`;
  if (links === undefined) return url;
  const { origin } = new URL(url);
  return links === 'relative' ? url.slice(origin.length) : otherLoopback(origin) + url.slice(origin.length);
}

/** The cursor among what asks for a page; of ids, the one parameter there is. */
const cursorIn = (query: Page['next'], { cursor }: Page): string | undefined =>
  cursor === undefined || query === undefined ? undefined : (query[cursor] ?? Object.values(query)[0]);

/** What can be said of a page. */
type Says = Readonly<Record<EnvelopeMeaning, () => Json | undefined>>;

function saysOf(action: Action, page: Page, paging: Paging | undefined): Says {
  const step = Math.max(1, page.size);
  const first = paging?.kind === 'page' ? paging.first : 1;
  const number = Math.floor(page.start / step) + first;
  const name = (record: JsonObject | undefined): string | undefined => record && action.stock.ids.nameIn(record);
  return {
    total: () => page.total,
    count: () => page.items.length,
    page: () => number,
    per_page: () => page.size,
    pages: () => page.pages,
    offset: () => page.start,
    limit: () => page.size,
    has_more: () => page.hasMore,
    next_cursor: () => cursorIn(page.next, page),
    prev_cursor: () => cursorIn(page.prev, page),
    next_url: () => urlOf(action, page.next, page.links),
    prev_url: () => urlOf(action, page.prev, page.links),
    first_url: () => urlOf(action, page.first, page.links),
    last_url: () => urlOf(action, page.last, page.links),
    self_url: () => `${action.baseUrl}${action.input.target ?? ''}`,
    next_page: () => (page.next === undefined ? undefined : number + 1),
    prev_page: () => (page.prev === undefined ? undefined : number - 1),
    first_id: () => name(page.items[0]),
    last_id: () => name(page.items.at(-1)),
  };
}

function without(value: Json, path: readonly string[]): Json {
  const [name, ...rest] = path;
  if (name === undefined || !isObject(value) || !Object.hasOwn(value, name)) return value;
  if (rest.length > 0) return { ...value, [name]: without(value[name] ?? null, rest) };
  return Object.fromEntries(Object.entries(value).filter(([own]) => own !== name));
}

/** A page, with what can be said of it. */
interface Told {
  readonly page: Page;
  readonly says: Says;
}

/** The envelope around the records of a page, which says what it documents. */
function enveloped(action: Action, { shape }: ListRole, media: ApiMedia, { page, says }: Told): Json {
  const { items: itemSchema = true } = shapeAt(
    action.document,
    schemaWithin(action.document, media.schema, shape.items),
  );
  const { types } = shapeAt(action.document, itemSchema);
  const areIds = types.size > 0 && !types.has('object');
  const { ids } = action.stock;
  const items = page.items.flatMap((record): readonly Json[] => {
    const name = ids.nameIn(record);
    if (areIds) return [written(action, itemSchema, name)].filter((id) => id !== undefined);
    const item = shownAs(record, itemSchema, action.samplingOf);
    return [name === undefined || shape.id === undefined ? item : ids.shownIn(item, itemSchema, name, shape.id)];
  });
  if (shape.items.length === 0) return items;
  let answer = withValueAt(statelessValue(action, media), shape.items, items);
  for (const { path: member, meaning, isAlone } of shape.members) {
    const schema = schemaWithin(action.document, media.schema, member);
    const own = says[meaning]();
    // A link that leads elsewhere is none that the document has in mind.
    const value = page.links !== undefined && typeof own === 'string' ? own : written(action, schema, own);
    // What is there for this alone goes with it, such as `next` with `next.after`.
    const isGone = isAlone === true && own === undefined;
    const path = isGone ? member.slice(0, -1) : member;
    const { required } = shapeAt(action.document, schemaWithin(action.document, media.schema, path.slice(0, -1)));
    const isRequired = required.has(path.at(-1) ?? '');
    if (value !== undefined && (own !== undefined || isRequired || (value === null && !isGone)))
      answer = withValueAt(answer, member, value);
    else if (!isRequired) answer = without(answer, path);
  }
  return answer;
}

function linkOf(action: Action, page: Page): string {
  const { first, last } = page;
  const all = { next: page.next, prev: page.prev, first: page.prev && first, last: page.next && last };
  const links = Object.entries(all).flatMap(([rel, changes]) => {
    const url = urlOf(action, changes, page.links);
    return url === undefined ? [] : [`<${url}>; rel="${rel}"`];
  });
  return links.join(', ');
}

/** What is noted of a page: of one that is asked for in a body, which is no part of its URL, what else the body asks for. */
function evidenceOf(action: Action, page: Page, paging: Paging | undefined): ListedPage {
  const { start, items, total, next } = page;
  const counts = { start, count: items.length, total };
  const { body, input, baseUrl } = action;
  if (!isObject(body)) return { ...counts, next: urlOf(action, next) };
  const leading = namesOfPaging(paging);
  const others = Object.entries(body).filter(([name]) => !leading.includes(name));
  const isSame = next && Object.entries(next).every(([name, value]) => String(sent(action, name)) === value);
  const url = isSame === true ? `${baseUrl}${input.target ?? ''}` : urlOf(action, next);
  return { ...counts, next: url, of: String(hashText(JSON.stringify(others))) };
}

/** An answer to a list. */
interface Listed {
  readonly answer: RawAnswer;
  readonly listed?: ListedPage;
}

/** Answers a list, and says which page of it that is. */
export function listAnswer(action: Action, role: ListRole, shows?: ShowPage): Listed {
  const { shape, paging, filters, search, sort } = role;
  const response = successOf(action.operation);
  if (response === undefined) return { answer: { status: 200, type: '', headers: {} } };
  const item = action.stock.resource.schema;
  const text = String(sent(action, search) ?? '').toLowerCase();
  const listed = action.stock.list(action.records, action.scope);
  const all = listed.filter((record) => action.bound.every((bound) => isOne(record[bound.member], bound.text)));
  const found = all.filter(
    (record) =>
      filters.every((filter) => passes(action, filter, record, item)) && (text === '' || includesText(record, text)),
  );
  const records = sort === undefined ? found : sorted(action, found, sort);
  const page = pageOf(action, records, role, shows);
  const says = saysOf(action, page, paging);
  const envelope = (media: ApiMedia): Json => enveloped(action, role, media, { page, says });
  const answer = answerWith(action, response, envelope, { records: shape.items });
  const headers = shape.headers.flatMap(({ name, meaning }): [string, string][] => {
    const value = says[meaning]();
    return value === undefined ? [] : [[name.toLowerCase(), String(value)]];
  });
  const link = shape.hasLink ? linkOf(action, page) : '';
  const own = { ...answer.headers, ...Object.fromEntries(headers), ...(link === '' ? {} : { link }) };
  return { answer: { ...answer, headers: own }, listed: evidenceOf(action, page, paging) };
}
