/** Keeps the answers under Idempotency-Keys whole while the records that they refer to change. */
import type { z } from 'zod';
import { idempotencyRecords } from './internal.js';
import { detached, partAt, type Reference, referencesOf } from './kept-answer.js';
import type { StoredRecord } from './stored-record.js';

/** An answer under an Idempotency-Key, as it is kept. */
export type IdempotencyRecord = z.infer<typeof idempotencyRecords.schema>;

/** The answers of a sandbox, and the records that they refer to. */
export interface Answers {
  /** A changed record by the name of its collection; undefined where it was not changed. */
  changedRecord(collection: string, id: string): unknown;
  /** The answer that is kept under an id, dead or alive. */
  answerUnder(id: string): IdempotencyRecord | undefined;
  /** Ids of the kept answers that may refer to a record. */
  answersAbout(collection: string, id: string): readonly string[];
}

/** The present value of the part of a record that a reference names. */
export const resolving =
  (state: Answers) =>
  ({ collection, id, path }: Reference): unknown =>
    partAt(state.changedRecord(collection, id), path);

function isFor({ collection, id }: StoredRecord, reference: Reference): boolean {
  return reference.collection === collection && reference.id === id;
}

function stored(record: IdempotencyRecord): StoredRecord {
  const { name: collection } = idempotencyRecords;
  return { collection, id: record.id, value: record, order: null, expires: record.expires_at };
}

/**
 * The records of a write, and with them the answers that refer to one of them and would change along with it: each takes
 * over what it referred to.
 */
export function withAnswers(state: Answers, records: readonly StoredRecord[]): readonly StoredRecord[] {
  const changed = new Map<string, IdempotencyRecord>();
  for (const record of records) {
    for (const id of state.answersAbout(record.collection, record.id)) {
      const answer = changed.get(id) ?? state.answerUnder(id);
      const isChanged = (reference: Reference): boolean => isFor(record, reference);
      const isWritten = records.some((other) => other.id === id && other.collection === idempotencyRecords.name);
      if (answer === undefined || isWritten || !referencesOf(answer).some(isChanged)) continue;
      changed.set(id, { ...answer, parts: detached(answer, isChanged, resolving(state)) });
    }
  }
  return changed.size === 0 ? records : [...records, ...Array.from(changed.values(), stored)];
}

/** Records to be taken elsewhere: an answer that refers to one that is left behind takes over what it referred to. */
export function selfContained(state: Answers, records: readonly StoredRecord[]): StoredRecord[] {
  const keyOf = ({ collection, id }: Pick<StoredRecord, 'collection' | 'id'>): string => `${collection}/${id}`;
  const taken = new Set(records.map(keyOf));
  return records.map((record) => {
    const answer = record.collection === idempotencyRecords.name ? state.answerUnder(record.id) : undefined;
    const isLost = (reference: Reference): boolean => !taken.has(keyOf(reference));
    if (answer === undefined || !referencesOf(answer).some(isLost)) return record;
    return { ...record, value: { ...answer, parts: detached(answer, isLost, resolving(state)) } };
  });
}
