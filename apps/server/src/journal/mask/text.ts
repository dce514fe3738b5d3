/** Masks secrets in running text: by what they look like, and by the names before them. */
import { percentDecoded } from './coding.js';
import { isOrdinaryWord, isSecret } from './names.js';

/** What stands for a secret. */
export const MASK = '***';

/** Characters of opaque tokens, of credentials (token68 of RFC 9110 §11.2), and of those that have no signs at all. */
const TOKEN = String.raw`[\w-]`;
const TOKEN68 = '[\\w.~+/=-]';
const ALNUM = '[A-Za-z\\d]';

/** What tokens begin with, fewest characters after it, and which those are. */
const PREFIXES: readonly (readonly [texts: string, least: number, of?: string])[] = [
  // Ours: opaque tokens, refresh tokens, API keys, tokens of the control API, secrets of webhooks.
  ['uat_', 24],
  ['usk_', 9],
  ['utk_', 24],
  ['rt_', 40],
  ['whsec_', 8, TOKEN68],
  // Stripe.
  ['sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_', 8, ALNUM],
  // GitHub, GitLab.
  ['ghp_ gho_ ghu_ ghs_ ghr_', 30],
  ['github_pat_', 22],
  ['glpat- gldt- glrt- glrtr- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glcbt-', 16],
  // Slack.
  ['xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxp- xoxe.xoxb- xapp-', 10],
  // Google: keys of APIs, access tokens, secrets of clients.
  ['AIza', 35],
  ['ya29.', 20],
  ['GOCSPX-', 20],
  // Where software is published.
  ['npm_', 30],
  ['pypi-AgE', 30],
  ['rubygems_', 40],
  ['dckr_pat_', 20],
  // Others.
  ['hf_', 30],
  ['r8_', 30],
  ['shpat_ shpca_ shppa_ shpss_', 30],
  ['dop_v1_ doo_v1_ dor_v1_', 40],
  ['hvs. hvb. hvr.', 20],
  ['lin_api_ ntn_ figd_', 30],
  ['sbp_', 36],
  ['sq0atp- sq0csp-', 20],
  ['pscale_tkn_ pscale_pw_ pscale_oauth_', 20],
  ['ATATT3', 60, TOKEN68],
  ['SG.', 40, TOKEN68],
  ['PMAK-', 40],
  ['xkeysib-', 60],
  ['AGE-SECRET-KEY-1', 40],
  ['v1.local. v2.local. v3.local. v4.local. v1.public. v2.public. v3.public. v4.public.', 40, TOKEN68],
  // OpenAI, Anthropic and who writes keys as they do: a word of its own language as well, so that a digit is part of it.
  [String.raw`sk-(?=[\w-]{0,47}\d)`, 20],
];

/** A prefix as a part of a pattern; of one with a lookahead it is the last entry alone. */
const escaped = (text: string): string => (text.includes('(') ? text : text.replaceAll('.', String.raw`\.`));

/** A word begins there: after what is no letter or digit, or after an escaped character, whose digits are no part of it. */
const WORD_START = String.raw`(?<=^|[^A-Za-z\d]|%[\dA-Fa-f]{2})`;

/** Key ids of AWS: these, and 16 characters. Those that it gives out are Base32; in examples and tests they are any. */
const AWS = String.raw`(?:AKIA|ASIA|ABIA|ACCA)[A-Z\d]{16}(?![A-Za-z\d])`;

/** Tokens of any kind; where the text is cut at its end, also what is left of one there. */
function tokensPattern(isCut: boolean): RegExp {
  const kinds = PREFIXES.flatMap(([texts, least, of = TOKEN]) =>
    texts.split(' ').map((text) => `${escaped(text)}(?:${of}{${least},}${isCut ? `|${of}+$` : ''})`),
  );
  return new RegExp(`${WORD_START}(?:${kinds.join('|')}|${AWS})`, 'g');
}

const TOKENS = tokensPattern(false);
const CUT_TOKENS = tokensPattern(true);

const BEGINNINGS = PREFIXES.flatMap(([texts]) => texts.split(' ').map((text) => escaped(text).replace(/\(.*/, '')));

/** Whatever a secret, its name or something encoded begins with, or has in it. A colon within a time is none. */
const HINT = new RegExp(
  String.raw`[=%\\{[<\n]|--|:(?!\d)|(?<!\d):|eyJ|(?:bearer|basic|dpop)[ \t]|A[A-Z]IA|ACCA|${BEGINNINGS.join('|')}`,
  'i',
);

/** Whether a text may hold a secret, or something that was encoded. */
export function mayHoldSecret(text: string): boolean {
  return HINT.test(text);
}

const RUN = /[\w.-]+/g;
const AFTER_WORD = /[A-Za-z\d]$/;
const ESCAPED_BEFORE = /%[\dA-Fa-f]{2}$/;

function startsWord(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 3), at);
  return !AFTER_WORD.test(before) || ESCAPED_BEFORE.test(before);
}

