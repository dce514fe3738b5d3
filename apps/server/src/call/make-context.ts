/** Makes what a handler is given, of a call and the records that it works on. */
import type { Browser, FailureContext, Patching, SandboxContext, WithKeys } from '../kit/context.js';
import { ViewAt } from '../store/model/view.js';
import type { Call } from './call.js';
import type { Operation } from '@understudy/contract/kit';
import { DerivedKeys } from '../identity/users.js';
import type { FindApiKey } from '../kit/credential.js';
import type { FindLimited } from '../kit/implement.js';
import { Draft } from '../kit/draft.js';
import type { Eventual } from '../kit/made-once.js';
import type { ShowPage, WithPages } from '../kit/pages.js';
import { locateIdIn, locateIn, validationProblem } from '../kit/faults.js';
import type { AnyHandler } from '../kit/handler.js';
import { countUsed, createdId, naturalId } from '../kit/random.js';
import { type MakeProblem, Undeclared } from '../kit/problem-error.js';
import type { Records } from '../kit/records.js';
import { isReplay, type OneUse, preventReplay } from '../kit/replay-guard.js';
import type { Presented, Users } from '../identity/credentials.js';
import type { Emitted } from '../webhooks/outbox.js';
import type { Conditions } from './conditions.js';
import { z } from 'zod';
import { mergePatch } from '../kit/merge-patch.js';

/** What is known where a call has failed, whether or not its input was read. */
export function failureContext({ sandbox, issuer, prefers, posted, cookie }: Call, input: unknown): FailureContext {
  const records = new ViewAt(sandbox.view, sandbox.now());
  return { input, records, login: sandbox.config, issuer, browser: { prefers, isPosted: posted, cookie } };
}

/** Whether a call of an operation has conditions. */
export function isConditional({ method, meta }: Operation): boolean {
  return meta.versioned !== undefined && method !== 'GET';
}

/** The input of a call without its conditions, with which a handler has nothing to do. */
export function withoutConditions(operation: Operation, input: object): object {
  if (!isConditional(operation)) return input;
  const { if_match: _match, if_none_match: _noneMatch, ...own }: Conditions = input;
  return own;
}

/** The members of a value that have a name among some. */
function pick(value: object, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
}

/** Names of the changes that only hold together with what was there before. */
function mergedNames(patch: object): Set<string> {
  const merged = Object.entries(patch).filter(
    ([, change]) => typeof change === 'object' && change !== null && !Array.isArray(change),
  );
  return new Set(merged.map(([name]) => name));
}

/** A patch, and the function that applies it; nothing for an operation that takes none. */
function patching({ patched, meta }: Operation, input: object): Patching | undefined {
  if (patched === undefined) return undefined;
  return {
    patch: pick(input, new Set(Object.keys(patched.shape))),
    merged: (record, patch) => {
      const merged = mergePatch(record, patch);
      const names = mergedNames(patch);
      if (merged === record || names.size === 0) return merged;
      const value = pick(merged, names);
      const { data, error } = z.object(pick(patched.shape, names) as z.ZodRawShape).safeParse(value);
      // An object where there was none may lack members that must be there, or that have a default.
      if (error !== undefined) throw validationProblem(error, value, locateIn(meta));
      return { ...merged, ...data };
    },
  };
}

/** An operation that is served, with its handler. */
export interface Served {
  readonly operation: Operation;
  readonly handler: AnyHandler;
  /** Makes problems of the kinds of its domain. */
  readonly problem: MakeProblem;
  /** Finds the API keys of its domain; undefined where it has none. */
  readonly findApiKey?: FindApiKey | undefined;
  /** Says what its calls count with, by the limit that its operation declares. */
  readonly findCounted?: Readonly<Record<string, FindLimited>> | undefined;
  /** Reads the credential that it declares. */
  readonly readCredential: Users['readCredential'];
  /** The status of a problem kind that it can answer. */
  readonly statusOf: (kind: string) => number;
}

