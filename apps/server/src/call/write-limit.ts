/** Counts accepted writes against the limit that an operation declares, in the commit of each of them. */
import { isPolicyName, type Operation } from '@understudy/contract/kit';
import type { SandboxContext } from '../kit/context.js';
import type { Records, WritableRecords } from '../kit/records.js';
import { countedWindows, type LimitedWith, type FindLimited } from '../kit/implement.js';
import { ProblemError } from '../kit/problem-error.js';

/** An operation whose writes may be counted. */
interface Counted {
  readonly operation: Operation;
  /** Says what its calls count with, by the limit. */
  readonly findCounted?: Readonly<Record<string, FindLimited>> | undefined;
  /** The status of a problem kind. */
  readonly statusOf: (kind: string) => number;
}

/** What is left of a limit at an instant. */
export interface LeftOfLimit {
  /** Id of the record that counts. */
  readonly id: string;
  readonly policy: string;
  readonly quota: number;
  /** Length of a window, in seconds. */
  readonly window: number;
  /** When the window has begun, in ms since 1970. */
  readonly since: number;
  readonly used: number;
  /** Until the window is over, in seconds. */
  readonly seconds: number;
}

/** The statuses of what is found before a write is counted: faults of the request, of its rights, and of ours. */
const isBefore = (status: number): boolean =>
  status < 402 || [403, 404, 405, 410, 413, 415].includes(status) || status >= 500;

function checked({ policy, quota }: Required<Omit<LimitedWith, 'key'>>, operation: string): void {
  if (!isPolicyName(policy)) throw new TypeError(`${operation}: ${JSON.stringify(policy)} is no name of a policy`);
  if (!Number.isSafeInteger(quota) || quota < 0) throw new TypeError(`${operation}: the quota ${quota} is no count`);
}

/**
 * What is left of the limit of a call; undefined where none counts it. Only where one does, it looks at the present:
 * what was read without it is true until somebody writes.
 */
export function leftOfLimit(
  { operation, findCounted }: Omit<Counted, 'statusOf'>,
  ctx: SandboxContext,
): LeftOfLimit | undefined {
  const { limit } = operation.meta;
  if (limit === undefined) return undefined;
  // What of a context says whom a call counts with.
  const { input, records, credential, now } = ctx;
  const call = { input, records, credential, now };
  const find = findCounted?.[limit.name];
  const found = find === undefined ? { key: '' } : find({ ...call, operation });
  if (found === undefined) return undefined;
  const { key, policy = limit.name, quota = limit.quota } = found;
  checked({ policy, quota }, operation.name);
  const length = limit.window * 1000;
  const since = Math.floor(call.now / length) * length;
  const id = JSON.stringify([operation.name.split('.', 1)[0], limit.name, key]);
  const used = usedIn(call.records, id, since);
  const seconds = Math.ceil((since + length - call.now) / 1000);
  return { id, policy, quota, window: limit.window, since, used, seconds };
}

/** The writes that were accepted in a window. */
function usedIn(records: Records, id: string, since: number): number {
  const stored = records.get(countedWindows, id);
  return stored?.since === since ? stored.used : 0;
}

/** The headers that say so, in lower case (draft-ietf-httpapi-ratelimit-headers-10 §3 and §4). */
export function leftHeaders({ policy, quota, window, used, seconds }: LeftOfLimit): Readonly<Record<string, string>> {
  return {
    'ratelimit-policy': `"${policy}";q=${quota};w=${window}`,
    ratelimit: `"${policy}";r=${Math.max(0, quota - used)};t=${seconds}`,
  };
}

const isUsedUp = ({ used, quota }: LeftOfLimit): boolean => used >= quota;

function usedUp(left: LeftOfLimit): ProblemError {
  const { policy, quota, window, seconds } = left;
  const detail = `the limit "${policy}" of ${quota} writes in ${window} s is used up; by the sandbox's clock the next window begins in ${seconds} s`;
  return new ProblemError('rate_limit', { detail, headers: { ...leftHeaders(left), 'retry-after': String(seconds) } });
}

/** A problem that says in its headers what is left. */
function withHeaders(problem: ProblemError, left: LeftOfLimit): ProblemError {
  const headers = { ...leftHeaders(left), ...problem.details.headers };
  return new ProblemError({ declared: problem.kind }, { ...problem.details, headers });
}

/** What a failure of a call is answered as: a limit that is used up comes before what the state of a record forbids. */
export function withLimit(failure: unknown, left: LeftOfLimit, served: Pick<Counted, 'statusOf'>): unknown {
  if (!(failure instanceof ProblemError)) return failure;
  return isUsedUp(left) && !isBefore(served.statusOf(failure.kind)) ? usedUp(left) : withHeaders(failure, left);
}

/**
 * Counts a write that is accepted.
 *
 * @throws ProblemError `rate_limit` where the limit is used up
 */
export function countWrite(records: WritableRecords, left: LeftOfLimit): LeftOfLimit {
  if (isUsedUp(left)) throw usedUp(left);
  const { id, since, window } = left;
  const used = left.used + 1;
  records.put(countedWindows, { id, since, used, expires_at: since + window * 1000 });
  return { ...left, used };
}
