/** Finds tokens by how they begin, and credentials after the name of their scheme, in a URL or between the lines of a key. */
import { AFTER_AUTHORITY, ALNUM, endOf, is, SPACE, TOKEN, TOKEN68 } from './cuts.js';

/** How tokens of a kind look. */
interface Prefix {
  readonly text: string;
  /** Fewest characters after it. */
  readonly least: number;
  /** Class of those characters. */
  readonly of: number;
  /** Whether it is a word of its own language as well: then a digit is part of every token. */
  readonly isWord: boolean;
}

const list = (texts: string, least: number, of = TOKEN): Prefix[] =>
  texts.split(' ').map((text) => ({ text, least, of, isWord: false }));

const PREFIXES: readonly Prefix[] = [
  // Ours: opaque tokens, refresh tokens, API keys, tokens of the control API, secrets of webhooks.
  ...list('uat_', 24),
  ...list('usk_', 9),
  ...list('utk_', 24),
  ...list('rt_', 40),
  ...list('whsec_', 8, TOKEN68),
  // Stripe.
  ...list('sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_', 8, ALNUM),
  // GitHub, GitLab.
  ...list('ghp_ gho_ ghu_ ghs_ ghr_', 30),
  ...list('github_pat_', 22),
  ...list('glpat- gldt- glrt- glrtr- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glcbt-', 16),
  // Slack.
  ...list('xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxp- xoxe.xoxb- xapp-', 10),
  // Google: keys of APIs, access tokens, secrets of clients.
  ...list('AIza', 35),
  ...list('ya29.', 20),
  ...list('GOCSPX-', 20),
  // Where software is published.
  ...list('npm_', 30),
  ...list('pypi-AgE', 30),
  ...list('rubygems_', 40),
  ...list('dckr_pat_', 20),
  // Others.
  ...list('hf_', 30),
  ...list('r8_', 30),
  ...list('shpat_ shpca_ shppa_ shpss_', 30),
  ...list('dop_v1_ doo_v1_ dor_v1_', 40),
  ...list('hvs. hvb. hvr.', 20),
  ...list('lin_api_ ntn_ figd_', 30),
  ...list('sbp_', 36),
  ...list('sq0atp- sq0csp-', 20),
  ...list('pscale_tkn_ pscale_pw_ pscale_oauth_', 20),
  ...list('ATATT3', 60, TOKEN68),
  ...list('SG.', 40, TOKEN68),
  ...list('PMAK-', 40),
  ...list('xkeysib-', 60),
  ...list('AGE-SECRET-KEY-1', 40),
  ...list('v1.local. v2.local. v3.local. v4.local. v1.public. v2.public. v3.public. v4.public.', 40, TOKEN68),
  // OpenAI, Anthropic and who writes keys as they do.
  { text: 'sk-', least: 20, of: TOKEN, isWord: true },
];

const byFirst: (readonly Prefix[] | undefined)[] = [];
for (const prefix of PREFIXES) {
  const first = prefix.text.charCodeAt(0);
  byFirst[first] = [...(byFirst[first] ?? []), prefix];
}

/** How far into a token a digit is looked for. */
const DIGIT_WITHIN = 48;

const CAPITAL_A = 0x41;

/** Key ids of AWS: these, and 16 characters. Those that it gives out are Base32; in examples and tests they are any. */
const AWS = /(?:AKIA|ASIA|ABIA|ACCA)[A-Z\d]{16}(?![A-Za-z\d])/y;

/** What tokens begin with. */
const BEGINNINGS: readonly string[] = ['AKIA', 'ASIA', 'ABIA', 'ACCA', ...PREFIXES.map(({ text }) => text)];

/** Where a token ends that begins at an index: the same index where there is none. */
export function tokenEnd(text: string, at: number, isCut: boolean): number {
  for (const { text: prefix, least, of, isWord } of byFirst[text.charCodeAt(at)] ?? []) {
    if (!text.startsWith(prefix, at)) continue;
    const from = at + prefix.length;
    if (isWord && !/\d/.test(text.slice(from, from + DIGIT_WITHIN))) continue;
    const end = endOf(text, from, of);
    if (isCut && end === text.length && end > from) return end;
    if (end - from >= least) return end;
  }
  if (text.charCodeAt(at) !== CAPITAL_A) return at;
  AWS.lastIndex = at;
  return AWS.test(text) ? AWS.lastIndex : at;
}

/** Characters that need a closer look wherever they stand: = % \ { [ < and line breaks. */
const SIGNS = new Uint8Array(128);
for (const sign of '=%\\{[<\n') SIGNS[sign.charCodeAt(0)] = 1;

const [COLON, DASH, SLASH] = [0x3a, 0x2d, 0x2f];

/** Pairs of characters that a secret, or the name of a scheme, may begin with. */
const PAIRS = new Uint8Array(128 * 128);
for (const pair of [...BEGINNINGS, 'ey', 'be', 'Be', 'BE', 'ba', 'Ba', 'BA', 'bE', 'bA', 'dp', 'DP', 'Dp', 'dP']) {
  PAIRS[pair.charCodeAt(0) * 128 + pair.charCodeAt(1)] = 1;
}

