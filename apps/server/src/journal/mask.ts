/** Hides secrets in what the log and the journal say of an exchange; all the rest stays as it was sent. */
import { type Reading, maskEncoded, maskValue } from './mask/json.js';
import { LRUCache } from '#platform/runtime';
import { detachString } from '../kit/made-once.js';
import { NEXT_COOKIE, percentDecoded } from './mask/coding.js';
import { MASK, maskRunningText } from './mask/text.js';
import { isCardName, isCardNumber, isOrdinaryWord, isSecret } from './mask/names.js';

/** The value of a cookie. One without an equals sign is a value without a name (RFC 6265bis §5.6). */
function maskCookie(pair: string): string {
  const value = pair.slice(pair.indexOf('=') + 1).trimStart();
  return value === '' ? pair : pair.slice(0, pair.length - value.length) + MASK;
}

/** A Cookie header (RFC 6265 §4.2.1). */
const maskCookies = (text: string): string => text.split(';').map(maskCookie).join(';');

/** A Set-Cookie header, or several that were joined by commas: the value is what stands before the attributes. */
const maskSetCookies = (text: string): string =>
  text
    .split(NEXT_COOKIE)
    .map((cookie) => cookie.replace(/^[^;]+/, maskCookie))
    .join(',');

/** Schemes of credentials (the registry of RFC 9110 §16.4.1, and others in use); what begins with no scheme is a secret itself. */
const SCHEME =
  /^(?:apikey|aws4-hmac-sha256|basic|bearer|concealed|digest|dpop|gnap|hmac|hoba|mutual|negotiate|ntlm|oauth|privatetoken|scram-sha-1|scram-sha-256|token|vapid)(?=[ \t]|$)/i;

/** Credentials, but for their scheme. */
function maskCredentials(value: string): string {
  const [scheme = ''] = SCHEME.exec(value) ?? [];
  if (scheme === '') return MASK;
  return scheme === value.trim() ? value : `${scheme} ${MASK}`;
}

const CREDENTIALS = /(?:^|-)authorization$/;

/** Keys by which something is found again, and nobody is let in. */
const PUBLIC = new Set(['idempotency-key', 'sec-websocket-key', 'surrogate-key']);

/** Words that name a secret at the end of a header's name, whoever's name stands before them: `X-Pin`, `X-GitHub-OTP`. */
const SECRET_WORD =
  /(?:^|-)(?:2fa|csc|cvn|jwt|mfa|pass|passkey|pin|pin-?code|puk|session|sid|tan|two-?factor)(?:-(?:code|number|value))?$|^x-(?:auth-)?(?:code|key)$/;

/** What masks the value of a header, where its name says that it has a secret. */
function maskOf(name: string): ((value: string) => string) | undefined {
  if (CREDENTIALS.test(name)) return maskCredentials;
  if (name === 'cookie' || name === 'cookie2') return maskCookies;
  if (name === 'set-cookie' || name === 'set-cookie2') return maskSetCookies;
  return (isSecret(name) || SECRET_WORD.test(name)) && !PUBLIC.has(name) ? (value) => value && MASK : undefined;
}

/** Whether the values of a header are masked by what they look like alone, whatever its name. */
export const hasOrdinaryValue = (name: string): boolean => maskOf(name) === undefined;

/**
 * Masks the value of a header: credentials but for their scheme, the values of cookies, what has a secret name, and what
 * looks like a secret.
 *
 * @param name in lower case
 */
export const maskHeader = (name: string, value: string): string =>
  maskOf(name)?.(value) ?? maskValue(value, { isCut: false, level: 0 });

/** Names shorter than this are no secrets themselves. */
const LONG_NAME = 12;

/** What begins JSON, encoded or not: it may have equals signs and ampersands in it. */
const JSON_START = /^(?:[{[]|%7b|%5b)/i;

const formDecoded = (text: string): string => percentDecoded(text.replaceAll('+', ' '));

/** A value of a form. A plus sign is a space, or one of Base64 that somebody forgot to encode. */
function maskFormValue(value: string, reading: Reading): string {
  const masked = maskEncoded(maskValue(value, reading), reading);
  if (!masked.includes('+')) return masked;
  const spaced = masked.replaceAll('+', ' ');
  const safe = maskEncoded(maskValue(spaced, reading), reading);
  return safe === spaced ? masked : safe.replaceAll(' ', '+');
}

function maskPair(pair: string, reading: Reading): string {
  const equals = JSON_START.test(pair) ? -1 : pair.indexOf('=');
  if (equals < 0) return maskFormValue(pair, reading);
  const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)];
  // Also of what has a secret for its value: the end of a token may look like such a name.
  const safeName = equals < LONG_NAME ? name : maskFormValue(name, { ...reading, isCut: false });
  const decoded = formDecoded(name);
  const isHidden = isSecret(decoded) || (isCardName(decoded) && isCardNumber(formDecoded(value)));
  return `${safeName}=${isHidden && value !== '' ? MASK : maskFormValue(value, reading)}`;
}

