/** The ids of a collection of the data: what they are, which record has which, and new ones that look like them. */
import { sha256 } from '#platform/runtime';
import { z } from 'zod';

/** Ids that end in a number, such as `7` and `order-0012`. */
export interface Counter {
  readonly prefix: string;
  /** Digits, filled up with zeros; 0 where they are not. */
  readonly width: number;
  readonly largest: number;
}

/** Draws an id: what is drawn follows from the seed alone, beside the present, in ms since 1970. */
export type Draw = (seed: string, now: number) => string;

const COUNTED = /^(?<prefix>(?:.*\D)?)(?<digits>\d{1,15})$/s;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Longest id that is drawn, in characters. */
const MAX_DRAWN = 64;

/** Lengths from which ids are random, with a digit in each and without. */
const [WITH_DIGITS, WITHOUT_DIGITS] = [4, 16];

/** How ids are counted on; undefined where they are not. */
export function counterOf(ids: Iterable<string>): Counter | undefined {
  let [common, largest, width, isPadded]: [string | undefined, number, number, boolean] = [undefined, 0, 16, false];
  for (const id of ids) {
    const { prefix, digits = '' } = COUNTED.exec(id)?.groups ?? {};
    // The first that is otherwise ends it.
    if (prefix === undefined || prefix !== (common ?? prefix)) return undefined;
    common = prefix;
    largest = Math.max(largest, Number(digits));
    width = Math.min(width, digits.length);
    isPadded ||= digits.length > 1 && digits.startsWith('0');
  }
  return common === undefined ? undefined : { prefix: common, largest, width: isPadded ? width : 0 };
}

/** The id of a number. */
export function countedId({ prefix, width }: Counter, number: number): string {
  return `${prefix}${String(number).padStart(width, '0')}`;
}

/** The number of an id; undefined where it is none that is counted. */
export function numberOf(counter: Counter, id: string): number | undefined {
  const digits = id.startsWith(counter.prefix) ? id.slice(counter.prefix.length) : '';
  return /^\d{1,16}$/.test(digits) && countedId(counter, Number(digits)) === id ? Number(digits) : undefined;
}

/** A UUID of the versions 4 or 7 (RFC 9562 §5.4 and §5.7). */
function drawUuid(seed: string, { version, now }: { readonly version: '4' | '7'; readonly now: number }): string {
  const random = sha256(seed, 'hex');
  const start = version === '7' ? now.toString(16).padStart(12, '0') : random.slice(0, 12);
  const variant = '89ab'.charAt(Number.parseInt(random.charAt(15), 16) % 4);
  return `${start.slice(0, 8)}-${start.slice(8, 12)}-${version}${random.slice(12, 15)}-${variant}${random.slice(16, 19)}-${random.slice(20, 32)}`;
}

/** The characters that ids of a kind have. */
function alphabetOf(texts: readonly string[]): string {
  const all = texts.join('').replaceAll(/[^\da-z]/gi, '');
  if (/^[\da-f]*$/.test(all)) return '0123456789abcdef';
  if (/^[\dA-F]*$/.test(all)) return '0123456789ABCDEF';
  const seen = [...new Set(all)].toSorted().join('');
  return seen.length >= 16 ? seen : '0123456789abcdefghijklmnopqrstuvwxyz';
}

/** Draws texts of one length with the same marks in the same places, such as `usr_9fK2b`. */
function drawText(ids: readonly string[]): Draw | undefined {
  const [like = ''] = ids;
  const least = ids.every((id) => /\d/.test(id)) ? WITH_DIGITS : WITHOUT_DIGITS;
  const marks = (id: string): string => id.replaceAll(/[\da-z]/gi, '0');
  if (like.length < least || like.length > MAX_DRAWN || !ids.every((id) => marks(id) === marks(like))) return undefined;
  const prefix = like.slice(0, like.lastIndexOf('_') + 1);
  const kept = ids.every((id) => id.startsWith(prefix)) ? prefix : '';
  const alphabet = alphabetOf(ids.map((id) => id.slice(kept.length)));
  return (seed) => {
    const bytes = sha256(seed, 'hex') + sha256(`${seed} more`, 'hex');
    const drawn = Array.from(like.slice(kept.length), (mark, index) =>
      /[\da-z]/i.test(mark)
        ? alphabet.charAt(Number.parseInt(bytes.slice(2 * index, 2 * index + 2), 16) % alphabet.length)
        : mark,
    );
    return kept + drawn.join('');
  };
}

