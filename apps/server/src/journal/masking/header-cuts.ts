/** Finds secrets in headers, by their names and by what they look like. */
import { detachString } from '../../kit/made-once.js';
import { isSecret } from '../secret-names.js';
import { cookieCuts, setCookieCuts } from './cookie-cuts.js';
import { type Cut, MASK, NONE } from './cut.js';
import { readingOf } from './value-cuts.js';

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
