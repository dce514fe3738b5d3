/** Finds secrets in values: in JSON, and in what is encoded within it. */
import {
  codedCuts,
  type Cut,
  jsonEscapes,
  MASK,
  moved,
  percent,
  type Reading,
  afterSpace,
  containerEnd,
  scalarEnd,
  stringEnd,
} from './cuts.js';
import { isCardName, isOrdinaryWord, isSecret, isShown, mayName } from './names.js';
import { textCuts } from './text-cuts.js';
import { mayHoldSecret } from './tokens.js';

const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a];
const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Index of the last character before one that is no white space; below 0 where there is none. */
function beforeSpace(text: string, index: number): number {
  let at = index - 1;
  while (at >= 0 && text.charCodeAt(at) <= 0x20) at--;
  return at;
}

/**
 * Index of the string that is the value of a secret; below 0 where there is none.
 *
 * @param quote index of the quote that begins the name
 * @param end index of the one that ends it
 */
function entryValue(text: string, quote: number, end: number): number {
  const list = beforeSpace(text, quote);
  if (text.charCodeAt(list) !== OPEN_LIST || !mayName(text, quote + 1, end)) return -1;
  // What lies in no list is a list of names, such as those that are required.
  const before = text.charCodeAt(beforeSpace(text, list));
  if (before !== OPEN_LIST && before !== COMMA) return -1;
  const comma = afterSpace(text, end + 1);
  const value = afterSpace(text, comma + 1);
  if (text.charCodeAt(comma) !== COMMA || text.charCodeAt(value) !== QUOTE) return -1;
  const after = afterSpace(text, stringEnd(text, value + 1) + 1);
  if (after < text.length && text.charCodeAt(after) !== CLOSE_LIST) return -1;
  const name = jsonEscapes.decode(text.slice(quote + 1, end));
  return isSecret(name) && !isOrdinaryWord(name) ? value : -1;
}

/*
 * Finds secrets in JSON as it is written: it goes over the text once, without a level for each level of the document, and
 * takes what is cut off, and what is no JSON, as it comes.
 */

/** Private members of keys of each type: EC and OKP, RSA, symmetric ones. */
const PRIVATE = /"(?:d|p|q|dp|dq|qi|k)"\s*:\s*"([\w-]+)(?=["\s]|$)/g;

/** The private members of the keys that a JSON text has. */
function jwkCuts(text: string): readonly Cut[] {
  if (!text.includes('"kty"')) return [];
  return Array.from(text.matchAll(PRIVATE), ({ index, 0: { length }, 1: value = '' }) => {
    const end = index + length;
    return { start: end - value.length, end, by: MASK };
  });
}

/** Strings shorter than this have no secret in them. */
const SHORTEST = 6;

/** What a secret's value may be without saying anything of it. */
const LITERALS = new Set(['null', 'true', 'false', '']);

/** Members that name what another member of the same object holds, as in lists of headers and fields. */
const LABELS = new Set(['name', 'key', 'field', 'header', 'parameter', 'param']);

/** What labels, and `value`, begin with. */
const LABEL_STARTS = new Uint8Array(128);
for (const name of [...LABELS, 'value', '\\']) LABEL_STARTS[name.charCodeAt(0)] = 1;

/** What an object says of its own member `value`. */
interface Labelled {
  /** Whether another member names the value. */
  isNamed: boolean;
  /** Whether that is the name of a secret. */
  isSecret: boolean;
  /** Where the member `value` begins, and behind it, that came before its name; below 0 while there is none. */
  value: number;
  valueEnd: number;
}

/** What finds secrets in one document. */
class JsonFinder {
  readonly #text: string;
  readonly #reading: Reading;
  readonly #cuts: Cut[] = [];
  readonly #objects: Labelled[] = [];
  /** Whether it is no JSON: quotes may then not pair as they seem to. */
  #isOdd = false;

  constructor(text: string, reading: Reading) {
    this.#text = text;
    this.#reading = reading;
  }

