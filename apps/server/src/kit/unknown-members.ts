/** Query names and body members that an operation does not know: usually slips, which would else pass in silence. */
import { nearest, type ProblemFault } from '@understudy/contract/kit';
import type { UnknownMember } from '@understudy/contract/sandboxes';
import { pointer } from './faults.js';
import { detachString } from './detach-string.js';
import { badRequest, ProblemError } from './problem-error.js';

/** Most of them that are named for one request. */
const MOST = 20;

/** Longest name that is reported, in characters. */
const MAX_NAME = 100;

/** Names that are remembered for each set of known ones. */
const MAX_REMEMBERED = 200;

/** The nearest of the known names, by names that were looked for: an app sends the same ones again and again. */
const remembered = new WeakMap<ReadonlySet<string>, Map<string, string | null>>();

function nearestOf(name: string, known: ReadonlySet<string>): string | null {
  const before = remembered.get(known) ?? new Map<string, string | null>();
  const found = before.get(name);
  if (found !== undefined) return found;
  const near = nearest(name, known);
  if (before.size >= MAX_REMEMBERED) before.clear();
  remembered.set(known, before.set(detachString(name), near));
  return near;
}

/** The names that are not among the known ones, each with the nearest of those. */
export function unknownMembers(
  names: Iterable<string>,
  known: ReadonlySet<string>,
  where: UnknownMember['in'],
): UnknownMember[] {
  const unknown: UnknownMember[] = [];
  for (const name of new Set(names)) {
    if (known.has(name)) continue;
    if (unknown.length === MOST) break;
    const shown = name.slice(0, MAX_NAME);
    unknown.push({ name: shown, in: where, nearest: nearestOf(shown, known) });
  }
  return unknown;
}

/** Names that a message lists. */
const MOST_LISTED = 30;

/** Names as a message lists them; those that are very long are cut. */
export function listed(names: readonly string[]): string {
  const more = names.length > MOST_LISTED ? `, and ${names.length - MOST_LISTED} more` : '';
  const shown = names
    .slice(0, MOST_LISTED)
    .map((name) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name));
  return `${shown.join(', ')}${more}`;
}

/** The faults that a strict sandbox finds in them; each names what is known instead, in the order of the names. */
export function unknownFaults(unknown: readonly UnknownMember[], known: Iterable<string>): ProblemFault[] {
  const all = listed([...known]);
  return unknown.map(({ name, in: where, nearest: near }) => {
    const hint = near === null ? '' : `did you mean ${near}? `;
    const names = `${where === 'query' ? 'the parameters' : 'the members'} here are ${all}`;
    return {
      ...(where === 'query' ? { parameter: name } : { pointer: pointer([name]) }),
      code: 'unknown',
      detail: `is not known here; ${hint}${all === '' ? 'there are none' : names}`,
    };
  });
}

/** What a query says, or the problem that lists its faults and the names that are not known. */
export function withUnknown<Said>(
  said: Said | ProblemError,
  unknown: readonly UnknownMember[],
  known: Iterable<string>,
): Said | ProblemError {
  if (unknown.length === 0) return said;
  const others = said instanceof ProblemError ? (said.details.errors ?? []) : [];
  return badRequest([...others, ...unknownFaults(unknown, known)]);
}