/** Masks the secrets of a query or a form. */
function maskForm(text: string, reading: Reading): string {
  // Who does not encode JSON may have ampersands in it.
  const safe = text.includes('{"') ? maskValue(text, reading) : text;
  const pairs = safe.split('&');
  return pairs
    .map((pair, i) => maskPair(pair, { ...reading, isCut: reading.isCut && i === pairs.length - 1 }))
    .join('&');
}

/** Masks the secrets of a path; a parameter of a segment, such as `;jsessionid=…`, ends with it (RFC 3986 §3.3). */
function maskSegments(path: string, reading: Reading): string {
  if (!path.includes('=') || path.includes('://')) return maskValue(path, reading);
  return path
    .split('/')
    .map((segment) => maskValue(segment, reading))
    .join('/');
}

/** A start tag: its name without a prefix, its attributes, and whether it is empty. What is in quotes is text. */
const TAG = /<(?:[\w.-]{1,64}:)?([\w.-]{1,64})((?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^>"'])*)(?:>|$)/g;
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]{1,64})(\s{0,8}=\s{0,8})("[^"]*"?|'[^']*'?|[^\s"'>]+)/g;

/** Attributes that say what the value of the same element is. */
const LABELS = new Set(['name', 'id', 'key', 'property', 'type', 'autocomplete']);
const VALUES = new Set(['value', 'content']);

