/** Keeps finished answers of reads as long as their sandbox stays as it was when they were made. */
import type { UnknownMember } from '@understudy/contract';
import { LRUCache } from 'lru-cache';
import { ownText, textBytes } from '../kit/own-text.js';
import type { Sandbox } from '../state/sandbox.js';
import type { HeaderRecord } from './cors.js';

const MAX_BYTES = 8 * 1024 * 1024;

/** What an entry takes beside its texts and body. */
const ENTRY_BYTES = 1000;

/** Longest question that is remembered, in characters; few are so long, and none of them is asked often. */
const MAX_KEY = 1024;

/** An answer that can be sent again with another request id and timing. */
export interface KeptAnswer {
  readonly sandbox: Sandbox;
  /** The sandbox's stamp before the answer was made. */
  readonly stamp: object;
  /** Path below the base URL, and query, for the journal. */
  readonly path: string;
  readonly query: string;
  /** What of the request is not known, for the journal. */
  readonly unknown: readonly UnknownMember[];
  readonly status: number;
  readonly headers: HeaderRecord;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

/** The parts of a request that an answer can depend on. */
export interface CacheQuestion {
  readonly method: string;
  /** Request target with its origin. */
  readonly target: string;
  readonly acceptEncoding: string | null | undefined;
  readonly ifNoneMatch: string | null | undefined;
}

/** Questions remembered as asked once; two such sets at a time. */
const MAX_SEEN = 4096;

function sizeOf({ path, query, headers, body }: KeptAnswer): number {
  const texts = [path, query, ...Object.entries(headers).flat()].reduce((sum, text) => sum + text.length, 0);
  const bytes = typeof body === 'string' ? textBytes(body) : (body?.byteLength ?? 0);
  return ENTRY_BYTES + texts + bytes;
}

/** The answer with nothing around it: a slice of the URL, or compressed bytes in the buffer of their compressor. */
function compact(answer: KeptAnswer): KeptAnswer {
  const { path, query, body } = answer;
  return {
    ...answer,
    path: ownText(path),
    query: ownText(query),
    body: body instanceof Uint8Array ? new Uint8Array(body) : body,
  };
}

/** Answers by question, within a fixed number of bytes. */
export class ResponseCache {
  readonly #kept = new LRUCache<string, KeptAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (answer, key) => sizeOf(answer) + textBytes(key),
  });

  #seen = new Set<string>();
  #seenBefore = new Set<string>();

  /** The key of a question; undefined for one that is too long to be remembered. */
  static key({ method, target, acceptEncoding, ifNoneMatch }: CacheQuestion): string | undefined {
    const key = `${method} ${target}\n${acceptEncoding ?? ''}\n${ifNoneMatch ?? ''}`;
    return key.length > MAX_KEY ? undefined : key;
  }

  /** The answer kept for a question, if nothing that this process knows of has made it untrue. */
  get(key: string): KeptAnswer | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    if (kept.sandbox.stamp === kept.stamp) return kept;
    this.#kept.delete(key);
    return undefined;
  }

  /** Keeps an answer, once its question is asked again: what is asked once only would fill the memory for nothing. */
  set(key: string, answer: KeptAnswer): void {
    if (this.#seen.has(key) || this.#seenBefore.has(key)) {
      this.#kept.set(key, compact(answer));
      return;
    }
    if (this.#seen.size >= MAX_SEEN) {
      this.#seenBefore = this.#seen;
      this.#seen = new Set();
    }
    this.#seen.add(key);
  }
}
