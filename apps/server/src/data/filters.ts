/** What lists of data are filtered and sorted by: how it is documented, and how it is read from an input that takes any name. */
import { callControls, listInput, nearest, type ProblemFault } from '@understudy/contract/kit';
import { z } from 'zod';
import type { DataCollection } from './collection.js';
import { type Member, type MembersNow, type NamedMember, scalarMembers } from './members.js';
import { isObject } from './given-value.js';
import { isUnsafe, passing } from './schema.js';
import type { Filter, MemberCondition } from '../kit/listing.js';
import { badRequest } from '../kit/problem-error.js';
import type { Members } from '../kit/record-handlers.js';
import { listed } from '../kit/faults.js';
import { Fault, isNumber, type Operator, OPERATORS, operatorOf, testOf, valuesIn } from './operators.js';

/** Names in the query that mean something else. */
const RESERVED: ReadonlySet<string> = new Set([
  ...Object.keys(callControls),
  ...Object.keys(listInput({}).shape),
  'sort',
  'where',
  'include',
  'offset',
]);

/** A name that stands in a query, and in a comma-separated list, as it is. */
const PLAIN = /^[a-z_$][\w$-]*(?:\.[a-z_$][\w$-]*)*$/i;

const isPlain = ({ name }: NamedMember): boolean => PLAIN.test(name) && !isUnsafe(name);

const types = { string: () => z.string(), number: () => z.number(), boolean: () => z.boolean() };

/** A condition: the document names its usual type; what can be compared with it, the records say. */
function condition(type: keyof typeof types, description: string, example?: unknown): z.ZodType {
  const examples = example === undefined ? {} : { examples: [example] };
  return passing(types[type]().meta({ description, ...examples })).optional();
}

/** The conditions on a member. */
function conditionsOn({ name, scalars, isDate, hasComma, example }: NamedMember): z.ZodRawShape {
  const say = (what: string) => `Only records whose \`${name}\` is ${what}.`;
  const isBoolean = scalars.size === 1 && scalars.has('boolean');
  const isOfNumbers = scalars.size === 1 && scalars.has('number');
  const text = String(example ?? '');
  const many = hasComma ? 'this text' : 'one of these values, a comma-separated list';
  const none = hasComma ? 'not this text' : 'none of these values, a comma-separated list';
  const same = isBoolean
    ? {
        [name]: condition('boolean', say('this'), example),
        [`${name}_ne`]: condition('boolean', say('not this'), example),
      }
    : {
        [name]: condition('string', say(many), text),
        [`${name}_ne`]: condition('string', say(none), text),
      };
  if (isBoolean) return same;
  if (!isOfNumbers && !(isDate && scalars.has('text'))) {
    const part = (what: string) =>
      condition('string', say(`a text that ${what} this, upper and lower case alike`), text);
    return {
      ...same,
      [`${name}_contains`]: part('contains'),
      [`${name}_starts_with`]: part('starts with'),
      [`${name}_ends_with`]: part('ends with'),
    };
  }
  const bound = (what: string) => condition(isOfNumbers ? 'number' : 'string', say(what), isOfNumbers ? example : text);
  return {
    ...same,
    [`${name}_gt`]: bound(isOfNumbers ? 'more than this' : 'later'),
    [`${name}_gte`]: bound(isOfNumbers ? 'this or more' : 'then or later'),
    [`${name}_lt`]: bound(isOfNumbers ? 'less than this' : 'earlier'),
    [`${name}_lte`]: bound(isOfNumbers ? 'this or less' : 'then or earlier'),
  };
}

function idConditions({ first, names, ids: { member } }: DataCollection): z.ZodRawShape {
  const what = (which: string) => `Only the ${names.words.many} with ${which} of these ids, a comma-separated list.`;
  const example = first === undefined ? undefined : String(first[member]);
  return {
    [member]: condition('string', what('one'), example),
    [`${member}_ne`]: condition('string', what('none'), example),
  };
}

/** What the list of a collection is documented to be filtered by; a member wins over a condition of the same name. */
export function filtersOf(collection: DataCollection, without: readonly string[] = []): z.ZodRawShape {
  const { shape: all, ids } = collection;
  const isFree = (name: string): boolean => !RESERVED.has(name) && !without.includes(name);
  const conditions = scalarMembers(all)
    .filter((member) => isPlain(member) && member.name !== ids.member)
    .flatMap((member) =>
      Object.entries(conditionsOn(member)).filter(
        ([own]) => isFree(own) && (own === member.name || !all.members.has(own)),
      ),
    );
  return { ...idConditions(collection), ...Object.fromEntries(conditions) };
}

/** Members that have an order. */
export function sortsOf({ shape, ids }: DataCollection): readonly [string, ...string[]] {
  const names = scalarMembers(shape)
    .filter(isPlain)
    .map(({ name }) => name);
  return [ids.member, ...names.filter((name) => name !== ids.member)];
}

