/** What lists of data are filtered and sorted by: how it is documented, and how it is read from an input that takes any name. */
import { callControls, listInput, nearest, type ProblemFault } from '@understudy/contract/kit';
import { z } from 'zod';
import type { DataCollection } from './collection.js';
import { type Member, type MembersNow, type NamedMember, scalarMembers } from './members.js';
import { isUnsafe, passing } from './schema.js';
import type { Filter, MemberCondition } from '../kit/listing.js';
import { badRequest } from '../kit/problem-error.js';
import type { Members } from '../kit/record-handlers.js';
import { listed } from '../kit/faults.js';
import { instantOf } from './shape.js';

/** Names in the query that mean something else. */
const TAKEN: ReadonlySet<string> = new Set([...Object.keys(callControls), ...Object.keys(listInput({}).shape), 'sort']);

/** A name that stands in a query, and in a comma-separated list, as it is. */
const PLAIN = /^[a-z_$][\w$-]*(?:\.[a-z_$][\w$-]*)*$/i;

const isPlain = ({ name }: NamedMember): boolean => PLAIN.test(name) && !isUnsafe(name) && name !== 'id';

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
  const isNumber = scalars.size === 1 && scalars.has('number');
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
  if (isBoolean || (!isNumber && !(isDate && scalars.has('text')))) return same;
  const bound = (what: string) => condition(isNumber ? 'number' : 'string', say(what), isNumber ? example : text);
  return {
    ...same,
    [`${name}_gte`]: bound(isNumber ? 'this or more' : 'then or later'),
    [`${name}_lte`]: bound(isNumber ? 'this or less' : 'then or earlier'),
  };
}

function idConditions({ first, names }: DataCollection): z.ZodRawShape {
  const what = (which: string) => `Only the ${names.words.many} with ${which} of these ids, a comma-separated list.`;
  const example = first === undefined ? undefined : String(first['id']);
  return { id: condition('string', what('one'), example), id_ne: condition('string', what('none'), example) };
}

/** What the list of a collection is documented to be filtered by; a member wins over a condition of the same name. */
export function filtersOf(collection: DataCollection, without: readonly string[] = []): z.ZodRawShape {
  const { shape: all } = collection;
  const isFree = (name: string): boolean => !TAKEN.has(name) && !without.includes(name);
  const conditions = scalarMembers(all)
    .filter(isPlain)
    .flatMap((member) =>
      Object.entries(conditionsOn(member)).filter(
        ([own]) => isFree(own) && (own === member.name || !all.members.has(own)),
      ),
    );
  return { ...idConditions(collection), ...Object.fromEntries(conditions) };
}

/** Members that have an order. */
export function sortsOf({ shape }: DataCollection): readonly [string, ...string[]] {
  const names = scalarMembers(shape)
    .filter(isPlain)
    .map(({ name }) => name);
  return ['id', ...new Set(names)];
}

/** Conditions of one call, and values of one of them. */
const [MOST_CONDITIONS, MOST_VALUES] = [50, 50];

/** A number as JSON writes it. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** What jQuery adds against caches. */
const NO_FILTER = '_';

const OPERATORS = ['ne', 'gte', 'lte'] as const;

type Operator = (typeof OPERATORS)[number] | 'is';

/** What one name in the input asks for. */
interface Asked {
  readonly name: string;
  readonly path: string;
  readonly operator: Operator;
  readonly member: Member;
}

type Holds = (value: unknown) => boolean;

/** What is wrong with a condition, and nothing else of it. */
class Fault {
  readonly code: string;
  readonly detail: string;

  constructor(code: string, detail: string) {
    this.code = code;
    this.detail = detail;
  }
}

/** Whether a value, or one in its lists, passes. */
const anyOf = (value: unknown, passes: Holds): boolean =>
  Array.isArray(value) ? value.some((one) => anyOf(one, passes)) : passes(value);

/** The texts that were given for a name, which may have been given several times. */
function textsOf(value: unknown): readonly string[] | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isText = (one: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof one);
  return all.length > 0 && all.every(isText) ? all.map(String) : undefined;
}

/** Whether a member can have the value that a text names. */
function canBe({ scalars }: Member, text: string): boolean {
  if (scalars.size === 0 || scalars.has('text')) return true;
  return (scalars.has('number') && NUMBER.test(text)) || (scalars.has('boolean') && /^(?:true|false)$/.test(text));
}

/** What the values of a member are, as a message says it. */
function kindsOf({ scalars, isDate }: Member): string {
  const names = {
    text: isDate ? 'a date or an instant (RFC 3339)' : 'a text',
    number: 'a number in decimal digits',
    boolean: 'true or false',
  };
  return [...scalars].map((type) => names[type]).join(' or ');
}

/** The test whether a member is one of the values that were given. */
function equality({ path, member }: Asked, given: readonly string[]): Holds | Fault {
  const isWhole = given.length > 1 || member.hasComma;
  const texts = isWhole ? given : given.flatMap((text) => text.split(','));
  if (texts.length > MOST_VALUES) return new Fault('too_big', `must have at most ${MOST_VALUES} values`);
  // An id that none can have finds nothing, as in a path.
  if (path !== 'id' && !texts.every((text) => canBe(member, text))) {
    return new Fault('invalid_type', `must be ${kindsOf(member)}`);
  }
  const wanted = new Set(texts);
  const numbers = new Set(texts.filter((text) => NUMBER.test(text)).map(Number));
  return (value) =>
    anyOf(value, (one) => {
      if (typeof one === 'number') return numbers.has(one);
      return (typeof one === 'string' || typeof one === 'boolean') && wanted.has(String(one));
    });
}

