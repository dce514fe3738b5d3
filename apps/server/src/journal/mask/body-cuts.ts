/** Finds secrets in a body, as its Content-Type says, and as it looks; in forms, and in paths. */
import { codedCuts, type Cut, formPercent, MASK, moved, NONE, percent, type Reading } from './cuts.js';
import { isCardName, isCardNumber, isOrdinaryWord, isSecret } from './names.js';
import { textCuts } from './text-cuts.js';
import { detachString } from '../../kit/made-once.js';
import { readingOf } from './json-cuts.js';

/** Names shorter than this are no secrets themselves. */
const LONG_NAME = 12;

/** What begins JSON, encoded or not: it may have equals signs and ampersands in it. */
const JSON_START = /^(?:[{[]|%7b|%5b)/i;

function pairCuts(pair: string, reading: Reading): readonly Cut[] {
  const equals = JSON_START.test(pair) ? -1 : pair.indexOf('=');
  if (equals < 0) return valueCuts(pair, reading);
  const start = equals + 1;
  const name = formPercent.decode(pair.slice(0, equals));
  // Also of what has a secret for its value: the end of a token may look like such a name.
  const ofName = equals < LONG_NAME ? [] : codedCuts(pair.slice(0, equals), formPercent, { ...reading, isCut: false });
  const isCard = isCardName(name) && isCardNumber(formPercent.decode(pair.slice(start)));
  if (!isCard && !isSecret(name)) return [...ofName, ...moved(valueCuts(pair.slice(start), reading), start)];
  return start < pair.length ? [...ofName, { start, end: pair.length, by: MASK }] : ofName;
}

function valueCuts(value: string, reading: Reading): readonly Cut[] {
  if (value === '') return [];
  // A plus sign is a space, or one of Base64 that somebody forgot to encode.
  const cuts = value.includes('+') ? codedCuts(value, percent, reading) : [];
  return [...cuts, ...codedCuts(value, formPercent, reading)];
}

/** The secrets of a query or a form. */
export function formCuts(text: string, reading: Reading): readonly Cut[] {
  // Who does not encode JSON may have ampersands in it.
  const cuts: Cut[] = text.includes('{"') ? [...reading.within(text, reading)] : [];
  for (let start = 0; start <= text.length;) {
    const next = text.indexOf('&', start);
    const end = next < 0 ? text.length : next;
    const isCut = reading.isCut && end === text.length;
    for (const cut of moved(pairCuts(text.slice(start, end), { ...reading, isCut }), start)) cuts.push(cut);
    start = end + 1;
  }
  return cuts;
}

/** The secrets of a path; a parameter of a segment, such as `;jsessionid=…`, ends with it (RFC 3986 §3.3). */
export function pathCuts(path: string, reading: Reading): readonly Cut[] {
  if (!path.includes('=') || path.includes('://')) return reading.within(path, reading);
  const cuts: Cut[] = [];
  let start = 0;
  for (const segment of path.split('/')) {
    cuts.push(...moved(reading.within(segment, reading), start));
    start += segment.length + 1;
  }
  return cuts;
}

/** A start tag: its name without a prefix, and its attributes. */
const TAG = /<(?:[\w.-]{1,64}:)?([\w.-]{1,64})/g;
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]{1,64})\s{0,8}=\s{0,8}(?:"([^"]*)"?|'([^']*)'?|([^\s"'>]+))/g;

/** Attributes that say what the value of the same element is. */
const LABELS = new Set(['name', 'id', 'key', 'property', 'type', 'autocomplete']);
const VALUES = new Set(['value', 'content']);

interface Attribute extends Cut {
  readonly name: string;
  readonly value: string;
}

function attributesOf(text: string, start: number, end: number): Attribute[] {
  const tag = text.slice(start, end);
  return Array.from(tag.matchAll(ATTRIBUTE), ({ 0: all, 1: name = '', 2: double, 3: single, 4: bare, index }) => {
    const value = double ?? single ?? bare ?? '';
    const isClosed = bare === undefined && /["']$/.test(all) && all.length > all.indexOf('=') + 2;
    const to = start + index + all.length - (isClosed ? 1 : 0);
    return { name: name.toLowerCase(), value, start: to - value.length, end: to, by: MASK };
  });
}

function attributeCuts(attributes: readonly Attribute[]): readonly Cut[] {
  const isLabelled = attributes.some(({ name, value }) => LABELS.has(name) && isSecret(value));
  return attributes.filter(
    ({ name, value }) =>
      value !== '' && ((isSecret(name) && !isOrdinaryWord(name)) || (isLabelled && VALUES.has(name))),
  );
}

/** Index of the > of a tag; one in quotes is text. */
function tagEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '>') return at;
    if (character !== '"' && character !== "'") continue;
    at = text.indexOf(character, at + 1);
    if (at < 0) break;
  }
  return text.length;
}

