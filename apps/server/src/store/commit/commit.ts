/** The only code that writes: it runs a handler over the view and stores what it asks for, all or nothing. */
import { sha256 } from '#platform/runtime';
import type { AnswerHead } from '../../kit/handler.js';
import { ProblemError } from '../../kit/problem-error.js';
import type { Write } from '../../kit/records.js';
import {
  type Counts,
  idempotencyRecords,
  replayedHead,
  sizeOf,
  storedAnswer,
  type StoredRecord,
  uncounted,
  weightless,
} from '../model/internal.js';
import type { CommitQueue, CommitTarget, Decision, Limits } from './commit-queue.js';
import type { State } from '../model/state.js';
import { toStored } from '../model/view.js';
import { tooManyBytes, tooManyBytesInAll, tooManyRecords } from '../model/failures.js';

/** By how much some records make a state grow. */
function growth(state: State, records: readonly StoredRecord[]): Counts {
  const last = new Map(records.map((record) => [`${record.collection}/${record.id}`, record]));
  let [changed, bytes] = [0, 0];
  for (const { collection, id, value } of last.values()) {
    const before = state.changedRecord(collection, id);
    if (!uncounted.has(collection)) changed += Number(value !== null) - Number(before !== undefined);
    if (!weightless.has(collection)) bytes += sizeOf(value) - sizeOf(before);
  }
  return { changed, bytes };
}

/** Whether a state may grow so much; what makes it smaller is never refused. */
function fits({ held }: State, added: Counts, { maxRecords, maxBytes }: Limits): boolean {
  const hasRecords = added.changed <= 0 || held.changed + added.changed <= maxRecords;
  return hasRecords && (added.bytes <= 0 || held.bytes + added.bytes <= maxBytes);
}

/** The records of a write with everything that goes along with it; more than the sandbox may hold is refused. */
function withinQuota(state: State, written: readonly StoredRecord[], sandbox: CommitTarget): readonly StoredRecord[] {
  const { limits, name } = sandbox;
  const added = growth(state, written);
  if (fits(state, added, limits) && sandbox.makeRoom(added.bytes)) return written;
  const swept = [...state.ended(state.now()), ...written];
  const changed = growth(state, swept);
  if (!fits(state, changed, limits)) {
    const { changed: records, bytes } = state.counts;
    if (added.changed > 0 && records + added.changed > limits.maxRecords) {
      throw tooManyRecords(name, records, limits.maxRecords);
    }
    throw tooManyBytes(name, { held: bytes, added: added.bytes, most: limits.maxBytes });
  }
  if (!sandbox.makeRoom(changed.bytes)) throw tooManyBytesInAll(limits.maxTotalBytes);
  return swept;
}

/** A whole state, as far as it takes room. */
interface WholeState {
  readonly records: readonly StoredRecord[];
  /** Bytes that its configuration takes, where that is not the one that all sandboxes share. */
  readonly configured: number;
}

/** Refuses a whole state that is more than a sandbox may hold. */
export function checkState(state: WholeState, sandbox: CommitTarget): void {
  const { maxBytes: most, maxTotalBytes } = sandbox.limits;
  const counted = state.records.filter(({ collection }) => !weightless.has(collection));
  const added = counted.reduce((bytes, { value }) => bytes + sizeOf(value), state.configured);
  if (added > most) throw tooManyBytes(sandbox.name, { held: 0, added, most });
  if (!sandbox.makeRoom(added - sandbox.state.bytes)) throw tooManyBytesInAll(maxTotalBytes);
}

/** A key is remembered for a day, by the sandbox's clock. */
const IDEMPOTENCY_LIFE_MS = 24 * 60 * 60 * 1000;

/** A key that makes a write happen once: the scope it holds in, and the payload it stands for. */
export interface IdempotencyKey {
  /** Route, credential and key. */
  readonly scope: readonly string[];
  /** The parsed input, controls left out. */
  readonly payload: unknown;
}

