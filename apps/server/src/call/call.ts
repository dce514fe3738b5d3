/** One call of one operation: what is known of it before its input is read. */
import type { State } from '../store/model/state.js';
import type { View } from '../store/model/view.js';
import type { CorsMode, OperationMeta, SimulatedError } from '@understudy/contract/kit';
import type { AppliedFault, FaultOutcome } from '../faults/outcome.js';
import type { ReadFault } from '../faults/read-faults.js';
import type { TraceContext } from '../kit/request-id.js';
import type { ContractIssue } from '../kit/contract-issue.js';
import type { ListedPage } from '../kit/pages.js';
import type { PresentedProof } from '../kit/credential.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import type { CallResult } from './call-result.js';

/** Thrown before anything is written: the call is to meet the rules, and to be made again. */
class RulesUnmet extends Error {
  override readonly name = 'RulesUnmet';
}

/** What becomes of a write that was made where no rule was known, and the store was not asked for any. */
export class LateRules {
  #isChecked = false;

  /** Whether a commit has looked for rules; until then nothing can have been written. */
  get isChecked(): boolean {
    return this.#isChecked;
  }

  /**
   * Looks for rules in the state that a commit decides on.
   *
   * @throws RulesUnmet where there are some
   */
  check({ rules }: Pick<State, 'rules'>): void {
    this.#isChecked = true;
    if (rules.length > 0) throw new RulesUnmet('rules were set that the call has not met');
  }
}

/** Whether a call failed for that; what it throws may be wrapped on its way. */
export function isLateRules(error: unknown): boolean {
  return error instanceof RulesUnmet || (error instanceof Error && error.cause instanceof RulesUnmet);
}

/** One call: a request has one over REST, and one for each of its procedures over tRPC. What may change is found out on its way. */
export interface Call {
  readonly sandbox: Sandbox;
  /** Origin and prefix of the server, as clients see them. */
  readonly rootUrl: string;
  /** The root and the path of the sandbox, without a slash at the end. */
  readonly baseUrl: string;
  /** Address of the API: the base URL and the path that the server serves the API below. */
  readonly apiUrl: string;
  /** The issuer of the tokens of the sandbox. */
  readonly issuer: string;
  /** The controls; none where they are faulty. */
  readonly controls: CallControls;
  /** What is wrong with the controls, or why it cannot be said what it meets: the call is refused for it when it asks to be admitted. */
  fault: unknown;
  /** What it meets of the faults that are set; undefined where it meets none. */
  met?: FaultOutcome | undefined;
  /** The faults of what its answer says that had anything to do. */
  readonly altered: Set<AppliedFault>;
  /** The records that it reads, where they are not those of the present. */
  view?: View | undefined;
  /** Who makes it: the address of the client, and its User-Agent. */
  readonly client: () => string;
  /** Whether the store was asked for it what others have written, and nothing was waited for since. */
  isFresh?: boolean | undefined;
  /** Set where others may have set fault rules that it has not met: the commit refuses it then, with `RulesUnmet`. */
  unmet?: LateRules | undefined;
  /** What the caller would rather have, a page, JSON or a signed JWT, by what it accepts. */
  readonly prefers: 'html' | 'json' | 'jwt' | 'any';
  /** Whether the call came as a POST, also where its operation is a GET. */
  readonly posted: boolean;
  /** Whether a page of a foreign origin is asking, without the admin token. */
  readonly isForeign: () => boolean;
  /** Value of the Cookie header, or the empty text. */
  readonly cookie: string;
  /** Value of the Authorization header, or the empty text; a bearer token in a form body stands for one (RFC 6750 §2.2). */
  authorization: string;
  /** The proof of possession of its request, if it has one. */
  readonly proof: PresentedProof;
  /** Value of the Idempotency-Key header; over tRPC it may be a member of the input. */
  idempotencyKey: string | undefined;
  /** Where its handler has found it to be off the contract; undefined where it has said nothing. */
  offContract?: readonly ContractIssue[] | undefined;
  /** The page of a list that its handler answers, where it has said so. */
  listed?: ListedPage | undefined;
  /** Whether it came over tRPC, where there are no headers of answers. */
  readonly isTrpc?: boolean | undefined;
  /** Deliveries of webhooks that led to the call, one by the other, as its `CDN-Loop` header says; 0 where none did. */
  readonly depth: number;
  /** The trace that it is part of, as its `traceparent` header says; undefined where it names none. */
  readonly trace?: TraceContext | undefined;
  /** The methods of its path, as Allow names them (RFC 9110 §10.2.1). */
  readonly allow: () => string;
  /** Whether a redirect that was forced has sent it here. */
  readonly isRedirected: boolean;
  /** Aborted when the client hangs up. */
  readonly signal: () => AbortSignal;
}

/** The controls that act on the call itself. */
export interface CallControls {
  /** Artificial latency in seconds; undefined where none was asked for, which is not the same as 0. */
  readonly delay?: number | undefined;
  readonly simulate_error?: SimulatedError | undefined;
  /** The faults of its query, then those of its header; undefined where it asks for none. */
  readonly faults?: readonly ReadFault[] | undefined;
  readonly cors?: CorsMode | undefined;
}

declare module '@understudy/contract' {
  interface Context {
    readonly call: Call;
    readonly result: CallResult;
  }
}

/** Whether an operation writes. */
export function writes({ openapi, raw }: OperationMeta): boolean {
  return openapi.method !== 'GET' && raw?.isSafe !== true;
}
