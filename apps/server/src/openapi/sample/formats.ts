/** Texts of the formats of JSON Schema and of OpenAPI. */
import type { Random } from '../../kit/random.js';
import { type Naming, drawHex, drawLetters, drawUuid } from './naming.js';
import { date, dateTime, momentOf } from './numbers.js';
import { email, hostname, id, ipv4, ipv6, phone, slug, textFor, url } from './words.js';

type Draw = (naming: Naming) => string;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 (RFC 4648) of random bytes: groups of four signs, three bytes each. */
const base64: Draw = ({ random, maxLength }) =>
  Array.from({ length: 4 * Math.min(6, Math.floor(maxLength / 4)) }, () => ALPHABET[random.int(0, 63)]).join('');

const decimal = (random: Random): string => `${random.int(1, 400)}.${String(random.int(0, 99)).padStart(2, '0')}`;

/** The format of a text that stands for a record which could stand there itself; no document has it. */
export const RECORD_ID = 'understudy-record-id';

/** Formats that are called so, each with how its texts are drawn. */
const drawn: readonly (readonly [names: string, draw: Draw])[] = [
  ['date', (naming) => date(momentOf(naming))],
  ['time iso-time', (naming) => dateTime(momentOf(naming)).slice(11)],
  ['date-time datetime iso-date-time', (naming) => dateTime(momentOf(naming))],
  ['date-time-local', (naming) => dateTime(momentOf(naming)).slice(0, 19)],
  ['http-date', (naming) => new Date(momentOf(naming)).toUTCString()],
  ['unix-time', (naming) => String(Math.floor(momentOf(naming) / 1000))],
  ['duration', ({ random }) => `PT${random.int(5, 55)}M`],
  ['email idn-email', email],
  ['hostname idn-hostname', hostname],
  ['ipv4 ip', ipv4],
  ['ipv6', ipv6],
  ['uri url iri', url],
  ['uri-reference iri-reference', (naming) => new URL(url(naming)).pathname],
  ['uri-template', (naming) => `${url(naming)}{?page,limit}`],
  ['uuid guid', ({ random }) => drawUuid(random)],
  ['json-pointer', ({ random }) => `/items/${random.int(0, 9)}`],
  ['json-pointer-uri-fragment', ({ random }) => `#/items/${random.int(0, 9)}`],
  ['relative-json-pointer', ({ random }) => `${random.int(0, 2)}/items`],
  ['regex', () => '^[a-z]+$'],
  ['byte base64', base64],
  ['base64url binary', ({ random }) => drawLetters(random, 24)],
  ['password', ({ random }) => `${drawLetters(random, 12)}7!`],
  ['decimal double float number money', ({ random }) => decimal(random)],
  ['int32 integer', ({ random }) => String(random.int(1, 4000))],
  ['int64', ({ random }) => String(random.int(1, 4_000_000))],
  ['phone phone-number', phone],
  ['color color-hex', ({ random }) => `#${drawHex(random, 6)}`],
  ['slug', slug],
  ['objectid object-id mongo-id', ({ random }) => drawHex(random, 24)],
  ['ulid', ({ random }) => `01${drawLetters(random, 24, 26, 51).replaceAll(/[ILOU]/g, 'X')}`],
  // Of what a member names: a price, of `default_price`.
  [RECORD_ID, (naming) => id({ ...naming, name: naming.name.slice(naming.name.lastIndexOf('_') + 1) })],
  ['char', ({ random }) => drawLetters(random, 1, 26, 51)],
];

const formats = new Map(drawn.flatMap(([names, draw]) => names.split(' ').map((name) => [name, draw] as const)));

/** Formats of numbers, of which a name may say more than the format does. */
const NUMBERS = new Set(['int32', 'int64', 'number', 'decimal', 'double', 'float', 'money']);

/** A text of a format; undefined where the format is not known. */
export function drawFormat(format: string, naming: Naming): string | undefined {
  const draw = formats.get(format.toLowerCase().replaceAll('_', '-'));
  const named = draw !== undefined && NUMBERS.has(format) ? textFor(naming) : undefined;
  return named !== undefined && /^-?\d+(?:\.\d+)?$/.test(named) ? named : draw?.(naming);
}
