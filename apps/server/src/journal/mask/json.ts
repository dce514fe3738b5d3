/** Masks secrets in values: in JSON, in running text, and in what is encoded within them. */
import { jsonDecoded, jsonEncoded, percentDecoded, percentEncoded } from './coding.js';
import { isCardName, isOrdinaryWord, isSecret, isShown } from './names.js';
import { MASK, maskRunningText, mayHoldSecret } from './text.js';

/** How a text is read. */
export interface Reading {
  /** Whether the text was cut off at its end: a secret that begins there is one however little there is of it. */
  readonly isCut: boolean;
  /** How many codings have been undone. */
  readonly level: number;
}

/** Codings within codings that are undone; what lies deeper is masked as a whole. */
const MAX_LEVEL = 6;

/** Strings and signs of JSON; what lies between them are numbers, literals and white space. */
const TOKEN = /("(?:[^"\\]+|\\[^]?)*"?|[{}[\],:])/;
const STRING = /^"((?:[^"\\]+|\\[^]?)*)("?)$/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** What a secret's value may be without saying anything of it. */
const LITERALS = new Set(['null', 'true', 'false', '']);

/** Members that name what another member of the same object holds, as in lists of headers and fields. */
const LABELS = new Set(['name', 'key', 'field', 'header', 'parameter', 'param']);

/** Strings shorter than this have no secret in them, and names shorter than twice of it are none. */
const SHORTEST = 6;

/** Private members of keys of each type: EC and OKP, RSA, symmetric ones. */
const PRIVATE = /("(?:d|p|q|dp|dq|qi|k)"\s*:\s*")[\w-]+(?=["\s]|$)/g;

/** What an object says of its own member `value`. */
interface Labelled {
  /** Whether another member names the value. */
  isNamed: boolean;
  /** Whether that is the name of a secret. */
  isSecret: boolean;
  /** Index of the member `value` that came before its name. */
  value: number | undefined;
}

/**
 * One document, or several, as it is written: nothing of it is made anew but what holds a secret, and what is cut off, or
 * no JSON at all, is taken as it comes. Its pieces are in turn what lies between tokens, and tokens.
 */
class JsonMask {
  readonly #pieces: string[];
  readonly #reading: Reading;
  readonly #objects: Labelled[] = [];
  /** Whether it is no JSON: quotes may then not pair as they seem to. */
  isOdd = false;

  constructor(text: string, reading: Reading) {
    this.#pieces = text.split(TOKEN);
    this.#reading = reading;
  }

