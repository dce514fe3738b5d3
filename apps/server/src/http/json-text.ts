/** Parses the JSON of a request; what cannot be read is a 400 that says where. */
import type { ProblemFault } from '@understudy/contract/kit';
import { brackets, followBrackets, MAX_LEVELS } from '../kit/json-levels.js';
import { loadedLater } from '../kit/made-once.js';
import { scheduler } from '../listing/scheduler.js';
import { badRequest, ProblemError } from '../kit/problem-error.js';

/** Text that is parsed in one go, in characters: some milliseconds' work, whatever it holds. */
const PART = 131_072;

/** Objects in each other whose arrays are taken apart: the body's own, and those of a batch over tRPC. */
const MAX_DEPTH = 3;

/** Members and elements that are parsed in one go, in a text of whatever length. */
const MAX_TOGETHER = 100_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

function broken(): SyntaxError {
  return new SyntaxError('is not valid JSON');
}

/** The index of the quote that ends the string which begins at an index. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  throw broken();
}

/** Counts what is to be parsed in one go. */
class Load {
  #commas = 0;

  /** Adds a member or an element, of which there may be so many only. */
  add(): void {
    this.#commas += 1;
    if (this.#commas <= MAX_TOGETHER) return;
    const detail = `must not have more than ${MAX_TOGETHER} members in one value`;
    throw badRequest([{ pointer: '#', code: 'too_many_members', detail }]);
  }

  /** Begins anew. */
  clear(): void {
    this.#commas = 0;
  }
}

/** Takes a text apart: its outer arrays into slices of some elements each, and what is left of it without them. */
class Parts {
  readonly #text: string;
  readonly #part: number;
  #paused = 0;
  readonly arrays: (readonly string[])[] = [];
  /** The text with `[n]` instead of the array at index n. */
  rest = '';

  constructor(text: string, part: number) {
    this.#text = text;
    this.#part = part;
  }

  *take(): Generator<void, void> {
    const load = new Load();
    let [depth, from] = [0, 0];
    for (let i = 0; i < this.#text.length; i++) {
      const code = this.#text.charCodeAt(i);
      if (code === QUOTE) i = endOfString(this.#text, i);
      else if (code === COMMA) load.add();
      else if (code === OPEN_OBJECT) depth += 1;
      else if (code === CLOSE_OBJECT) depth -= 1;
      else if (code === OPEN_ARRAY && depth <= MAX_DEPTH) {
        this.rest += `${this.#text.slice(from, i)}[${this.arrays.length}]`;
        i = yield* this.#takeArray(i);
        from = i + 1;
      }
      if (this.#isFar(i)) yield;
    }
    this.rest += this.#text.slice(from);
  }

  /** Takes the array that begins at an index, and answers the index of its end. */
  *#takeArray(start: number): Generator<void, number> {
    const load = new Load();
    const slices: string[] = [];
    let [depth, from] = [0, start + 1];
    for (let i = start + 1; i < this.#text.length; i++) {
      const code = this.#text.charCodeAt(i);
      if (code === QUOTE) i = endOfString(this.#text, i);
      else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth += 1;
      else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
        depth -= 1;
        if (depth >= 0) continue;
        if (code === CLOSE_OBJECT) throw broken();
        this.arrays.push([...slices, this.#text.slice(from, i)]);
        return i;
      } else if (code === COMMA) {
        load.add();
        if (depth > 0 || i - from <= this.#part) continue;
        slices.push(this.#text.slice(from, i));
        from = i + 1;
        load.clear();
      }
      if (this.#isFar(i)) yield;
    }
    throw broken();
  }

  /** Whether the last pause was long before an index. */
  #isFar(i: number): boolean {
    const isFar = i - this.#paused > this.#part;
    if (isFar) this.#paused = i;
    return isFar;
  }
}

function* elementsOf(slices: readonly string[]): Generator<void, unknown[]> {
  const elements: unknown[] = [];
  for (const slice of slices) {
    // Nothing may stand between brackets, but not between commas.
    if (slices.length > 1 && slice.trim() === '') throw broken();
    // What JSON.parse makes of brackets is an array.
    for (const element of JSON.parse(`[${slice}]`) as readonly unknown[]) elements.push(element);
    yield;
  }
  return elements;
}

/** Puts the arrays back where only their indexes stand. */
function putBack(value: unknown, arrays: readonly (readonly unknown[])[], depth = 0): unknown {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return arrays[Number(value[0])];
  for (const [name, member] of Object.entries(value)) {
    // Also a member that is called __proto__ is only a member.
    Object.defineProperty(value, name, { value: putBack(member, arrays, depth + 1) });
  }
  return value;
}

/** Whether a text is better parsed in steps. */
const isLarge = (text: string): boolean => text.length > PART;

/**
 * Parses JSON as JSON.parse does, in steps of so many characters; broken JSON is a SyntaxError, and what would take long in
 * one go a 400.
 */
export function* parseLargeJson(text: string, part = PART): Generator<void, unknown> {
  const parts = new Parts(text, part);
  yield* parts.take();
  const arrays: (readonly unknown[])[] = [];
  for (const slices of parts.arrays) arrays.push(yield* elementsOf(slices));
  return putBack(JSON.parse(parts.rest), arrays);
}

/** What finds a fault, which most requests do not have. */
const faults = loadedLater(() => import('../kit/json-fault.js'));

/** Longest text in which a fault is looked for, in characters: that takes some ten times as long as parsing it. */
const MAX_LOCATED = 1_000_000;

/** Where a text stands in the request, and how deep it may be. */
export interface JsonSource {
  /** The body by `pointer`, a part of the query by `parameter`. */
  readonly location: Pick<ProblemFault, 'pointer' | 'parameter'>;
  /** Levels around what is read, which do not count. */
  readonly around?: number;
}

/** Why a text is no JSON. It is read as far as its brackets match: the parser recurses, and a bracket that does not match is a fault. */
async function fault(text: string, location: JsonSource['location']): Promise<ProblemError> {
  const where = text.length <= MAX_LOCATED ? (await faults()).jsonFault(text) : '';
  return badRequest([{ ...location, code: 'invalid_json', detail: `is not valid JSON${where}` }]);
}

/**
 * Parses JSON (RFC 8259), a large text in stretches.
 *
 * @throws ProblemError 400 `too_deep` where it nests deeper than MAX_LEVELS, `too_big` where a number is too large, `invalid_json`
 * where it is none
 */
export async function parseJson(text: string, { location, around = 0 }: JsonSource): Promise<unknown> {
  const levels = MAX_LEVELS + around;
  const { isTooDeep, end, tooLarge } = isLarge(text)
    ? await scheduler.run(followBrackets(text, levels))
    : brackets(text, levels);
  if (isTooDeep) {
    const detail = `nests arrays and objects deeper than the ${MAX_LEVELS} levels this server reads`;
    throw badRequest([{ ...location, code: 'too_deep', detail }]);
  }
  try {
    const value: unknown = isLarge(text) ? await scheduler.run(parseLargeJson(text)) : JSON.parse(text);
    if (tooLarge === undefined) return value;
    const detail = `has the number ${tooLarge}, which is too large; the largest is about 1.8e308`;
    throw badRequest([{ ...location, code: 'too_big', detail }]);
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw await fault(text.slice(0, end), location);
  }
}