/** What a handler gives back to be committed. */
export interface Prepared<Answer> {
  readonly answer: Answer;
  /** What the head of the answer says, which is kept with it; a plain 200 where left out. */
  readonly head?: AnswerHead | undefined;
  readonly writes: readonly Write[];
}

/** A failure that writes all the same. */
export interface PreparedFailure {
  readonly failure: ProblemError;
  readonly writes: readonly Write[];
}

/** A sandbox with the writers of this process that commit together. */
export interface Committing extends CommitTarget {
  readonly commits: CommitQueue;
}

/** A write to be made. */
export interface Commit<Answer> {
  readonly sandbox: Committing;
  /** Computes answer and writes. It may run again after a conflict, so it must not do anything else. */
  readonly prepare: (state: State, now: number) => Promise<Prepared<Answer> | PreparedFailure>;
  /** Throws where nothing may be done in a state, and no earlier answer be given. */
  readonly check?: ((state: State) => void) | undefined;
  /** Throws where whoever calls may no longer be given an earlier answer. */
  readonly readmit?: ((state: State, now: number) => Promise<void>) | undefined;
  readonly idempotency?: IdempotencyKey | undefined;
  /** Prepares, but writes nothing: what a forced failure does. */
  readonly dryRun: boolean;
  /** Aborted when nobody waits for the answer any more; asked for only where the write has to wait for its turn. */
  readonly signal?: (() => AbortSignal) | undefined;
}

/** The answer of a commit, and whether it is that of an earlier one under the same key. */
export interface Committed<Answer> {
  readonly answer: Answer;
  readonly head?: AnswerHead | undefined;
  readonly replayed: boolean;
}

function digest(value: unknown): string {
  return sha256(JSON.stringify(value));
}

/** The answer of an earlier write under the same key; another payload under it is refused. */
function earlierAnswer(state: State, id: string, payload: string): Omit<Committed<unknown>, 'replayed'> | undefined {
  const earlier = state.view.get(idempotencyRecords, id);
  if (earlier === undefined || earlier.expires_at <= state.now()) return undefined;
  if (earlier.payload === payload) return { answer: earlier.answer, head: replayedHead(earlier) };
  throw new ProblemError('idempotency_key_reused', {
    detail: 'this Idempotency-Key was used with another payload; send a fresh key',
  });
}

async function decide<Answer>(request: Commit<Answer>, state: State): Promise<Decision<Committed<Answer>>> {
  const { idempotency, dryRun, sandbox } = request;
  request.check?.(state);
  const now = state.now();
  const id = idempotency === undefined ? '' : digest(idempotency.scope);
  const payload = idempotency === undefined ? '' : digest(idempotency.payload);
  const earlier = idempotency && earlierAnswer(state, id, payload);
  // The answer was stored by the same operation: the scope names it.
  if (earlier !== undefined) {
    await request.readmit?.(state, now);
    return { records: [], result: { ...earlier, answer: earlier.answer as Answer, replayed: true } };
  }
  const prepared = await request.prepare(state, now);
  const { writes } = prepared;
  // A failure is never remembered under a key, so that the call may be made again.
  if ('failure' in prepared) {
    return { records: dryRun ? [] : toStored(state.view, writes), failure: prepared.failure };
  }
  const { answer, head } = prepared;
  const result = { answer, head, replayed: false };
  if (dryRun) return { records: [], result };
  const remembered = (): Write => {
    const record = { id, payload, ...storedAnswer(answer, head), expires_at: now + IDEMPOTENCY_LIFE_MS };
    return { collection: idempotencyRecords, record };
  };
  const all = idempotency === undefined ? writes : [...writes, remembered()];
  if (all.length === 0) return { records: [], result };
  return { records: withinQuota(state, toStored(state.view, all), sandbox), result };
}

/** Commits a write, running its handler again as long as another writer comes first. */
export async function commit<Answer>(request: Commit<Answer>): Promise<Committed<Answer>> {
  return request.sandbox.commits.commit((state) => decide(request, state), request.signal);
}