/** The test whether a member is a value or more, or a value or less. */
function boundTest({ operator, member }: Asked, given: readonly string[]): Holds | Fault {
  const { scalars, isDate } = member;
  const [text = ''] = given;
  const hasText = scalars.has('text');
  if (!hasText && !scalars.has('number')) return new Fault('unsupported', 'compares a member that has no order');
  const isNumber = scalars.has('number') && NUMBER.test(text);
  const ms = hasText && isDate ? instantOf(text) : undefined;
  if (given.length > 1 || (!isNumber && (!hasText || Number.isNaN(ms)))) {
    return new Fault('invalid_type', `must be ${kindsOf(member)}`);
  }
  const isIn = <Value extends number | string>(value: Value, limit: Value): boolean =>
    operator === 'gte' ? value >= limit : value <= limit;
  return (value) =>
    anyOf(value, (one) => {
      if (isNumber) return typeof one === 'number' && isIn(one, Number(text));
      if (typeof one !== 'string') return false;
      return ms === undefined ? isIn(one, text) : isIn(instantOf(one), ms);
    });
}

/** The values by which an index finds the records with some ids; undefined where only a scan can tell. */
function idsIn({ ids }: DataCollection, { path, operator, member }: Asked, given: readonly string[]) {
  if (path !== 'id' || operator !== 'is' || ids.hasOdd) return undefined;
  const texts = given.length > 1 || member.hasComma ? given : given.flatMap((text) => text.split(','));
  if (ids.kind === 'text') return [...new Set(texts)];
  if (ids.kind !== 'integer') return undefined;
  return [...new Set(texts.filter((text) => NUMBER.test(text)).map((text) => String(Number(text))))];
}

function conditionOf(data: DataCollection, asked: Asked, value: unknown): MemberCondition | Fault {
  const { path: member, operator } = asked;
  if (asked.member.hasObjects && asked.member.scalars.size === 0) {
    return new Fault('unsupported', `is an object; ask for a member of it, such as ${member}.name`);
  }
  const given = textsOf(value);
  if (given === undefined) return new Fault('invalid_type', 'must be a text, a number, or true or false');
  if (operator === 'gte' || operator === 'lte') {
    const holds = boundTest(asked, given);
    return holds instanceof Fault ? holds : { member, holds };
  }
  const holds = equality(asked, given);
  if (holds instanceof Fault) return holds;
  if (operator === 'ne') return { member, holds: (one) => !holds(one) };
  return { member, holds, oneOf: idsIn(data, asked, given) };
}

/** Reads a name; a member wins over a condition of the same name. */
function askedBy(name: string, now: MembersNow): Asked | undefined {
  const own = now.find(name);
  if (own !== undefined) return { name, path: name, operator: 'is', member: own };
  const operator = OPERATORS.find((one) => name.endsWith(`_${one}`));
  if (operator === undefined) return undefined;
  const path = name.slice(0, -operator.length - 1);
  const member = now.find(path);
  return member === undefined ? undefined : { name, path, operator, member };
}

/** What the parameters of json-server are called here, where they are not read as they are. */
const OURS: ReadonlyMap<string, string> = new Map([
  ['_page', 'page'],
  ['_per_page', 'per_page'],
  ['_limit', 'per_page'],
  ['_start', 'page and per_page'],
  ['_end', 'page and per_page'],
  ['_sort', 'sort'],
  ['_order', 'sort, with a minus sign for descending order'],
]);

/** What is wrong with a name that filters nothing: it says what there is. */
function unknownFault(name: string, now: MembersNow, records: string): ProblemFault {
  const ours = OURS.get(name);
  if (ours !== undefined) {
    return { parameter: name, code: 'unknown', detail: `is read only with --bare; use ${ours} instead` };
  }
  const names = now.names().filter((one) => !TAKEN.has(one));
  const near = nearest(name.slice(0, 100), names);
  const hint = near === null ? '' : `did you mean ${near}? `;
  const detail = `filters nothing; ${hint}the ${records} can be filtered by ${listed(names)}, also with _ne, and those with an order with _gte and _lte; _gt, _lt and _like are not supported`;
  return { parameter: name.slice(0, 200), code: 'unknown', detail };
}

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
    (name) => input[name] !== undefined && !TAKEN.has(name) && !without.includes(name) && name !== NO_FILTER,
  );
  // Whatever is asked of no records, none of them passes.
  if (names.length === 0 || now.isEmpty) return undefined;
  if (names.length > MOST_CONDITIONS) {
    const detail = `is one of ${names.length} conditions; a list takes at most ${MOST_CONDITIONS}`;
    throw badRequest([{ parameter: names[MOST_CONDITIONS] ?? '', code: 'too_big', detail }]);
  }
  const faults: ProblemFault[] = [];
  const conditions: MemberCondition[] = [];
  const how: unknown[] = [];
  for (const name of names) {
    const asked = askedBy(name, now);
    const made = asked && conditionOf(data, asked, input[name]);
    if (made === undefined) faults.push(unknownFault(name, now, data.names.words.many));
    else if (made instanceof Fault) faults.push({ parameter: name, code: made.code, detail: made.detail });
    else conditions.push(made);
    // What a member is decides how it is compared.
    if (asked !== undefined) how.push({ ...asked, member: { ...asked.member, scalars: [...asked.member.scalars] } });
  }
  if (faults.length > 0) throw badRequest(faults);
  const given = Object.fromEntries(names.map((name) => [name, input[name]]));
  return { given, text: JSON.stringify([given, how]), conditions };
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
