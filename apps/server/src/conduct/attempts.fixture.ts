/** Attempts for the tests of the rules of conduct: what a test does not say is that of a read that went well. */
import type { Evidence } from '../journal/evidence/evidence.js';
import { requestedPage, type Attempt } from './attempt.js';
import { seenOf as stepsOf } from './conduct.js';
import type { Finding, Rule, Seen } from './rule.js';

/** What a test says of an attempt. */
export interface AttemptOptions extends Partial<Omit<Attempt, 'evidence' | 'at'>> {
  /** When it came in, and how long its answer took: in ms. */
  readonly at: number;
  readonly took?: number;
  readonly evidence?: Partial<Evidence>;
}

const START = Date.parse('2026-01-01T00:00:00.000Z');

function made({ at, took = 1, evidence, ...rest }: AttemptOptions, index: number): Attempt {
  const { path = '/api/notes', query = '', unknown = [] } = rest;
  return {
    sequence: index + 1,
    at: START + at,
    durationMs: took,
    operation: 'notes.listNotes',
    method: 'GET',
    path,
    query,
    url: `${path}?${query}`,
    asked: requestedPage({ path, query, unknown }),
    unknown,
    origin: 'http://127.0.0.1:4010',
    client: '127.0.0.1 agent',
    address: '127.0.0.1',
    connection: 'c1',
    status: 200,
    kind: null,
    ended: 'complete',
    fault: undefined,
    isAfterCommit: false,
    evidence: { by: 'p1', at: [at, at + took], agent: 'agent', ...evidence },
    ...rest,
  };
}

/** What rules read of some attempts. */
export function seenOf(given: readonly AttemptOptions[], beside: Partial<Seen> = {}): Seen {
  const now = START + 3_600_000;
  const known = { deliveries: [], begun: 0, now, isFinished: true, isPublic: () => undefined };
  const steps = stepsOf(given.map(made), { ...known, ...beside });
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** What a rule finds: the numbers of the attempts of each finding, counted from 1. */
export function found(rule: Rule, given: readonly AttemptOptions[], beside: Partial<Seen> = {}): number[][] {
  return findings(rule, given, beside).map((finding) =>
    'attempts' in finding ? finding.attempts.map(({ sequence }) => sequence) : [],
  );
}

/** The same with all that is said of them. */
export function findings(rule: Rule, given: readonly AttemptOptions[], beside: Partial<Seen> = {}): Finding[] {
  return Array.from(rule.find(seenOf(given, beside))).filter((finding) => finding !== undefined);
}
