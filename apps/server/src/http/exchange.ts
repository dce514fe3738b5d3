/** One request on its way from its host to its records, and the calls that it makes: what came, where it goes, and what of it was found out. */
import Negotiator from 'negotiator';
import { type CorsMode, type Credential, corsModes } from '@understudy/contract/kit';
import { providerUrl } from '../identity/realm.js';
import type { AppliedFault, FaultOutcome } from '../faults/outcome.js';
import type { PresentedProof } from '../kit/credential.js';
import { type TraceContext, requestId, traceOf } from '../kit/request-id.js';
import { issuerAt } from '../kit/sandbox-address.js';
import type { Settings } from '../options/options.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import type { BodyShare } from './body.js';
import type { Incoming } from './incoming.js';
import { type Location, clientAddress } from './locate.js';
import type { Call, CallControls, LateRules } from '../call/call.js';
import { type ContractIssue, ProblemError } from '../kit/problem-error.js';
import type { ListedPage } from '../kit/pages.js';
import type { View } from '../store/model/view.js';
import { depthOf } from '../webhooks/attempts.js';

/**
 * Two empty pairs at the end of a query: no reader of queries sees them (URL standard §5.1), all clients keep them, and
 * hardly anybody writes them. So a server without a memory of it knows a request that it has sent elsewhere itself.
 */
export const REDIRECTED = '&&';

/** What an operation whose errors speak OAuth says of itself. */
export interface OauthErrors {
  /** The credential that the operation reads. */
  readonly credential: Credential;
  /** The code of an input that is faulty. */
  readonly inputError: string;
}

/** What the exchanges of a server have in common. */
export interface ExchangeRules {
  readonly settings: Pick<Settings, 'trustProxy' | 'issuer'>;
  /** Path that the API lies below. */
  readonly apiBase: string;
  /** Whether a page of a foreign origin is asking a server of this origin, without the admin token. */
  readonly isForeign: (request: Incoming, origin: string) => boolean;
  /** The methods that a path has, as Allow names them (RFC 9110 §10.2.1). */
  readonly allow: (path: string) => string;
}

/** What a request came with. */
export interface Arrival {
  readonly request: Incoming;
  /** Counts what is held of its body. */
  readonly bodyShare: BodyShare;
  /** What it meets of the rules of its sandbox, where that was counted before it was located. */
  readonly counted: FaultOutcome | undefined;
  /** When it came in, on the monotonic clock, in ms. */
  readonly since: number;
}

/** Where a request goes, and what stands there. */
export interface Destination {
  readonly location: Location;
  /** Name of the operation that its path stands for; undefined where that is none, or several. */
  readonly operation: string | undefined;
  readonly isControl: boolean;
  readonly oauth: OauthErrors | undefined;
}

