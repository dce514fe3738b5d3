/** The rules of a sandbox, compiled once, and asked which of them match a request. */
import type { CountedPer, FaultMatch, StoredRule } from '@understudy/contract/sandboxes';
import { detachString } from '../kit/made-once.js';
import { glob, globs } from './glob.js';
import { actionOf, answerAction, type FaultAction } from './action.js';
import { LRUCache, sha256 } from '#platform/runtime';
import type { FaultOf } from './outcome.js';

/** A request, as faults see it. */
export interface RequestView {
  /** Name of its operation, such as `education.listCourses`; undefined where it meets none. */
  readonly operation: string | undefined;
  readonly method: string;
  /** Method, path and query as they were sent: what conditions on them follow from. */
  readonly target: string;
  /** Path below the base URL, decoded and without a slash at its end; undefined over tRPC, where it says nothing. */
  readonly path: () => string | undefined;
  /** The values of each parameter of the query. */
  readonly query: () => ReadonlyMap<string, readonly string[]>;
  /** A header by its name in lower case; null where there is none. */
  readonly header: (name: string) => string | null;
  /** Method, path and query without `fault`. */
  readonly address: () => string;
  /** Method, path, query without controls, and what stands for the body. */
  readonly url: () => string;
  /** Who asks: the address of the client, and its User-Agent. */
  readonly client: () => string;
}

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
export function compileRule(rule: StoredRule, by: string | null = rule.id): CompiledRule {
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

/** Targets of which it is remembered which rules are about them, over all sandboxes, and the longest one, in characters. */
const MAX_TARGETS = 5000;
const MAX_TARGET = 500;

/** Positions of rules in their book, by its number and the target: the rules themselves would stay when the book is gone. */
const remembered = new LRUCache<string, readonly number[]>({ max: MAX_TARGETS });

const NONE: readonly CompiledRule[] = [];

const books = new WeakMap<readonly StoredRule[], RuleBook>();
let made = 0;

/** Some rules, compiled. */
export class RuleBook {
  readonly #number = (made += 1);
  readonly #rules: readonly CompiledRule[];
  /** Whether some rule tells bodies apart. */
  readonly hashesBodies: boolean;

  private constructor(rules: readonly StoredRule[]) {
    this.#rules = rules.filter(({ enabled }) => enabled).map((rule) => compileRule(rule));
    this.hashesBodies = this.#rules.some(({ per }) => per === 'url');
  }

  /** The book of some rules: the same one for the same list. */
  static of(rules: readonly StoredRule[]): RuleBook {
    const cached = books.get(rules);
    if (cached !== undefined) return cached;
    const book = new RuleBook(rules);
    books.set(rules, book);
    return book;
  }

  /**
   * The rules that are in force and match a request, in their order.
   *
   * @param now gives the sandbox's present, in ms since 1970
   */
  matching(subject: RequestView, now: () => number): readonly CompiledRule[] {
    let matching: CompiledRule[] | undefined;
    let present: number | undefined;
    for (const position of this.#about(subject)) {
      const rule = this.#rules[position];
      if (rule === undefined) continue;
      present ??= now();
      if (present >= rule.from && present < rule.until && rule.isFor(subject)) (matching ??= []).push(rule);
    }
    return matching ?? NONE;
  }

  /** The positions of the rules that are about the target of a request. */
  #about(subject: RequestView): readonly number[] {
    const { operation = '', target } = subject;
    const key = `${this.#number} ${operation} ${target}`;
    const cached = remembered.get(key);
    if (cached !== undefined) return cached;
    const about = this.#rules.flatMap((rule, position) => (rule.isAbout(subject) ? position : []));
    if (target.length <= MAX_TARGET) remembered.set(detachString(key), about);
    return about;
  }
}

/** A rule that matches a request. */
export interface Candidate {
  readonly rule: CompiledRule;
  /** What it counts by itself, as text; empty where that is the whole sandbox. */
  readonly counted: string;
  /** Keys of its counts: of all its requests, of what is counted by itself, and of each quota and outage, as far as it has them. */
  readonly keys: readonly string[];
  /** How many of them are not of quotas and outages. */
  readonly own: number;
}

/** What a rule counts by itself, as text. */
function countedOf(per: CompiledRule['per'], subject: RequestView): string {
  switch (per) {
    case 'sandbox':
      return '';
    case 'operation':
      return subject.operation ?? '';
    case 'address':
      return subject.address();
    case 'url':
      return subject.url();
    case 'token':
      return subject.header('authorization') ?? '';
    case 'client':
      return subject.client();
  }
}

/** Who has a quota of their own, as text. */
function holderOf({ per }: FaultOf<'quota'>, subject: RequestView): string {
  return countedOf(per, subject);
}

function hash(parts: readonly unknown[]): string {
  return sha256(JSON.stringify(parts)).slice(0, 27);
}

/** Whether a rule has a count beside that of all its requests. */
function countsApart({ key, per }: CompiledRule): boolean {
  return key === undefined || per !== 'sandbox';
}

function keysOf(rule: CompiledRule, counted: string, subject: RequestView): string[] {
  const { key, id, parts } = rule;
  const keys = key === undefined ? [] : [key];
  const apart = (...what: readonly unknown[]): string =>
    key === undefined ? `q/${hash([id, counted, ...what])}` : `${key}/${hash([counted, ...what])}`;
  if (countsApart(rule)) keys.push(apart());
  for (const [index, part] of parts.entries()) {
    if (part.does === 'quota') keys.push(apart(index, holderOf(part.fault, subject)));
    if (part.does === 'outage') keys.push(apart(index));
  }
  return keys;
}

/** Rules that are counted alike for all requests, as candidates. */
const alike = new WeakMap<CompiledRule, Candidate>();

/** Whether the keys of a rule follow from the rule alone. */
function isAlike({ isCounted, key, per, parts }: CompiledRule): boolean {
  if (!isCounted) return true;
  return key !== undefined && per === 'sandbox' && parts.every(({ does }) => does !== 'quota');
}

/** A rule as a candidate for a request that it matches. */
export function candidateOf(rule: CompiledRule, subject: RequestView): Candidate {
  const cached = alike.get(rule);
  if (cached !== undefined) return cached;
  const candidate = candidateFor(rule, subject);
  if (isAlike(rule)) alike.set(rule, candidate);
  return candidate;
}

function candidateFor(rule: CompiledRule, subject: RequestView): Candidate {
  if (!rule.isCounted) return { rule, counted: '', keys: [], own: 0 };
  const counted = countedOf(rule.per, subject);
  const own = Number(rule.key !== undefined) + Number(countsApart(rule));
  return { rule, counted, keys: keysOf(rule, counted, subject), own };
}