/** Ids that new ones are to look like, at most. */
const MOST_LIKE = 1000;

/** How ids like some are drawn; undefined where they look like nothing that could be. */
export function drawLike(all: Iterable<string>): Draw | undefined {
  const ids: string[] = [];
  for (const id of all) if (ids.push(id) === MOST_LIKE) break;
  if (ids.length === 0) return undefined;
  if (!ids.every((id) => UUID.test(id))) return drawText(ids);
  const version = ids.every((id) => id.charAt(14) === '7') ? '7' : '4';
  const isUpper = ids.every((id) => id === id.toUpperCase());
  return (seed, now) => {
    const drawn = drawUuid(seed, { version, now });
    return isUpper ? drawn.toUpperCase() : drawn;
  };
}

/** A record of the data, as it was parsed. */
export type Parsed = Record<string, unknown>;

/** What the ids are: all integers, all texts, or some of each; `any` where there are none to tell. */
export type IdKind = 'integer' | 'text' | 'mixed' | 'any';

/** The ids of a collection. */
export interface Ids {
  /** The member of the records that is their id. */
  readonly member: string;
  readonly kind: IdKind;
  /** The index of a record by the text under which it is kept; -1 where none is. */
  readonly indexOf: (text: string) => number;
  /** The text under which the record at an index is kept, where that is not its id. */
  readonly keyAt: (index: number) => string | undefined;
  /** The id that a record is shown with. */
  readonly shown: (text: string) => unknown;
  /** Whether some are none by which a record can be asked for, such as null, or one that another record has as well. */
  readonly hasOdd: boolean;
  /** How new ones are counted; undefined where they are drawn, or are texts of our own. */
  readonly counter: Counter | undefined;
  /** Draws a new one that looks like those there are; undefined where they look like nothing. */
  readonly draw: Draw | undefined;
}

/** One less than the largest, so that there is always a next one. */
const LARGEST = Number.MAX_SAFE_INTEGER - 1;

/** The text of an integer. */
const INTEGER = /^(?:0|-?[1-9]\d{0,15})$/;

const MAX_TEXT = 128;

/** Whether a text would be an integer, if it stood among integers. */
const readsAsInteger = (text: string): boolean => INTEGER.test(text) && Math.abs(Number(text)) <= LARGEST;

function isId(id: unknown): id is string | number {
  if (typeof id === 'number') return Number.isSafeInteger(id) && Math.abs(id) <= LARGEST;
  return typeof id === 'string' && id !== '' && id.length <= MAX_TEXT;
}

/** The kind of the ids that records have. */
function kindOf(all: readonly unknown[]): IdKind {
  let [integers, others] = [0, 0];
  for (const id of all) {
    if (typeof id === 'number' && isId(id)) integers += 1;
    else if (typeof id === 'number' || isId(id)) others += 1;
  }
  if (integers + others === 0) return all.length === 0 ? 'any' : 'integer';
  if (others === 0) return 'integer';
  return integers === 0 && all.every((id) => typeof id !== 'number') ? 'text' : 'mixed';
}

/** The first of ids that count up by one from record to record; undefined where they do not. */
function firstOfConsecutive(records: readonly Parsed[], member: string): number | undefined {
  const first = records[0]?.[member];
  if (typeof first !== 'number' || !isId(first) || !isId(first + records.length)) return undefined;
  for (let index = 1; index < records.length; index++) {
    if (records[index]?.[member] !== first + index) return undefined;
  }
  return first;
}

