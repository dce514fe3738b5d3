/** What a handler is given: input, records, time and chance, and who is asking, typed by the declaration of its operation. */
import type { Change, Domain, Operation, Versioned } from '@understudy/contract/kit';
import type { z } from 'zod';
import type { AnyCollection } from './collection.js';
import type { ContractIssue, CommonKind, ProblemDetails, ProblemError } from './problem-error.js';
import type { ListedPage } from './pages.js';
import type { CredentialOf, PasswordKeys } from './credential.js';
import type { LoginSettings } from './logins.js';
import type { Records, SoughtRecords, WritableRecords } from './records.js';
import type { OneUse } from './replay-guard.js';

/** What the events of a type are about. */
type ObjectOf<Body> = Body extends z.ZodType
  ? z.input<Body> extends { data: { object: infer About } }
    ? About
    : never
  : never;

/** Emits events of the types that an operation declares: they are delivered if what was put is committed. */
export type Emit<D extends Domain, Op extends Operation> = <Type extends Op['meta']['emits'][number]>(
  type: Type,
  /** The record it is about. */
  object: ObjectOf<D['events'][Type]>,
) => void;

/** Makes a problem of a kind that every operation can answer, or that this one declares. */
export type MakeProblem<Op extends Operation> = (
  kind: CommonKind | Op['meta']['kinds'][number],
  details?: ProblemDetails,
) => ProblemError;

/** The input of an operation, parsed by its schema; the kit has taken the conditions of a versioned write out of it. */
export type InputFor<Op extends Operation> = Op extends { readonly meta: { readonly versioned: Versioned } }
  ? Omit<z.output<Op['input']>, 'if_match' | 'if_none_match'>
  : z.output<Op['input']>;

/** What the handler of an operation on a sandbox is given. */
export interface SandboxContext<D extends Domain = Domain, Op extends Operation = Operation> {
  /** The operation that is called. */
  readonly operation: Op;
  /** The input, parsed by the contract's schema. */
  readonly input: InputFor<Op>;
  /** The records of the sandbox. What is put is committed with the outcome; where the handler throws, nothing is. */
  readonly records: Op['method'] extends 'GET' ? SoughtRecords : WritableRecords;
  /** The present by the sandbox's clock, in ms since 1970. */
  readonly now: number;
  /**
   * Since when the sandbox is what it is, in ms since 1970: when it was reset or restored last, or its server started, where
   * that is known and its clock is the system's. What was made before, and is kept nowhere, is of one that is no more.
   */
  readonly began: number;
  /** Name of the sandbox. */
  readonly sandbox: string;
  /** Origin and sandbox path, without a slash at the end. */
  readonly baseUrl: string;
  /** Address of the API, such as `http://127.0.0.1:4010/api`: the path of `--base` comes last. */
  readonly apiUrl: string;
  /** The issuer of the tokens of the sandbox, to the letter. */
  readonly issuer: string;
  /** Who is asking, by the credential that the operation declares. */
  readonly credential: CredentialOf<Op['meta']['credential'], Op['meta']['credentialOptional']>;
  /**
   * Id for a record to create: a hash of the sandbox's seed, its content, the Idempotency-Key, and how many equal ones
   * there are already, so that it does not depend on what else ran before.
   */
  readonly newId: (collection: AnyCollection, content: readonly unknown[]) => string;
  /** Id of a record that can exist only once, by what makes it so. */
  readonly onlyId: (collection: AnyCollection, naturalKey: readonly unknown[]) => string;
  /** What the sandbox says of the logins in it. */
  readonly login: LoginSettings;
  /**
   * Id of what a call and its retries under one Idempotency-Key are attempts at, by what else makes it so; undefined where
   * the call has no key.
   */
  readonly retryId: (collection: Pick<AnyCollection, 'prefix'>, naturalKey: readonly unknown[]) => string | undefined;
  /**
   * Uses something that can be used once, and answers whether that was still possible: also on other replicas, and in a
   * read, which writes nothing else. In a write it is used if the call is committed.
   */
  readonly useOnce: (use: OneUse) => Promise<boolean>;
  readonly emit: Emit<D, Op>;
  readonly problem: MakeProblem<Op>;
  /** Says where the request is off its contract, for the rules of conduct, of an operation that holds it against one by itself. */
  readonly report: (issues: readonly ContractIssue[]) => void;
  /** Says which page of a list is answered, for the rules of conduct, of an operation whose headers do not. */
  readonly listed: (page: ListedPage) => void;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: () => AbortSignal;
}

