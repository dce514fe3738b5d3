/** Query parameters of a list that choose records by their members, look for a text, or sort. */
import { isNumeric } from '../schema.js';
import type { SortParameters, FilterParameter } from '../roles.js';
import { nounKey, setOf, wordsOf } from './nouns.js';
import type { QueryParameter } from './paging.js';
import { type Shapes, type Shape, byNoun, isListShape, isObjectShape, isScalarShape } from './shapes.js';

type Is = FilterParameter['is'];

/** Comparisons by the words that say them. */
const comparisons = (words: Readonly<Partial<Record<Is, string>>>): ReadonlyMap<string, Is> =>
  // The keys of an object that this file has written are comparisons.
  new Map((Object.entries(words) as [Is, string][]).flatMap(([is, all]) => all.split(' ').map((word) => [word, is])));

/** How values are compared, by the last words of a parameter. */
const AFTER_NAME = comparisons({
  least: 'gte ge min since from start minimum',
  most: 'lte le max until to end maximum till',
  after: 'gt after greater',
  before: 'lt before less',
  contains: 'contains icontains like ilike startswith contain',
  equal: 'eq in exact equals iexact is',
});

/** The same, by the first words. */
const BEFORE_NAME = comparisons({
  least: 'min minimum from since',
  most: 'max maximum to until',
  after: 'after',
  before: 'before',
  equal: 'filter by where has in',
});

/** Names of objects that hold what is said of a record. */
const WITHIN = ['attributes', 'metadata', 'fields'];

interface Member {
  readonly path: readonly string[];
  readonly shape: Shape;
}

/** The member of a record that words name, in singular or plural: `user_id` also names `user`, and `id` of an object there. */
function memberBy(shapes: Shapes, record: Shape, words: readonly string[]): Member | undefined {
  if (words.length === 0) return undefined;
  const key = nounKey(words.join(' '));
  const named = (name: string): Member | undefined => {
    const found = byNoun(record).get(name);
    return found === undefined ? undefined : { path: [found], shape: shapes.of(record.members.get(found)) };
  };
  const own = named(key);
  if (own !== undefined) return own;
  // `created` is `created_at`, `user` is `user_id` in a query and the other way round.
  for (const word of ['at', 'id', 'on', 'date', 'time']) {
    const longer = named(nounKey([...words, word].join(' ')));
    if (longer !== undefined && (word !== 'date' || !isObjectShape(longer.shape))) return longer;
  }
  const last = words.at(-1) ?? '';
  const rest = words.slice(0, -1);
  if (rest.length === 0) return undefined;
  const around = named(nounKey(rest.join(' ')));
  if (around === undefined) return undefined;
  if (/^ids?$/.test(last) && isScalarShape(around.shape)) return around;
  return memberWithin(shapes, around, last);
}

function memberWithin(shapes: Shapes, { path, shape }: Member, word: string): Member | undefined {
  const object = isListShape(shape) ? shapes.of(shape.items) : shape;
  if (!isObjectShape(object)) return undefined;
  const found = byNoun(object).get(nounKey(word));
  const inner = shapes.of(found === undefined ? undefined : object.members.get(found));
  return found !== undefined && isScalarShape(inner) ? { path: [...path, found], shape: inner } : undefined;
}

/** Members of an object that a filter may mean by the name of the object. */
const NAMING = ['id', 'gid', 'uid', 'name', 'login', 'slug', 'key', 'code', 'number', 'username'];

/** Whether a filter can compare a member: a text or a number, or objects that have what names them. */
function isCompared(shapes: Shapes, { shape }: Member): boolean {
  const inner = isListShape(shape) ? shapes.of(shape.items) : shape;
  return isObjectShape(inner) ? NAMING.some((name) => byNoun(inner).has(name)) : !isListShape(inner);
}

const isOrdered = ({ types, format }: Shape): boolean =>
  isNumeric({ types }) || types.size === 0 || (types.has('string') && (format?.startsWith('date') ?? true));

