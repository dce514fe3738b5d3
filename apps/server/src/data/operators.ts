/** The operators that a member of the data can be compared by, and the tests that they make. */
import { anyOf, textTests } from '../listing/matcher.js';
import type { Member } from './members.js';
import { instantOf } from './shape.js';

/** Operators by their suffix in a query, and by their name in `where`. */
export const OPERATORS = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'contains',
  'starts_with',
  'ends_with',
  'like',
] as const;

/** An operator. */
export type Operator = (typeof OPERATORS)[number];

/** The operator of a name; `startsWith` is `starts_with`. */
export function operatorOf(name: string): Operator | undefined {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return OPERATORS.find((one) => one === snake);
}

/** The test that a value of a member is put to. */
export type Holds = (value: unknown) => boolean;

/** What is wrong with a condition, and nothing else of it. */
export class Fault {
  readonly code: string;
  readonly detail: string;

  constructor(code: string, detail: string) {
    this.code = code;
    this.detail = detail;
  }
}

/** Values of one condition at most. */
const MOST_VALUES = 200;

/** A number as JSON writes it. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Whether a text is a number. */
export const isNumber = (text: string): boolean => NUMBER.test(text);

/** The operators that a member can have. */
function operatorsOf({ scalars }: Pick<Member, 'scalars'>): readonly Operator[] {
  const hasOrder = scalars.has('number') || scalars.has('text') || scalars.size === 0;
  const hasText = scalars.has('text') || scalars.size === 0;
  const isOf = (one: Operator): boolean => {
    if (one === 'eq' || one === 'ne' || one === 'in') return true;
    return one === 'contains' || one === 'starts_with' || one === 'ends_with' ? hasText : hasOrder;
  };
  return OPERATORS.filter(isOf);
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

/** Whether a member can have the value that a text names. */
function canBe({ scalars }: Member, text: string): boolean {
  if (scalars.size === 0 || scalars.has('text') || text === 'null') return true;
  return (scalars.has('number') && isNumber(text)) || (scalars.has('boolean') && /^(?:true|false)$/.test(text));
}

/** The values that some texts name: a comma-separated list, where no text of the member has a comma in it. */
export function valuesIn({ hasComma }: Member, texts: readonly string[], operator: Operator): readonly string[] {
  const isWhole = operator !== 'in' && (texts.length > 1 || hasComma);
  return isWhole
    ? texts
    : texts.flatMap((text) => text.split(',').map((one) => (operator === 'in' ? one.trim() : one)));
}

function equality(member: Member, values: readonly string[], isId: boolean): Holds | Fault {
  if (values.length > MOST_VALUES) return new Fault('too_big', `must have at most ${MOST_VALUES} values`);
  // An id that none can have finds nothing, as in a path.
  if (!isId && !values.every((text) => canBe(member, text))) {
    return new Fault('invalid_type', `must be ${kindsOf(member)}`);
  }
  const wanted = new Set(values);
  const numbers = new Set(values.filter(isNumber).map(Number));
  return (value) =>
    anyOf(value, (one) => {
      if (typeof one === 'number') return numbers.has(one);
      return (typeof one === 'string' || typeof one === 'boolean' || one === null) && wanted.has(String(one));
    });
}

const bounds = {
  gt: (value: number | string, limit: number | string) => value > limit,
  gte: (value: number | string, limit: number | string) => value >= limit,
  lt: (value: number | string, limit: number | string) => value < limit,
  lte: (value: number | string, limit: number | string) => value <= limit,
} as const;

function boundTest(member: Member, operator: keyof typeof bounds, text: string): Holds | Fault {
  const { scalars, isDate } = member;
  const isIn = bounds[operator];
  const isOfNumbers = scalars.has('number') && isNumber(text);
  const ms = scalars.has('text') && isDate ? instantOf(text) : undefined;
  if (!isOfNumbers && (!scalars.has('text') || Number.isNaN(ms))) {
    return new Fault('invalid_type', `must be ${kindsOf(member)}`);
  }
  return (value) =>
    anyOf(value, (one) => {
      if (isOfNumbers) return typeof one === 'number' && isIn(one, Number(text));
      if (typeof one !== 'string') return false;
      return ms === undefined ? isIn(one, text) : isIn(instantOf(one), ms);
    });
}

/** Parts of an expression that need no searching back: texts, with `.*` between them, and ^ and $ at the ends. */
const LIKE = /^\^?(?:[^\\^$.*+?()[\]{}|]|\\[^\w]|\.\*)*\$?$/;

/** The test whether a text has the parts of one alternative, each behind the one before. */
function likeTest(alternative: string): (text: string) => boolean {
  const isStart = alternative.startsWith('^');
  const isEnd = /(?<!\\)\$$/.test(alternative);
  const parts = alternative
    .slice(isStart ? 1 : 0, isEnd ? -1 : undefined)
    .split(/(?<!\\)\.\*/)
    .map((part) => part.replaceAll(/\\(.)/g, '$1').toLowerCase());
  return (text) => {
    let at = 0;
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1;
      const found = isLast && isEnd ? text.length - part.length : text.indexOf(part, at);
      if (found < at || !text.startsWith(part, found) || (index === 0 && isStart && found > 0)) return false;
      at = found + part.length;
    }
    return true;
  };
}

/** `_like` of json-server, an expression: what of it can be compared in one pass. */
function like(texts: readonly string[]): Holds | Fault {
  const alternatives = texts.flatMap((text) => text.split(/(?<!\\)\|/));
  if (!alternatives.every((one) => LIKE.test(one))) {
    return new Fault(
      'invalid_format',
      String.raw`may be texts with .* between them, ^ before and $ behind, and | between several; put \ before any other mark of a regular expression`,
    );
  }
  const passes = alternatives.map(likeTest);
  return (value) =>
    anyOf(value, (one) => {
      if (typeof one !== 'string' && typeof one !== 'number') return false;
      const text = String(one).toLowerCase();
      return passes.some((each) => each(text));
    });
}

/** A comparison of a member. */
export interface Compared {
  readonly path: string;
  /** Whether it is the id. */
  readonly isId: boolean;
  readonly member: Member;
  readonly operator: Operator;
  /** The texts that it is compared with; of several, one is enough. */
  readonly texts: readonly string[];
}

/** The test of a comparison; a member that cannot be compared so says how it can be. */
export function testOf({ path, isId, member, operator, texts }: Compared): Holds | Fault {
  const can = operatorsOf(member);
  if (!can.includes(operator)) {
    const names = can.filter((one) => one !== 'eq').map((one) => `_${one}`);
    const why = operator in bounds ? 'compares a member that has no order' : 'compares a member that has no texts';
    return new Fault('unsupported', `${why}: ${path} is ${kindsOf(member)}, and can have ${names.join(', ')}`);
  }
  switch (operator) {
    case 'eq':
    case 'in':
      return equality(member, valuesIn(member, texts, operator), isId);
    case 'ne': {
      const same = equality(member, valuesIn(member, texts, operator), isId);
      return same instanceof Fault ? same : (value) => !same(value);
    }
    case 'like':
      return like(texts);
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return textTests[operator](texts);
    default: {
      const tests = texts.map((text) => boundTest(member, operator, text));
      const fault = tests.find((test) => test instanceof Fault);
      if (fault !== undefined) return fault;
      return (value) => tests.some((test) => !(test instanceof Fault) && test(value));
    }
  }
}
