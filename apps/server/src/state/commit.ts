/** The one place that writes: it runs a handler over the view and stores what it asks for, all or nothing. */
import { createHash } from 'node:crypto';
import { ProblemError } from '../kit/problem-error.js';
import { idempotencyRecords, uncounted } from './internal.js';
import type { Sandbox } from './sandbox.js';
import type { StoredRecord } from './store.js';
import type { View } from './view.js';
import { put, toStored, type Write } from './writes.js';

/** A key is remembered for a day, by the sandbox's clock. */
const IDEMPOTENCY_LIFE_MS = 24 * 60 * 60 * 1000;

/** Replicas collide rarely; more conflicts in a row than this mean that the store is not well. */
const MAX_ATTEMPTS = 20;

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
  readonly writes: readonly Write[];
}

/** A failure that writes all the same. */
export interface PreparedFailure {
  readonly failure: ProblemError;
  readonly writes: readonly Write[];
}

/** A write to be made. */
export interface Commit<Answer> {
  readonly sandbox: Sandbox;
  /** Computes answer and writes. It may run again after a conflict, so it must not do anything else. */
  readonly prepare: (view: View, now: number) => Promise<Prepared<Answer> | PreparedFailure>;
  readonly idempotency?: IdempotencyKey | undefined;
  /** Prepares, but writes nothing: what a forced failure does. */
  readonly dryRun: boolean;
  /** Changed records a sandbox may hold. */
  readonly maxRecords: number;
}

/** The answer of a commit, and whether it is that of an earlier one under the same key. */
export interface Committed<Answer> {
  readonly answer: Answer;
  readonly replayed: boolean;
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

/** The answer of an earlier write under the same key; another payload under it is refused. */
function earlierAnswer(sandbox: Sandbox, id: string, payload: string): { readonly answer: unknown } | undefined {
  const earlier = sandbox.view.get(idempotencyRecords, id);
  if (earlier === undefined || earlier.expires_at <= sandbox.now()) return undefined;
  if (earlier.payload === payload) return earlier;
  throw new ProblemError('idempotency_key_reused', {
    detail: 'this Idempotency-Key was used with another payload; send a fresh key',
  });
}

/** Adds the removal of ended records where that makes the room needed. */
function withRoom(sandbox: Sandbox, records: readonly StoredRecord[], maxRecords: number): readonly StoredRecord[] {
  const isNew = ({ collection, id }: StoredRecord) => !uncounted.has(collection) && !sandbox.has(collection, id);
  const added = records.filter(isNew).length;
  if (sandbox.held + added <= maxRecords) return records;
  const ended = sandbox.ended(sandbox.now());
  const held = sandbox.held - ended.length;
  if (held + added <= maxRecords) return [...ended, ...records];
  throw new ProblemError('sandbox_full', {
    detail: `sandbox ${sandbox.name} holds ${held} changed records, of ${maxRecords} allowed; reset it, or start the server with a larger --max-records`,
  });
}

/** What a handler makes of the state it finds: what to store, and what to tell once that is done. */
type Decision<Answer> = { readonly records: readonly StoredRecord[] } & (
  | { readonly committed: Committed<Answer> }
  | { readonly failure: unknown }
);

async function decide<Answer>({ sandbox, ...request }: Commit<Answer>): Promise<Decision<Answer>> {
  const { idempotency, dryRun } = request;
  const now = sandbox.now();
  const id = idempotency === undefined ? '' : digest(idempotency.scope);
  const payload = idempotency === undefined ? '' : digest(idempotency.payload);
  const earlier = idempotency && earlierAnswer(sandbox, id, payload);
  // The answer was stored by the same operation: the scope names it.
  if (earlier !== undefined) return { records: [], committed: { answer: earlier.answer as Answer, replayed: true } };
  const prepared = await request.prepare(sandbox.view, now);
  const { writes } = prepared;
  // A failure is never remembered under a key, so that the call may be made again.
  if ('failure' in prepared) {
    return { records: dryRun ? [] : toStored(sandbox.view, writes), failure: prepared.failure };
  }
  const { answer } = prepared;
  const committed = { answer, replayed: false };
  if (dryRun) return { records: [], committed };
  const remembered = { id, payload, answer, expires_at: now + IDEMPOTENCY_LIFE_MS };
  const all = idempotency === undefined ? writes : [...writes, put(idempotencyRecords, remembered)];
  if (all.length === 0) return { records: [], committed };
  return { records: withRoom(sandbox, toStored(sandbox.view, all), request.maxRecords), committed };
}

/** What is known of the state that a handler runs on. */
interface Footing {
  /** Whether it was the present state at a time after the request came. */
  isSure: boolean;
}

/**
 * Runs the handler once. The store refuses a write on an old state, so where nobody else seems to write, the handler
 * runs without asking first; what writes nothing, such as a failure, is held against the store before it is told.
 */
async function attempt<Answer>(request: Commit<Answer>, footing: Footing): Promise<Committed<Answer> | 'conflict'> {
  const { sandbox } = request;
  footing.isSure ||= sandbox.fresh;
  if (!footing.isSure && !sandbox.quiet) {
    await sandbox.refresh();
    footing.isSure = true;
  }
  const { mark } = sandbox;
  const decision = await decide(request).catch((failure: unknown) => ({ records: [], failure }));
  if (decision.records.length > 0) {
    if ((await sandbox.write(decision.records, mark)) === 'conflict') {
      // It has learnt what came first, unless the sandbox is gone and has to come into being again.
      footing.isSure = sandbox.mark.generation !== 0;
      return 'conflict';
    }
  } else {
    if (!footing.isSure) await sandbox.refresh();
    footing.isSure = true;
    // Also a reader may have changed what the handler saw while it was at work.
    if (sandbox.mark !== mark) return 'conflict';
  }
  if ('failure' in decision) throw decision.failure;
  return decision.committed;
}

/** A handler that takes its time would lose to quick ones on other replicas again and again. */
const FAIR_ATTEMPTS = 3;

/** Tries as long as another writer comes first, but not for ever; later tries keep the others waiting. */
export async function persistently<Result>(
  work: () => Promise<Result | 'conflict'>,
  sandbox?: Sandbox,
): Promise<Result> {
  for (let i = 0; i < MAX_ATTEMPTS; i++) {
    const result = i < FAIR_ATTEMPTS || sandbox === undefined ? await work() : await sandbox.alone(work);
    if (result !== 'conflict') return result;
  }
  throw new ProblemError('service_unavailable', {
    detail: 'other writers came first every time; try again in 1 second',
    headers: { 'retry-after': '1' },
  });
}

/** Commits a write, running its handler again as long as another writer comes first. */
export async function commit<Answer>(request: Commit<Answer>): Promise<Committed<Answer>> {
  const { sandbox } = request;
  return sandbox.exclusively(() => {
    const footing = { isSure: false };
    return persistently(() => attempt(request, footing), sandbox);
  });
}
