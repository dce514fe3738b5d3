/** A page of a list of a document, and the page that a fault has in its place. */
import { bytesOf, toBase64url } from '#platform/runtime';
import type { ShownPage, ShowPage } from '../../kit/pages.js';
import type { Json, JsonObject } from '../model.js';
import type { EnvelopeMeaning, Role } from '../roles.js';
import { typesOf } from '../schema.js';
import type { Action } from './action.js';

/** What is known of a list. */
export type ListRole = Extract<Role, { readonly kind: 'list' }>;

/** The value of a parameter of the query; one that the document does not declare leads from page to page. */
export function sent({ values, operation, input }: Action, name: string | undefined): Json | undefined {
  if (name === undefined) return undefined;
  const value = values.get(`query ${name}`) ?? values.get(`header ${name}`);
  if (value !== undefined || operation.parameters.some((one) => one.name === name)) return value;
  return new URLSearchParams(input.query).get(name) ?? undefined;
}

/** A number, or the text of one. */
export const asNumber = (value: Json | undefined): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** A page of a list, and what leads to others. */
export interface Page {
  readonly start: number;
  readonly size: number;
  readonly items: readonly JsonObject[];
  readonly total: number;
  /** The parameters that ask for other pages; undefined where there is none. */
  readonly next: Readonly<Record<string, string>> | undefined;
  readonly prev: Readonly<Record<string, string>> | undefined;
  readonly nextCursor: string | undefined;
  readonly prevCursor: string | undefined;
  /** Whether more records come after it. */
  readonly hasMore: boolean;
  /** How many pages there are. */
  readonly pages: number;
  /** The origin and path that links lead below, if not those of the sandbox. */
  readonly links?: ShownPage['links'];
}

/** The cursor of the page that begins at an index, as its parameter takes it. */
export function cursorAt({ operation, document }: Action, parameter: string, start: number): string {
  const declared = operation.parameters.find(({ name }) => name === parameter);
  const types = typesOf(document, declared?.schema);
  return types.has('integer') || types.has('number') ? String(start) : toBase64url(bytesOf(`after:${start}`));
}

/** What says where the next page is. */
const NEXT: ReadonlySet<EnvelopeMeaning> = new Set(['next_cursor', 'next_url', 'next_page', 'has_more']);

/** The parameters that ask for the page that begins at an index, or for the same page again. */
function leadingTo(
  action: Action,
  { role: { paging }, records, at }: { role: ListRole; records: readonly JsonObject[]; at: number | 'again' },
): Readonly<Record<string, string>> | undefined {
  const again = (name: string | undefined) => (name === undefined ? undefined : { [name]: String(sent(action, name)) });
  switch (paging?.kind) {
    case 'page': {
      const page = asNumber(sent(action, paging.page)) ?? paging.first;
      return { [paging.page]: String(at === 'again' ? page : page + 1) };
    }
    case 'offset':
      return at === 'again' ? again(paging.offset) : { [paging.offset]: String(at) };
    case 'cursor':
      return at === 'again' ? again(paging.cursor) : { [paging.cursor]: cursorAt(action, paging.cursor, at) };
    case 'after': {
      if (at === 'again' || paging.after === undefined) return again(paging.after);
      const id = action.stock.ids.nameIn(records[at - 1] ?? {});
      return id === undefined ? undefined : { [paging.after]: id };
    }
    default:
      return undefined;
  }
}

/** A page as a fault has it. */
export function shownPage(
  action: Action,
  page: Page,
  { role, records, shows }: { role: ListRole; records: readonly JsonObject[]; shows: ShowPage },
): Page {
  const { paging, shape } = role;
  const { start, size, items, total } = page;
  const says = [...shape.members, ...shape.headers];
  const isLinked = shape.hasLink || says.some(({ meaning }) => NEXT.has(meaning));
  const by =
    paging?.kind === 'page' || paging?.kind === 'offset' ? (paging.kind === 'page' ? 'number' : 'offset') : 'cursor';
  const isPaged = paging !== undefined && paging.kind !== 'limit';
  const shown = shows({ start, end: start + items.length, size: isPaged ? size : total, total, by, isLinked });
  const next = shown.next === undefined ? undefined : leadingTo(action, { role, records, at: shown.next });
  const own = paging?.kind === 'cursor' ? paging.cursor : paging?.kind === 'after' ? paging.after : undefined;
  return {
    ...page,
    items: shown.indexes.map((index) => records[index]).filter((record) => record !== undefined),
    total: shown.total,
    pages: shown.pages,
    hasMore: shown.next !== undefined,
    next,
    nextCursor: own === undefined ? page.nextCursor : next?.[own],
    ...(shown.links && { links: shown.links }),
  };
}