/** What a secret, or a scheme with one, begins with, in any case. */
const WHOLE = new RegExp(
  `eyJ|(?:bearer|basic|dpop)[ \\t]|${BEGINNINGS.map((text) => text.replaceAll('.', '\\.')).join('|')}`,
  'iy',
);

function begins(text: string, at: number): boolean {
  WHOLE.lastIndex = at;
  return WHOLE.test(text);
}

/** Whether a secret may begin with two characters. */
export function mayBegin(first: number, second: number): boolean {
  return first < 128 && second < 128 && PAIRS[first * 128 + second] === 1;
}

/** Whether a colon may stand between a name and a value, or in a URL; that of a time does not. */
export function isTelling(text: string, colon: number): boolean {
  const next = text.charCodeAt(colon + 1);
  if (next === SLASH) return text.charCodeAt(colon + 2) === SLASH;
  return next < 0x30 || next > 0x39 || !isDigit(text.charCodeAt(colon - 1));
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether a part of a text may hold a secret, or something that was encoded. */
export function mayHoldSecret(text: string, start: number, end: number): boolean {
  let isInWord = false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    const isAlnum = is(code, ALNUM);
    if (isAlnum) {
      if (!isInWord && mayBegin(code, text.charCodeAt(at + 1)) && begins(text, at)) return true;
    } else if (code < 128 && SIGNS[code] === 1) return true;
    else if (code === COLON && isTelling(text, at)) return true;
    else if (code === DASH && text.charCodeAt(at + 1) === DASH) return true;
    isInWord = isAlnum;
  }
  return false;
}

/** A part of a text, by index. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Longest word that may follow the name of a scheme in a sentence, as in "bearer authentication". */
const LONGEST_WORD = 16;
const WORD = /^[a-z]*[.]?$/;
/** Parameters of a challenge, such as `realm=` (RFC 9110 §11.6.1). */
const PARAMETER = /^[a-z_]+=$/i;

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

const SCHEME = /(?:bearer|basic|dpop)(?=[ \t])/iy;

/** Credentials after Bearer, DPoP or Basic (RFC 9110 §11.4) at an index. */
export function afterScheme(text: string, at: number, isCut: boolean): Span | undefined {
  SCHEME.lastIndex = at;
  if (!SCHEME.test(text)) return undefined;
  const isOfBasic = SCHEME.lastIndex - at === 5;
  const start = endOf(text, SCHEME.lastIndex, SPACE);
  const end = endOf(text, start, TOKEN68);
  if (end === start) return undefined;
  if (isCut && end === text.length) return { start, end };
  const credentials = end - start > LONGEST_WORD * 2 ? undefined : text.slice(start, end);
  if (isOfBasic) return isBasic(text.slice(start, Math.min(end, start + BASIC_START))) ? { start, end } : undefined;
  const isSaid = credentials !== undefined && isSentence(credentials, text[end]);
  return isSaid ? undefined : { start, end };
}

function isSentence(credentials: string, next: string | undefined): boolean {
  if (PARAMETER.test(credentials) && (next === '"' || next === '\\')) return true;
  return credentials.length <= LONGEST_WORD && WORD.test(credentials);
}

/** User information in the authority of a URL whose :// is at an index (RFC 3986 §3.2.1). */
export function userInformation(text: string, at: number, isCut: boolean): Span | undefined {
  const start = at + 3;
  const end = endOfAuthority(text, start);
  const authority = text.slice(start, end);
  const sign = authority.lastIndexOf('@');
  if (sign > 0) {
    const isNamed = authority.slice(0, sign).includes(':') || /https?$/i.test(text.slice(Math.max(0, at - 5), at));
    return isNamed ? { start, end: start + sign } : undefined;
  }
  // It may be a port, or the start of a password.
  const colon = authority.startsWith('[') ? -1 : authority.indexOf(':');
  return isCut && end === text.length && colon >= 0 ? { start: start + colon + 1, end } : undefined;
}

function endOfAuthority(text: string, from: number): number {
  let at = from;
  while (at < text.length && !is(text.charCodeAt(at), AFTER_AUTHORITY)) at++;
  return at;
}

const LONGEST_LABEL = 64;

/** What lies between the lines of a private key (RFC 7468 §2) whose first one begins at an index. */
export function privateKey(text: string, at: number): Span | undefined {
  if (!text.startsWith('-----BEGIN ', at)) return undefined;
  const label = text.slice(at + 11, at + 11 + LONGEST_LABEL);
  const dashes = label.indexOf('-----');
  if (dashes < 0 || !/PRIVATE KEY(?: BLOCK)?$/.test(label.slice(0, dashes))) return undefined;
  const start = at + 11 + dashes + 5;
  const end = text.indexOf('-----END', start);
  return { start, end: end < 0 ? text.length : end };
}