/** Fewest characters of a JWT after its first full stop. */
const LEAST_JWT = 10;

/** JWTs (RFC 7515 §3.1), and what is written like them. */
function withoutJwts(text: string, isCut: boolean): string {
  if (!text.includes('eyJ')) return text;
  return text.replace(RUN, (run: string, start: number) => {
    let at = run.indexOf('eyJ');
    while (at >= 0 && !startsWord(text, start + at)) at = run.indexOf('eyJ', at + 1);
    if (at < 0) return run;
    const stop = run.indexOf('.', at);
    const isWhole = stop >= 0 && run.length - stop > LEAST_JWT;
    return isWhole || (isCut && start + run.length === text.length) ? run.slice(0, at) + MASK : run;
  });
}

/** Credentials after the name of a scheme (RFC 9110 §11.4). */
const SCHEME = new RegExp(`${WORD_START}(bearer|basic|dpop)(?=[ \\t])[ \\t\\r\\n]+(${TOKEN68}+)`, 'gi');

/** Longest word that may follow the name of a scheme in a sentence, as in "bearer authentication". */
const LONGEST_WORD = 16;
const WORD = /^[a-z]*[.]?$/;
/** Parameters of a challenge, such as `realm=` (RFC 9110 §11.6.1). */
const PARAMETER = /^[a-z_]{1,31}=$/i;

function isSentence(credentials: string, next: string | undefined): boolean {
  if (PARAMETER.test(credentials) && (next === '"' || next === '\\')) return true;
  return credentials.length <= LONGEST_WORD && WORD.test(credentials);
}

/** Characters of Basic credentials that are decoded to see whether they are any. */
const BASIC_START = 400;

/** Whether Base64 says a name, a colon and a password (RFC 7617 §2). */
function isBasic(encoded: string): boolean {
  const start = encoded.slice(0, BASIC_START).replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  try {
    const decoded = atob(start.length % 4 === 1 ? start.slice(0, -1) : start);
    const colon = decoded.indexOf(':');
    // oxlint-disable-next-line no-control-regex
    return colon >= 0 && !/[\0-\x1f\x7f]/.test(decoded.slice(0, colon));
  } catch {
    return false;
  }
}

/** Replaces what a pattern finds and a function wants to; behind what it does not want, the search goes on at once. */
function replaced(
  text: string,
  pattern: RegExp,
  replacement: (found: RegExpExecArray) => { readonly by: string; readonly end?: number } | undefined,
): string {
  let masked = '';
  let from = 0;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const made = replacement(found);
    if (made === undefined) {
      pattern.lastIndex = found.index + 1;
    } else {
      masked += text.slice(from, found.index) + made.by;
      from = made.end ?? pattern.lastIndex;
      pattern.lastIndex = from;
    }
  }
  return from === 0 ? text : masked + text.slice(from);
}

const withoutCredentials = (text: string, isCut: boolean): string =>
  replaced(text, SCHEME, ({ 0: all, 1: scheme = '', 2: credentials = '', index }) => {
    const end = index + all.length;
    const isSecretOne =
      (isCut && end === text.length) ||
      (scheme.length === 5 ? isBasic(credentials) : !isSentence(credentials, text[end]));
    return isSecretOne ? { by: all.slice(0, all.length - credentials.length) + MASK } : undefined;
  });

/** What ends the authority of a URL (RFC 3986 §3.2), or the URL itself, cannot be in it. */
const AUTHORITY = '[^/?#\\\\"\'<>`{}|^ \\t\\r\\n]';
const USER_INFORMATION = new RegExp(`(https?)?://(${AUTHORITY}+)@`, 'gi');
/** A port, or the start of a password. */
const CUT_AUTHORITY = new RegExp(`(://(?!\\[)[^/?#\\\\"'<>\`{}|^: \\t\\r\\n]*:)${AUTHORITY}+$`);

/** User information in the authority of URLs (RFC 3986 §3.2.1). */
function withoutUsers(text: string, isCut: boolean): string {
  if (!text.includes('://')) return text;
  const masked = text.replace(USER_INFORMATION, (all: string, http: string | undefined, user: string) =>
    user.includes(':') || http !== undefined ? `${http ?? ''}://${MASK}@` : all,
  );
  return isCut ? masked.replace(CUT_AUTHORITY, `$1${MASK}`) : masked;
}

