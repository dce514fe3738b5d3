/** One call of one operation: what the adapters know of it, and what the edge needs to know afterwards. */
import type { CorsMode, OperationMeta, SimulatedError, UnknownMember } from '@understudy/contract';
import type { Page } from '../listing/paginate.js';
import type { ProblemError } from '../kit/problem-error.js';
import type { Sandbox } from '../state/registry/sandbox.js';

/** One call. REST makes one per request, tRPC one per request with all its procedures. */
export interface Call {
  readonly sandbox: Sandbox;
  /** Origin of the server, as clients see it. */
  readonly origin: string;
  /** Origin and sandbox path, without a slash at the end. */
  readonly baseUrl: string;
  /** The controls, or what is wrong with them: a call refuses them at its own place in the order. */
  readonly controls: CallControls | ProblemError;
  /** What the caller would rather have, a page or JSON, by what it accepts. */
  readonly prefers: 'html' | 'json' | 'any';
  /** Whether the call came as a POST, also where its operation is a GET. */
  readonly posted: boolean;
  /** Whether a page of a foreign origin is asking, without the admin token. */
  readonly isForeign: () => boolean;
  /** Value of the Cookie header, or the empty text. */
  readonly cookie: string;
  /** Value of the Authorization header, or the empty text; a bearer token in a form body stands for one (RFC 6750 §2.2). */
  authorization: string;
  /** Value of the Idempotency-Key header. */
  readonly idempotencyKey: string | undefined;
  /** Deliveries of webhooks that led to the call, one by the other, as its `CDN-Loop` header says; 0 where none did. */
  readonly depth: number;
  /** Aborted when the client hangs up. */
  readonly signal: () => AbortSignal;
  /** Reads path, query and body, and parses them; over tRPC, which does that itself, it only fails where that cannot be done. */
  readonly readInput?: () => Promise<unknown>;
  /** What the answer's headers follow from; filled while the call runs. */
  readonly outcome: Outcome;
}

/** The controls that act on the call itself. */
export interface CallControls {
  /** Artificial latency in seconds; undefined where none was asked for, which is not the same as 0. */
  readonly delay?: number | undefined;
  readonly simulate_error?: SimulatedError | undefined;
  readonly cors?: CorsMode | undefined;
}

/** Sends a browser elsewhere. */
export interface Redirect {
  readonly location: string;
  /** Value of the Set-Cookie header. */
  readonly cookie?: string | undefined;
}

/** What a call leaves behind for the headers of its answer. */
export interface Outcome {
  /** Time spent in artificial latency, in ms. */
  delayedMs: number;
  /** Whether the answer is that of an earlier call under the same Idempotency-Key. */
  replayed: boolean;
  /** Whether the finished answer is to be cut in half, as simulate_error=malformed asks. */
  cut: boolean;
  /** Where to send the browser instead of answering. */
  redirect: Redirect | undefined;
  /** The page of a list that is answered. */
  page: Page | undefined;
  /** What of the request its operation does not know. */
  unknown: readonly UnknownMember[];
  /** The failure, where there was one. */
  error: unknown;
}

/** The outcome of a call that has not run yet. */
export function newOutcome(): Outcome {
  return {
    delayedMs: 0,
    replayed: false,
    cut: false,
    redirect: undefined,
    page: undefined,
    unknown: [],
    error: undefined,
  };
}

declare module '@understudy/contract' {
  interface Context {
    readonly call: Call;
  }
}

/** Whether an operation writes. */
export function writes(meta: OperationMeta): boolean {
  return meta.openapi.method !== 'GET';
}
