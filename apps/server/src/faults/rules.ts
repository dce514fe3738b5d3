/** Rules as a client sets and sees them. */
import { byteLength, sha256 } from '#platform/runtime';
import {
  type FaultMatch,
  type FaultRule,
  faultRule,
  storedRule,
  type StoredRule,
  MAX_ANSWER_BYTES,
  MAX_RULE_TEXT,
  MAX_RULES,
  MAX_SEARCHES,
  type PlainFault,
  type PresetName,
  presets,
  searchesOf,
  type ShownRule,
  tooManySearches,
} from '@understudy/contract/sandboxes';
import { type Issue, type ParsedFault, quoted, readFaults, writeFaults } from './read-faults.js';
import { MAX_LISTED_FAULTS, nearest } from '@understudy/contract/kit';
import { globs } from './glob.js';
import { NO_TALLY, type Tally } from './action.js';

/** A rule that has been read, and not yet been set. */
export type ReadRule = Omit<StoredRule, 'serial'>;

/** Rules that a client has set in a sandbox, counted from a number on that no other rule of it has had. */
export function numbered(rules: readonly ReadRule[], next: number): StoredRule[] {
  return rules.map((rule, index) => ({ serial: String(next + index), ...rule }));
}

/**
 * Rules of a configuration. Their serials follow from what they say, so that a server that is started with other rules
 * does not go on counting where the earlier ones ended.
 */
export function fingerprinted(rules: readonly ReadRule[]): StoredRule[] {
  return rules.map((rule) => {
    const hash = sha256(JSON.stringify(rule), 'hex');
    return { serial: `c${hash.slice(0, 16)}`, ...rule };
  });
}

type Patterns = string | readonly string[] | undefined;