/** One call of one operation, with its input parsed. */
export interface Performance extends Served {
  /** What it is a performance of, for those who hold that alone. */
  readonly served: Served;
  readonly call: Call;
  readonly input: unknown;
  /** Keys of the passwords that its handler needs; made when first asked for. */
  readonly keys: () => DerivedKeys;
}

/** The keys of one call, made when first asked for: most calls need none. */
export function keysOf({ users }: { readonly users: Users | undefined }): () => DerivedKeys {
  let keys: DerivedKeys | undefined;
  return () => (keys ??= new DerivedKeys(users?.keyOf));
}

/** The records of a call: what it changes in them is seen by itself alone. */
export function draftFor({ operation, input }: Pick<Performance, 'operation' | 'input'>, view: Records): Draft {
  return new Draft(view, (missing) => locateIdIn(input, locateIn(operation.meta))(missing));
}

/** What a call says of who makes it, at an instant of the sandbox's clock. What it uses up is used before it is performed. */
export function presentedBy(
  { operation, call, input, findApiKey }: Pick<Performance, 'operation' | 'call' | 'input' | 'findApiKey'>,
  now: number,
): Presented {
  const { authorization, cookie, proof, baseUrl, apiUrl, issuer, sandbox } = call;
  // The schema of the operation has parsed it.
  const parsed = withoutConditions(operation, input as object);
  const realm = { baseUrl, apiUrl, issuer, sandbox: sandbox.name, now, began: sandbox.began };
  return { authorization, cookie, proof, input: parsed, realm, login: sandbox.config, findApiKey, uses: [] };
}

/** How the browser of a call asks. */
function browserOf({ prefers, posted, cookie }: Call): Browser {
  return { prefers, isPosted: posted, cookie };
}

/** What only reads have. */
interface ReadingParts {
  /** Uses something up at once, where the call itself writes nothing. */
  readonly useAtOnce?: ((use: OneUse) => Promise<boolean>) | undefined;
  /** What the pages of a list show, where an operation cuts them itself. */
  readonly shows?: ShowPage | undefined;
}

/** What the functions of a context work with. */
interface ContextParts extends ReadingParts {
  readonly run: Performance;
  readonly view: ViewAt;
  readonly draft: Draft;
  readonly emitted: Emitted[];
  readonly credential: unknown;
}

/**
 * What a handler is given. Handlers take it apart and copy it: each of its functions stands for itself, and each of its
 * members is its own.
 */
