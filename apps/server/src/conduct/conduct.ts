/** The conduct of the clients of a sandbox, read from its journal. */
import { evidenceOf } from '../journal/evidence/exchange-evidence.js';
import type { Journals, ReadDeliveries, ReadJournal } from '../journal/journals.js';
import { scheduler } from '../listing/scheduler.js';
import { arrivedBy, type Attempt, attemptOf, type Pausing, rarely } from './attempt.js';
import {
  type Circumstances,
  type Finding,
  type OffContract,
  retriesOf,
  type Rule,
  type Seen,
  seriesOf,
} from './rule.js';
import { type ConductRule, conductRules, conductTexts, type Verdict } from '@understudy/contract/sandboxes';
import { pagesOf, walksOf } from './pages.js';
import * as authRules from './rules/auth.js';
import * as backoffRules from './rules/backoff.js';
import * as contractRules from './rules/contract.js';
import * as pagingRules from './rules/paging.js';
import * as requestsRules from './rules/requests.js';
import * as retriesRules from './rules/retries.js';
import * as writesRules from './rules/writes.js';

const themes = [retriesRules, writesRules, backoffRules, pagingRules, requestsRules, authRules, contractRules];
const byId = new Map(themes.flatMap((theme) => Object.values<Rule>(theme)).map((rule) => [rule.id, rule]));

/** All rules of conduct, in the order in which the contract has them. */
export const rules: readonly Rule[] = (Object.keys(conductRules) as ConductRule[]).flatMap((id) => byId.get(id) ?? []);

/** A verdict with its position among all. */
export interface PositionedVerdict {
  /** Never changes: that of its last request, and its own among those of it. */
  readonly position: number;
  /** Sequence of its last request, or of the last one that had come before the delivery ended. */
  readonly last: number;
  readonly verdict: Verdict;
  /** How a request is off the contract: where the document says so is found once it is shown. */
  readonly contract: OffContract | undefined;
}

/** Requests that a verdict names. */
const MAX_REQUESTS = 100;

/** Verdicts that can end with the same request, or after it. */
const MAX_ALIKE = 64;

/** A verdict that has no position yet. */
type FoundVerdict = Omit<PositionedVerdict, 'position'>;

/** What a finding follows from: what its id ends with, the requests, the last of them, and when it was. */
interface Ground {
  readonly name: string;
  readonly sequences: readonly number[];
  readonly last: number;
  readonly at: number;
}

function* groundOf(finding: Finding, before: (at: number) => number): Pausing<Ground> {
  if ('delivery' in finding) {
    const { id, attempt, at } = finding.delivery;
    return { name: `${id}_${attempt}`, sequences: [], last: before(at), at };
  }
  const sequences: number[] = [];
  let [first, last, at] = [Infinity, 0, 0];
  for (const attempt of finding.attempts) {
    yield;
    const { sequence } = attempt;
    sequences.push(sequence);
    [first, last, at] = [Math.min(first, sequence), Math.max(last, sequence), Math.max(at, attempt.at)];
  }
  return { name: first === last ? `${first}` : `${first}_${last}`, sequences, last, at };
}

function verdictOf({ id: rule }: Rule, finding: Finding, { name, sequences, last, at }: Ground): FoundVerdict {
  const { contract } = finding;
  const { code = null, pointer = null, blames } = contract?.issue ?? {};
  const verdict: Verdict = {
    id: `${rule}_${name}`,
    rule,
    severity: finding.severity ?? conductRules[rule].severity,
    detail: finding.detail,
    requests: sequences.slice(0, MAX_REQUESTS),
    reference: conductTexts[rule].reference,
    code,
    pointer,
    document: null,
    blames: contract === undefined ? null : (blames ?? 'client'),
    at: new Date(at).toISOString(),
  };
  return { last, verdict, contract };
}

/** Gives each verdict an id and a position of its own. */
function* positioned(found: readonly FoundVerdict[]): Pausing<PositionedVerdict[]> {
  const ids = new Map<string, number>();
  const alike = new Map<number, number>();
  const all: PositionedVerdict[] = [];
  // A sort keeps the order of what is equal: that of the rules.
  for (const one of found.toSorted((a, b) => a.last - b.last)) {
    yield;
    const { last, verdict } = one;
    const [nth, th] = [ids.get(verdict.id) ?? 1, alike.get(last) ?? 0];
    ids.set(verdict.id, nth + 1);
    alike.set(last, th + 1);
    const id = nth === 1 ? verdict.id : `${verdict.id}_${nth}`;
    if (th < MAX_ALIKE) all.push({ ...one, position: last * MAX_ALIKE + th, verdict: { ...verdict, id } });
  }
  return all;
}