/** Conditions of one call at most. */
const MOST_CONDITIONS = 50;

/** What jQuery adds against caches. */
const NO_FILTER = '_';

/** What one name in the input asks for. */
interface Condition {
  readonly path: string;
  readonly operator: Operator;
  readonly member: Member;
}

/** The texts that were given for a name, which may have been given several times. */
function textsOf(value: unknown): readonly string[] | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isScalar = (one: unknown): boolean => one === null || ['string', 'number', 'boolean'].includes(typeof one);
  return all.length > 0 && all.every(isScalar) ? all.map(String) : undefined;
}

/** The values by which an index finds the records with some ids; undefined where only a scan can tell. */
function idsIn({ ids }: DataCollection, { path, operator, member }: Condition, texts: readonly string[]) {
  if (path !== 'id' || ids.member !== 'id' || operator === 'ne' || ids.hasOdd) return undefined;
  const values = valuesIn(member, texts, operator);
  if (ids.kind === 'text') return [...new Set(values)];
  if (ids.kind !== 'integer') return undefined;
  return [...new Set(values.filter(isNumber).map((text) => String(Number(text))))];
}

function conditionOf(data: DataCollection, asked: Condition, value: unknown): MemberCondition | Fault {
  const { path, operator, member } = asked;
  if (member.hasObjects && member.scalars.size === 0) {
    return new Fault('unsupported', `is an object; ask for a member of it, such as ${path}.name`);
  }
  const texts = textsOf(value);
  if (texts === undefined) return new Fault('invalid_type', 'must be a text, a number, or true or false');
  const holds = testOf({ ...asked, isId: path === data.ids.member, texts });
  if (holds instanceof Fault) return holds;
  const isSought = operator === 'eq' || operator === 'in';
  return { member: path, holds, oneOf: isSought ? idsIn(data, asked, texts) : undefined };
}

/** Reads a name; a member wins over a condition of the same name. */
function conditionIn(name: string, now: MembersNow): Condition | undefined {
  const own = now.find(name);
  if (own !== undefined) return { path: name, operator: 'eq', member: own };
  // `first_starts_with` ends in two operators: the longest path that is a member counts.
  for (let at = name.lastIndexOf('_'); at > 0; at = name.lastIndexOf('_', at - 1)) {
    const operator = operatorOf(name.slice(at + 1));
    const path = name.slice(0, at);
    const member = operator && now.find(path);
    if (operator !== undefined && member !== undefined) return { path, operator, member };
  }
  return undefined;
}

/** What the parameters of json-server are called here, where they are not read as they are. */
const OURS: ReadonlyMap<string, string> = new Map([
  ['_page', 'page'],
  ['_per_page', 'per_page'],
  ['_limit', 'per_page'],
  ['_start', 'offset'],
  ['_end', 'offset and per_page'],
  ['_sort', 'sort'],
  ['_order', 'sort, with a minus sign for descending order'],
  ['_embed', 'include'],
  ['_expand', 'include'],
  ['_where', 'where'],
  ['_delay', 'delay'],
]);

/** What is wrong with a name that filters nothing: it says what there is. */
function unknownFault(name: string, now: MembersNow, records: string): Fault {
  const ours = OURS.get(name);
  if (ours !== undefined) return new Fault('unknown', `is read only with --bare; use ${ours} instead`);
  const names = now.names().filter((one) => !RESERVED.has(one));
  const near = nearest(name.slice(0, 100), names);
  const hint = near === null ? '' : `did you mean ${near}? `;
  const suffixes = OPERATORS.filter((one) => one !== 'eq').map((one) => `_${one}`);
  return new Fault(
    'unknown',
    `filters nothing; ${hint}the ${records} can be filtered by ${listed(names)}, each also with ${suffixes.join(', ')} behind it, as far as its values can be compared so`,
  );
}

/** Reads conditions of a collection, and collects what is wrong with them. */
class Reader {
  readonly faults: ProblemFault[] = [];
  /** What a member is decides how it is compared. */
  readonly how: unknown[] = [];
  readonly #data: DataCollection;
  readonly #now: MembersNow;
  #count = 0;

  constructor(data: DataCollection, now: MembersNow) {
    this.#data = data;
    this.#now = now;
  }

