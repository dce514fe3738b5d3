/** Finds secrets in headers, by their names and by what they look like; in cookies each value. */
import { detachString } from '../../kit/made-once.js';
import { type Cut, MASK, NONE } from './cuts.js';
import { readingOf } from './json-cuts.js';
import { isSecret } from './names.js';

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
