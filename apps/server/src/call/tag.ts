/** The entity tag of an answer: that of the one record in it, where it has versions. */
import type { Operation } from '@understudy/contract/kit';
import { tagOf, versionIn } from '../kit/version.js';
import type { Records } from '../kit/records.js';
import type { Write } from '../kit/write.js';

/** A member of what may be an object. */
function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}

/** The one record of an answer, in its envelope. */
function recordIn(answer: unknown): unknown {
  const data = member(answer, 'data');
  return Array.isArray(data) ? data[0] : data;
}

/** The strong tag of an answer; undefined where it has no record with versions, or one that was removed. */
export function tagIn({ meta }: Operation, answer: unknown): string | undefined {
  const record = meta.tagged ? recordIn(answer) : undefined;
  return record === undefined ? undefined : tagOf(record);
}

/** Id of the record of an answer, where one of the writes creates it. */
export function madeIn(answer: unknown, writes: readonly Write[], records: Pick<Records, 'get'>): string | undefined {
  const id = member(recordIn(answer), 'id');
  const isMade = (write: Write): boolean =>
    'record' in write && write.record.id === id && records.get(write.collection, write.record.id) === undefined;
  return typeof id === 'string' && writes.some(isMade) ? id : undefined;
}

/**
 * Holds what a write shows against what it puts.
 *
 * @throws TypeError where it shows a record with another version than the kit gave it
 */
export function checkShown({ name, meta }: Operation, answer: unknown, writes: readonly Write[]): void {
  if (!meta.tagged) return;
  const shown = recordIn(answer);
  const id = member(shown, 'id');
  for (const write of writes) {
    if (write.collection.versioned !== true || !('record' in write) || write.record.id !== id) continue;
    const [version, said] = [versionIn(write.record), member(shown, 'version')];
    if (version === said) continue;
    throw new TypeError(
      `${name} shows version ${String(said)} of ${write.record.id}, which has version ${version}: show the record that put gives back`,
    );
  }
}
