/** Texts of the formats of JSON Schema and of OpenAPI. */
import { drawHex, drawLetters, drawUuid, type Naming } from './naming.js';
import { date, dateTime, momentOf } from './times.js';
import { email, hostname, ipv4, ipv6, phone, slug, textFor, url } from './words.js';

type Draw = (naming: Naming) => string;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 (RFC 4648) of random bytes: groups of four signs, three bytes each. */
const base64: Draw = ({ random, maxLength }) =>
  Array.from({ length: 4 * Math.min(6, Math.floor(maxLength / 4)) }, () => ALPHABET[random.int(0, 63)]).join('');

const decimal: Draw = ({ random }) => `${random.int(1, 400)}.${String(random.int(0, 99)).padStart(2, '0')}`;
const path: Draw = (naming) => new URL(url(naming)).pathname;
const objectId: Draw = ({ random }) => drawHex(random, 24);

const formats: ReadonlyMap<string, Draw> = new Map<string, Draw>([
  ['date', (naming) => date(momentOf(naming))],
  ['time', (naming) => dateTime(momentOf(naming)).slice(11)],
  ['date-time', (naming) => dateTime(momentOf(naming))],
  ['datetime', (naming) => dateTime(momentOf(naming))],
  ['date-time-local', (naming) => dateTime(momentOf(naming)).slice(0, 19)],
  ['iso-date-time', (naming) => dateTime(momentOf(naming))],
  ['iso-time', (naming) => dateTime(momentOf(naming)).slice(11)],
  ['http-date', (naming) => new Date(momentOf(naming)).toUTCString()],
  ['unix-time', (naming) => String(Math.floor(momentOf(naming) / 1000))],
  ['duration', ({ random }) => `PT${random.int(5, 55)}M`],
  ['email', email],
  ['idn-email', email],
  ['hostname', hostname],
  ['idn-hostname', hostname],
  ['ipv4', ipv4],
  ['ip', ipv4],
  ['ipv6', ipv6],
  ['uri', url],
  ['url', url],
  ['iri', url],
  ['uri-reference', path],
  ['iri-reference', path],
  ['uri-template', (naming) => `${url(naming)}{?page,limit}`],
  ['uuid', ({ random }) => drawUuid(random)],
  ['guid', ({ random }) => drawUuid(random)],
  ['json-pointer', ({ random }) => `/items/${random.int(0, 9)}`],
  ['json-pointer-uri-fragment', ({ random }) => `#/items/${random.int(0, 9)}`],
  ['relative-json-pointer', ({ random }) => `${random.int(0, 2)}/items`],
  ['regex', () => '^[a-z]+$'],
  ['byte', base64],
  ['base64', base64],
  ['base64url', ({ random }) => drawLetters(random, 24)],
  ['binary', ({ random }) => drawLetters(random, 24)],
  ['password', ({ random }) => `${drawLetters(random, 12)}7!`],
  ['decimal', decimal],
  ['double', decimal],
  ['float', decimal],
  ['number', decimal],
  ['money', decimal],
  ['int32', ({ random }) => String(random.int(1, 4000))],
  ['int64', ({ random }) => String(random.int(1, 4_000_000))],
  ['integer', ({ random }) => String(random.int(1, 4000))],
  ['phone', phone],
  ['phone-number', phone],
  ['color', ({ random }) => `#${drawHex(random, 6)}`],
  ['color-hex', ({ random }) => `#${drawHex(random, 6)}`],
  ['slug', slug],
  ['objectid', objectId],
  ['object-id', objectId],
  ['mongo-id', objectId],
  ['ulid', ({ random }) => `01${drawLetters(random, 24, 26, 51).replaceAll(/[ILOU]/g, 'X')}`],
  ['char', ({ random }) => drawLetters(random, 1, 26, 51)],
]);

/** Formats of which a name may say more than the format does. */
const LOOSE = new Set(['password', 'binary', 'int32', 'int64', 'number', 'decimal', 'double', 'float', 'money']);

/** A text of a format; undefined where the format is not known. */
export function drawFormat(format: string, naming: Naming): string | undefined {
  const draw = formats.get(format.toLowerCase().replaceAll('_', '-'));
  if (draw === undefined) return undefined;
  return LOOSE.has(format) && format !== 'password' && format !== 'binary'
    ? (numberText(naming) ?? draw(naming))
    : draw(naming);
}

function numberText(naming: Naming): string | undefined {
  const text = textFor(naming);
  return text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text) ? text : undefined;
}
