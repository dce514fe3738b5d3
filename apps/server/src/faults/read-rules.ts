/** Reads rules as a client sets them, and gives each an id. */
import { MAX_LISTED_FAULTS } from '@understudy/contract/kit';
import { type FaultRule, MAX_RULES, MAX_SEARCHES, searchesOf, tooManySearches } from '@understudy/contract/sandboxes';
import type { Issue } from './issue.js';
import { type ForServer, readRule, type UnnamedRule } from './read-rule.js';
import type { ReadRule } from './serials.js';

/** The rules, or all that is wrong with them. */
export type RulesRead = { readonly rules: readonly ReadRule[] } | { readonly mistakes: readonly Issue[] };

/** Rules among which others are read. */
export interface Among extends ForServer {
  /** Ids that are taken. */
  readonly taken?: ReadonlySet<string>;
}

/** The rules, those without an id named `rule_1`, `rule_2` and so on. */
function named(rules: readonly UnnamedRule[], taken: ReadonlySet<string>): ReadRule[] {
  const ids = new Set([...taken, ...rules.flatMap(({ id }) => id ?? [])]);
  let number = 0;
  const next = (): string => {
    do number += 1;
    while (ids.has(`rule_${number}`));
    return `rule_${number}`;
  };
  return rules.map((rule) => ({ ...rule, id: rule.id ?? next() }));
}

/** Reads rules, in the order in which they are tried. */
export function readRules(given: readonly FaultRule[], { taken = new Set(), ...server }: Among = {}): RulesRead {
  const mistakes: Issue[] = [];
  const rules: UnnamedRule[] = [];
  const ids = new Set<string>();
  for (const [index, one] of given.entries()) {
    const read = readRule(one, { ...server, hasHints: mistakes.length < MAX_LISTED_FAULTS });
    if ('mistakes' in read) {
      mistakes.push(...read.mistakes.map((mistake) => ({ ...mistake, path: [index, ...mistake.path] })));
      continue;
    }
    rules.push(...read.rules);
    const again = read.rules.find(({ id }) => id !== undefined && ids.has(id));
    if (again !== undefined) {
      // Without an id, the rules of a preset are named after it.
      const must = one.id === undefined ? 'must be given, since' : 'must be the id of one rule only, but';
      const detail = `${must} another has ${again.id}`;
      mistakes.push({ path: [index, 'id'], code: 'duplicate', detail });
    }
    for (const { id } of read.rules) if (id !== undefined) ids.add(id);
  }
  if (rules.length > MAX_RULES) {
    const detail = `must have at most ${MAX_RULES} items, but has ${rules.length} with those that presets stand for`;
    mistakes.push({ path: [], code: 'too_big', detail });
  }
  const searches = searchesOf(rules);
  if (searches > MAX_SEARCHES) mistakes.push({ path: [], code: 'too_big', detail: tooManySearches(searches) });
  return mistakes.length > 0 ? { mistakes } : { rules: named(rules, taken) };
}
