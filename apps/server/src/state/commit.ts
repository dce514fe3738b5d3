/** The one place that writes: it runs a handler over the view and stores what it asks for, all or nothing. */
import { createHash } from 'node:crypto';
import type { AnyCollection, Collection } from '../kit/collection.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Sandbox } from './sandbox.js';
import type { StoredRecord } from './store.js';
import type { View } from './view.js';
import type { Write } from './writes.js';

/** A key is remembered for a day, by the sandbox's clock. */
const IDEMPOTENCY_LIFE_MS = 24 * 60 * 60 * 1000;

/** Replicas collide rarely; more conflicts in a row than this mean that the store is not well. */
const MAX_ATTEMPTS = 20;

interface IdempotencyRecord {
  readonly id: string;
  readonly payload: string;
  readonly answer: unknown;
  readonly expires_at: number;
}

const idempotencyRecords: Collection<IdempotencyRecord> = {
  name: 'idempotency',
  prefix: 'idem',
  count: () => 0,
  seeded: () => {
    throw new RangeError('idempotency records are never seeded');
  },
};

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

/** A write to be made. */
export interface Commit<Answer> {
  readonly sandbox: Sandbox;
  /** Computes answer and writes. It may run again after a conflict, so it must not do anything else. */
  readonly prepare: (view: View, now: number) => Promise<Prepared<Answer>>;
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

function stored(view: View, writes: readonly Write[]): StoredRecord[] {
  const next = new Map<AnyCollection, number>();
  return writes.map(({ collection, record }) => {
    if (view.get(collection, record.id) !== undefined) {
      return { collection: collection.name, id: record.id, value: record, order: null };
    }
    const order = next.get(collection) ?? view.created(collection);
    next.set(collection, order + 1);
    return { collection: collection.name, id: record.id, value: record, order };
  });
}

async function attempt<Answer>(commit: Commit<Answer>): Promise<Committed<Answer> | 'conflict'> {
  const { sandbox, idempotency } = commit;
  await sandbox.refresh();
  const now = sandbox.clock.now();
  const id = idempotency === undefined ? '' : digest(idempotency.scope);
  const payload = idempotency === undefined ? '' : digest(idempotency.payload);
  const earlier = idempotency && sandbox.view.get(idempotencyRecords, id);
  if (earlier !== undefined && earlier.expires_at > now) {
    if (earlier.payload !== payload) {
      throw new ProblemError('idempotency_key_reused', {
        detail: 'this Idempotency-Key was used with another payload; send a fresh key',
      });
    }
    // The answer was stored by the same operation: the scope names it.
    return { answer: earlier.answer as Answer, replayed: true };
  }
  const { answer, writes } = await commit.prepare(sandbox.view, now);
  if (commit.dryRun) return { answer, replayed: false };
  const all: Write[] = [...writes];
  if (idempotency !== undefined) {
    const record = { id, payload, answer, expires_at: now + IDEMPOTENCY_LIFE_MS };
    all.push({ collection: idempotencyRecords, record });
  }
  if (all.length === 0) return { answer, replayed: false };
  if (sandbox.changed + all.length > commit.maxRecords) {
    throw new ProblemError('sandbox_full', {
      detail: `sandbox ${sandbox.name} holds ${sandbox.changed} changed records, of ${commit.maxRecords} allowed; reset it or raise --max-records`,
    });
  }
  const result = await sandbox.write(stored(sandbox.view, all));
  return result === 'conflict' ? result : { answer, replayed: false };
}

/** Commits a write, running its handler again as long as another writer comes first. */
export async function commit<Answer>(request: Commit<Answer>): Promise<Committed<Answer>> {
  return request.sandbox.exclusively(async () => {
    for (let i = 0; i < MAX_ATTEMPTS; i++) {
      const result = await attempt(request);
      if (result !== 'conflict') return result;
    }
    throw new ProblemError('service_unavailable', {
      detail: 'other writers came first every time; try again',
      headers: { 'retry-after': '1' },
    });
  });
}
