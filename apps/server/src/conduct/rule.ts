/** What a rule of conduct is, and the series of attempts that rules look at. */
import type { ConductRule, Severity } from '@understudy/contract/sandboxes';
import type { ContractIssue } from '../kit/problem-error.js';
import {
  type Attempt,
  clockSetBy,
  hasFailed,
  isClockSet,
  isPaced,
  type LateDelivery,
  type Pausing,
  sinceEnd,
} from './attempt.js';
import type { Pages, Walk } from './pages.js';

/** Attempts at one request, in the order in which they came; one, where it was not repeated. */
export type Series = readonly Attempt[];

/** Longest time after which an attempt repeats another, in ms. */
const LONGEST_WAIT_MS = 60_000;

/** How long before the end of an exchange was noted a client may have seen it, in ms. */
const NOTED_LATE_MS = 20;

/** Failures of one request that may be repeated at once; of more, those of before are forgotten. */
const MAX_OPEN = 50;

/** What an attempt asks for, whoever answers it: undefined where its body is not known. */
function requestOf({ method, url, client, evidence }: Attempt): string | undefined {
  if (evidence.body === '') return undefined;
  return [method, url, evidence.body, client, evidence.credentials, evidence.range].join(' ');
}

/** What attempts at one request have in common: its key, or what it asks for. */
function names(attempt: Attempt): string[] {
  const { method, path, client, evidence } = attempt;
  const request = requestOf(attempt);
  const key = evidence.key === undefined ? undefined : `key ${method} ${path} ${client} ${evidence.key}`;
  return [key, request].filter((name) => name !== undefined);
}

/** Whether an attempt was asked for by the answer before it, other than by a time to come again at (RFC 9449 §8, RFC 8628 §3.5). */
function isPrompted(before: Attempt, attempt: Attempt): boolean {
  const { again, retryAfter } = before.evidence;
  if (again === 'poll') return isClockSet(before, attempt) || isPaced(before, attempt);
  return again === 'retry' && retryAfter === undefined && before.evidence.headers !== attempt.evidence.headers;
}

/**
 * Whether an attempt may repeat another: where they were under way together, or it was asked for, it does not; nor where
 * the clock of the sandbox was set to another time: whoever does so begins anew.
 */
function mayRepeat(attempt: Attempt, before: Attempt): boolean {
  if (isPrompted(before, attempt) || clockSetBy(before, attempt) > LONGEST_WAIT_MS) return false;
  const wait = sinceEnd(before, attempt);
  return wait >= -NOTED_LATE_MS && wait <= LONGEST_WAIT_MS;
}

/** An end of a series that may be continued. */
interface Open {
  readonly series: Attempt[];
  isContinued: boolean;
}

/**
 * The series of some attempts. An attempt continues one only after a failure; of several that it may continue, that which
 * failed first.
 *
 * @param attempts in the order in which they came
 */
export function* seriesOf(attempts: readonly Attempt[]): Pausing<Series[]> {
  const all: Attempt[][] = [];
  const open = new Map<string, Open[]>();
  for (const attempt of attempts) {
    yield;
    const known = names(attempt);
    const found = known.map((name) => repeated(attempt, open.get(name))).find((end) => end !== undefined);
    if (found !== undefined) found.isContinued = true;
    const series = found?.series ?? [];
    if (found === undefined) all.push(series);
    series.push(attempt);
    if (!hasFailed(attempt)) continue;
    const end = { series, isContinued: false };
    for (const name of known) {
      const others = (open.get(name) ?? []).filter(isOpen(attempt));
      open.set(name, [...others.slice(1 - MAX_OPEN), end]);
    }
  }
  return all;
}

const lastOf = ({ series }: Open): Attempt | undefined => series.at(-1);

/** Tells which ends later attempts may still continue. */
const isOpen = (attempt: Attempt) => (end: Open) => {
  const last = lastOf(end);
  return !end.isContinued && last !== undefined && sinceEnd(last, attempt) <= LONGEST_WAIT_MS;
};

function repeated(attempt: Attempt, ends: readonly Open[] = []): Open | undefined {
  return ends.find((end) => {
    const last = lastOf(end);
    return !end.isContinued && last !== undefined && mayRepeat(attempt, last);
  });
}

/** An attempt that repeats another, after the one that it repeats. */
export type Retry = readonly [before: Attempt, attempt: Attempt];

/** All attempts that repeat others. */
export function* retriesOf(all: readonly Series[]): Pausing<Retry[]> {
  const found: Retry[] = [];
  for (const series of all) {
    yield;
    for (const [i, attempt] of series.entries()) {
      const before = series[i - 1];
      if (before === undefined) continue;
      yield;
      found.push([before, attempt]);
    }
  }
  return found;
}

/** What rules read. */
export interface Seen {
  /** In the order in which they came. */
  readonly attempts: readonly Attempt[];
  readonly series: readonly Series[];
  readonly retries: readonly Retry[];
  readonly pages: Pages;
  readonly walks: readonly Walk[];
  /** In the order in which they ended. */
  readonly deliveries: readonly LateDelivery[];
  /** The sequence after which the attempts begin. */
  readonly begun: number;
  /** The present of the machine, in ms since 1970. */
  readonly now: number;
  /** Whether no client will ask any more. */
  readonly isFinished: boolean;
  /** Whether a client of OAuth is public, by its id; undefined where that is not known. */
  readonly isPublic: (clientId: string) => boolean | undefined;
}

/** What attempts are judged by, beside themselves. */
export type Circumstances = Pick<Seen, 'deliveries' | 'begun' | 'now' | 'isFinished' | 'isPublic'>;

/** What a finding follows from: attempts, one at least, or the delivery of a webhook. */
type Ground = { readonly attempts: readonly Attempt[] } | { readonly delivery: LateDelivery };

/** Something that a client did. */
export type Finding = Ground & {
  readonly detail: string;
  /** Where it is less grave than its rule says. */
  readonly severity?: Severity;
  /** How a request is off the contract, where that is what it did. */
  readonly contract?: OffContract;
};

/** How a request is off the contract, and of what path and operation. */
export interface OffContract extends Pick<Attempt, 'path' | 'operation'> {
  readonly issue: ContractIssue;
}

/** A rule of conduct. One that cannot be sure finds nothing. */
export interface Rule {
  readonly id: ConductRule;
  /** What it finds; nothing where it pauses, so that others have a turn: after a few attempts at most. */
  readonly find: (seen: Seen) => Iterable<Finding | undefined>;
}
