/** Writes a value for people, on one line. */
import { isAsymmetric, isPattern, isPlainObject } from './asymmetric.js';

/** Characters that a value may take. */
const MOST = 400;

/** A value as text, cut where it is long. */
export function shownValue(value: unknown): string {
  const text = written(value);
  return text.length <= MOST ? text : `${text.slice(0, MOST)}… (${text.length} characters)`;
}

/** Characters that are shown of what two long texts have in common before they differ. */
const BEFORE = 40;

/** Two values as text. Of long texts the part is shown in which they begin to differ. */
export function shownPair(one: unknown, other: unknown): readonly [one: string, other: string] {
  if (typeof one !== 'string' || typeof other !== 'string' || Math.max(one.length, other.length) <= MOST) {
    return [shownValue(one), shownValue(other)];
  }
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const start = Math.max(0, same - BEFORE);
  return [shownFrom(one, start), shownFrom(other, start)];
}

const shownFrom = (text: string, start: number): string =>
  start === 0 ? shownValue(text) : `from character ${start + 1} on: ${shownValue(text.slice(start))}`;

function written(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (isAsymmetric(value)) return matcherName(value);
  if (isPattern(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (!isPlainObject(value)) return JSON.stringify(value) ?? String(value);
  const members = Object.entries(value).map(([name, member]) => `${memberName(name)}: ${written(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** A name as it is written in an object. */
const memberName = (name: string): string => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name));

/** The name of a matcher, as runners write it, with what it was made with. */
function matcherName(matcher: object): string {
  if ('toAsymmetricMatcher' in matcher && typeof matcher.toAsymmetricMatcher === 'function') {
    return String(matcher.toAsymmetricMatcher());
  }
  const { toString } = matcher;
  const name = toString === Object.prototype.toString ? 'a matcher' : String(toString.call(matcher));
  return 'sample' in matcher ? `${name}(${written(matcher.sample)})` : name;
}