  find(): readonly Cut[] {
    const text = this.#text;
    for (let at = 0; at < text.length;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = this.#string(at);
      else {
        if (code === OPEN) this.#objects.push({ isNamed: false, isSecret: false, value: -1, valueEnd: -1 });
        else if (code === CLOSE) this.#objects.pop();
        else if (code > 0x40 && code < 0x7f && code !== OPEN_LIST && code !== 0x5d) at = this.#literal(at);
        at++;
      }
    }
    if (this.#reading.isCut) this.#cutUnnamed();
    return this.#isOdd ? [...this.#cuts, ...textCuts(text, this.#reading.isCut)] : this.#cuts;
  }

  /** Reads a name with what follows its colon if that is a secret, or a string; returns where to go on. */
  #string(at: number): number {
    const text = this.#text;
    const end = stringEnd(text, at + 1);
    if (end === text.length && !this.#reading.isCut) this.#isOdd = true;
    const after = afterSpace(text, end + 1);
    if (text.charCodeAt(after) !== COLON) {
      this.#value(at + 1, end);
      const ofEntry = entryValue(text, at, end);
      return ofEntry < 0 ? end + 1 : this.#secret(ofEntry, '');
    }
    if (end - at > SHORTEST * 2) this.#value(at + 1, end);
    const object = this.#objects.at(-1);
    if (object !== undefined && object.value >= 0 && object.valueEnd < 0) object.valueEnd = at;
    const value = afterSpace(text, after + 1);
    const isLabel = LABEL_STARTS[text.charCodeAt(at + 1)] === 1;
    if (!isLabel && !mayName(text, at + 1, end)) return value;
    const name = jsonEscapes.decode(text.slice(at + 1, end));
    return isSecret(name) || isCardName(name) ? this.#secret(value, name) : this.#member(value, name);
  }

  /** Strings that are no name. */
  #value(start: number, end: number): void {
    if (end - start < SHORTEST || !mayHoldSecret(this.#text, start, end)) return;
    const content = this.#text.slice(start, end);
    if (content.includes('\n')) this.#isOdd = true;
    const isCut = this.#reading.isCut && end === this.#text.length;
    const reading = isCut === this.#reading.isCut ? this.#reading : { ...this.#reading, isCut };
    const cuts = codedCuts(content, jsonEscapes, reading);
    for (const cut of moved(cuts, start)) this.#cuts.push(cut);
  }

  /** A member that is none by its own name, but may be by that which another member gives it. */
  #member(value: number, name: string): number {
    const object = this.#objects.at(-1);
    if (object === undefined) return value;
    if (name === 'value') {
      if (object.isSecret) return this.#secret(value, name);
      object.value = value;
    } else if (LABELS.has(name) && this.#text.charCodeAt(value) === QUOTE) {
      const end = stringEnd(this.#text, value + 1);
      object.isNamed = end < this.#text.length;
      if (end - value < 100 && isSecret(jsonEscapes.decode(this.#text.slice(value + 1, end)))) {
        object.isSecret = true;
        if (object.value >= 0) this.#cut(object.value, endBefore(this.#text, object.valueEnd));
        object.value = -1;
      }
    }
    return value;
  }

  /** Cuts out the value of a secret. */
  #secret(start: number, name: string): number {
    const text = this.#text;
    const first = text.charCodeAt(start);
    if (first === QUOTE) {
      const end = stringEnd(text, start + 1);
      const content = text.slice(start + 1, end);
      if (isShown(name, content)) return start;
      if (end > start + 1) this.#cuts.push({ start: start + 1, end, by: MASK });
      return end + 1;
    }
    const isContainer = first === OPEN || first === OPEN_LIST;
    if (isContainer && isShown(name, '')) return start;
    const end = isContainer ? containerEnd(text, start) : scalarEnd(text, start);
    if (isContainer || !isShown(name, text.slice(start, end), true)) this.#cut(start, end);
    return end;
  }

  /** Cuts out values whose names the end of the text has cut off. */
  #cutUnnamed(): void {
    for (const { isNamed, value, valueEnd } of this.#objects) {
      if (!isNamed && value >= 0) this.#cut(value, valueEnd < 0 ? this.#text.length : endBefore(this.#text, valueEnd));
    }
  }

  /** Cuts out a value that is no string. */
  #cut(start: number, end: number): void {
    if (!LITERALS.has(this.#text.slice(start, end))) this.#cuts.push({ start, end, by: `"${MASK}"` });
  }

  /** Goes over a literal, or notes that there is none; returns the index of its last character. */
  #literal(at: number): number {
    if (this.#isOdd) return at;
    const end = scalarEnd(this.#text, at);
    // The exponent of a number is the one other letter.
    if (!LITERALS.has(this.#text.slice(at, end)) && !/^[eE]?[+-]?\d+$/.test(this.#text.slice(at, end))) {
      this.#isOdd = true;
      return at;
    }
    return end - 1;
  }
}

/** Index behind a value that a comma follows, and after it something at an index. */
function endBefore(text: string, index: number): number {
  let end = index;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end--;
  return end - 1;
}

/** The secrets of JSON, of several documents as well, or of what begins like JSON. */
function jsonCuts(text: string, reading: Reading): readonly Cut[] {
  return [...new JsonFinder(text, reading).find(), ...jwkCuts(text)];
}

/** Whether it begins as JSON does with objects, arrays and strings. */
function isLikeJson(text: string): boolean {
  const first = text.charCodeAt(afterSpace(text, 0));
  return first === 0x7b || first === 0x5b || first === 0x22;
}

function cutsOf(text: string, reading: Reading): readonly Cut[] {
  if (isLikeJson(text)) return jsonCuts(text, reading);
  const json = text.indexOf('{"');
  if (json < 0) return textCuts(text, reading.isCut);
  return [
    ...textCuts(text.slice(0, json), false),
    ...moved(jsonCuts(text.slice(json), reading), json),
    // The name of the document may be a secret.
    ...textCuts(text, reading.isCut),
  ];
}

function valueCuts(text: string, reading: Reading): readonly Cut[] {
  const cuts = cutsOf(text, reading);
  // In JSON it is the strings that are encoded, each for itself.
  if (!text.includes('%') || isLikeJson(text) || percent.decode(text) === text) return cuts;
  return [...cuts, ...codedCuts(text, percent, reading)];
}

/** How a text is read that nothing was decoded of. */
export function readingOf(isCut: boolean): Reading {
  return isCut ? CUT : WHOLE;
}

const WHOLE: Reading = { isCut: false, level: 0, within: valueCuts };
const CUT: Reading = { isCut: true, level: 0, within: valueCuts };