/** Where the content of an element ends: at its end tag, or where the text does. */
function contentEnd(text: string, from: number, name: string): number {
  const end = new RegExp(`</(?:[\\w.-]{1,64}:)?${name.replaceAll('.', '\\.')}\\s*>`, 'g');
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

/**
 * The secrets of a document by the names of its elements.
 *
 * @param isHtml where `code` is text like any other
 */
function markupCuts(text: string, isHtml: boolean): readonly Cut[] {
  const cuts: Cut[] = [];
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(text); tag !== null; tag = TAG.exec(text)) {
    const name = tag[1] ?? '';
    const end = tagEnd(text, TAG.lastIndex);
    cuts.push(...attributeCuts(attributesOf(text, TAG.lastIndex, end)));
    TAG.lastIndex = end;
    if (!isSecret(name) || (isHtml && isOrdinaryWord(name)) || text[end - 1] === '/') continue;
    const content = contentEnd(text, end + 1, name);
    if (content > end + 1) cuts.push({ start: end + 1, end: content, by: MASK });
    TAG.lastIndex = content;
  }
  return cuts;
}

/** Finds the secrets of the body of a part. */
type OfPart = (text: string, contentType: string | undefined, reading: Reading) => readonly Cut[];

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i;
const FIRST_LINE = /^(?:\r?\n)?--([^\r\n]{1,200})\r?\n/;
const NAME = /[;\s]name=(?:"((?:[^"\\\r\n]|\\.)*)"?|([^\s;"]+))/i;
const EXTENDED_NAME = /[;\s]name\*=[^']*'[^']*'([^\s;]+)/i;
const TYPE = /^content-type:[ \t]*(.+)$/im;
const HEAD_END = /\r?\n\r?\n/g;

/** Longest head of a part that is read. */
const LONGEST_HEAD = 16_384;

function nameOf(head: string): string {
  const [, extended] = EXTENDED_NAME.exec(head) ?? [];
  const [, quoted, bare] = NAME.exec(head) ?? [];
  return percent.decode(extended ?? quoted ?? bare ?? '').replaceAll('\\', '');
}

/** Index behind the head of a part; the end of the part where the head does not end. */
function headEnd(text: string, start: number, end: number): number {
  HEAD_END.lastIndex = start;
  const found = HEAD_END.exec(text.slice(0, Math.min(end, start + LONGEST_HEAD)));
  return found === null ? end : HEAD_END.lastIndex;
}

/** The secrets of a multipart body; undefined where its parts cannot be told. */
function multipartCuts(
  text: string,
  { contentType, reading, ofPart }: { contentType: string; reading: Reading; ofPart: OfPart },
): readonly Cut[] | undefined {
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? bare ?? FIRST_LINE.exec(text)?.[1];
  if (boundary === undefined) return undefined;
  const delimiter = `--${boundary}`;
  const cuts: Cut[] = [];
  let at = text.indexOf(delimiter);
  if (at < 0) return undefined;
  while (at >= 0) {
    const start = at + delimiter.length;
    at = text.indexOf(delimiter, start);
    const end = at < 0 ? text.length : at;
    const body = headEnd(text, start, end);
    const head = text.slice(start, body);
    const isCut = reading.isCut && end === text.length;
    const bodyEnd = at < 0 ? end : lineEnd(text, body, end);
    cuts.push(...moved(textCuts(head, isCut && body === end), start));
    if (isSecret(nameOf(head))) {
      if (bodyEnd > body) cuts.push({ start: body, end: bodyEnd, by: MASK });
    } else {
      cuts.push(...moved(ofPart(text.slice(body, bodyEnd), TYPE.exec(head)?.[1], { ...reading, isCut }), body));
    }
  }
  return cuts;
}

/** Where a body ends whose delimiter begins at an index: the line break before it is part of the delimiter. */
function lineEnd(text: string, start: number, end: number): number {
  if (end - 2 >= start && text.startsWith('\r\n', end - 2)) return end - 2;
  return end > start && text[end - 1] === '\n' ? end - 1 : end;
}

const FORM = /^application\/x-www-form-urlencoded/i;
const MULTIPART = /^multipart\//i;
const HTML = /^[^;]*html/i;

/** Text that can be a form, whatever it is called: pairs, and no space. */
const LIKE_FORM = /^[\w.%[\]-]{1,100}=[^\s{]*(?:\s*$)/;
const LIKE_MARKUP = /^\s*</;
/** The first line of a form, and what its first part begins with: not every client gives it its own type, and the boundary. */
const LIKE_MULTIPART = /^--[^\r\n]{1,200}\r?\ncontent-disposition:/i;
const LIKE_JSON = /^\s*[{[]/;

/** Multipart bodies within each other that are read. */
const MAX_PARTS_LEVEL = 4;

/** The secrets of a body. */
export function bodyCuts(text: string, contentType: string | undefined, reading: Reading): readonly Cut[] {
  const type = (contentType ?? '').trim();
  if ((MULTIPART.test(type) || LIKE_MULTIPART.test(text)) && reading.level < MAX_PARTS_LEVEL) {
    const deeper = { ...reading, level: reading.level + 1 };
    const cuts = multipartCuts(text, { contentType: type, reading: deeper, ofPart: bodyCuts });
    if (cuts !== undefined) return cuts;
  }
  if (LIKE_MARKUP.test(text)) return [...markupCuts(text, HTML.test(type)), ...reading.within(text, reading)];
  const isJson = LIKE_JSON.test(text);
  if (FORM.test(type)) {
    // Some clients call everything a form.
    return isJson ? [...reading.within(text, reading), ...formCuts(text, reading)] : formCuts(text, reading);
  }
  return !isJson && LIKE_FORM.test(text) ? formCuts(text, reading) : reading.within(text, reading);
}

function valueCut(text: string, start: number, end: number): Cut | undefined {
  const equals = text.indexOf('=', start);
  // RFC 6265bis §5.6: a cookie without an equals sign is a value without a name.
  let from = equals < 0 || equals >= end ? start : equals + 1;
  while (from < end && text.charCodeAt(from) === 0x20) from++;
  return from < end ? { start: from, end, by: MASK } : undefined;
}

function endOfPair(text: string, start: number): number {
  const end = text.indexOf(';', start);
  return end < 0 ? text.length : end;
}

/** The values of a Cookie header (RFC 6265 §4.2.1). */
function cookieCuts(text: string): readonly Cut[] {
  const cuts: Cut[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOfPair(text, start);
    const cut = valueCut(text, start, end);
    if (cut !== undefined) cuts.push(cut);
    start = end + 1;
  }
  return cuts;
}

/** A comma between two cookies; one in a date has no name behind it. */
const NEXT_COOKIE = /,(?=[ \t]*[^\s;,=]+=)/;

/** The values of a Set-Cookie header (RFC 6265 §4.1.1), or of several that were joined by commas. */
function setCookieCuts(text: string): readonly Cut[] {
  let start = 0;
  return text.split(NEXT_COOKIE).flatMap((cookie) => {
    const cut = valueCut(text, start, Math.min(endOfPair(text, start), start + cookie.length));
    start += cookie.length + 1;
    return cut ?? [];
  });
}

/** The cookies of a Set-Cookie header that were joined by commas. */
export function apartCookies(text: string): string[] {
  return text.split(NEXT_COOKIE).map((cookie) => cookie.trim());
}

/** Schemes of credentials (the registry of RFC 9110 §16.4.1, and others in use); what begins with no scheme is a secret itself. */
const SCHEME =
  /^(?:apikey|aws4-hmac-sha256|basic|bearer|concealed|digest|dpop|gnap|hmac|hoba|mutual|negotiate|ntlm|oauth|privatetoken|scram-sha-1|scram-sha-256|token|vapid)(?=[ \t]|$)/i;

/** Credentials, but for their scheme. */
function credentialCuts(value: string): readonly Cut[] {
  const [scheme = ''] = SCHEME.exec(value) ?? [];
  if (scheme === value.trim() && scheme !== '') return NONE;
  return [{ start: scheme.length, end: value.length, by: scheme === '' ? MASK : ` ${MASK}` }];
}

const CREDENTIALS = /(?:^|-)authorization$/;

/** Keys by which something is found again, and nobody is let in. */
const PUBLIC = new Set(['idempotency-key', 'sec-websocket-key', 'surrogate-key']);

/** Words that name a secret at the end of a header's name, whoever's name stands before them: `X-Pin`, `X-GitHub-OTP`. */
const SECRET_WORD =
  /(?:^|-)(?:2fa|csc|cvn|jwt|mfa|pass|passkey|pin|pin-?code|puk|session|sid|tan|two-?factor)(?:-(?:code|number|value))?$|^x-(?:auth-)?(?:code|key)$/;

type Finds = (value: string) => readonly Cut[];

const ofValue: Finds = (value) => readingOf(false).within(value, readingOf(false));
const ofSecret: Finds = (value) => (value === '' ? NONE : [{ start: 0, end: value.length, by: MASK }]);

function finder(name: string): Finds {
  if (CREDENTIALS.test(name)) return credentialCuts;
  if (name === 'cookie' || name === 'cookie2') return cookieCuts;
  if (name === 'set-cookie' || name === 'set-cookie2') return setCookieCuts;
  return (isSecret(name) || SECRET_WORD.test(name)) && !PUBLIC.has(name) ? ofSecret : ofValue;
}

/** Finders by name: headers have few names. */
const finders = new Map<string, Finds>();
const MAX_NAMES = 500;
const MAX_NAME = 64;

function finderOf(name: string): Finds {
  const known = finders.get(name);
  if (known !== undefined) return known;
  const found = finder(name);
  if (name.length <= MAX_NAME) {
    if (finders.size >= MAX_NAMES) finders.clear();
    finders.set(detachString(name), found);
  }
  return found;
}

/** Whether the values of a header are masked by what they look like alone, whatever its name. */
export const hasOrdinaryValue = (name: string): boolean => finderOf(name) === ofValue;

/**
 * The secrets of a header.
 *
 * @param name in lower case
 */
export function headerCuts(name: string, value: string): readonly Cut[] {
  return finderOf(name)(value);
}
