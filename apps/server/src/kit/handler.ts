/** What a handler is: a context in, an outcome out. It knows neither HTTP, nor the store, nor the controls. */
import type { Problem } from '@understudy/contract';
import type { AnswerShape, Domain, Operation, RawAnswer, Status, Versioned } from '@understudy/contract/kit';
import type { z } from 'zod';
import type { AnyCollection } from './collection.js';
import type { ContextFor, FailureContext, InputFor, PlanContext, WithKeys } from './context.js';
import type { Entries, Listing } from './listing.js';
import type { EventsNow, Streaming } from './event-source.js';
import type { KeyRequest } from './credential.js';
import type { ProblemError } from './problem-error.js';
import type { Identified } from './records.js';
import type { VersionedRecord } from './version.js';
import { sha1 } from '#platform/runtime';

/** The bytes of a file, with what its head says of them. */
export interface FileContent<MediaType extends string = string> {
  /** One of those that the operation declares. */
  readonly mediaType: MediaType;
  /** They are sent as they are, and must not change any more. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Name that a browser saves it as (RFC 6266 §4.3). */
  readonly filename?: string | undefined;
  /** Whether a browser that opens its address shows it, or saves it; `inline` where left out. */
  readonly disposition?: 'inline' | 'attachment' | undefined;
}

/** A file to answer. */
export interface FileResult<MediaType extends string = string> {
  readonly file: FileContent<MediaType>;
}

/**
 * The ETag with which a file is answered: a hash of its bytes, in quotes. Records that speak of a file can show it.
 *
 * @example
 * ```ts
 * import { fileTag } from '@understudy/server/domain';
 * console.log(fileTag(new TextEncoder().encode('hello'))); // "qvTGHdzF6KLavt4PO0gs2a6pQ00"
 * ```
 */
export function fileTag(bytes: Uint8Array): string {
  return `"${sha1(bytes)}"`;
}

/** Sends a browser elsewhere. */
export interface Redirect {
  readonly location: string;
  /** Value of the Set-Cookie header. */
  readonly cookie?: string | undefined;
}

/** A page for a browser. */
export interface HtmlPage {
  readonly html: string;
  /** Its status; 200 where left out. */
  readonly status?: number | undefined;
  /** Its Content-Security-Policy, as narrow as it can be. */
  readonly policy: string;
  /** Value of the Set-Cookie header. */
  readonly cookie?: string | undefined;
}

/** Where a browser is sent, or what it is shown. */
export type ForBrowser = Redirect | HtmlPage;

/** Sends a browser elsewhere, or shows it a page, instead of answering. */
export interface Redirection {
  readonly redirect: ForBrowser;
}

/** What takes long, and is made before a handler runs: who writes keeps the other writers waiting meanwhile. */
export interface Needs {
  /** Keys to derive; one that is named too late costs another run of the handler. */
  readonly keys?: readonly KeyRequest[];
  /** Collections whose seeded records it looks up. */
  readonly collections?: readonly AnyCollection[];
}

/** A value as a signed JWT. */
export interface SignedForm {
  /** Whether it is answered also to callers that would take JSON. */
  readonly isDue: boolean;
  readonly make: () => Promise<string>;
}

/** A value to answer. */
export interface Result<Value> {
  readonly value: Value;
  /** Members of the answer beside its envelope. */
  readonly beside?: object;
  /**
   * Where what was created or accepted is found (RFC 9110 §10.2.2): a path below the base URL of the sandbox, as it is
   * declared, such as `/api/rooms/room_0001`.
   */
  readonly location?: string | undefined;
  /** Seconds after which to ask again (RFC 9110 §10.2.3). */
  readonly retryAfter?: number | undefined;
  /**
   * The first instant at which a read may answer otherwise, though nobody writes, in ms since 1970; Infinity for never. What
   * collections say of their transitions needs no word here. A read that looks at `now` and says nothing is never kept.
   */
  readonly until?: number | undefined;
  /** Whether what was to be created was there already: a declared 201 is then 200. */
  readonly existed?: boolean | undefined;
  /** Requests that the API sends because of the call. */
  readonly callbacks?: readonly Callback[] | undefined;
  /** The value as a signed JWT, of an operation that declares it: for callers that want it so. */
  readonly signed?: SignedForm | undefined;
  /** What a browser gets instead, from an operation whose errors travel in redirects. */
  readonly redirect?: ForBrowser | undefined;
}

/** A request that an API sends because of a call, to an address that the call has named. */
export interface Callback {
  /** What it is about. */
  readonly name: string;
  /** Absolute, of http or https. */
  readonly url: string;
  readonly method: string;
  /** What is sent as JSON; undefined for nothing. */
  readonly body: unknown;
}

/** A failure that writes all the same: what was found out must be kept, such as the misuse of a token. */
export interface Failure {
  readonly failure: ProblemError;
}

type MediaTypeOf<Output> = Output extends { readonly media_type: infer Type extends string } ? Type : never;

type ItemOf<Output> = Output extends { data: (infer One)[] } ? One : Output extends { data: infer One } ? One : never;

