/** What tells requests for one thing apart, of those that an answer may be kept for. */
import type { Settings } from '../options/options.js';
import { type CorsRules, credentialedOrigin, type HeaderRecord } from './cors.js';
import { FAULT_HEADER } from './fault-controls.js';
import type { Incoming } from './incoming.js';
import { addressKey } from './public-address.js';
import type { UnknownMember } from '@understudy/contract/sandboxes';
import { LRUCache } from '#platform/lru-cache';
import type { RecordedExchange } from '../journal/entry.js';
import { detachString, textBytes } from '../kit/detach-string.js';
import { isIn, type Period } from '../kit/listing.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import type { NotedAnswer } from './request-records.js';

const MAX_BYTES = 8 * 1024 * 1024;

/** What an entry takes beside its texts and body. */
const ENTRY_BYTES = 1000;

/** Longest question that is remembered, in characters; few are so long, and none of them is asked often. */
const MAX_KEY = 1024;

/** An answer that can be sent again with another request id and timing. */
export interface CachedAnswer {
  /** The sandbox's stamp before the answer was made. */
  readonly stamp: object;
  /** When it is right, if nobody writes; undefined for always. */
  readonly period: Period | undefined;
  /** Path below the base URL, and query, for the journal. */
  readonly path: string;
  readonly query: string;
  /** What the journal has of it each time; undefined for what it does not have. */
  readonly exchange: RecordedExchange | undefined;
  /** What is noted of it each time. */
  readonly noted: NotedAnswer;
  /** Name of the operation. */
  readonly operation: string | undefined;
  /** Whether the sandbox has fault rules, which whoever asks again meets. */
  readonly hasRules: boolean;
  /** What of the request is not known, for the journal. */
  readonly unknown: readonly UnknownMember[];
  readonly status: number;
  readonly headers: HeaderRecord;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

/** An answer that is kept, and the sandbox that it is of. */
export interface Known {
  readonly answer: CachedAnswer;
  readonly sandbox: Sandbox;
}

/** Whether nothing that this process knows of has made an answer untrue: neither a write, nor the clock of its sandbox. */
export function isTrue({ answer: { stamp, period }, sandbox }: Known): boolean {
  return sandbox.stamp === stamp && (period === undefined || isIn(period, sandbox.now()));
}

/** The parts of a request that an answer can depend on. */
export interface CacheRequest {
  readonly method: string;
  /** Request target with its origin. */
  readonly target: string;
  /** Origin of a page that may send cookies, to which its answers are addressed. */
  readonly origin?: string | undefined;
  readonly acceptEncoding: string | null | undefined;
  readonly ifNoneMatch: string | null | undefined;
}

/** Questions remembered as asked once. */
const MAX_SEEN = 8192;

/** An answer as it is kept: it keeps no sandbox in memory that the process has let go of. */
interface Entry {
  readonly answer: CachedAnswer;
  readonly sandbox: WeakRef<Sandbox>;
}

function sizeOf({ answer: { path, query, exchange, noted, headers, body } }: Entry): number {
  const texts = [path, query, ...Object.entries(headers).flat()].reduce((sum, text) => sum + text.length, 0);
  const bytes = typeof body === 'string' ? textBytes(body) : (body?.byteLength ?? 0);
  const start = exchange?.response.body?.content;
  return ENTRY_BYTES + (noted.logged?.textBytes ?? 0) + texts + bytes + (start === body ? 0 : (start?.length ?? 0));
}

/** The answer with nothing around it: a slice of the URL, or compressed bytes in the buffer of their compressor. */
function compact({ answer, sandbox }: Known): Entry {
  const { path, query, body } = answer;
  const own = {
    ...answer,
    path: detachString(path),
    query: detachString(query),
    body: body instanceof Uint8Array ? new Uint8Array(body) : body,
  };
  return { answer: own, sandbox: new WeakRef(sandbox) };
}

/** Answers by question, within a fixed number of bytes. */
export class ResponseCache {
  readonly #kept = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: (entry, key) => sizeOf(entry) + textBytes(key),
  });

  readonly #seen = new LRUCache<string, true>({ max: MAX_SEEN });

  /** The key of a question; undefined for one that is too long to be remembered. */
  static key({ method, target, origin, acceptEncoding, ifNoneMatch }: CacheRequest): string | undefined {
    const key = `${method} ${target}\n${acceptEncoding ?? ''}\n${ifNoneMatch ?? ''}${origin === undefined ? '' : `\n${origin}`}`;
    return key.length > MAX_KEY ? undefined : key;
  }

  /** The answer kept for a question, if nothing that this process knows of has made it untrue. */
  get(key: string): Known | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    const sandbox = kept.sandbox.deref();
    const known = sandbox && { answer: kept.answer, sandbox };
    if (known !== undefined && isTrue(known)) return known;
    this.#kept.delete(key);
    return undefined;
  }

  /**
   * Keeps an answer, once its question is asked again: what is asked once only would fill the memory for nothing.
   *
   * @param make makes what is kept; not called before
   */
  set(key: string, make: () => Known): void {
    if (this.#seen.get(key) === true) this.#kept.set(key, compact(make()));
    else this.#seen.set(key, true);
  }
}

/** What else than its URL tells requests for one thing apart. */
export interface CacheKeyRules extends Pick<Settings, 'trustProxy'> {
  readonly cors: CorsRules;
}

/** The key of a request; undefined for one that no answer is kept for. */
export function cacheKey(request: Incoming, rules: CacheKeyRules): string | undefined {
  const { head } = request;
  if (head.question === undefined) head.question = keyOf(request, rules) ?? null;
  return head.question ?? undefined;
}

function keyOf(request: Incoming, { trustProxy, cors }: CacheKeyRules): string | undefined {
  const { method, url, header, hasBody } = request;
  if ((method !== 'GET' && method !== 'HEAD') || header(FAULT_HEADER) !== null || hasBody()) return undefined;
  return ResponseCache.key({
    method,
    target: addressKey({ header }, trustProxy) + url,
    origin: credentialedOrigin(header, cors),
    acceptEncoding: header('accept-encoding'),
    ifNoneMatch: header('if-none-match'),
  });
}