/** Masks attributes, by their own names and by those that others give them. */
function maskAttributes(attributes: string): string {
  const bare = (value: string) => value.replace(/^(["'])([^]*?)\1?$/, '$2');
  const isLabelled = Array.from(attributes.matchAll(ATTRIBUTE)).some(
    ([, name = '', , value = '']) => LABELS.has(name.toLowerCase()) && isSecret(bare(value)),
  );
  return attributes.replace(ATTRIBUTE, (all: string, name: string, equals: string, value: string) => {
    const isHidden = (isSecret(name) && !isOrdinaryWord(name)) || (isLabelled && VALUES.has(name.toLowerCase()));
    const content = bare(value);
    return isHidden && content !== '' ? name + equals + value.replace(content, MASK) : all;
  });
}

/** Where the content of an element ends: at its end tag, or where the text does. */
function contentEnd(text: string, from: number, name: string): number {
  const end = new RegExp(`</(?:[\\w.-]{1,64}:)?${name.replaceAll('.', '\\.')}\\s*>`, 'g');
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

/**
 * Masks the secrets of a document by the names of its elements.
 *
 * @param isHtml where `code` is text like any other
 */
function maskMarkup(text: string, isHtml: boolean): string {
  let masked = '';
  let from = 0;
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(text); tag !== null; tag = TAG.exec(text)) {
    const [all, name = '', attributes = ''] = tag;
    const end = tag.index + all.length;
    masked += text.slice(from, tag.index) + all.replace(attributes, () => maskAttributes(attributes));
    from = end;
    if (!isSecret(name) || (isHtml && isOrdinaryWord(name)) || attributes.endsWith('/')) continue;
    from = contentEnd(text, end, name);
    if (from > end) masked += MASK;
    TAG.lastIndex = from;
  }
  return masked + text.slice(from);
}

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i;
const FIRST_LINE = /^(?:\r?\n)?--([^\r\n]{1,200})\r?\n/;
const NAME = /[;\s]name=(?:"((?:[^"\\\r\n]|\\.)*)"?|([^\s;"]+))/i;
const EXTENDED_NAME = /[;\s]name\*=[^']*'[^']*'([^\s;]+)/i;
const TYPE = /^content-type:[ \t]*(.+)$/im;

/** Longest head of a part that is read. */
const LONGEST_HEAD = 16_384;

function nameOf(head: string): string {
  const [, extended] = EXTENDED_NAME.exec(head) ?? [];
  const [, quoted, bare] = NAME.exec(head) ?? [];
  return percentDecoded(extended ?? quoted ?? bare ?? '').replaceAll('\\', '');
}

/** A part of a multipart body, from behind its delimiter on: the line break before the next one belongs to that. */
function maskPart(part: string, reading: Reading): string {
  const found = /\r?\n\r?\n/.exec(part.slice(0, LONGEST_HEAD));
  const start = found === null ? part.length : found.index + found[0].length;
  const [head, rest] = [part.slice(0, start), part.slice(start)];
  const [lineBreak = ''] = reading.isCut ? [] : (/\r?\n$/.exec(rest) ?? []);
  const body = rest.slice(0, rest.length - lineBreak.length);
  const safeHead = maskRunningText(head, reading.isCut && rest === '');
  const safe = isSecret(nameOf(head)) ? body && MASK : maskContent(body, TYPE.exec(head)?.[1], reading);
  return safeHead + safe + lineBreak;
}

/** A multipart body; undefined where its parts cannot be told. */
function maskMultipart(text: string, contentType: string, reading: Reading): string | undefined {
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? bare ?? FIRST_LINE.exec(text)?.[1];
  if (boundary === undefined) return undefined;
  const delimiter = `--${boundary}`;
  const [preamble = '', ...parts] = text.split(delimiter);
  if (parts.length === 0) return undefined;
  const last = parts.length - 1;
  const masked = parts.map((part, i) => maskPart(part, { ...reading, isCut: reading.isCut && i === last }));
  return [preamble, ...masked].join(delimiter);
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

/** Masks the secrets of a body. */
function maskContent(text: string, contentType: string | undefined, reading: Reading): string {
  const type = (contentType ?? '').trim();
  if ((MULTIPART.test(type) || LIKE_MULTIPART.test(text)) && reading.level < MAX_PARTS_LEVEL) {
    const masked = maskMultipart(text, type, { ...reading, level: reading.level + 1 });
    if (masked !== undefined) return masked;
  }
  if (LIKE_MARKUP.test(text)) return maskValue(maskMarkup(text, HTML.test(type)), reading);
  const isJson = LIKE_JSON.test(text);
  // Some clients call everything a form, and others nothing.
  if (FORM.test(type)) return maskForm(isJson ? maskValue(text, reading) : text, reading);
  return !isJson && LIKE_FORM.test(text) ? maskForm(text, reading) : maskValue(text, reading);
}

/** How a text is read that nothing was decoded of. */
const WHOLE = { isCut: false, level: 0 };

/** Masks secrets in a query. */
export function maskQuery(query: string): string {
  return maskForm(query, WHOLE);
}

/** Masks secrets in a path. */
export function maskPath(path: string): string {
  return maskSegments(path, WHOLE);
}

/**
 * Masks secrets in a body. JSON stays JSON: `"***"` stands for a secret of any type.
 *
 * @param contentType value of its Content-Type; undefined where there was none
 * @param isTruncated whether it is only the start of a body: a secret that its end cuts is masked too
 */
export function maskBody(text: string, contentType: string | undefined, isTruncated = false): string {
  return maskContent(text, contentType, { isCut: isTruncated, level: 0 });
}

/** Bytes that are made characters of in one call. */
const CHUNK = 4096;

/** Masks secrets in a body that is no text, such as a form with a picture in it. */
export function maskBytes(bytes: Uint8Array, contentType: string | undefined, isTruncated = false): Uint8Array {
  // A character for each byte: what names secrets, and what they look like, is ASCII.
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  const masked = maskBody(text, contentType, isTruncated);
  return masked === text ? bytes : Uint8Array.from(masked, (character) => character.charCodeAt(0));
}

/** Masks secrets in any other text, such as a name that was not known. */
export function maskText(text: string): string {
  return maskValue(text, WHOLE);
}

/** Texts that are remembered. */
const MAX_TEXTS = 1000;

/** Longest text that is remembered, in characters. */
const MAX_LENGTH = 500;

/** Texts as JSON, their secrets masked; a text with a secret is never remembered. */
export class MaskCache {
  readonly #mask: (text: string) => string;
  readonly #known = new LRUCache<string, string>({ max: MAX_TEXTS });

  /** @param mask gives the text as it was where it holds no secret */
  constructor(mask: (text: string) => string) {
    this.#mask = mask;
  }

  /** How many texts are remembered. */
  get size(): number {
    return this.#known.size;
  }

  /** A text, its secrets masked. */
  text(text: string): string {
    return this.#known.has(text) ? text : (JSON.parse(this.json(text)) as string);
  }

  /** A text as JSON, its secrets masked. */
  json(text: string): string {
    const cached = this.#known.get(text);
    if (cached !== undefined) return cached;
    const masked = this.#mask(text);
    const json = JSON.stringify(masked);
    if (masked === text && text.length <= MAX_LENGTH) this.#known.set(detachString(text), json);
    return json;
  }
}
