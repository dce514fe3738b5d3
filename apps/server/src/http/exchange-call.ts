/** A call that a request makes, over REST and tRPC alike, before its input is read. */
import Negotiator from 'negotiator';
import type { Call, CallControls, LateRules } from '../call/call.js';
import type { AppliedFault, FaultOutcome } from '../faults/outcome.js';
import { type ContractIssue, ProblemError } from '../kit/problem-error.js';
import type { ListedPage } from '../kit/pages.js';
import type { PresentedProof } from '../kit/credential.js';
import type { TraceContext } from '../kit/request-id.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import type { View } from '../store/model/view.js';
import { depthOf } from '../webhooks/attempts.js';
import type { Exchange } from './exchange.js';
import { isRedirected } from './forced-answer.js';

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
  met: FaultOutcome | undefined;
  view: View | undefined;
  readonly altered: Set<AppliedFault>;
  isFresh: boolean | undefined;
  unmet: LateRules | undefined;
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
    return isRedirected(this.exchange.search);
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
    const { clientAddress, request } = this.exchange;
    return () => `${clientAddress()} ${request.header('user-agent') ?? ''}`;
  }

  get allow(): () => string {
    return this.exchange.allow;
  }

  get proof(): PresentedProof {
    return this.exchange.proof;
  }

  /** The call of one of several procedures of the same request. */
  ofProcedure(met: FaultOutcome | undefined, idempotencyKey: string | undefined): ExchangeCall {
    const own = new ExchangeCall(this.exchange, this.controls, 'trpc', this.altered);
    own.fault = this.fault;
    own.isFresh = this.isFresh;
    own.met = met ?? this.met;
    own.idempotencyKey = idempotencyKey ?? this.idempotencyKey;
    return own;
  }
}
