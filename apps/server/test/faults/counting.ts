/** A sandbox with rules, without a server: requests ask it one after the other, and it counts in a map. */
import { faultRule, type StoredRule } from '@understudy/contract';
import { requestRules } from '../../src/faults/request-rules.js';
import { candidateOf, type RequestView, RuleBook } from '../../src/faults/rule-book.js';
import { evaluation } from '../../src/faults/evaluate.js';
import type { FaultOutcome } from '../../src/faults/outcome.js';
import { readFaults } from '../../src/faults/read-faults.js';
import { numbered, readRules } from '../../src/faults/rules.js';
import { valuesIn } from '../../src/http/evaluate-faults.js';
import { NO_TALLY, type Tally } from '../../src/faults/action.js';

/** When requests are asked that say nothing of it. */
export const START = Date.parse('2026-01-01T00:00:00Z');

/** Rules as a client sets them. */
export function rulesOf(...settings: readonly object[]): readonly StoredRule[] {
  const read = readRules(settings.map((one) => faultRule.parse(one)));
  if ('issues' in read) throw new Error(JSON.stringify(read.issues));
  return numbered(read.rules, 1);
}

/** What is asked of a request that is not under test. */
export interface AskedRequest {
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly query?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly now?: number | undefined;
  readonly body?: string | undefined;
  /** Faults that it asks for itself. */
  readonly fault?: string | undefined;
  readonly isForced?: boolean | undefined;
  readonly isRefused?: boolean | undefined;
}

export function subjectOf({
  operation,
  method = 'GET',
  path = '/api/a',
  query = '',
  headers = {},
  body = '',
}: AskedRequest): RequestView {
  const target = `${method} ${path}?${query}`;
  return {
    operation,
    method,
    target,
    path: () => path,
    query: () => valuesIn(query),
    header: (name) => headers[name] ?? null,
    address: () => target,
    url: () => `${target} ${body}`,
    client: () => headers['user-agent'] ?? '',
  };
}

/** A sandbox with rules, which counts in a map. */
export class Counting {
  readonly tallies = new Map<string, Tally>();
  readonly #rules: readonly StoredRule[];
  readonly #seed: string;

  constructor(rules: readonly StoredRule[], seed = 'seed') {
    this.#rules = rules;
    this.#seed = seed;
  }

  ask(request: AskedRequest = {}): FaultOutcome | undefined {
    const { now = START, fault, isForced = false, isRefused = false } = request;
    const subject = subjectOf(request);
    const read = fault === undefined ? { faults: [] } : readFaults(fault, { isCounted: true });
    if ('issues' in read) throw new Error(JSON.stringify(read.issues));
    const rules = [...requestRules(read.faults), ...RuleBook.of(this.#rules).matching(subject, () => now)];
    const candidates = rules.map((rule) => candidateOf(rule, subject));
    const keys = candidates.flatMap((candidate) => candidate.keys);
    const step = evaluation(candidates, { seed: this.#seed, now, isForced, isRefused });
    const { tallies, result } = step(keys.map((key) => this.tallies.get(key) ?? NO_TALLY));
    // Not by expect, which takes longer than the rest.
    if (tallies.length !== keys.length) throw new Error(`${keys.length} keys have ${tallies.length} counts`);
    for (const [index, key] of keys.entries()) this.tallies.set(key, tallies[index] ?? NO_TALLY);
    return result;
  }

  /** Texts of what strikes each of some requests, joined; a dash for nothing. */
  sequence(requests: readonly AskedRequest[]): string {
    return requests
      .map((request) => {
        const faultOutcome = this.ask(request);
        if (faultOutcome === undefined) return '-';
        const all = [...faultOutcome.applied, ...(faultOutcome.content ?? []).map(({ by }) => by)];
        return all.map(({ fault }) => fault).join('+');
      })
      .join(' ');
  }
}