class CallContext implements SandboxContext, WithKeys, WithPages {
  /** One for all contexts: to make accessors anew for each of them takes longer than all the rest. */
  static readonly #accessors: PropertyDescriptorMap & ThisType<CallContext> = {
    now: {
      enumerable: true,
      get() {
        this.#hasSeenNow = true;
        return this.#now;
      },
    },
    issuer: {
      enumerable: true,
      get() {
        return this.#call.issuer;
      },
    },
    keys: {
      enumerable: true,
      get() {
        return this.#keys();
      },
    },
  };

  declare readonly now: number;
  declare readonly issuer: string;
  readonly operation: Operation;
  readonly input: Record<string, unknown>;
  readonly records: Draft;
  readonly began: number;
  readonly sandbox: string;
  readonly baseUrl: string;
  readonly apiUrl: string;
  readonly credential: never;
  readonly newId: SandboxContext['newId'];
  readonly onlyId: SandboxContext['onlyId'];
  readonly retryId: SandboxContext['retryId'];
  readonly emit: (type: string, object: object) => void;
  readonly login: SandboxContext['login'];
  readonly useOnce: SandboxContext['useOnce'];
  readonly problem: MakeProblem;
  readonly report: SandboxContext['report'];
  readonly listed: SandboxContext['listed'];
  declare readonly keys: DerivedKeys;
  readonly shows: ShowPage | undefined;
  readonly signal: () => AbortSignal;
  readonly #call: Call;
  readonly #keys: () => DerivedKeys;
  readonly #now: number;
  #hasSeenNow = false;

  constructor({ run, view, draft, emitted, credential, useAtOnce, shows }: ContextParts) {
    const { operation, call, input, problem, keys } = run;
    const { meta, name } = operation;
    const { now, dataset } = view;
    const { seed } = dataset;
    this.#call = call;
    this.#keys = keys;
    this.#now = now;
    Object.defineProperties(this, CallContext.#accessors);
    this.operation = operation;
    // The schema of the operation has parsed it.
    this.input = withoutConditions(operation, input as object) as Record<string, unknown>;
    this.records = draft;
    this.began = call.sandbox.began;
    this.sandbox = call.sandbox.name;
    this.baseUrl = call.baseUrl;
    this.apiUrl = call.apiUrl;
    // Its type follows from the declaration as what is read does.
    this.credential = credential as never;
    this.newId = (collection, content) => {
      const parts = [seed, JSON.stringify(content), call.idempotencyKey ?? ''];
      const first = createdId(collection.prefix, parts);
      // Nearly always.
      if (!draft.has(collection, first)) return first;
      const id = (n: number) => (n === 0 ? first : createdId(collection.prefix, [...parts, String(n)]));
      return id(countUsed((n) => draft.has(collection, id(n))));
    };
    this.onlyId = ({ prefix }, naturalKey) => naturalId(seed, prefix, naturalKey);
    this.retryId = ({ prefix }, naturalKey) =>
      call.idempotencyKey === undefined
        ? undefined
        : createdId(prefix, [seed, JSON.stringify(naturalKey), call.idempotencyKey]);
    this.emit = (type, object) => {
      if (!meta.emits.includes(type)) throw new Undeclared(name, `emitted ${type}`);
      emitted.push({ type, object });
    };
    this.login = call.sandbox.config;
    this.useOnce = async (use) => {
      if (isReplay(draft, use, now)) return false;
      if (useAtOnce !== undefined) return useAtOnce(use);
      preventReplay(draft, use);
      return true;
    };
    this.problem = problem;
    this.report = (issues) => {
      call.offContract = issues;
    };
    this.listed = (page) => {
      call.listed = page;
    };
    this.shows = shows;
    this.signal = call.signal;
    if (operation.patched !== undefined) Object.assign(this, patching(operation, this.input));
    if (meta.errors === 'redirect') Object.assign(this, { browser: browserOf(call) });
  }

  /** Whether the handler has looked at the present. */
  static hasSeenNow(ctx: CallContext): boolean {
    return ctx.#hasSeenNow;
  }
}

/** A context, and what its handler leaves behind in it. */
export class Made {
  readonly ctx: CallContext;
  readonly draft: Draft;
  readonly emitted: readonly Emitted[];

  constructor(parts: ContextParts) {
    this.ctx = new CallContext(parts);
    this.draft = parts.draft;
    this.emitted = parts.emitted;
  }

  /** Whether the handler has looked at the present. */
  get hasSeenNow(): boolean {
    return CallContext.hasSeenNow(this.ctx);
  }
}

/** Makes the context of a call; one that lacks the credential that its operation declares is refused. */
export function makeContext(run: Performance, view: ViewAt, { useAtOnce, shows }: ReadingParts = {}): Eventual<Made> {
  const { operation, call, readCredential } = run;
  const draft = draftFor(run, view);
  const withCredential = (credential?: unknown): Made =>
    new Made({ run, view, draft, emitted: [], credential, useAtOnce, shows });
  // Most operations read none.
  if (operation.meta.credential === 'none') return withCredential();
  // Who makes a call is known at once, however late the records are that it reads.
  const present = call.view === undefined ? view : new ViewAt(call.sandbox.view, call.sandbox.now());
  const own = call.view === undefined ? draft : draftFor(run, present);
  return readCredential(own, operation.meta, presentedBy(run, present.now)).then(withCredential);
}
