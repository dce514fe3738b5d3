/** Parses large JSON in steps, so that other requests can be answered in between. */
import { badRequest } from '../kit/problem-error.js';

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
export const isLarge = (text: string): boolean => text.length > PART;

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
