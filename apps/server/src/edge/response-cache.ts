/** Keeps finished answers of reads as long as their sandbox stays as it was when they were made. */
import { LRUCache } from 'lru-cache';
import type { Sandbox } from '../state/sandbox.js';
import type { HeaderRecord } from './cors.js';

const MAX_BYTES = 8 * 1024 * 1024;

/** Headers and bookkeeping of an entry, beside its body and key. */
const ENTRY_BYTES = 1500;

/** An answer that can be sent again with another request id and timing. */
export interface KeptAnswer {
  readonly sandbox: Sandbox;
  /** The sandbox's stamp before the answer was made. */
  readonly stamp: object;
  /** Path below the base URL, and query, for the journal. */
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly headers: HeaderRecord;
  readonly body: Uint8Array | null;
}

/** The parts of a request that an answer can depend on. */
export interface CacheQuestion {
  readonly method: string;
  /** Request target with its origin. */
  readonly target: string;
  readonly acceptEncoding: string | null | undefined;
  readonly ifNoneMatch: string | null | undefined;
}

/** Answers by question, within a fixed number of bytes. */
export class ResponseCache {
  readonly #kept = new LRUCache<string, KeptAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (answer, key) => (answer.body?.byteLength ?? 0) + key.length + ENTRY_BYTES,
  });

  /** The key of a question. */
  static key({ method, target, acceptEncoding, ifNoneMatch }: CacheQuestion): string {
    return `${method} ${target}\n${acceptEncoding ?? ''}\n${ifNoneMatch ?? ''}`;
  }

  /** The answer kept for a question, if it is still true. */
  get(key: string): KeptAnswer | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    if (kept.sandbox.fresh && kept.sandbox.stamp === kept.stamp) return kept;
    this.#kept.delete(key);
    return undefined;
  }

  /** Keeps an answer. */
  set(key: string, answer: KeptAnswer): void {
    this.#kept.set(key, answer);
  }
}
