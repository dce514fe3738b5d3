/** The headers of a message by name, as the journal shows them. */
import { maskHeader } from './mask.js';

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
