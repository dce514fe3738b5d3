/** What a value is called, and what is known where it stands, such as what the members of one record agree on: from that words and numbers are chosen. */
import { type Random, randomFor } from '../../kit/random.js';
import { singularOf } from '../../kit/nouns.js';
import { remembered, wordsOf } from '../understand/nouns.js';
import { type Place, type PlacedAddress, drawAddress, places } from '../../kit/places.js';
import { drawCompany, drawName } from '../../kit/dataset.js';

/** When things of a record happen, in ms since 1970, whole seconds. */
interface Moments {
  readonly created: number;
  readonly updated: number;
  /** What ends a record: deleted, closed, paid. */
  readonly ended: number;
  readonly start: number;
  readonly end: number;
  /** In the future. */
  readonly due: number;
  readonly born: number;
}

/** Each is drawn when it is first asked for, from a stream of its own. */
export interface Facts {
  readonly person: { readonly first: string; readonly last: string };
  readonly company: string;
  readonly place: Place;
  readonly address: PlacedAddress;
  readonly moments: Moments;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

const whole = (time: number): number => Math.floor(time / SECOND) * SECOND;

/** Between two times. */
const between = (random: Random, from: number, to: number): number => whole(from + random.fraction() * (to - from));

function drawMoments(random: Random, now: number): Moments {
  const created = between(random, now - 400 * DAY, now - 2 * DAY);
  const updated = between(random, created, now - DAY);
  const ended = between(random, updated, now);
  const start = between(random, created, now - DAY);
  const end = Math.min(whole(now), start + random.int(1, 20) * HOUR);
  const due = whole(now) + random.int(1, 90) * DAY;
  const born = between(random, now - 70 * 365 * DAY, now - 19 * 365 * DAY);
  return { created, updated, ended, start, end, due, born };
}

const cities = places.filter(({ name }) => name !== 'Taveuni');

/** The facts of the object at a path, which `hash` stands for. */
export function factsOf(seed: number, hash: number, now: number): Facts {
  const drawn: { -readonly [Fact in keyof Facts]?: Facts[Fact] } = {};
  const stream = (index: number): Random => randomFor(seed, hash, index);
  return {
    get person() {
      return (drawn.person ??= drawName(stream(1)));
    },
    get company() {
      return (drawn.company ??= drawCompany(stream(2)));
    },
    get place() {
      return (drawn.place ??= stream(3).pick(cities));
    },
    get address() {
      return (drawn.address ??= drawAddress(this.place, stream(4)));
    },
    get moments() {
      return (drawn.moments ??= drawMoments(stream(5), now));
    },
  };
}

/** A value that is to be made up. */
export interface Naming {
  /** Words of the member's name, in lower case, with `_` between them: `created_at` of `createdAt`. */
  readonly name: string;
  /** What the object is that it is a member of: `pet`. */
  readonly noun: string;
  /** In lower case, cut. */
  readonly description: string;
  readonly facts: Facts;
  /** Position of the record among its like, from 0. */
  readonly index: number;
  /** In ms since 1970. */
  readonly now: number;
  readonly random: Random;
  readonly maxLength: number;
  /** An example, to be like, but not the same. */
  readonly like: unknown;
}

/** `created_at` of `createdAt`. */
export const plainName = remembered((name) => wordsOf(name).join('_'));

/** What one of several is called: `tag` of `tags`. */
export const nounOfItems = remembered((name) => {
  const words = wordsOf(name);
  return [...words.slice(0, -1), singularOf(words.at(-1) ?? '')].join(' ').trim();
});

const DIGITS = '0123456789abcdef';

export const drawHex = (random: Random, length: number): string =>
  Array.from({ length }, () => DIGITS[random.int(0, 15)]).join('');

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

export const drawLetters = (random: Random, length: number, first = 0, last = 61): string =>
  Array.from({ length }, () => ALPHABET[random.int(first, last)]).join('');

export function drawUuid(random: Random): string {
  const hex = drawHex(random, 30);
  const variant = random.pick(['8', '9', 'a', 'b']);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-${variant}${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
}

/** A text of the shape of another: letters for letters, digits for digits; what stands before a `_` is kept. */
export function drawLike(text: string, random: Random): string {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return drawUuid(random);
  const kept = /^(?:[a-z]{1,12}[_:-])+/i.exec(text)?.[0] ?? '';
  const rest = text.slice(kept.length);
  const isHex = /^[0-9a-f]{6,}$/.test(rest) && /\d/.test(rest) && /[a-f]/.test(rest);
  if (isHex) return kept + drawHex(random, rest.length);
  const drawn = rest.replaceAll(/[a-zA-Z0-9]/g, (sign, at: number) => {
    if (/\d/.test(sign)) return String(random.int(at === 0 ? 1 : 0, 9));
    return /[a-z]/.test(sign) ? drawLetters(random, 1, 0, 25) : drawLetters(random, 1, 26, 51);
  });
  return kept + drawn;
}

/** Whether a text is an id or a code: in one piece, and not a word. */
export const isCode = (text: string): boolean => text.length <= 80 && /^[\w:.#-]*\d[\w:.#-]*$/.test(text);
