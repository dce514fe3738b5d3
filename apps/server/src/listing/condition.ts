/** The conditions that a list is filtered by, as tests of the members of its records. */
import {
  type Box,
  type Circle,
  type Comparison,
  type Computes,
  type Filters,
  neededBy,
} from '@understudy/contract/kit';
import type { Filter, MemberCondition } from '../kit/listing.js';
import { metresBetween, type Position } from '../kit/distance.js';

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

/** Whether a member, or an item of one that is a list, passes. */
function any(value: unknown, passes: (one: unknown) => boolean): boolean {
  return Array.isArray(value) ? value.some(passes) : passes(value);
}

const ofNumber = (passes: (value: number) => boolean) => (value: unknown) => typeof value === 'number' && passes(value);

const ofInstant = (passes: (ms: number) => boolean) => (value: unknown) =>
  typeof value === 'string' && passes(Date.parse(value));

const lowerCase = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : undefined);

type Holds = (value: unknown) => boolean;

/** For each comparison, the test that values of the input make. */
const tests: Readonly<Record<Comparison, (values: readonly unknown[]) => Holds>> = {
  equal:
    ([wanted]) =>
    (value) =>
      any(value, (one) => one === wanted),
  any_case: ([wanted]) => {
    const lower = lowerCase(wanted);
    return (value) => any(value, (one) => lowerCase(one) === lower);
  },
  one_of: (values) => {
    const wanted = new Set(values);
    return (value) => any(value, (one) => wanted.has(one));
  },
  none_of: (values) => {
    const unwanted = new Set(values);
    return (value) => !any(value, (one) => unwanted.has(one));
  },
  all_of: (values) => (value) => Array.isArray(value) && values.every((wanted) => value.includes(wanted)),
  // Their schemas give one value, of this type.
  least: ([least]) => ofNumber((value) => value >= (least as number)),
  most: ([most]) => ofNumber((value) => value <= (most as number)),
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
export function memberIs(member: string, value: string): MemberCondition {
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
