/** Tells whether a record belongs to a listing, passes the conditions of the caller, and has a search text. */
import {
  type Box,
  type Circle,
  type Comparison,
  type Computes,
  type Filters,
  neededBy,
} from '@understudy/contract/kit';
import type { Filter, Listing, MemberCondition } from '../kit/listing.js';
import { metresBetween, type Position } from '../kit/distance.js';
import { type AnyCollection, isRemoved } from '../kit/collection.js';
import type { View } from '../store/model/view.js';
import { lookAt, memberAt, type Order, type Read } from './order.js';
import { includesText, searchedMembers } from './search-texts.js';

/** The position that a member of a record holds; undefined where it holds none. */
function positionIn(value: unknown): Position | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { latitude, longitude } = value as Readonly<Record<string, unknown>>;
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
}

/** Whether a longitude lies between two meridians; a box that crosses the one of 180° has two parts (RFC 7946 §5.2). */
function isBetween({ west, east }: Box, longitude: number): boolean {
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
}

/** Whether a member of a record is a position in a box. */
export function isInBox(box: Box, value: unknown): boolean {
  const position = positionIn(value);
  if (position === undefined || position.latitude < box.south || position.latitude > box.north) return false;
  const { longitude } = position;
  // -180° and 180° are one meridian.
  return isBetween(box, longitude) || (Math.abs(longitude) === 180 && isBetween(box, -longitude));
}

/** Whether a member of a record is a position in a circle. */
export function isInCircle(circle: Circle, value: unknown): boolean {
  const position = positionIn(value);
  return position !== undefined && metresBetween(circle, position) <= circle.radius;
}

/** Whether a value, or one in its lists, passes. */
export function anyOf(value: unknown, passes: (one: unknown) => boolean): boolean {
  return Array.isArray(value) ? value.some((one) => anyOf(one, passes)) : passes(value);
}

const ofNumber = (passes: (value: number) => boolean) => (value: unknown) => typeof value === 'number' && passes(value);

const ofInstant = (passes: (ms: number) => boolean) => (value: unknown) =>
  typeof value === 'string' && passes(Date.parse(value));

const lowerCase = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : undefined);

type Holds = (value: unknown) => boolean;

const ofText =
  (passes: (value: string, text: string) => boolean) =>
  (texts: readonly unknown[]): Holds => {
    const wanted = texts.map((text) => String(text).toLowerCase());
    return (value) =>
      anyOf(value, (one) => {
        if (typeof one !== 'string') return false;
        const lower = one.toLowerCase();
        return wanted.some((text) => passes(lower, text));
      });
  };

/** The tests of texts, upper and lower case alike: of several texts, one is enough. */
export const textTests = {
  contains: ofText((value, text) => value.includes(text)),
  starts_with: ofText((value, text) => value.startsWith(text)),
  ends_with: ofText((value, text) => value.endsWith(text)),
} as const;

/** For each comparison, the test that values of the input make. */
const tests: Readonly<Record<Comparison, (values: readonly unknown[]) => Holds>> = {
  equal:
    ([wanted]) =>
    (value) =>
      anyOf(value, (one) => one === wanted),
  any_case: ([wanted]) => {
    const lower = lowerCase(wanted);
    return (value) => anyOf(value, (one) => lowerCase(one) === lower);
  },
  one_of: (values) => {
    const wanted = new Set(values);
    return (value) => anyOf(value, (one) => wanted.has(one));
  },
  none_of: (values) => {
    const unwanted = new Set(values);
    return (value) => !anyOf(value, (one) => unwanted.has(one));
  },
  all_of: (values) => (value) => Array.isArray(value) && values.every((wanted) => value.includes(wanted)),
  // Their schemas give one value, of this type.
  least: ([least]) => ofNumber((value) => value >= (least as number)),
  most: ([most]) => ofNumber((value) => value <= (most as number)),
  more: ([limit]) => ofNumber((value) => value > (limit as number)),
  less: ([limit]) => ofNumber((value) => value < (limit as number)),
  ...textTests,
  after: ([first]) => {
    const least = Date.parse(first as string);
    return ofInstant((ms) => ms >= least);
  },
  before: ([last]) => {
    const most = Date.parse(last as string);
    return ofInstant((ms) => ms <= most);
  },
  box:
    ([box]) =>
    (value) =>
      isInBox(box as Box, value),
  circle:
    ([circle]) =>
    (value) =>
      isInCircle(circle as Circle, value),
};

/** The values that an index may know records by. */
function indexed(is: Comparison, values: readonly unknown[]): readonly string[] | undefined {
  if (is !== 'equal' && is !== 'one_of') return undefined;
  return values.every((value): value is string => typeof value === 'string') ? [...new Set(values)] : undefined;
}

/** A condition that a member is one value. */
function memberIs(member: string, value: string): MemberCondition {
  return { member, holds: tests.equal([value]), oneOf: [value] };
}