/** What the handler of an operation on the registry of sandboxes is given; the registry is among the server's parts. */
export interface RegistryContext<Op extends Operation = Operation> {
  /** The input, parsed by the contract's schema. */
  readonly input: z.output<Op['input']>;
  /** Address of a sandbox, as clients reach it. */
  readonly baseUrlOf: (sandbox: string) => string;
  readonly problem: MakeProblem<Op>;
  /** Whether an item of its list passes the conditions and the search of the call. */
  readonly passes: (item: object) => boolean;
  /** Whether the caller may control a sandbox. The one that the input names as `name` was checked before. */
  readonly reach: (sandbox: string) => boolean;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: () => AbortSignal;
  /** What an Idempotency-Key of this call is good for. */
  readonly idempotency: readonly string[] | undefined;
}

/** How a browser asks, for operations whose errors travel in redirects alone. */
export interface Browser {
  /** What the caller would rather have, a page, JSON or a signed JWT, by what it accepts. */
  readonly prefers: 'html' | 'json' | 'jwt' | 'any';
  /** Whether the call came as a POST, also where its operation is a GET. */
  readonly isPosted: boolean;
  /** Value of the Cookie header, or the empty text. */
  readonly cookie: string;
}

type BrowserOf<Op extends Operation> = Op['meta']['errors'] extends 'redirect'
  ? { readonly browser: Browser }
  : unknown;

/** What the handler of an operation that takes a merge patch is given (RFC 7396). */
export interface Patching<Patch extends object = object> {
  /**
   * What the body asks to change, and nothing of what else is in the input. A member that is undefined is to be taken
   * away.
   */
  readonly patch: Patch;
  /**
   * A record with a patch applied; the record itself where that changes nothing, so that there is nothing to put, and
   * nothing to tell.
   *
   * @throws ProblemError 400 where an object that was merged lacks what must be in it
   */
  readonly merged: <Item extends object>(record: Item, patch: Partial<Patch>) => Item;
}

type PatchingOf<Op extends Operation> = Op['patched'] extends z.ZodObject
  ? Patching<Change<z.output<Op['patched']>>>
  : unknown;

/** What the handler of an operation is given. */
export type ContextFor<D extends Domain, Op extends Operation> = Op['meta']['scope'] extends 'registry'
  ? RegistryContext<Op>
  : SandboxContext<D, Op> & BrowserOf<Op> & PatchingOf<Op>;

/** What the handler of an operation is given, by the name of the operation in its domain. */
export type ContextOf<D extends Domain, Name extends keyof D['operations']> = ContextFor<D, D['operations'][Name]>;

/** What a handler is given beside its context where it needs keys of passwords. */
export interface WithKeys {
  readonly keys: PasswordKeys;
}

/** What is known of a call before its handler runs. */
export interface PlanContext<Input> {
  readonly input: Input;
  readonly records: SoughtRecords;
}

/** What is known where an operation has failed: its input may be faulty. */
export interface FailureContext {
  readonly input: unknown;
  readonly records: Records;
  /** What the sandbox says of the logins in it. */
  readonly login: LoginSettings;
  /** The issuer of the tokens of the sandbox, to the letter. */
  readonly issuer: string;
  readonly browser: Browser;
}