/** A path, or what begins with a wildcard; a query is matched by itself. */
const PATH = /^[/*][^?#]*$/;

/** Text with a dot in it, or with a wildcard that may stand for one. */
const OPERATION = /\.|\*\*/;

/** A name of a field (RFC 9110 §5.1). */
const FIELD = /^[\w!#$%&'*+.^`|~-]+$/;

function unlike(member: string, given: Patterns, [form, must]: readonly [RegExp, string]): Issue[] {
  const all = typeof given === 'string' ? [given] : (given ?? []);
  return all.flatMap((pattern, index): Issue[] => {
    if (form.test(pattern)) return [];
    const path = ['when', member, ...(typeof given === 'string' ? [] : [index])];
    return [{ path, code: 'invalid_format', detail: `must be ${must}` }];
  });
}

/** Operations of a server, as far as they are looked at. */
interface Operations {
  readonly names: readonly string[];
  /** Whether it is looked for what somebody may have meant, which takes long among many names. */
  readonly hasHints: boolean;
}

/** Patterns of operations that no operation has the name of. */
function unknownOperations(given: Patterns, { names, hasHints }: Operations): Issue[] {
  const all = typeof given === 'string' ? [given] : (given ?? []);
  return all.flatMap((pattern, index): Issue[] => {
    if (!OPERATION.test(pattern) || names.some(globs(pattern, '.'))) return [];
    const meant = hasHints ? nearest(pattern, pattern.includes('*') ? names.map(domainOf) : names) : null;
    const hint = meant === null ? '' : `; did you mean ${meant}?`;
    const path = ['when', 'operation', ...(typeof given === 'string' ? [] : [index])];
    const detail = `matches no operation of this server that meets faults: ${quoted(pattern)}${hint}`;
    return [{ path, code: 'unknown', detail }];
  });
}

/** All operations of the domain of one, as a pattern. */
const domainOf = (operation: string): string => `${operation.split('.', 1)[0]}.*`;

/**
 * What is wrong with the patterns of a rule.
 *
 * @param operations those that meet faults; left out where a rule may be meant for another server
 */
function matchIssues({ operation, path, header = {} }: FaultMatch, operations?: Operations): Issue[] {
  const fields = Object.keys(header).filter((name) => !FIELD.test(name));
  return [
    ...unlike('operation', operation, [OPERATION, 'the name of an operation, such as education.listCourses or auth.*']),
    ...(operations === undefined ? [] : unknownOperations(operation, operations)),
    ...unlike('path', path, [PATH, 'a path below the base URL without a query, such as /api/education/**']),
    ...fields.map((name) => ({
      path: ['when', 'header', name],
      code: 'invalid_format',
      detail: 'must be the name of a header',
    })),
  ];
}

/** What is known of the server that rules are for. */
export interface ForServer {
  /** Its origin as clients see it, by which some redirects cannot be; left out where it is not known. */
  readonly origin?: string | undefined;
  /** Names of its operations that meet faults; left out where the rules may be meant for another server. */
  readonly operations?: readonly string[] | undefined;
  /** Whether mistakes say what somebody may have meant; true where left out. */
  readonly hasHints?: boolean;
}

/** A rule that may have no id yet. */
export interface UnnamedRule extends Omit<ReadRule, 'id'> {
  readonly id: string | undefined;
}

/** The rules that one stands for, or all that is wrong with it. */
export type RuleRead = { readonly rules: readonly UnnamedRule[] } | { readonly issues: readonly Issue[] };

/** Members whose values a preset has of its own, each with what it is where nobody gave it. */
const OF_PRESETS = ['after', 'times', 'every', 'per', 'probability'] as const;

const untouched = faultRule.parse({ fault: 'hang' });

const isPlain = (fault: ParsedFault): fault is PlainFault => fault.fault !== 'preset';

const wrong = (path: Issue['path'], code: string, detail: string): Issue => ({ path, code, detail });

/** What is wrong with the instants between which a rule is in force. */
function spanIssues({ from, until }: FaultRule): Issue[] {
  if (from === null || until === null || Date.parse(from) < Date.parse(until)) return [];
  return [wrong(['until'], 'invalid_value', 'must lie after from')];
}

/** What is wrong with the size of a fixed response. */
function answerIssues({ answer }: FaultRule): Issue[] {
  if (byteLength(JSON.stringify(answer)) <= MAX_ANSWER_BYTES) return [];
  return [wrong(['answer'], 'too_big', `must have at most ${MAX_ANSWER_BYTES} bytes of JSON`)];
}

/** What is wrong with what a rule has beside a preset. */
function presetIssues(rule: FaultRule): Issue[] {
  return OF_PRESETS.filter((member) => rule[member] !== untouched[member]).map((member) =>
    wrong([member], 'excluded', 'cannot be given with a preset, which takes id, enabled, when, from and until only'),
  );
}

/** The rules of a preset, under the conditions of the rule that names it. */
function presetRules(name: PresetName, { id = name, enabled, when, from, until }: FaultRule): readonly UnnamedRule[] {
  return presets[name].rules.flatMap((settings, index) => {
    const read = readRule(faultRule.parse(settings));
    if ('issues' in read) throw new TypeError(`the preset ${name} has a rule that cannot be read`);
    const own = { id: `${id}_${index + 1}`, enabled, from, until };
    return read.rules.map((rule) => ({ ...rule, ...own, when: { ...rule.when, ...when } }));
  });
}

/** The faults of a rule, or what is wrong with them. */
function faultsOf(given: unknown, origin: string | undefined): readonly ParsedFault[] | { readonly issues: Issue[] } {
  if (typeof given === 'string' && given.length > MAX_RULE_TEXT) {
    return { issues: [wrong(['fault'], 'too_big', `must have at most ${MAX_RULE_TEXT} characters`)] };
  }
  const read = readFaults(given, { origin });
  if ('faults' in read) return read.faults.map(({ fault }) => fault);
  return { issues: read.issues.map((issue) => ({ ...issue, path: ['fault', ...issue.path] })) };
}

/**
 * Reads a rule.
 *
 * @param server what is known of the server that the rule is for
 */
export function readRule(rule: FaultRule, { origin, operations: names, hasHints = true }: ForServer = {}): RuleRead {
  const { id, enabled, when, after, times, every, per, probability, from, until, answer } = rule;
  const operations = names === undefined ? undefined : { names, hasHints };
  const issues = [...matchIssues(when, operations), ...spanIssues(rule), ...answerIssues(rule)];
  const counting = { enabled, when, after, times, every, per, probability, from, until };
  if (rule.fault === null || rule.fault === undefined) {
    return issues.length > 0 ? { issues } : { rules: [{ id, ...counting, fault: null, answer }] };
  }
  const said = faultsOf(rule.fault, origin);
  if ('issues' in said) return { issues: [...issues, ...said.issues] };
  const fault = said.filter(isPlain);
  if (fault.length === said.length) {
    return issues.length > 0 ? { issues } : { rules: [{ id, ...counting, fault, answer: null }] };
  }
  const [first] = said;
  if (said.length > 1 || first?.fault !== 'preset') {
    return { issues: [...issues, wrong(['fault'], 'excluded', 'must have no other fault beside a preset')] };
  }
  issues.push(...presetIssues(rule));
  if (issues.length > 0) return { issues };
  const rules = presetRules(first.name, rule);
  if (rules.every((one) => storedRule.shape.id.safeParse(one.id).success)) return { rules };
  return { issues: [wrong(['id'], 'too_big', 'must be shorter: its preset has rules whose ids begin with it')] };
}

/** The rules, or all that is wrong with them. */
export type RulesRead = { readonly rules: readonly ReadRule[] } | { readonly issues: readonly Issue[] };

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
  const issues: Issue[] = [];
  const rules: UnnamedRule[] = [];
  const ids = new Set<string>();
  for (const [index, one] of given.entries()) {
    const read = readRule(one, { ...server, hasHints: issues.length < MAX_LISTED_FAULTS });
    if ('issues' in read) {
      issues.push(...read.issues.map((issue) => ({ ...issue, path: [index, ...issue.path] })));
      continue;
    }
    rules.push(...read.rules);
    const again = read.rules.find(({ id }) => id !== undefined && ids.has(id));
    if (again !== undefined) {
      // Without an id, the rules of a preset are named after it.
      const must = one.id === undefined ? 'must be given, since' : 'must be the id of one rule only, but';
      const detail = `${must} another has ${again.id}`;
      issues.push({ path: [index, 'id'], code: 'duplicate', detail });
    }
    for (const { id } of read.rules) if (id !== undefined) ids.add(id);
  }
  if (rules.length > MAX_RULES) {
    const detail = `must have at most ${MAX_RULES} items, but has ${rules.length} with those that presets stand for`;
    issues.push({ path: [], code: 'too_big', detail });
  }
  const searches = searchesOf(rules);
  if (searches > MAX_SEARCHES) issues.push({ path: [], code: 'too_big', detail: tooManySearches(searches) });
  return issues.length > 0 ? { issues } : { rules: named(rules, taken) };
}

/** Rules as the control API shows them, each with its counts, which stand under its serial. */
export function shownRules(rules: readonly StoredRule[], tallies: ReadonlyMap<string, Tally>): ShownRule[] {
  return rules.map(({ serial, id, fault, answer, secret: _secret, ...counting }, index) => {
    const { matched, struck } = tallies.get(serial) ?? NO_TALLY;
    const text = fault === null ? null : writeFaults(fault);
    return { id, order: index + 1, ...counting, fault: text, answer, matched, struck };
  });
}
