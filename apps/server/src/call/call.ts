/** One call of one operation: what is known of it before its input is read, and what it found with its answer. */
import type { State } from '../store/model/state.js';
import type { View } from '../store/model/view.js';
import type {
  CorsMode,
  OperationMeta,
  SimulatedError,
  DeclaredLines,
  LinesControls,
  StreamControls,
} from '@understudy/contract/kit';
import type { AppliedFault, FaultOutcome } from '../faults/outcome.js';
import type { ReadFault } from '../faults/read-faults.js';
import type { TraceContext } from '../kit/request-id.js';
import type { ContractIssue } from '../kit/problem-error.js';
import type { ListedPage } from '../kit/pages.js';
import type { PresentedProof } from '../kit/credential.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import type { AnswerHead, FileContent } from '../kit/handler.js';
import type { Form, Period } from '../kit/listing.js';
import type { EventSource, StreamEvent } from '../kit/event-source.js';
import type { LeftOfLimit } from './write-limit.js';
import type { Page } from '../listing/paginate.js';

/** Thrown before anything is written: the call is to meet the rules, and to be made again. */
class RulesPending extends Error {
  override readonly name = 'RulesPending';
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
   * @throws RulesPending where there are some
   */
  check({ rules }: Pick<State, 'rules'>): void {
    this.#isChecked = true;
    if (rules.length > 0) throw new RulesPending('rules were set that the call has not met');
  }
}

/** Whether a call failed for that; what it throws may be wrapped on its way. */
export function isLateRules(error: unknown): boolean {
  return error instanceof RulesPending || (error instanceof Error && error.cause instanceof RulesPending);
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
  faultOutcome?: FaultOutcome | undefined;
  /** The faults of what its answer says that had anything to do. */
  readonly altered: Set<AppliedFault>;
  /** The records that it reads, where they are not those of the present. */
  view?: View | undefined;
  /** Who makes it: the address of the client, and its User-Agent. */
  readonly client: () => string;
  /** Whether the store was asked for it what others have written, and nothing was waited for since. */
  isFresh?: boolean | undefined;
  /** Set where others may have set fault rules that it has not met: the commit refuses it then, with `RulesPending`. */
  lateRules?: LateRules | undefined;
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

/** Whether a request meets anything at all. */
export function hasOutcome({ faultOutcome, controls }: Pick<Call, 'faultOutcome' | 'controls'>): boolean {
  return faultOutcome !== undefined || controls.simulate_error !== undefined;
}

/** Rows by index. */
export interface FoundRows {
  readonly total: number;
  /** Undefined where nothing is there. */
  readonly rowAt: (index: number) => object | undefined;
}

/** What a call answers line by line. */
export interface FoundLines extends FoundRows, DeclaredLines {
  readonly controls: LinesControls;
  /** All of them, where they are wanted as a whole. */
  readonly text?: string;
  /** Makes of some lines what a fault has them say. */
  readonly altered?: AlterTexts | undefined;
}

/** Makes other texts of texts, in their order, each of whole lines or events. */
export type AlterTexts = (text: string) => string;

/** A stream, before it is opened. */
export interface FoundStream {
  readonly source: EventSource;
  /** What the input says of it. */
  readonly controls: StreamControls;
  /** Makes of some events what a fault has them say. */
  readonly altered?: AlterTexts | undefined;
}

/** What the answer's status and headers follow from. */
export interface Found extends Partial<AnswerHead> {
  /** The page of a list that is answered. */
  readonly page?: Page;
  /** Id of the record that the call created and shows. */
  readonly made?: string | undefined;
  /** Whether the answer is that of an earlier call under the same Idempotency-Key. */
  readonly replayed?: boolean;
  /** What is left of the limit that its operation declares. */
  readonly limit?: LeftOfLimit | undefined;
  /** Strong entity tag of the one record that is answered (RFC 9110 §8.8.3). */
  readonly tag?: string | undefined;
  /** When the answer of a read is right, if nobody writes. */
  readonly period?: Period | undefined;
  /** The list in another form than a page: it is what is answered. */
  readonly form?: Form | undefined;
  /** The answer as a signed JWT: it is what is answered. */
  readonly signed?: string | undefined;
  /** The file that is answered. */
  readonly file?: FileContent | undefined;
  /** The lines that are answered. */
  readonly lines?: FoundLines | undefined;
  /** The events that are answered. */
  readonly stream?: FoundStream | undefined;
  /** The events of a stream that is answered as a whole. */
  readonly events?: readonly StreamEvent[] | undefined;
}

/** What a call has come to. */
export interface Performed extends Found {
  readonly status: AnswerHead['status'];
  /** The answer, in the envelope of its operation. */
  readonly answer: unknown;
  /** Its JSON, where it was held against its schema already. */
  readonly json?: string | undefined;
}

/** What a procedure found with its answer. */
export interface CallResult {
  /** Undefined where the procedure was not run, or has failed. */
  found?: Found;
}
