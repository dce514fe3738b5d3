/** Refuses an expectation that cannot mean what it says: an unknown member, or a value that no request can have. */
import { isAsymmetric, isClosed, isPattern, isPlainObject } from './match-entry.js';
import type { ExpectedRequest } from './expected-request.js';
import { didYouMean, shownValue } from './explain.js';

type Known = Readonly<Record<string, (value: unknown, at: string) => void>>;

/** Longest time to wait, in ms. */
export const LONGEST_MS = 600_000;

const text = oneOf('a string, a RegExp or an asymmetric matcher', (value) => typeof value === 'string');
const textOrNull = oneOf(
  'a string, a RegExp, an asymmetric matcher or null',
  (value) => typeof value === 'string' || value === null,
);
const parameter = oneOf('a string, a number, a RegExp, an asymmetric matcher, or a list of those', isParameter);
const ms = (value: unknown, at: string): void => {
  if (typeof value === 'number' && value >= 0 && value <= LONGEST_MS) return;
  throw new TypeError(`toHaveReceived: ${at} must be from 0 to ${LONGEST_MS} (ms), but is ${shownValue(value)}`);
};

const members: Known = {
  method: text,
  path: checkPath,
  query: (value, at) => (isClosed(value) ? checkEach(value, at, parameter) : text(value, at)),
  headers: checkHeaders,
  body: checkValue,
  operation: textOrNull,
  status: (value, at) => {
    if (isAsymmetric(value) || value === null || Number.isInteger(value)) return;
    throw new TypeError(`toHaveReceived: ${at} must be a number or an asymmetric matcher, but is ${shownValue(value)}`);
  },
  kind: textOrNull,
  fault: (value, at) => {
    if (isClosed(value)) checkMembers(value, at, { rule: textOrNull, fault: text });
    else textOrNull(value, at);
  },
  ended: text,
  response: (value, at) => checkMembers(value, at, { headers: checkHeaders, body: checkValue }),
  times: checkTimes,
  within: ms,
  settle: ms,
};

/** Refuses an expectation with an unknown member, or a value of the wrong type. @throws TypeError that names it. */
export function checkExpected(expected: unknown): asserts expected is ExpectedRequest {
  checkMembers(expected, '', members);
}

function checkMembers(value: unknown, at: string, known: Known): void {
  if (!isClosed(value)) {
    throw new TypeError(`toHaveReceived: ${at || 'what is expected'} must be an object, but is ${shownValue(value)}`);
  }
  for (const [name, member] of Object.entries(value)) {
    const check = Object.hasOwn(known, name) ? known[name] : undefined;
    if (check === undefined) throw unknownMember(name, at, Object.keys(known));
    if (member !== undefined) check(member, at === '' ? name : `${at}.${name}`);
  }
}

function unknownMember(name: string, at: string, known: readonly string[]): TypeError {
  const where = at === '' ? '' : ` in ${at}`;
  return new TypeError(`toHaveReceived: unknown member ${JSON.stringify(name)}${where}${didYouMean(name, known)}`);
}

function checkEach(value: Readonly<Record<string, unknown>>, at: string, check: (value: unknown, at: string) => void) {
  for (const [name, member] of Object.entries(value)) if (member !== undefined) check(member, `${at}.${name}`);
}

function checkPath(value: unknown, at: string): void {
  text(value, at);
  if (typeof value !== 'string') return;
  if (!value.startsWith('/')) {
    throw new TypeError(
      `toHaveReceived: ${at} must begin with a slash, but is ${shownValue(value)}; it is the path below the base URL of the sandbox`,
    );
  }
  const [sandbox] = /^\/sandboxes\/[^/]*/.exec(value) ?? [];
  if (sandbox !== undefined) {
    throw new TypeError(
      `toHaveReceived: ${at} is the path below the base URL of the sandbox, without ${sandbox}, but is ${shownValue(value)}`,
    );
  }
  if (/[?#]/.test(value))
    throw new TypeError(`toHaveReceived: ${at} has no query; expect that as query: ${shownValue(value)}`);
}

function checkHeaders(value: unknown, at: string): void {
  if (!isClosed(value)) {
    throw new TypeError(`toHaveReceived: ${at} must be an object of names and values, but is ${shownValue(value)}`);
  }
  checkEach(value, at, text);
}

/** Objects are compared by their members: one whose members do not show, such as a Map, would match anything. */
function checkValue(value: unknown, at: string): void {
  if (isAsymmetric(value) || isPattern(value) || value === undefined || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkValue(item, `${at}[${index}]`);
  } else if (isPlainObject(value)) {
    checkEach(value, at, checkValue);
  } else if (!['string', 'number', 'boolean'].includes(typeof value)) {
    const what = typeof value === 'object' ? (value.constructor?.name ?? 'object') : typeof value;
    throw new TypeError(`toHaveReceived: ${at} is a ${what}, which no body can have; compare with its JSON`);
  }
}

function checkTimes(value: unknown, at: string): void {
  if (typeof value !== 'number') checkMembers(value, at, { min: checkTimes, max: checkTimes });
  else if (!Number.isInteger(value) || value < 0) {
    throw new TypeError(`toHaveReceived: ${at} must be a whole number, but is ${value}`);
  }
}

function oneOf(what: string, isRight: (value: unknown) => boolean): (value: unknown, at: string) => void {
  return (value, at) => {
    if (isRight(value) || isAsymmetric(value) || isPattern(value)) return;
    throw new TypeError(`toHaveReceived: ${at} must be ${what}, but is ${shownValue(value)}`);
  };
}

function isParameter(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => isParameter(item) || isAsymmetric(item) || isPattern(item));
  return ['string', 'number', 'boolean'].includes(typeof value);
}