type ListOf<Op extends Operation, Output> = Op['meta']['scope'] extends 'registry'
  ? Entries<ItemOf<Output>>
  :
      | Entries<ItemOf<Output>>
      | Listing<Identified, ItemOf<Output>, keyof Op['meta']['computes'] & string>
      | (Op['meta']['errors'] extends 'redirect' ? Redirection : never);

/** What a row of lines is made of. */
type RowIn<Whole> = Whole extends { readonly row: z.ZodType<infer _Shown, infer Row> } ? Row : never;

type OutcomeIn<Op extends Operation, Answers extends AnswerShape, Output> = Answers extends 'list'
  ? ListOf<Op, Output>
  : Answers extends 'lines'
    ? ListOf<Op, { data: RowIn<Op['whole']>[] }>
    : Answers extends 'stream'
      ? Op['meta']['scope'] extends 'registry'
        ? Streaming<ItemOf<Output>>
        : EventsNow<ItemOf<Output>>
      : Answers extends 'file'
        ? FileResult<MediaTypeOf<Output>>
        : Answers extends 'written' | 'batch'
          ? Result<readonly ItemOf<Output>[]> | Failure
          : Answers extends 'record'
            ? Result<ItemOf<Output>>
            : Result<Output> | Failure;

/** What the handler of an operation gives back. */
export type OutcomeOf<Op extends Operation> = OutcomeIn<Op, Op['answers'], z.input<Op['whole']>>;

type Handle<Op extends Operation, Context> = (ctx: Context) => OutcomeOf<Op> | Promise<OutcomeOf<Op>>;

/** Turns a problem into a redirect where the caller is a browser that can be sent back; undefined where not. */
export type RedirectError = (problem: ProblemError, ctx: FailureContext) => ForBrowser | undefined;

/** A problem as it would be answered, and what a client said of the answer that it wants. */
export interface ToldProblem {
  readonly problem: Problem;
  /** Headers of the request that the operation reads, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Tells a problem as an API of its own tells it; undefined where it has no words for it. */
export type ProblemAnswer = (told: ToldProblem) => RawAnswer | undefined;

/** A JSON Schema, and what follows its references. */
export interface Described {
  readonly schema: unknown;
  /** Follows a reference; a schema without one is what it gives back. */
  readonly resolve: (node: unknown) => unknown;
}

/** The schema of an answer of a status and media type; undefined where nothing is said of it. */
export type AnswerSchema = (answer: Pick<RawAnswer, 'status' | 'type'>) => Described | undefined;

/** A handler that says more of itself. */
export interface PreparedHandler<D extends Domain, Op extends Operation> {
  /** Says what it will need. */
  readonly needs?: (plan: PlanContext<InputFor<Op>>) => Needs;
  readonly handle: Handle<Op, ContextFor<D, Op> & WithKeys>;
  /** How its errors travel, for an operation whose errors travel in redirects. */
  readonly redirectError?: Op['meta']['errors'] extends 'redirect' ? RedirectError : never;
  /** How its problems are told, for an operation that speaks HTTP of its own. */
  readonly problemAnswer?: ProblemAnswer;
  /** The schemas of its answers, for an operation that speaks HTTP of its own. */
  readonly answerSchema?: AnswerSchema;
}

/** What the handler of a versioned write says, so that the kit can hold the call's conditions against it. */
export interface Conditional<D extends Domain, Op extends Operation> {
  /**
   * The record whose ETag the call names, as its read shows it; undefined where a PUT is to create it. It throws what
   * comes before conditions: that the record is not there, or not the caller's. It runs inside the commit, before `handle`.
   */
  readonly current: (ctx: ContextFor<D, Op>) => VersionedRecord | undefined | Promise<VersionedRecord | undefined>;
}

/** The handler of an operation. */
export type HandlerOf<D extends Domain, Op extends Operation> = Op extends {
  readonly meta: { readonly versioned: Versioned };
  readonly method: Exclude<Op['method'], 'GET'>;
}
  ? PreparedHandler<D, Op> & Conditional<D, Op>
  : Handle<Op, ContextFor<D, Op>> | PreparedHandler<D, Op>;

/** The handlers of a domain, by operation: leaving one out does not compile. */
export type HandlersOf<D extends Domain> = {
  readonly [Name in keyof D['operations']]: HandlerOf<D, D['operations'][Name]>;
};

/** A handler with its types forgotten: the operation's schemas have checked what goes in, and check what comes out. */
export interface AnyHandler {
  readonly needs?: (plan: PlanContext<never>) => Needs;
  readonly current?: (ctx: never) => unknown;
  readonly handle: (ctx: never) => unknown;
  readonly redirectError?: RedirectError;
  readonly problemAnswer?: ProblemAnswer;
  readonly answerSchema?: AnswerSchema;
}

/** What the head of an answer says of its outcome, whichever way it is asked for. */
export interface AnswerHead {
  readonly status: Status;
  /** Where what was created or accepted is found (RFC 9110 §10.2.2): a path below the base URL of the sandbox, as it is declared. */
  readonly location?: string | undefined;
  /** Whole seconds after which to ask again (RFC 9110 §10.2.3). */
  readonly retryAfter?: number | undefined;
  /** What a browser gets instead of the answer. */
  readonly redirect?: ForBrowser | undefined;
}