/** The order in which attempts came. */
function inOrder(a: Attempt, b: Attempt): number {
  const byClock = a.evidence.by === b.evidence.by ? a.evidence.at[0] - b.evidence.at[0] : 0;
  return a.at - b.at || byClock || a.sequence - b.sequence;
}

/** What rules read of some attempts. */
export function* seenOf(attempts: readonly Attempt[], circumstances: Circumstances): Pausing<Seen> {
  const ordered = attempts.toSorted(inOrder);
  yield;
  const pages = yield* pagesOf(ordered);
  const [series, walks] = [yield* seriesOf(ordered), yield* walksOf(pages)];
  const retries = yield* retriesOf(series);
  return { ...circumstances, attempts: ordered, series, retries, pages, walks };
}

function* judged(attempts: readonly Attempt[], circumstances: Circumstances): Pausing<PositionedVerdict[]> {
  const seen = yield* seenOf(attempts, circumstances);
  const found: FoundVerdict[] = [];
  const before = (at: number): number => seen.attempts[arrivedBy(seen.attempts, at) - 1]?.sequence ?? seen.begun;
  for (const rule of rules) {
    for (const finding of rule.find(seen)) {
      yield;
      if (finding !== undefined) found.push(verdictOf(rule, finding, yield* groundOf(finding, before)));
    }
  }
  return yield* positioned(found);
}

/** The verdicts on some attempts, in the order of their last requests. */
export function judge(attempts: readonly Attempt[], circumstances: Circumstances): Pausing<PositionedVerdict[]> {
  return rarely(judged(attempts, circumstances));
}

/** What the clients of a sandbox did wrong. */
export interface Judgement extends Pick<ReadJournal, 'last' | 'dropped' | 'incomplete'> {
  readonly verdicts: readonly PositionedVerdict[];
}

/** What judging needs to know. */
export interface ConductParts extends Pick<Circumstances, 'isPublic'> {
  readonly journals: Pick<Journals, 'read' | 'readDeliveries'>;
  /** The clock of the machine, in ms since 1970. */
  readonly machineNow: () => number;
  /** Where a document says what a request is off; null where none is served. */
  readonly locate: (contract: OffContract) => Promise<Verdict['document']>;
  /** Takes note of all verdicts, by their rules. */
  readonly count: (sandbox: string, rules: readonly string[]) => void;
}

/** What is judged. */
interface Journal {
  readonly requests: ReadJournal;
  readonly deliveries: ReadDeliveries;
}

function* judgedJournal({ requests, deliveries }: Journal, known: Omit<Circumstances, 'deliveries' | 'begun'>) {
  const attempts: Attempt[] = [];
  for (const { sequence, facts } of requests.entries) {
    const attempt = attemptOf(sequence, facts(evidenceOf));
    if (attempt !== undefined) attempts.push(attempt);
    yield;
  }
  const begun = (requests.entries[0]?.sequence ?? requests.last + 1) - 1;
  return yield* judge(attempts, { ...known, deliveries: deliveries.entries, begun });
}

/** Judges the clients of sandboxes. */
export class Conduct {
  readonly #parts: ConductParts;

  constructor(parts: ConductParts) {
    this.#parts = parts;
  }

  /**
   * What the clients of a sandbox did wrong, by all that its journal holds.
   *
   * @param isFinished whether no client will ask any more, so that what has not been done never will be
   */
  async of(sandbox: string, isFinished = false): Promise<Judgement> {
    const { journals, machineNow, isPublic, locate, count } = this.#parts;
    const [requests, deliveries] = [await journals.read(sandbox), await journals.readDeliveries(sandbox)];
    const { last, dropped } = requests;
    const found = await scheduler.run(
      judgedJournal({ requests, deliveries }, { now: machineNow(), isFinished, isPublic }),
    );
    const verdicts: PositionedVerdict[] = [];
    // One after the other: the first of a document reads its lines.
    for (const one of found) {
      const document = one.contract === undefined ? null : await locate(one.contract);
      verdicts.push({ ...one, verdict: { ...one.verdict, document } });
    }
    count(
      sandbox,
      verdicts.map(({ verdict }) => verdict.rule),
    );
    return { verdicts, last, dropped, incomplete: requests.incomplete || deliveries.incomplete };
  }
}
