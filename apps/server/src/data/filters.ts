/** What the list of a collection can be filtered by, searched in and sorted by: what its records have. */
import {
  after,
  before,
  callControls,
  equal,
  type Filters,
  least,
  listInput,
  most,
  noneOf,
  oneOf,
} from '@understudy/contract/kit';
import { z } from 'zod';
import type { DataCollection } from './collection.js';
import { idCondition } from './id-condition.js';
import type { Shape } from './shape.js';

/** Names in the query that mean something else. */
const TAKEN: ReadonlySet<string> = new Set([
  ...Object.keys(callControls),
  ...Object.keys(listInput({}).shape),
  'sort',
  'fields',
  'id',
  'ids',
]);

/** A name that stands in a query, and in a comma list, as it is. */
const PLAIN = /^[a-z_$][\w$-]*$/i;

type Scalar = 'text' | 'number' | 'boolean';

/** The type of a member that has one, and that a query can name. */
function scalarOf(name: string, { types }: Shape): Scalar | undefined {
  const [type, ...more] = [...types].filter((one) => one !== 'null');
  const isScalar = type === 'text' || type === 'number' || type === 'boolean';
  return isScalar && more.length === 0 && PLAIN.test(name) ? type : undefined;
}

function described<Schema extends z.ZodType>(schema: Schema, description: string, { example }: Shape): Schema {
  return schema.meta(example === undefined ? { description } : { description, examples: [example] });
}

/** The conditions on a member. */
function conditionsOn(name: string, shape: Shape, type: Scalar): Filters {
  const say = (what: string) => `Only records whose \`${name}\` is ${what}.`;
  if (type === 'boolean') return { [name]: equal(name, described(z.boolean(), say('this'), shape)) };
  if (type === 'number') {
    return {
      [name]: oneOf(name, described(z.number(), say('one of these'), shape)),
      [`${name}_ne`]: noneOf(name, described(z.number(), say('none of these'), shape)),
      [`${name}_gte`]: least(name, described(z.number(), say('this or more'), shape)),
      [`${name}_lte`]: most(name, described(z.number(), say('this or less'), shape)),
    };
  }
  const text = z.string().max(1000);
  const same: Filters = shape.hasComma
    ? { [name]: equal(name, described(text, say('this text'), shape)) }
    : {
        [name]: oneOf(name, described(text, say('one of these texts'), shape)),
        [`${name}_ne`]: noneOf(name, described(text, say('none of these texts'), shape)),
      };
  if (!shape.isDate) return same;
  const date = z
    .string()
    .refine((value) => !Number.isNaN(Date.parse(value)), 'must be a date or an instant (RFC 3339)');
  return {
    ...same,
    [`${name}_gte`]: after(name, described(date, say('then or later'), shape)),
    [`${name}_lte`]: before(name, described(date, say('then or earlier'), shape)),
  };
}

/** A member that a query can name. */
interface Named {
  /** `author.name` of a member within an object. */
  readonly name: string;
  readonly shape: Shape;
  readonly type: Scalar;
}

/** Objects within objects whose members a query can name. */
const MAX_DEPTH = 3;

/** The members that a query can name, also those of objects within the records. */
function scalarsOf({ members }: Shape, around: readonly string[] = []): Named[] {
  return [...members].flatMap(([own, shape]): Named[] => {
    const type = scalarOf(own, shape);
    const path = [...around, own];
    if (type !== undefined) return [{ name: path.join('.'), shape, type }];
    const isObject = shape.types.has('object') && !shape.isTable && PLAIN.test(own);
    return isObject && path.length <= MAX_DEPTH ? scalarsOf(shape, path) : [];
  });
}

/** What the list of a collection can be filtered by; a member wins over a condition of the same name. */
export function filtersOf(collection: DataCollection, without: readonly string[] = []): Filters {
  const { shape: all } = collection;
  const isFree = (name: string): boolean => !TAKEN.has(name) && !without.includes(name);
  const conditions = scalarsOf(all).flatMap(({ name, shape, type }) =>
    Object.entries(isFree(name) ? conditionsOn(name, shape, type) : {}).filter(
      ([own]) => own === name || (isFree(own) && !all.members.has(own)),
    ),
  );
  return { ...idCondition(collection), ...Object.fromEntries(conditions) };
}

/** Members with text, also within lists and objects. */
export function searchesOf({ members }: Shape): string[] {
  const hasText = ({ types, items, members: own }: Shape): boolean =>
    types.has('text') || (items !== undefined && hasText(items)) || [...own.values()].some(hasText);
  return [...members].filter(([name, shape]) => name !== 'id' && hasText(shape)).map(([name]) => name);
}

/** Members that have an order. */
export function sortsOf(shape: Shape): readonly [string, ...string[]] {
  const own = scalarsOf(shape).filter(({ name }) => name !== 'id');
  return ['id', ...own.map(({ name }) => name)];
}
