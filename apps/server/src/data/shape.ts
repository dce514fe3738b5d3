/** Dates and instants in texts: one without an offset from UTC is read as UTC, so that no machine's time zone matters. */
import { MAX_LEVELS } from '../kit/json-levels.js';
import { DataFault, nameIn } from './given-value.js';

/** A date, or an instant (RFC 3339 §5.6), also one that databases write without an offset or with a space. */
const INSTANT =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?<offset>Z|[+-]\d{2}:\d{2})?)?$/;

/** Whether a text has the form of a date or an instant. */
function isInstant(text: string): boolean {
  return INSTANT.test(text);
}

/** The ms since 1970 of a date or an instant; NaN where a text is none. */
export function instantOf(text: string): number {
  const { date, time, offset = 'Z' } = INSTANT.exec(text)?.groups ?? {};
  if (date === undefined) return Number.NaN;
  return Date.parse(time === undefined ? date : `${date}T${time}${offset}`);
}

/** A JSON type. */
export type JsonType = 'text' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** Most members that an object is described by: one with more is a table by key, such as texts by language. */
const MAX_MEMBERS = 200;

/** Longest text that is taken as an example, in characters. */
const MAX_EXAMPLE = 100;

/** What the values at one point of the data are. */
export interface Shape {
  /** How many values were seen. */
  count: number;
  readonly types: Set<JsonType>;
  /** Whether every text is a date or an instant. */
  isDate: boolean;
  /** Whether a text has a comma in it, so that a comma-separated list cannot name it. */
  hasComma: boolean;
  /** The first value that can stand as an example; undefined where none can. */
  example: string | number | boolean | undefined;
  /** Members of the objects, in the order in which they were seen. */
  readonly members: Map<string, Shape>;
  /** The same as a list, since most objects have the same members in the same order: no name is then looked up. */
  readonly inOrder: { readonly name: string; readonly shape: Shape }[];
  /** Whether the objects have more members than are described. */
  isTable: boolean;
  /** What is in the arrays. */
  items: Shape | undefined;
}

/** The shape of no values. */
export function newShape(): Shape {
  return {
    count: 0,
    types: new Set(),
    isDate: true,
    hasComma: false,
    example: undefined,
    members: new Map(),
    inOrder: [],
    isTable: false,
    items: undefined,
  };
}

function seeText(shape: Shape, text: string): void {
  shape.types.add('text');
  if (shape.isDate && !isInstant(text)) shape.isDate = false;
  if (!shape.hasComma && text.includes(',')) shape.hasComma = true;
  if (shape.example === undefined && text !== '' && text.length <= MAX_EXAMPLE) shape.example = text;
}

function seeScalar(shape: Shape, value: number | boolean): void {
  shape.types.add(typeof value === 'number' ? 'number' : 'boolean');
  shape.example ??= value;
}

/** Looks at values, and knows where it is. */
export class Observer {
  readonly #path: (string | number)[];
  readonly #deepest: number;

  /** @param path where the records stand in the data: each may be as deep as the body of a request */
  constructor(path: readonly (string | number)[]) {
    this.#path = [...path];
    this.#deepest = path.length + MAX_LEVELS;
  }

  /** Says what is wrong with the value that is being looked at. */
  #fault(text: string): DataFault {
    return new DataFault(`${nameIn(this.#path)} ${text}`);
  }

  /**
   * Looks at a value.
   *
   * @throws DataFault where it is none that can be served
   */
  see(shape: Shape, value: unknown, step: string | number): void {
    shape.count += 1;
    if (typeof value === 'string') seeText(shape, value);
    else if (typeof value === 'boolean') seeScalar(shape, value);
    else if (value === null) shape.types.add('null');
    else {
      this.#path.push(step);
      if (typeof value === 'number') this.#seeNumber(shape, value);
      else this.#seeNested(shape, value);
      this.#path.pop();
    }
  }

  #seeNumber(shape: Shape, value: number): void {
    // JSON.parse gives it for 1e999.
    if (!Number.isFinite(value)) throw this.#fault('is a number that is too large; the largest is about 1.8e308');
    seeScalar(shape, value);
  }

  #seeNested(shape: Shape, value: unknown): void {
    if (this.#path.length > this.#deepest) throw this.#fault(`is nested deeper than ${MAX_LEVELS} levels`);
    if (Array.isArray(value)) this.#seeArray(shape, value);
    else if (typeof value === 'object' && value !== null) this.#seeMembers(shape, value);
    else throw this.#fault(`is a ${typeof value}, which JSON does not have`);
  }

  #seeArray(shape: Shape, value: readonly unknown[]): void {
    shape.types.add('array');
    const items = (shape.items ??= newShape());
    for (let index = 0; index < value.length; index++) this.see(items, value[index], index);
  }

  #seeMembers(shape: Shape, value: object): void {
    shape.types.add('object');
    const members = value as Readonly<Record<string, unknown>>;
    const { inOrder } = shape;
    let index = 0;
    // Whatever is enumerable was parsed from JSON; a list of the names of each record would take a third of the time.
    for (const name in members) {
      const next = inOrder[index++];
      this.see(next?.name === name ? next.shape : memberOf(shape, name), members[name], name);
    }
  }
}

/** The shape of a member; past those that are described, one that is forgotten. */
function memberOf(shape: Shape, name: string): Shape {
  const cached = shape.members.get(name);
  if (cached !== undefined) return cached;
  const member = newShape();
  if (shape.members.size < MAX_MEMBERS) {
    shape.members.set(name, member);
    shape.inOrder.push({ name, shape: member });
  } else shape.isTable = true;
  return member;
}