/** A request that was located. What only some of them are asked for is made when it is first asked for. */
export class Exchange {
  /** The request; another one stands for it once somebody listens to its body. */
  request: Incoming;
  readonly method: string;
  readonly sandbox: Sandbox;
  /** Path below the base URL, still percent-encoded. */
  readonly path: string;
  /** Path as the client sees it. */
  readonly fullPath: string;
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
  /** Path that links of the answer name in place of `path`; undefined for the same. */
  readonly linkPath: string | undefined;
  /** Name of the operation that its path stands for; undefined where that is none, or several. */
  readonly operation: string | undefined;
  /** Whether the path is one of the control API. */
  readonly isControl: boolean;
  /** How failures at its path speak OAuth; undefined where they do not. */
  readonly oauth: OauthErrors | undefined;
  readonly bodyShare: BodyShare;
  readonly counted: FaultOutcome | undefined;
  readonly since: number;
  readonly id: string;
  /** The methods of its path, as Allow names them (RFC 9110 §10.2.1). */
  readonly allow = (): string => this.#rules.allow(this.path);
  /** Whether a page of a foreign origin is asking, without the admin token. */
  readonly isForeign = (): boolean => this.#rules.isForeign(this.request, this.origin);
  /** Network address of the client, as a trusted proxy says it where there is one; empty where there is no network. */
  readonly clientAddress = (): string => clientAddress(this.request, this.#rules.settings.trustProxy);
  readonly #rules: ExchangeRules;
  #proof: PresentedProof | undefined;
  #query: URLSearchParams | undefined;

  constructor(arrival: Arrival, { location, operation, isControl, oauth }: Destination, rules: ExchangeRules) {
    const { request } = arrival;
    this.request = request;
    this.method = request.method;
    this.sandbox = location.sandbox;
    this.path = location.path;
    this.fullPath = location.fullPath;
    this.search = location.query;
    this.origin = location.origin;
    this.rootUrl = location.rootUrl;
    this.baseUrl = location.baseUrl;
    this.apiUrl = location.baseUrl + rules.apiBase;
    this.linkPath = location.linkPath;
    this.operation = operation;
    this.isControl = isControl;
    this.oauth = oauth;
    this.bodyShare = arrival.bodyShare;
    this.counted = arrival.counted;
    this.since = arrival.since;
    this.id = requestId(request.header('x-request-id'));
    this.#rules = rules;
  }

  get query(): URLSearchParams {
    return (this.#query ??= new URLSearchParams(this.search));
  }

  /** Sets the query as it is read, where that is not as it was sent. */
  set query(query: URLSearchParams) {
    this.#query = query;
  }

  /** The control of the same name, where it is a mode that there is. */
  get cors(): CorsMode | undefined {
    if (this.search === '') return undefined;
    const asked = this.query.get('cors');
    return corsModes.find((mode) => mode === asked);
  }

  /** The issuer of the tokens of the sandbox. */
  get issuer(): string {
    return issuerAt(providerUrl(this), this.sandbox.name, this.#rules.settings.issuer);
  }

  /** The proof of possession that it shows; all of its calls share it, since it is used up once. */
  get proof(): PresentedProof {
    const header = this.request.header('dpop');
    return (this.#proof ??= { header, method: this.method, url: this.origin + this.fullPath });
  }

  /** Whether it comes from a redirect that was forced, so that it is not sent on once more. */
  get isRedirected(): boolean {
    return this.search.endsWith(REDIRECTED);
  }

  /** Whether nobody has set a fault that it could meet, and nobody else can have. */
  get isPlain(): boolean {
    const { sandbox, counted } = this;
    return counted === undefined && sandbox.fresh && sandbox.state.rules.length === 0;
  }

  /** The trace that it is part of; undefined where it names none. */
  get trace(): TraceContext | undefined {
    return traceOf(this.request.header('traceparent'));
  }
}

/** What a caller would rather have: a page, JSON, a signed JWT, or no matter. */
export type Preference = 'html' | 'json' | 'jwt' | 'any';

/** What is wanted, by Accept (RFC 9110 §12.5.1), and where that leaves it open by Sec-Fetch-Mode (Fetch Metadata §2.3). */
export function preference(header: (name: string) => string | null): Preference {
  const accept = header('accept') ?? '*/*';
  const accepted = new Negotiator({ headers: { accept } });
  const best = accepted.mediaTypes()[0]?.toLowerCase();
  if (best === 'application/json') return 'json';
  if (best === 'application/jwt') return 'jwt';
  const [first] = accept.includes('html') ? accepted.mediaTypes(['application/json', 'text/html']) : [];
  return first === 'text/html' || header('sec-fetch-mode') === 'navigate' ? 'html' : 'any';
}

/** A call; what only few operations look at follows from its exchange when they do. */
export class ExchangeCall implements Call {
  readonly exchange: Exchange;
  readonly controls: CallControls;
  fault: unknown;
  faultOutcome: FaultOutcome | undefined;
  view: View | undefined;
  readonly altered: Set<AppliedFault>;
  isFresh: boolean | undefined;
  lateRules: LateRules | undefined;
  authorization: string;
  idempotencyKey: string | undefined;
  offContract: readonly ContractIssue[] | undefined;
  listed: ListedPage | undefined;
  readonly isTrpc: boolean;

  /**
   * @param controls its controls, or what is wrong with them
   * @param altered shared by the calls of one request
   */
  constructor(
    exchange: Exchange,
    controls: CallControls | ProblemError,
    protocol: 'rest' | 'trpc',
    altered = new Set<AppliedFault>(),
  ) {
    const { header } = exchange.request;
    const isFaulty = controls instanceof ProblemError;
    this.exchange = exchange;
    this.altered = altered;
    this.controls = isFaulty ? {} : controls;
    this.fault = isFaulty ? controls : undefined;
    this.authorization = header('authorization') ?? '';
    // Forms of tools send the header empty where nobody filled it in.
    this.idempotencyKey = header('idempotency-key') || undefined;
    this.isTrpc = protocol === 'trpc';
  }

  get sandbox(): Sandbox {
    return this.exchange.sandbox;
  }

  get rootUrl(): string {
    return this.exchange.rootUrl;
  }

  get baseUrl(): string {
    return this.exchange.baseUrl;
  }

  get apiUrl(): string {
    return this.exchange.apiUrl;
  }

  get issuer(): string {
    return this.exchange.issuer;
  }

  // Nobody navigates over tRPC.
  get prefers(): Preference {
    return this.isTrpc ? 'json' : preference(this.exchange.request.header);
  }

  get cookie(): string {
    return this.isTrpc ? '' : (this.exchange.request.header('cookie') ?? '');
  }

  get posted(): boolean {
    return !this.isTrpc && this.exchange.method === 'POST';
  }

  get isRedirected(): boolean {
    return this.exchange.isRedirected;
  }

  get depth(): number {
    return depthOf(this.exchange.request.header('cdn-loop'));
  }

  get trace(): TraceContext | undefined {
    return this.exchange.trace;
  }

  /** Asked for only where something waits: making one costs as much as a small answer. */
  get signal(): () => AbortSignal {
    return this.exchange.request.signal;
  }

  get isForeign(): () => boolean {
    return this.exchange.isForeign;
  }

  get client(): () => string {
    const { exchange } = this;
    return () => `${exchange.clientAddress()} ${exchange.request.header('user-agent') ?? ''}`;
  }

  get allow(): () => string {
    return this.exchange.allow;
  }

  get proof(): PresentedProof {
    return this.exchange.proof;
  }

  /** Whether it meets nothing, as most calls do: it asks for no fault, nobody has set one, and nobody else can have. */
  get isPlain(): boolean {
    return this.controls.faults === undefined && this.exchange.isPlain;
  }

  /** The call of one of several procedures of the same request. */
  ofProcedure(faultOutcome: FaultOutcome | undefined, idempotencyKey: string | undefined): ExchangeCall {
    const own = new ExchangeCall(this.exchange, this.controls, 'trpc', this.altered);
    own.fault = this.fault;
    own.isFresh = this.isFresh;
    own.faultOutcome = faultOutcome ?? this.faultOutcome;
    own.idempotencyKey = idempotencyKey ?? this.idempotencyKey;
    return own;
  }
}
