/** Makes new ids that look like those there are: counted on, or drawn from a hash. */
import { sha256 } from '#platform/runtime';

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
export function counterOf(ids: readonly string[]): Counter | undefined {
  const parts = ids.map((id) => COUNTED.exec(id)?.groups);
  const [{ prefix = '' } = {}] = parts;
  let [largest, width, isPadded] = [0, parts[0]?.['digits']?.length ?? 0, false];
  for (const part of parts) {
    const digits = part?.['digits'];
    if (digits === undefined || part?.['prefix'] !== prefix) return undefined;
    largest = Math.max(largest, Number(digits));
    isPadded ||= digits.length > 1 && digits.startsWith('0');
    width = Math.min(width, digits.length);
  }
  return ids.length === 0 ? undefined : { prefix, largest, width: isPadded ? width : 0 };
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

/** How ids like some are drawn; undefined where they look like nothing that could be. */
export function drawLike(ids: readonly string[]): Draw | undefined {
  if (ids.length === 0) return undefined;
  if (!ids.every((id) => UUID.test(id))) return drawText(ids);
  const version = ids.every((id) => id.charAt(14) === '7') ? '7' : '4';
  const isUpper = ids.every((id) => id === id.toUpperCase());
  return (seed, now) => {
    const drawn = drawUuid(seed, { version, now });
    return isUpper ? drawn.toUpperCase() : drawn;
  };
}
