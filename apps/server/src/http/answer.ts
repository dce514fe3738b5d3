/** An answer before it is finished: what to say, how it may be kept, and how it goes out. */
import type { ProblemKind } from '@understudy/contract';
import type { CachePolicy } from '@understudy/contract/kit';
import type { SignatureState, UnknownMember } from '@understudy/contract/sandboxes';
import type { AppliedFault } from '../faults/outcome.js';
import type { ContractIssue } from '../kit/problem-error.js';
import type { ListedPage } from '../kit/pages.js';
import type { Period } from '../kit/listing.js';
import type { HeaderRecord } from './cors.js';
import type { OpenStream } from './open-stream.js';

/** How an answer goes out, where it does not simply go out. */
export interface Transmission {
  /** Nothing comes for so long, in ms, and then the connection is closed; it beats all others. */
  readonly hangMs?: number | undefined;
  /** The body comes in pieces of so many bytes, with so many ms between two. */
  readonly drip?: { readonly bytes: number; readonly everyMs: number } | undefined;
  /** The body comes at this rate. */
  readonly bytesPerSecond?: number | undefined;
  /** After so many bytes of the body nothing comes for so long, in ms, and then the connection is closed. */
  readonly stall?: { readonly afterBytes: number; readonly ms: number } | undefined;
  /**
   * The connection ends before the answer does: by TCP RST or FIN, or by FIN after bytes that are no HTTP (in the place of
   * the head, or amid a chunked body where the size of a chunk should be); before the head, after it, or amid the body.
   */
  readonly end?: { readonly by: 'reset' | 'close' | 'garbage'; readonly at: 'start' | 'head' | 'body' } | undefined;
  /** Of a body whose whole length the head promises so many bytes come, and then the connection is closed. */
  readonly truncateTo?: number | undefined;
}

/**
 * How an answer may be kept: `revision` until the data changes (with an ETag, revalidated each
 * time), `private` the same by its caller alone, `static` for a while, `day` for a day, `none` not at all.
 */
export type Caching = CachePolicy;

/** A body that was spoiled. */
export interface CorruptedBody {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Headers that it has instead of those it had. */
  readonly headers?: HeaderRecord;
  /** Whether the head says nothing of its length: over HTTP/1.1 it comes in chunks then (RFC 9112 §7.1), of which there is only the last. */
  readonly isUnmeasured?: boolean;
  /** Bytes that come, where the length in the head promises more. */
  readonly truncateTo?: number;
}

/** An answer on its way out. */
export interface Answer {
  readonly status: number;
  /** Media type of the body. */
  readonly type: string;
  readonly body: string | Uint8Array<ArrayBuffer> | OpenStream | null;
  readonly caching: Caching;
  /** When it is right, if nobody writes; always where left out. */
  readonly period?: Period | undefined;
  /**
   * Its strong entity tag (RFC 9110 §8.8.3.1). Such an answer is never compressed: the same tag would stand for other
   * bytes.
   */
  readonly tag?: string | undefined;
  /** Headers of its own, in lower case. */
  readonly headers?: HeaderRecord;
  /** Time spent in artificial latency, in ms. */
  readonly delayedMs?: number;
  /** The kind of the problem it is, for the log. */
  readonly kind?: ProblemKind;
  /** What of the request its operation does not know, for the journal. */
  readonly unknown?: readonly UnknownMember[];
  /** Where the request is off the contract, for the journal. */
  readonly offContract?: readonly ContractIssue[] | undefined;
  /** The page of a list that it is, where its headers do not say so, for the journal. */
  readonly listed?: ListedPage | undefined;
  /** What was thrown, for the log. */
  readonly cause?: unknown;
  /** Whether controls or headers of the call shaped it: then it is not what another call gets. */
  readonly controlled?: boolean;
  /** Whether who asks the same with the same headers is answered the same, whatever caches on the way may do. */
  readonly isRepeated?: boolean;
  /**
   * Whether a fault is in the place of the true answer, or spoils it. Such an answer is never kept, has no tag, regards no
   * condition, and is not compressed.
   */
  readonly isSpoiled?: boolean;
  /** Whether somebody who sets rules has written it, headers and all. */
  readonly isFixed?: boolean;
  /** What is done to its bytes once it is finished. */
  readonly corruption?: ((body: Uint8Array<ArrayBuffer>) => CorruptedBody) | undefined;
  /** How it goes out, where it does not simply go out. */
  readonly wire?: Transmission | undefined;
  /** Id of the record that the call created, also where the answer does not say so, for the journal. */
  readonly made?: string | undefined;
  /** What came of the check of a signature, where it is an inbox that answers, for the journal. */
  readonly signature?: SignatureState;
  /** What struck it, for the journal. */
  readonly struck?: readonly AppliedFault[];
}

/** Media type of JSON. */
export const JSON_TYPE = 'application/json';

/** Media type of a JWT (RFC 7519 §10.3.1). */
export const JWT_TYPE = 'application/jwt';

/** Media type of server-sent events (HTML Living Standard §9.2.5). */
export const EVENTS_TYPE = 'text/event-stream';

/** Media type of HTML pages. */
export const HTML_TYPE = 'text/html; charset=utf-8';
