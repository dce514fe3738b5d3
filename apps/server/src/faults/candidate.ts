/** A rule that matches a request, with the keys of the counts that decide whether it strikes. */
import { sha256 } from '#platform/hash';
import type { CompiledRule } from './compiled-rule.js';
import type { FaultOf } from './outcome.js';
import type { RequestView } from './request-view.js';

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
  const known = alike.get(rule);
  if (known !== undefined) return known;
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
