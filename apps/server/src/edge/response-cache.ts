/** Keeps finished answers of reads as long as their sandbox stays at the revision they were made from. */
import { LRUCache } from 'lru-cache';
import type { Sandbox } from '../state/sandbox.js';
import type { HeaderRecord } from './cors.js';

const MAX_BYTES = 8 * 1024 * 1024;

/** An answer that can be sent again with another request id and timing. */
export interface KeptAnswer {
  readonly sandbox: Sandbox;
  readonly revision: number;
  readonly status: number;
  readonly headers: HeaderRecord;
  readonly body: Uint8Array | null;
}

/** The parts of a request that an answer can depend on. */
export interface CacheQuestion {
  readonly method: string;
  /** Request target, with origin or Host. */
  readonly target: string;
  readonly acceptEncoding: string | null | undefined;
  readonly ifNoneMatch: string | null | undefined;
}

/** Answers by question, within a fixed number of bytes. */
export class ResponseCache {
  readonly #kept = new LRUCache<string, KeptAnswer>({
    maxSize: MAX_BYTES,
    // An entry costs its body, its key, and about as much again for headers and bookkeeping.
    sizeCalculation: (answer, key) => (answer.body?.byteLength ?? 0) + key.length + 1500,
  });

  static key(question: CacheQuestion): string {
    return `${question.method} ${question.target}\n${question.acceptEncoding ?? ''}\n${question.ifNoneMatch ?? ''}`;
  }

  /** The answer kept for a question, if it is still true. */
  get(key: string): KeptAnswer | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    if (kept.sandbox.fresh && kept.sandbox.revision === kept.revision) return kept;
    this.#kept.delete(key);
    return undefined;
  }

  /** Keeps an answer. */
  set(key: string, answer: KeptAnswer): void {
    this.#kept.set(key, answer);
  }
}
