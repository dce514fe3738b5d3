/** One request on its way from its host to its records: what came, where it goes, and what of it was found out. */
import { type CorsMode, corsModes } from '@understudy/contract/kit';
import { providerUrl } from '../identity/realm.js';
import type { FaultOutcome } from '../faults/outcome.js';
import type { PresentedProof } from '../kit/credential.js';
import { idText, requestId, type TraceContext, traceOf } from '../kit/request-id.js';
import { issuerAt } from '../kit/sandbox-address.js';
import type { Settings } from '../options/options.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import type { BodyShare } from './body-budget.js';
import type { Incoming } from './incoming.js';
import { clientAddress, type Location } from './locate.js';
import type { OauthErrors } from './oauth-error-body.js';

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
    this.id = idText(requestId(request.header('x-request-id')));
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

  /** The trace that it is part of; undefined where it names none. */
  get trace(): TraceContext | undefined {
    return traceOf(this.request.header('traceparent'));
  }
}
