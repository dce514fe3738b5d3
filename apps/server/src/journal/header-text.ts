/** The headers of a message as a JSON object, their secrets masked: made of texts that were made before, where they are the same. */
import { hasOrdinaryValue } from './masking/header-cuts.js';
import { detachString } from '../kit/detach-string.js';
import { maskHeader, maskText } from './mask.js';
import { MaskCache } from './mask-cache.js';

/** What joins several lines of one name (RFC 9110 §5.3); those of cookies have their own (RFC 9113 §8.2.3). */
function joint(name: string): string {
  return name === 'cookie' ? '; ' : ', ';
}

/** Headers by name in lower case, their secrets masked. */
export function headerRecord(pairs: Iterable<readonly [name: string, value: string]>): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [given, value] of pairs) {
    const name = given.toLowerCase();
    const before = joined.get(name);
    const shown = maskHeader(name, value);
    joined.set(name, before === undefined ? shown : before + joint(name) + shown);
  }
  // A name may be that of what every object has, such as __proto__.
  return Object.fromEntries(joined);
}

/** Pairs of names and values that stand in turn, as Node has them in rawHeaders. */
export function* pairsOf(raw: readonly string[]): Generator<readonly [name: string, value: string]> {
  for (let i = 0; i + 1 < raw.length; i += 2) yield [raw[i] ?? '', raw[i + 1] ?? ''];
}

/** Names that are remembered as they were sent, and the longest of them in characters. */
const MAX_NAMES = 500;
const MAX_NAME = 64;

/** What is known of a name. */
interface HeaderName {
  readonly name: string;
  /** The name in JSON, with its colon. */
  readonly json: string;
  /** Whether its values are masked by what they look like alone. */
  readonly isOrdinary: boolean;
  /** The number of the last message that had it. */
  seenIn: number;
}

/** By the name in lower case, and as it was sent. */
const names = new Map<string, HeaderName>();

/** Values of headers that are masked by what they look like alone. */
const values = new MaskCache(maskText);

let messages = 0;

function nameOf(given: string): HeaderName {
  const known = names.get(given);
  if (known !== undefined) return known;
  const name = given.toLowerCase();
  const made = names.get(name) ?? {
    name,
    json: `${JSON.stringify(name)}:`,
    isOrdinary: hasOrdinaryValue(name),
    seenIn: 0,
  };
  if (given.length > MAX_NAME) return made;
  names.set(detachString(name), made);
  names.set(detachString(given), made);
  return made;
}

/** A header as a member of a JSON object. */
export function headerMember(given: string, value: string): string {
  const { name, json, isOrdinary } = nameOf(given);
  return json + (isOrdinary ? values.json(value) : JSON.stringify(maskHeader(name, value)));
}

/**
 * Headers as the members of a JSON object, without its braces.
 *
 * @param pairs names and values in turn
 */
export function headerMembers(pairs: readonly string[]): string {
  messages += 1;
  // Not within a message: a name that comes again would be another one.
  if (names.size >= MAX_NAMES) names.clear();
  let members = '';
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const [given = '', value = ''] = [pairs[i], pairs[i + 1]];
    const known = nameOf(given);
    // Several lines of one name are one member; of a long one nobody remembers that it was there.
    if (known.seenIn === messages || given.length > MAX_NAME)
      return JSON.stringify(headerRecord(pairsOf(pairs))).slice(1, -1);
    known.seenIn = messages;
    if (i > 0) members += ',';
    members += headerMember(given, value);
  }
  return members;
}

/** The value of a header, as it was sent; undefined where there is none. */
export function valueOf(pairs: readonly string[], name: string): string | undefined {
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const given = pairs[i];
    if (given?.length === name.length && given.toLowerCase() === name) return pairs[i + 1];
  }
  return undefined;
}
