/** What the edge knows of a request before any domain sees it. */
import type { CorsMode } from '@understudy/contract/kit';
import type { FaultOutcome } from '../faults/outcome.js';
import type { TraceContext } from '../kit/request-id.js';
import type { BodyShare } from './body-budget.js';
import type { Incoming } from './incoming.js';
import type { OauthErrors } from './oauth-error-body.js';
import type { Sandbox } from '../store/registry/sandbox.js';

/** A request, located and read as far as every answer needs it. */
export interface RequestContext {
  readonly request: Incoming;
  readonly method: string;
  /** Path below the base URL, still percent-encoded. */
  readonly path: string;
  /** Path as the client sees it. */
  readonly fullPath: string;
  readonly query: URLSearchParams;
  /** The query as it was sent, without its question mark. */
  readonly search: string;
  /** Origin as clients see it. */
  readonly origin: string;
  /** Origin and the prefix that all of the server lies below, without a slash at the end. */
  readonly rootUrl: string;
  /** The root and the path of the sandbox, without a slash at the end. */
  readonly baseUrl: string;
  /** Address of the API: the base URL and the path that the server serves the API below. */
  readonly apiUrl: string;
  /** The issuer of the tokens of the sandbox. */
  readonly issuer: string;
  readonly sandbox: Sandbox;
  /** Whether the path is one of the control API. */
  readonly isControl: boolean;
  /** How failures at its path speak OAuth; undefined where they do not. */
  readonly oauth: OauthErrors | undefined;
  /** Whether a page of a foreign origin is asking, without the admin token. */
  readonly isForeign: () => boolean;
  /** Network address of the client, as a trusted proxy says it where there is one; empty where there is no network. */
  readonly clientAddress: () => string;
  /** The methods of its path, as Allow names them (RFC 9110 §10.2.1). */
  readonly allow: () => string;
  /** Counts what is held of its body. */
  readonly bodyShare: BodyShare;
  readonly cors: CorsMode | undefined;
  /** What it meets of the rules of its sandbox, where that was counted before it was located; else undefined. */
  readonly counted: FaultOutcome | undefined;
  readonly id: string;
  /** The trace that it is part of; undefined where it names none. */
  readonly trace: TraceContext | undefined;
  /** When the request came in, on the monotonic clock, in ms. */
  readonly since: number;
}