/** A parameter as a comparison with a member; undefined where it is none. */
function comparisonOf(
  shapes: Shapes,
  record: Shape,
  { words }: QueryParameter,
): { member: Member; is: Is } | undefined {
  const tries: { words: readonly string[]; is: Is }[] = [{ words, is: 'equal' }];
  const after = AFTER_NAME.get(words.at(-1) ?? '');
  const before = BEFORE_NAME.get(words[0] ?? '');
  if (after !== undefined) tries.push({ words: words.slice(0, -1), is: after });
  if (before !== undefined) tries.push({ words: words.slice(1), is: before });
  // `filter[price][gte]`, `filter[created_after]`.
  if (before === 'equal' && after !== undefined) tries.push({ words: words.slice(1, -1), is: after });
  for (const { words: name, is } of tries) {
    const inner = WITHIN.map((within) => ({ within, shape: shapes.of(record.members.get(within)) }));
    const own = memberBy(shapes, record, name);
    const nested = inner
      .filter(({ shape: object }) => own === undefined && object.members.size > 0)
      .map(({ within, shape: object }) => {
        const found = memberBy(shapes, object, name);
        return found && { ...found, path: [within, ...found.path] };
      })
      .find((found) => found !== undefined);
    const found = own ?? nested;
    if (found === undefined || !isCompared(shapes, found)) continue;
    if (is === 'equal' || is === 'contains' || isOrdered(found.shape)) return { member: found, is };
  }
  return undefined;
}

const SEARCH = setOf('q query search term keyword text searchterm searchquery searchtext searchstring fulltext qs');

/** The parameter that looks for a text in all members. */
export function searchOf(shapes: Shapes, record: Shape, parameters: readonly QueryParameter[]): string | undefined {
  const found = parameters.find(
    ({ words, shape }) => SEARCH.has(nounKey(words.join(' '))) && !isListShape(shape) && !isObjectShape(shape),
  );
  return found !== undefined && !record.members.has(found.name) ? found.name : undefined;
}

const SORT = setOf(
  'sort sortby orderby ordering sortfield sorting sortkey sortcolumn sorts orderbyfield sortname order ordersby',
);
const DIRECTION = setOf(
  'order direction sortorder sortdir sortdirection dir orderdirection sorttype orderdir ordertype ' +
    'orderbydirection sortasc',
);

const isDirections = ({ values }: Shape): boolean =>
  values.length > 0 && values.every((value) => /^(?:asc|desc|ascending|descending|-1|1)$/i.test(String(value)));

export function sortOf(parameters: readonly QueryParameter[]): SortParameters | undefined {
  const by = parameters.find(
    ({ key, shape }) => SORT.has(key) && !isDirections(shape) && !isObjectShape(shape) && key !== 'order',
  );
  const direction = parameters.find(
    (one) =>
      one !== by &&
      (isDirections(one.shape) || (by !== undefined && one.shape.values.length === 0)) &&
      (DIRECTION.has(one.key) || SORT.has(one.key)),
  );
  const order =
    by ??
    parameters.find(
      (one) => one !== direction && one.key === 'order' && !isDirections(one.shape) && !isObjectShape(one.shape),
    );
  if (order === undefined && direction === undefined) return undefined;
  return { by: order?.name, ...(direction && { direction: direction.name }) };
}

/** Members of objects such as `created[gte]`, where the style is deepObject or the schema has the comparisons. */
function boundsIn(shapes: Shapes, { name, shape }: QueryParameter, member: Member): readonly FilterParameter[] {
  return [...shape.members.keys()].flatMap((bound) => {
    const is = AFTER_NAME.get(wordsOf(bound).join(''));
    return is === undefined ? [] : [{ parameter: `${name}[${bound}]`, member: member.path, is, isRequired: false }];
  });
}

/** The parameters that choose records by a member; the names given mean something else. */
export function filtersOf(
  shapes: Shapes,
  record: Shape,
  { parameters, without }: { parameters: readonly QueryParameter[]; without: ReadonlySet<string> },
): readonly FilterParameter[] {
  return parameters.flatMap((parameter): readonly FilterParameter[] => {
    if (without.has(parameter.name)) return [];
    const found = comparisonOf(shapes, record, parameter);
    if (found === undefined) return [];
    const bounds = isObjectShape(parameter.shape) ? boundsIn(shapes, parameter, found.member) : [];
    if (isObjectShape(parameter.shape) && parameter.shape.types.size < 2) return bounds;
    const { name, parameter: isOf } = parameter;
    return [{ parameter: name, member: found.member.path, is: found.is, isRequired: isOf.required }, ...bounds];
  });
}