/** What lies between the lines of a private key (RFC 7468 §2). */
const PRIVATE_KEY = /(-----BEGIN [^\n-]{0,64}PRIVATE KEY(?: BLOCK)?-----)[^]*?(?=-----END|$)/g;

/** A name, a quote around it or none, and what says that its value follows. */
const NAMED = /(?<![\w.[\]%$~-])([\w.[\]%$~-]+)(\\?["'`])?[ \t\r\n]?([=:])/g;

/** What stands before a parameter in a URL. */
const BEFORE_PARAMETER = /[?&#;]/;
const SPACES = /[ \t\r\n]*/y;
const VALUE = /[^\s&"'<>`]*/y;
const PARAMETER_VALUE = /[^\s&"'<>`#]*/y;
/** A value that is the last of its line, or of its object. */
const LONE = /[^\s,;}\]]+(?=[ \t]*(?:[\r\n,;}\]]|$))/y;

/** Where a pattern ends that begins at an index; the same index where it does not. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** A part of a text that is masked, and by what. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly by?: string;
}

/** Index of the quote that ends a string, from behind the one that begins it; the end of the text where none does. */
function stringEnd(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at++) {
    if (text.startsWith(quote, at)) return at;
    if (text[at] === '\\') at++;
  }
  return text.length;
}

/** What stands in quotes at an index, escaped ones as well; undefined where no quote does. */
function quoted(text: string, at: number): Span | undefined {
  const quote = text.slice(at, text[at] === '\\' ? at + 2 : at + 1);
  if (!/["'`]$/.test(quote)) return undefined;
  const start = at + quote.length;
  return { start, end: stringEnd(text, start, quote) };
}

/** Index behind an object or array that begins at an index; the end of the text where it does not end. */
function containerEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = stringEnd(text, at + 1, '"');
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return text.length;
}

/** The value of a secret behind an equals sign. A comma or semicolon before white space is no part of it. */
function valueAfterEquals(text: string, at: number, isParameter: boolean): Span {
  const start = !isParameter && text[at] === ' ' ? at + 1 : at;
  const inQuotes = quoted(text, start);
  if (inQuotes !== undefined) return inQuotes;
  const end = endOf(isParameter ? PARAMETER_VALUE : VALUE, text, start);
  const isFollowed = end > start + 1 && end < text.length && /[,;]/.test(text[end - 1] ?? '');
  return { start, end: isFollowed ? end - 1 : end };
}

/** The value of a secret behind a colon. */
function valueAfterColon(text: string, at: number): Span | undefined {
  const start = endOf(SPACES, text, at);
  const first = text[start] ?? '';
  if (first === '/' && start === at) return undefined;
  const inQuotes = quoted(text, start);
  if (inQuotes !== undefined) return inQuotes;
  if (first === '{' || first === '[') return { start, end: containerEnd(text, start), by: `"${MASK}"` };
  return { start, end: endOf(LONE, text, start) };
}

function valueOf(text: string, { 0: all, 1: name = '', 2: quote = '', 3: sign, index }: RegExpExecArray) {
  const decoded = percentDecoded(name);
  if (!isSecret(decoded)) return undefined;
  const at = index + all.length;
  const before = text[index - 1 - quote.length];
  const isParameter = sign === '=' && (before === undefined || BEFORE_PARAMETER.test(before));
  if (!isParameter && isOrdinaryWord(decoded)) return undefined;
  return sign === '=' ? valueAfterEquals(text, at, isParameter) : valueAfterColon(text, at);
}

/** Values that have the name of a secret before them. */
const withoutNamed = (text: string): string =>
  replaced(text, NAMED, (found) => {
    const value = valueOf(text, found);
    if (value === undefined || value.end <= value.start) {
      // What follows the sign may be a name as well.
      const end = found.index + found[0].length;
      return { by: found[0], end };
    }
    return { by: text.slice(found.index, value.start) + (value.by ?? MASK), end: value.end };
  });

/**
 * Masks the secrets of running text.
 *
 * @param isCut whether the text was cut off at its end: a secret that begins there is one however little there is of it
 */
export function maskRunningText(text: string, isCut: boolean): string {
  if (!mayHoldSecret(text)) return text;
  let masked = text.replace(PRIVATE_KEY, `$1${MASK}`);
  masked = withoutJwts(masked, isCut);
  masked = masked.replace(isCut ? CUT_TOKENS : TOKENS, MASK);
  masked = withoutCredentials(masked, isCut);
  masked = withoutUsers(masked, isCut);
  return withoutNamed(masked);
}
