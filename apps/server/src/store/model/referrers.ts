/** Finds the kept answers that refer to a record. */
import { type KeptAnswer, type Reference, referencesOf } from './kept-answer.js';

/** Name of the collection of kept answers. */
export const ANSWERS = 'idempotency';

/** What happens to a kept answer. */
export interface AnswerChange {
  readonly id: string;
  /** Its stored form before; undefined where there is none, or none that is known here. */
  readonly before: unknown;
  /** Its stored form from now on; null where it is taken away. */
  readonly value: unknown;
}

/** Records that a stored answer refers to. */
function recordsOf(value: unknown): readonly Reference[] {
  // What is stored under the name of its collection is a kept answer.
  const answer = (value ?? undefined) as KeptAnswer | undefined;
  return answer === undefined ? [] : referencesOf(answer);
}

const nobody: readonly string[] = [];

/** Kept answers by the records that they refer to. */
export class Referrers {
  /** Ids of answers by collection and id of a record. */
  readonly #answers = new Map<string, Map<string, readonly string[]>>();

  /** Takes over that an answer changed. */
  change({ id, before, value }: AnswerChange): void {
    for (const reference of recordsOf(before)) {
      this.#set(
        reference,
        this.of(reference.collection, reference.id).filter((other) => other !== id),
      );
    }
    for (const reference of recordsOf(value)) {
      const known = this.of(reference.collection, reference.id);
      if (!known.includes(id)) this.#set(reference, [...known, id]);
    }
  }

  #set({ collection, id }: Reference, answers: readonly string[]): void {
    const ofCollection = this.#answers.get(collection) ?? new Map<string, readonly string[]>();
    this.#answers.set(collection, ofCollection);
    if (answers.length === 0) ofCollection.delete(id);
    else ofCollection.set(id, answers);
  }

  /** Ids of the answers that refer to a record. */
  of(collection: string, id: string): readonly string[] {
    return this.#answers.get(collection)?.get(id) ?? nobody;
  }
}
