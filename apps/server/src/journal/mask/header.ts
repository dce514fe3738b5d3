/** Masks secrets in headers. */
import { maskValue } from './json.js';
import { isSecret } from './names.js';
import { MASK } from './text.js';

/** The value of a cookie. One without an equals sign is a value without a name (RFC 6265bis §5.6). */
function maskPair(pair: string): string {
  const value = pair.slice(pair.indexOf('=') + 1).trimStart();
  return value === '' ? pair : pair.slice(0, pair.length - value.length) + MASK;
}

/** A comma between two cookies; one in a date has no name behind it. */
const NEXT_COOKIE = /,(?=[ \t]*[^\s;,=]+=)/;

/** The cookies of a Set-Cookie header (RFC 6265 §4.1.1) that were joined by commas. */
export function apartCookies(text: string): string[] {
  return text.split(NEXT_COOKIE).map((cookie) => cookie.trim());
}

/** A Cookie header (RFC 6265 §4.2.1). */
const maskCookies = (text: string): string => text.split(';').map(maskPair).join(';');

/** A Set-Cookie header, or several that were joined by commas: the value is what stands before the attributes. */
const maskSetCookies = (text: string): string =>
  text
    .split(NEXT_COOKIE)
    .map((cookie) => cookie.replace(/^[^;]+/, maskPair))
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