/** What an input filters by, once its schema has parsed it; undefined where it filters by nothing. */
export function filterOf(
  operation: { readonly name: string; readonly filters: Filters; readonly computes?: Computes },
  input: Readonly<Record<string, unknown>>,
): Filter | undefined {
  const named = Object.entries(operation.filters).filter(([name]) => input[name] !== undefined);
  if (named.length === 0) return undefined;
  const needed = neededBy(operation, { ...input, sort: undefined }).keys();
  const names = [...named.flatMap(([name, { beside }]) => [name, ...Object.keys(beside)]), ...needed];
  const given = Object.fromEntries(names.map((name) => [name, input[name]]));
  const conditions = named.map(([name, { is, member = name, values: valuesOf }]): MemberCondition => {
    const values = valuesOf(input[name], input);
    return { member, holds: tests[is](values), oneOf: indexed(is, values) };
  });
  return { given, text: `${operation.name} ${JSON.stringify(given)}`, conditions };
}

/** A listing with conditions, and a search text over some fields, in an order. */
export interface Search<Item extends { readonly id: string }> {
  readonly listing: Pick<Listing<Item, unknown>, 'collection' | 'where' | 'only' | 'until'> & Read<Item>;
  /** Conditions of the caller; undefined: none. */
  readonly filter?: Filter | undefined;
  readonly q: string;
  /** The members that are searched; undefined: all but the id. */
  readonly fields: readonly string[] | undefined;
  /** The order of what is found; undefined: that of the positions. */
  readonly order?: Order<Item> | undefined;
}

/** The conditions that a record has to pass. */
export interface Conditions {
  /** Those of the handler, about what is kept. */
  readonly stored: readonly MemberCondition[];
  /** Those of the caller, about what is shown. */
  readonly shown: readonly MemberCondition[];
}

type Members = Readonly<Record<string, unknown>>;

/** The conditions of a search. */
export function conditionsOf({ listing, filter }: Pick<Search<{ readonly id: string }>, 'listing' | 'filter'>) {
  const stored = Object.entries<string | undefined>(listing.where).flatMap(([member, value]) =>
    value === undefined ? [] : [memberIs(member, value)],
  );
  return { stored, shown: filter?.conditions ?? [] } satisfies Conditions;
}

function passAll(conditions: readonly MemberCondition[], valueOf: (member: string) => unknown): boolean {
  return conditions.every(({ member, holds }) => holds(valueOf(member), valueOf));
}

/** The test that a search puts records to. */
export function matcher<Item extends { readonly id: string }>(
  { listing, q, fields }: Search<Item>,
  { stored, shown }: Conditions,
) {
  const { collection } = listing;
  const text = q.toLowerCase();
  return (record: Item): boolean => {
    if (isRemoved(collection, record)) return false;
    const members: Members = record;
    if (!passAll(stored, (member) => memberAt(record, member))) return false;
    if (shown.length > 0 && !passAll(shown, lookAt(listing, record))) return false;
    return text === '' || includesText(searchedMembers(members, fields), text);
  };
}

/** Whether what a caller filters and sorts by are members of the records as they are kept. */
export function isShownAsStored<Item extends { readonly id: string }>({
  show,
  read,
  compute = {},
}: Read<Item>): boolean {
  return show === undefined && read === undefined && Object.keys(compute).length === 0;
}

/** The members that a test reads of a record, as it is kept; undefined where that cannot be told. */
export function membersRead<Item extends { readonly id: string }>(
  { listing, q, fields }: Search<Item>,
  { stored, shown }: Conditions,
): readonly string[] | undefined {
  if (q !== '' && fields === undefined) return undefined;
  if (listing.collection.removal !== undefined || (shown.length > 0 && !isShownAsStored(listing))) return undefined;
  return [...(q === '' ? [] : (fields ?? [])), ...[...stored, ...shown].map(({ member }) => member)];
}

/** Whether a search with these conditions leaves out records that are there. */
export function isFiltered({ q }: Search<{ readonly id: string }>, { stored, shown }: Conditions): boolean {
  return q !== '' || stored.length > 0 || shown.length > 0;
}

/** Whether no record of a collection can be marked as removed. */
function isUnmarked(view: View, collection: AnyCollection): boolean {
  if (collection.removal === undefined) return true;
  return collection.removal.seeded?.(view.dataset).length === 0 && view.changedCount(collection) === 0;
}

/** Whether a search finds the whole collection in its own order, with a record at every position. */
export function isWhole(view: View, search: Search<{ readonly id: string }>): boolean {
  const { collection } = search.listing;
  if (search.listing.only !== undefined || search.order !== undefined || isFiltered(search, conditionsOf(search)))
    return false;
  return view.removed(collection) === 0 && isUnmarked(view, collection);
}
