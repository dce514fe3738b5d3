/** Refuses an expectation of conduct that cannot mean what it says: an unknown member, or an unknown rule. */
import { conductAdvice } from '../../generated/conduct-advice.js';
import { isPlainObject } from '../received/asymmetric.js';
import { LONGEST_MS } from '../received/check-expected.js';
import { knownNames } from '../received/nearest-name.js';
import { shownValue } from '../received/shown-value.js';
import type { ExpectedConduct } from './expected-conduct.js';
import { severities } from './severities.js';

const members = ['severity', 'except', 'settle'];
const rules = Object.keys(conductAdvice);

/** Refuses an expectation with an unknown member or rule, or a value of the wrong type. @throws TypeError that names it. */
export function checkConduct(expected: unknown): asserts expected is ExpectedConduct {
  if (!isPlainObject(expected)) throw wrong('what is expected', 'an object', expected);
  for (const name of Object.keys(expected)) if (!members.includes(name)) throw unknown('member', name, members);
  const { severity = 'error', except = [], settle = 0 } = expected;
  if (!severities.some((one) => one === severity)) throw wrong('severity', 'error, warning or advice', severity);
  if (!Array.isArray(except)) throw wrong('except', 'a list of rules', except);
  for (const rule of except) if (!rules.includes(rule)) throw unknown('rule', String(rule), rules);
  const isTime = typeof settle === 'number' && settle >= 0 && settle <= LONGEST_MS;
  if (!isTime) throw wrong('settle', `from 0 to ${LONGEST_MS} (ms)`, settle);
}

const wrong = (at: string, what: string, value: unknown): TypeError =>
  new TypeError(`toHaveBehaved: ${at} must be ${what}, but is ${shownValue(value)}`);

const unknown = (what: string, name: string, known: readonly string[]): TypeError =>
  new TypeError(`toHaveBehaved: unknown ${what} ${JSON.stringify(name)}${knownNames(name, known)}`);