  masked(): string {
    const pieces = this.#pieces;
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at] ?? '';
      if (at % 2 === 0) this.#between(piece.trim());
      else if (piece.startsWith('"')) at = this.#string(at, piece);
      else if (piece === '{') this.#objects.push({ isNamed: false, isSecret: false, value: undefined });
      else if (piece === '}') this.#objects.pop();
    }
    // The end of the text may have cut off the name of a value.
    if (this.#reading.isCut)
      for (const { isNamed, value } of this.#objects) if (!isNamed && value !== undefined) this.#maskValue(value);
    const text = pieces.join('');
    return text.includes('"kty"') ? text.replace(PRIVATE, `$1${MASK}`) : text;
  }

  #between(text: string): void {
    if (!LITERALS.has(text) && !NUMBER.test(text)) this.isOdd = true;
  }

  /** The token behind one, with nothing but white space before it; undefined where there is none. */
  #after(at: number): string | undefined {
    return (this.#pieces[at + 1] ?? '').trim() === '' ? this.#pieces[at + 2] : undefined;
  }

  #before(at: number): string | undefined {
    return (this.#pieces[at - 1] ?? '').trim() === '' ? this.#pieces[at - 2] : undefined;
  }

  /** Takes a name with its value if that is a secret, or a string; returns the index of what it took last. */
  #string(at: number, piece: string): number {
    const [, content = '', quote = ''] = STRING.exec(piece) ?? [];
    if (quote === '' && !this.#reading.isCut) this.isOdd = true;
    if (this.#after(at) !== ':') {
      this.#maskString(at, content, quote);
      return this.#isSecretEntry(at, content) ? this.#maskSecret(at + 3, '') : at;
    }
    if (content.length >= SHORTEST * 2) this.#maskString(at, content, quote);
    const name = jsonDecoded(content);
    const value = at + 3;
    if (isSecret(name) || isCardName(name)) return this.#maskSecret(value, name);
    return this.#labelled(value, name) ? this.#maskSecret(value, name) : at + 2;
  }

  /** A string that is no name, or may be a secret for one. */
  #maskString(at: number, content: string, quote: string): void {
    if (content.length < SHORTEST || !mayHoldSecret(content)) return;
    if (content.includes('\n')) this.isOdd = true;
    const isCut = this.#reading.isCut && quote === '' && at + 2 >= this.#pieces.length;
    const decoded = jsonDecoded(content);
    const reading = { ...this.#reading, isCut };
    const masked = decoded === content ? maskValue(content, reading) : maskDecoded(decoded, reading);
    if (masked !== decoded) this.#pieces[at] = `"${decoded === content ? masked : jsonEncoded(masked)}${quote}`;
  }

  /** Whether a string names, in a list of pairs, the secret that stands behind it. */
  #isSecretEntry(at: number, content: string): boolean {
    if (this.#before(at) !== '[' || this.#after(at) !== ',') return false;
    // What lies in no list is a list of names, such as those that are required.
    const outer = this.#before(at - 2);
    if (outer !== '[' && outer !== ',') return false;
    const value = this.#after(at + 2);
    if (value === undefined || !value.startsWith('"')) return false;
    const end = this.#after(at + 4);
    if (end !== ']' && !(end === undefined && at + 5 === this.#pieces.length - 1)) return false;
    const name = jsonDecoded(content);
    return isSecret(name) && !isOrdinaryWord(name);
  }

  /** Whether a member is a secret by the name that another member of its object gives it, or gives that name to one. */
  #labelled(value: number, name: string): boolean {
    const object = this.#objects.at(-1);
    if (object === undefined) return false;
    if (name === 'value') {
      if (!object.isSecret) object.value = value;
      return object.isSecret;
    }
    const [, label, quote] = STRING.exec(this.#pieces[value + 1] ?? '') ?? [];
    if (!LABELS.has(name) || label === undefined || (this.#pieces[value] ?? '').trim() !== '') return false;
    object.isNamed = quote !== '';
    if (label.length < 100 && isSecret(jsonDecoded(label))) {
      object.isSecret = true;
      if (object.value !== undefined) this.#maskValue(object.value);
      object.value = undefined;
    }
    return false;
  }

  /** Masks the value of a secret, given the index behind its colon or comma; returns the index of its last piece. */
  #maskSecret(at: number, name: string): number {
    const scalar = (this.#pieces[at] ?? '').trim();
    if (scalar !== '') {
      // One that stays is looked at like any other.
      return isShown(name, scalar, true) ? at - 1 : this.#maskValue(at);
    }
    const token = this.#pieces[at + 1] ?? '';
    const [, content] = STRING.exec(token) ?? [];
    // Such as the code of an error, or an object that describes one.
    if (isShown(name, content ?? '')) return at;
    return content === undefined && token !== '{' && token !== '[' ? at : this.#maskValue(at);
  }

  /** Masks a value of any type; returns the index of its last piece. */
  #maskValue(at: number): number {
    const pieces = this.#pieces;
    const between = pieces[at] ?? '';
    const scalar = between.trim();
    if (scalar !== '') {
      // A name without quotes is no value.
      if (LITERALS.has(scalar) || pieces[at + 1] === ':') return at - 1;
      pieces[at] = between.replace(scalar, `"${MASK}"`);
      return at;
    }
    const [, content, quote] = STRING.exec(pieces[at + 1] ?? '') ?? [];
    if (content !== undefined) {
      if (content !== '') pieces[at + 1] = `"${MASK}${quote}`;
      return at + 1;
    }
    let end = at + 1;
    for (let depth = 0; end < pieces.length; end += 2) {
      const piece = pieces[end];
      if (piece === '{' || piece === '[') depth += 1;
      else if ((piece === '}' || piece === ']') && --depth <= 0) break;
    }
    if (pieces[at + 1] === '{' || pieces[at + 1] === '[') {
      pieces[at + 1] = `"${MASK}"`;
      pieces.fill('', at + 2, end + 1);
    }
    return Math.min(end, pieces.length - 1);
  }
}

/** Masks secrets in JSON, in several documents as well, or in what begins like JSON. */
function maskJson(text: string, reading: Reading): string {
  const document = new JsonMask(text, reading);
  const masked = document.masked();
  return document.isOdd ? maskRunningText(masked, reading.isCut) : masked;
}

/** Whether it begins as JSON does with objects, arrays and strings. */
const LIKE_JSON = /^\s*[{["]/;

/** Masks secrets in what was decoded of a text. */
function maskDecoded(text: string, reading: Reading): string {
  return reading.level >= MAX_LEVEL ? MASK : maskValue(text, { ...reading, level: reading.level + 1 });
}

/** What may be percent-encoded as one. */
const ENCODED = /[\w.~!*'()%-]+/g;

/** Masks secrets in what was percent-encoded: in each part by itself, so that all others stay as they were, or in all. */
export function maskEncoded(text: string, reading: Reading): string {
  if (percentDecoded(text) === text) return text;
  if (reading.level >= MAX_LEVEL) return MASK;
  const masked = text.replace(ENCODED, (part: string, at: number) => {
    const decoded = percentDecoded(part);
    if (decoded === part) return part;
    const isCut = reading.isCut && at + part.length === text.length;
    const safe = maskDecoded(decoded, { ...reading, isCut });
    return safe === decoded ? part : percentEncoded(safe, true);
  });
  const whole = percentDecoded(masked);
  const safe = maskDecoded(whole, reading);
  return safe === whole ? masked : percentEncoded(safe, false);
}

/** Masks secrets in a value of any form. */
export function maskValue(text: string, reading: Reading): string {
  if (!mayHoldSecret(text)) return text;
  // In JSON it is the strings that are encoded, each for itself.
  if (LIKE_JSON.test(text)) return maskJson(text, reading);
  const json = text.indexOf('{"');
  const partly = json < 0 ? text : text.slice(0, json) + maskJson(text.slice(json), reading);
  // The name of the document may be a secret.
  const masked = maskRunningText(partly, reading.isCut);
  return masked.includes('%') ? maskEncoded(masked, reading) : masked;
}