  #fault(parameter: string, { code, detail }: Fault): MemberCondition[] {
    this.faults.push({ parameter: parameter.slice(0, 200), code, detail });
    return [];
  }

  /** Whether there is room for another condition. */
  #counts(parameter: string): boolean {
    this.#count += 1;
    if (this.#count === MOST_CONDITIONS + 1) {
      this.#fault(parameter, new Fault('too_big', `has too many conditions; a list takes at most ${MOST_CONDITIONS}`));
    }
    return this.#count <= MOST_CONDITIONS;
  }

  /** The condition that a name stands for. */
  named(name: string, value: unknown): MemberCondition[] {
    return this.#condition(name, name, { ask: () => conditionIn(name, this.#now), value });
  }

  /** A condition on a path, which a parameter has. */
  #condition(
    parameter: string,
    path: string,
    { ask, value }: { readonly ask: () => Condition | undefined; readonly value: unknown },
  ): MemberCondition[] {
    if (!this.#counts(parameter)) return [];
    const asked = ask();
    if (asked !== undefined) this.how.push({ ...asked, scalars: [...asked.member.scalars] });
    const made = asked
      ? conditionOf(this.#data, asked, value)
      : unknownFault(path, this.#now, this.#data.names.words.many);
    if (!(made instanceof Fault)) return [made];
    return this.#fault(parameter, parameter === path ? made : new Fault(made.code, `${path}: ${made.detail}`));
  }

  /** The conditions of `where`, a text of JSON. */
  where(text: unknown): MemberCondition[] {
    try {
      const tree: unknown = JSON.parse(String(text));
      if (isObject(tree)) return this.#tree(tree, '', 0);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    return this.#fault('where', new Fault('invalid_format', `must be a JSON object, such as ${EXAMPLE}`));
  }

  /** The conditions of an object of `where`, all of which must hold. */
  #tree(tree: Members, path: string, depth: number): MemberCondition[] {
    if (depth > MOST_DEEP)
      return this.#fault('where', new Fault('too_big', `is nested deeper than ${MOST_DEEP} levels`));
    return Object.entries(tree).flatMap(([name, value]): MemberCondition[] => {
      const own = path === '' ? name : `${path}.${name}`;
      if (path === '' && (name === 'or' || name === 'and') && Array.isArray(value)) {
        return this.#several(name, value, depth);
      }
      const operator = path === '' ? undefined : operatorOf(name);
      if (operator !== undefined && (!isObject(value) || this.#now.find(own) === undefined)) {
        return this.#compared(path, operator, value);
      }
      return isObject(value) ? this.#tree(value, own, depth + 1) : this.#compared(own, 'eq', value);
    });
  }

  #compared(path: string, operator: Operator, value: unknown): MemberCondition[] {
    const ask = () => {
      const member = this.#now.find(path);
      return member && { path, operator, member };
    };
    return this.#condition('where', path, { ask, value });
  }

  #several(how: 'or' | 'and', value: readonly unknown[], depth: number): MemberCondition[] {
    if (!value.every(isObject)) {
      return this.#fault('where', new Fault('invalid_type', `${how} must be a list of objects, such as ${EXAMPLE}`));
    }
    const each = value.map((one) => this.#tree(one, '', depth + 1));
    if (how === 'and') return each.flat();
    // A condition looks at one member at least; these look at their own.
    const passes: MemberCondition['holds'] = (_, valueOf) =>
      each.some((all) => all.every(({ member, holds }) => holds(valueOf(member), valueOf)));
    return [{ member: 'id', holds: passes }];
  }
}

/** Objects within objects of `where`. */
const MOST_DEEP = 16;

const EXAMPLE = '{"or":[{"views":{"gt":100}},{"author":{"name":{"eq":"ada"}}}]}';

/**
 * Reads the conditions of an input.
 *
 * @param without names that mean something else, such as a parameter of the path
 * @throws ProblemError 400 naming each name that filters nothing, and what there is instead
 */
export function filterIn(
  data: DataCollection,
  input: Members,
  { now, without }: { readonly now: MembersNow; readonly without: readonly string[] },
): Filter | undefined {
  const names = Object.keys(input).filter(
    (name) => input[name] !== undefined && !RESERVED.has(name) && !without.includes(name) && name !== NO_FILTER,
  );
  const { where } = input;
  // Whatever is asked of no records, none of them passes.
  if ((names.length === 0 && where === undefined) || now.isEmpty) return undefined;
  const reader = new Reader(data, now);
  const conditions = [
    ...names.flatMap((name) => reader.named(name, input[name])),
    ...(where === undefined ? [] : reader.where(where)),
  ];
  if (reader.faults.length > 0) throw badRequest(reader.faults);
  const given = { ...Object.fromEntries(names.map((name) => [name, input[name]])), where };
  return { given, text: JSON.stringify([given, reader.how]), conditions };
}

/**
 * Checks the keys that an input sorts by.
 *
 * @throws ProblemError 400 naming the keys that there are
 */
export function checkSort({ sort }: Members, now: MembersNow): void {
  if (typeof sort !== 'string' || now.isEmpty) return;
  const keys = sort.split(',').map((key) => key.replace(/^-/, ''));
  const isKey = (key: string): boolean => {
    const member = now.find(key);
    return member !== undefined && (member.scalars.size > 0 || !member.hasObjects);
  };
  if (new Set(keys).size === keys.length && keys.length <= MOST_CONDITIONS && keys.every(isKey)) return;
  const detail = `must be a comma-separated list of ${listed(now.names())}; a key may appear only once, with a minus sign before it for descending order`;
  throw badRequest([{ parameter: 'sort', code: 'invalid_format', detail }]);
}