/** Ids that count up, as most files have them: where a record is follows from its id. */
function consecutiveIds(member: string, first: number, count: number): Ids {
  const indexOf = (id: string): number => {
    const index = readsAsInteger(id) ? Number(id) - first : -1;
    return index >= 0 && index < count ? index : -1;
  };
  const counter = { prefix: '', width: 0, largest: Math.max(0, first + count - 1) };
  return {
    member,
    kind: 'integer',
    indexOf,
    keyAt: () => undefined,
    shown: Number,
    hasOdd: false,
    counter,
    draw: undefined,
  };
}

/** The text under which a record is kept; undefined where its id is none by which it can be asked for. */
const textOf = (id: unknown): string | undefined => (typeof id === 'number' || isId(id) ? String(id) : undefined);

/**
 * Finds which record has which id. One without an id gets one, in the array itself: the next integer, or a text that
 * follows from its index, unless such ids are not to be shown: then it is stored under it. Of several with one id the first is found by it; the others, and those whose id is none, are
 * kept under a text of their own, and shown as they came.
 */
export function giveIds(
  records: Parsed[],
  { name, member, isShown }: { readonly name: string; readonly member: string; readonly isShown: boolean },
): Ids {
  const first = firstOfConsecutive(records, member);
  if (first !== undefined) return consecutiveIds(member, first, records.length);
  const all = records.map((record) => record[member]);
  const kind = kindOf(all);
  const indexes = new Map<string, number>();
  const odd = new Map<string, unknown>();
  const keys = new Map<number, string>();
  let largest = 0;
  const left: number[] = [];
  for (let index = 0; index < all.length; index++) {
    const id = all[index];
    const text = textOf(id);
    if (typeof id === 'number' && isId(id)) largest = Math.max(largest, id);
    if (text === undefined || indexes.has(text)) left.push(index);
    else {
      indexes.set(text, index);
      if (shownId(kind, text) !== id) odd.set(text, id);
    }
  }
  const texts = () => (kind === 'text' ? indexes.keys() : []);
  const [counter, draw] = [counterOf(texts()), drawLike(texts())];
  for (const index of left) {
    const record = records[index] ?? {};
    const isMissing = !Object.hasOwn(record, member);
    let id: string | number = isMissing && kind === 'integer' ? ++largest : `${name}_${index + 1}`;
    while (indexes.has(String(id))) id = `${id}x`;
    indexes.set(String(id), index);
    // It stands first, as where the server creates a record.
    if (isMissing && isShown) records[index] = { [member]: id, ...record };
    else {
      odd.set(String(id), record[member]);
      keys.set(index, String(id));
    }
  }
  const isCounted = kind === 'integer' || kind === 'any';
  return {
    member,
    kind,
    indexOf: (id) => indexes.get(id) ?? -1,
    keyAt: (index) => keys.get(index),
    shown: (text) => (odd.has(text) ? odd.get(text) : shownId(kind, text)),
    hasOdd: odd.size > 0,
    counter: isCounted ? { prefix: '', width: 0, largest } : counter,
    draw,
  };
}

/** An id as it is shown, of the text by which its record is kept. */
function shownId(kind: IdKind, text: string): string | number {
  const isInteger = kind === 'integer' || (kind !== 'text' && readsAsInteger(text));
  return isInteger ? Number(text) : text;
}

const text = z.string().min(1).max(MAX_TEXT);
const notAnInteger = text.refine((id) => !readsAsInteger(id));

const EITHER = `must be an integer, or a text of 1 to ${MAX_TEXT} characters that is not an integer in quotes`;

/** The schema of the ids that a client sends. */
export function idSchema({ kind, hasOdd }: Pick<Ids, 'kind' | 'hasOdd'>) {
  // Whoever sends back what was read sends whatever that was.
  if (hasOdd) return z.unknown();
  if (kind === 'integer') return z.int();
  return kind === 'text' ? text : z.union([z.int(), notAnInteger], EITHER);
}

/** The schema of an id as it is kept: any text. */
export const storedId = text;
