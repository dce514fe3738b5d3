/** Which members, parameters, headers, cookies and elements hold secrets. */
import { LRUCache } from '#platform/runtime';
import { detachString } from '../../kit/made-once.js';

/** Whole names that numbers of cards have, and other numbers too. */
const CARD_NAMES: ReadonlySet<string> = new Set(['number', 'cardnumber', 'cardno', 'pan']);

/** What such names end with: most names are told from them by that. */
const ENDING = /(?:r|o|n)[^a-z]*$/i;

/** As many digits as a card's number has (ISO/IEC 7812-1), in groups or not. */
const DIGITS = /^\d(?:[ -]?\d){11,18}$/;

/** Whether the number of a card may stand under a name: `number`, `card[number]` and `card.number` are one. */
export function isCardName(name: string): boolean {
  if (!ENDING.test(name)) return false;
  const last = name.split(/[[\].]+/).findLast((part) => part !== '') ?? '';
  return CARD_NAMES.has(last.replace(/[^a-z]/gi, '').toLowerCase());
}

/** Whether a value can be the number of a card. */
export function isCardNumber(value: string): boolean {
  return DIGITS.test(value.trim());
}

/** Endings of names whose values are secrets, however the words before them are written. */
const ENDINGS = [
  // Passwords, and what they are typed in twice as.
  'password passwords passwordconfirmation passwordconfirm passwordrepeat passwordagain passwordverify',
  'passwordhash passwordsalt passwd passphrase passcode pwd',
  // Keys and tokens.
  'secret secrets secretvalue secretstring token tokenvalue accesstokens refreshtokens apikey apikeys',
  'privatekey secretkey accesskey signingkey encryptionkey masterkey authkey accountkey sharedkey',
  'subscriptionkey functionskey licensekey credential credentials',
  // Codes that stand for a login.
  'authorizationcode authcode devicecode usercode verificationcode recoverycode recoverycodes',
  'backupcode backupcodes otpcode mfacode onetimecode smscode codeverifier otp',
  // What stands on the back of a card.
  'cvc cvv',
  // Assertions and sessions.
  'assertion samlresponse idtokenhint sessionid sessionkey sessionticket sessid',
  // Signatures that are credentials: those of signed URLs.
  'amzsignature googsignature',
].flatMap((names) => names.split(' '));

/** Whole names whose values are secrets. */
const NAMES: ReadonlySet<string> = new Set([
  'auth',
  'authorization',
  'code',
  'cookie',
  'cookies',
  'csc',
  'cvc',
  'cvc2',
  'cvv',
  'cvv2',
  'dpop',
  'mfa',
  'otp',
  'pass',
  'pin',
  'proxyauthorization',
  'securitycode',
  'setcookie',
  'sig',
  'totp',
  'xauth',
]);

/** Whole names that end like secrets and are none: where a list goes on, what is allowed, and what may be shown. */
const PUBLIC: ReadonlySet<string> = new Set([
  'accesscontrolallowcredentials',
  // Ids of keys, of WebAuthn.
  'allowcredentials',
  'canceltoken',
  'cancellationtoken',
  'continuationtoken',
  'excludecredentials',
  'nextpagetoken',
  'nexttoken',
  'pagetoken',
  'prevpagetoken',
  'previouspagetoken',
  'synctoken',
  'nextsynctoken',
  'withcredentials',
]);

/** Whole names that are ordinary words as well: in running text they name a secret only where a URL does. */
const ORDINARY: ReadonlySet<string> = new Set([
  'auth',
  'code',
  'credential',
  'credentials',
  'mfa',
  'otp',
  'pass',
  'pin',
  'sig',
]);

const ENDS = new RegExp(`(?:${ENDINGS.toSorted((a, b) => b.length - a.length).join('|')})\\d{0,2}$`);

const LONGEST = Math.max(...ENDINGS.map(({ length }) => length)) + 2;

const SEPARATORS = /[^a-z\d]/gi;

function bareOf(name: string): string {
  return name.replace(SEPARATORS, '').toLowerCase();
}

function isSecretWord(bare: string): boolean {
  if (NAMES.has(bare)) return true;
  return ENDS.test(bare.slice(-LONGEST)) && !PUBLIC.has(bare);
}

function judge(name: string): boolean {
  if (isSecretWord(bareOf(name))) return true;
  // What lies in a secret is one, such as password[0]; what a secret lies in need not be.
  if (name.includes('[')) return name.split(/[[\].]+/).some((part) => isSecretWord(bareOf(part)));
  return name.includes('.') && name.split('.').some((part) => !isOrdinaryWord(part) && isSecretWord(bareOf(part)));
}

/** What was judged before: names are few, and come again with every request. */
const judged = new LRUCache<string, boolean>({ max: 2000 });
const MAX_NAME = 64;

/**
 * Whether a name is that of a secret: `access_token`, `accessToken`, `Access-Token` and `user[access_token]` are one.
 *
 * A part of a name in brackets, or between dots, is a name as well.
 */
export function isSecret(name: string): boolean {
  if (name.length < 3) return false;
  const cached = judged.get(name);
  if (cached !== undefined) return cached;
  const result = judge(name);
  if (name.length <= MAX_NAME) judged.set(detachString(name), result);
  return result;
}

const WORDS = /^[A-Za-z]+(?:[_.-][A-Za-z]+)*$/;
const MAX_WORDS = 64;

/** What `credentials` is of fetch (the Fetch standard, §2.2.5). */
const CREDENTIALS_MODES = new Set(['include', 'omit', 'same-origin']);

/**
 * Whether a member that `isSecret` holds none: `code` is what documents call an authorization code, and the code of an
 * error or of a country as well; `credentials` may be the mode of a request.
 *
 * @param isNumber whether the value was written as a number
 */
export function isShown(name: string, value: string, isNumber = false): boolean {
  if (isCardName(name)) return !isCardNumber(value);
  const bare = bareOf(name);
  if (bare === 'credentials') return CREDENTIALS_MODES.has(value);
  if (bare !== 'code') return false;
  // Codes for one use have six digits or more, and no sign as those of JSON-RPC have.
  if (isNumber) return value.length < 6 || value.startsWith('-');
  return value.length < 4 || /\s/.test(value) || (value.length <= MAX_WORDS && WORDS.test(value));
}

/** Whether a name that `isSecret` is an ordinary word as well, such as `code`. */
export function isOrdinaryWord(name: string): boolean {
  return ORDINARY.has(bareOf(name));
}
