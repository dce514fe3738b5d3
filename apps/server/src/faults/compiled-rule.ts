/** A rule ready to be asked about requests: its patterns compiled, its instants read. */
import type { CountedPer, FaultMatch, KeptRule } from '@understudy/contract/sandboxes';
import { glob, globs } from './glob.js';
import { answerAction, type FaultAction, actionOf } from './action.js';
import type { RequestView } from './request-view.js';

/** Whether a request is one that a rule is about. */
type Condition = (subject: RequestView) => boolean;

/** What is counted by itself: as a rule says it, or for what a request asks itself, its address without `fault`. */
export type Per = CountedPer | 'address';

/** A rule, compiled. */
export interface CompiledRule {
  /** Key that all its requests are counted under; undefined for what a request asks for itself. */
  readonly key: string | undefined;
  /** Whether its requests are counted; only what a request asks for itself, and what always strikes alike, is not. */
  readonly isCounted: boolean;
  /** What its draws follow from, beside the seed and what is counted. */
  readonly id: string;
  /** Conditions that hold for each request to the same operation, method, path and query. */
  readonly isAbout: Condition;
  /** Conditions on headers. */
  readonly isFor: Condition;
  /** When it is in force, by the clock of the sandbox, in ms since 1970. */
  readonly from: number;
  readonly until: number;
  readonly after: number;
  readonly times: number;
  readonly every: number;
  readonly probability: number;
  readonly per: Per;
  readonly parts: readonly FaultAction[];
}

/** A condition on the method; OPTIONS has to be named. */
function methodIs(methods: FaultMatch['method']): Condition {
  if (methods === undefined) return ({ method }) => method !== 'OPTIONS';
  const named = new Set((typeof methods === 'string' ? [methods] : methods).map((method) => method.toUpperCase()));
  return ({ method }) => named.has(method) || (named.has('*') && method !== 'OPTIONS');
}

/** A path as requests have it: without a slash at its end. */
const withoutSlash = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);

function aboutTarget({ operation, method, path, query = {} }: FaultMatch): Condition {
  const conditions: Condition[] = [methodIs(method)];
  if (operation !== undefined) {
    const isOne = globs(operation, '.');
    conditions.push((subject) => subject.operation !== undefined && isOne(subject.operation));
  }
  if (path !== undefined) {
    const isOne = globs([path].flat().map(withoutSlash), '/');
    conditions.push((subject) => {
      const own = subject.path();
      return own !== undefined && isOne(own);
    });
  }
  for (const [name, pattern] of Object.entries(query)) {
    const isOne = glob(pattern);
    conditions.push((subject) => subject.query().get(name)?.some(isOne) === true);
  }
  return (subject) => conditions.every((holds) => holds(subject));
}

function forHeaders({ header = {} }: FaultMatch): Condition {
  const conditions = Object.entries(header).map(([name, pattern]): Condition => {
    const isOne = glob(pattern.toLowerCase());
    const lower = name.toLowerCase();
    return (subject) => {
      const value = subject.header(lower);
      return value !== null && isOne(value.toLowerCase());
    };
  });
  return (subject) => conditions.every((holds) => holds(subject));
}

/** The conditions of a rule. */
function conditionsOf(when: FaultMatch): Pick<CompiledRule, 'isAbout' | 'isFor'> {
  return { isAbout: aboutTarget(when), isFor: forHeaders(when) };
}

/**
 * Compiles a rule.
 *
 * @param by what the journal names as the one that set it; null for the request itself
 */
export function compileRule(rule: KeptRule, by: string | null = rule.id): CompiledRule {
  const { serial, id, when, after, times, every, per, probability, from, until, fault, answer } = rule;
  return {
    ...conditionsOf(when),
    key: serial,
    isCounted: true,
    id,
    from: from === null ? -Infinity : Date.parse(from),
    until: until === null ? Infinity : Date.parse(until),
    after,
    times: times ?? Infinity,
    every,
    probability,
    per,
    parts: [...(fault ?? []).map((one) => actionOf(one, by)), ...(answer === null ? [] : [answerAction(answer, by)])],
  };
}
