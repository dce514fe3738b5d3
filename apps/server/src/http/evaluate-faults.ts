/** Finds out what a request meets of the faults that are set: those that it asks for itself, then the rules of its sandbox. */
import { callControls } from '@understudy/contract/kit';
import { candidateOf, type CompiledRule, type RequestView, RuleBook } from '../faults/rule-book.js';
import type { Incoming } from './incoming.js';
import type { Call } from '../call/call.js';
import { evaluation } from '../faults/evaluate.js';
import type { FaultEffect, FaultOutcome } from '../faults/outcome.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import { createHash } from '#platform/runtime';
import { isProblemFault } from '../call/apply-faults.js';
import { requestRules } from '../faults/request-rules.js';
import type { Exchange } from './exchange.js';

/** What a request is addressed to, and what of it was read. */
export interface Addressed {
  /** Name of its operation; undefined where it meets none. */
  readonly operation: string | undefined;
  /** Whether its path says which operation it meets; over tRPC the name does. */
  readonly hasPath: boolean;
  /** What stands for the bytes of its body, where they have been read. */
  readonly body?: string | undefined;
}

/** What of a request is asked. */
export interface FaultRequest {
  readonly request: Pick<Incoming, 'method' | 'header'>;
  /** Path below the base URL, still percent-encoded. */
  readonly path: string;
  /** The query as it was sent. */
  readonly search: string;
  readonly clientAddress: () => string;
}

/** The path without its escapes and without a slash at its end. */
function plainPath(path: string): string {
  const decoded = path.includes('%') ? decodeURIComponent(path) : path;
  return decoded.length > 1 && decoded.endsWith('/') ? decoded.slice(0, -1) : decoded;
}

function queryWithout(query: string, names: readonly string[]): string {
  const own = new URLSearchParams(query);
  for (const name of names) own.delete(name);
  return own.toString();
}

/** The values of each parameter, found at once: many conditions may ask for many. */
export function valuesIn(query: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return values;
}

const CONTROLS = Object.keys(callControls);

/** A request as faults see it. */
export function requestViewOf(
  { request, path, search, clientAddress }: FaultRequest,
  addressed: Addressed,
): RequestView {
  const { operation, hasPath, body = '' } = addressed;
  const { method, header } = request;
  const without = (names: readonly string[]) => `${method} ${operation ?? ''} ${path}?${queryWithout(search, names)}`;
  let plain: string | undefined;
  let values: ReadonlyMap<string, readonly string[]> | undefined;
  return {
    operation,
    method,
    target: `${method} ${path}?${search}`,
    path: () => (hasPath ? (plain ??= plainPath(path)) : undefined),
    query: () => (values ??= valuesIn(search)),
    header,
    address: () => without(['fault']),
    url: () => `${without(CONTROLS)} ${body}`,
    client: () => `${clientAddress()} ${header('user-agent') ?? ''}`,
  };
}

/** A request with the rules that match it. */
interface Matched {
  readonly subject: RequestView;
  readonly rules: readonly CompiledRule[];
  readonly call?: Pick<Call, 'controls' | 'fault'> | undefined;
}

/** What a request meets; a promise where other processes count as well. */
export function countRequest(
  sandbox: Sandbox,
  { subject, rules, call }: Matched,
): FaultOutcome | undefined | Promise<FaultOutcome | undefined> {
  if (rules.length === 0) return undefined;
  const candidates = rules.map((rule) => candidateOf(rule, subject));
  const step = evaluation(candidates, {
    seed: sandbox.config.seed,
    now: sandbox.now(),
    isForced: call?.controls.simulate_error !== undefined,
    isRefused: call?.fault !== undefined,
  });
  const keys: string[] = [];
  for (const candidate of candidates) keys.push(...candidate.keys);
  // What a request asks for itself is not counted where it always strikes alike.
  return keys.length === 0 ? step([]).result : sandbox.tally(keys, step);
}

/** The body of a request, hashed as it is read. */
export class HashedBody {
  /** The request, whose body can be read once, as if nobody had read of it. */
  readonly request: Incoming;
  readonly #hash = createHash('sha256');
  readonly #rest: AsyncIterator<Uint8Array> | undefined;
  /** What was read ahead of whoever reads the body. */
  readonly #ahead: Uint8Array[] = [];
  #broken: { readonly error: unknown } | undefined;
  #isBegun = false;
  #digest: string | undefined;

  constructor(request: Incoming) {
    this.#rest = request.body?.[Symbol.asyncIterator]();
    this.request = request.body === null ? request : { ...request, body: this.#read() };
  }

  /** What the bytes hash to: where nobody has read them yet they are read, up to so many. */
  async digest(maxBytes: number): Promise<string> {
    if (!this.#isBegun && this.#digest === undefined) await this.#readAhead(maxBytes);
    this.#digest ??= this.#hash.digest('base64url');
    return this.#digest;
  }

  async #next(): Promise<Uint8Array | undefined> {
    const next = await this.#rest?.next();
    if (next === undefined || next.done === true) return undefined;
    if (this.#digest === undefined) this.#hash.update(next.value);
    return next.value;
  }

  async #readAhead(maxBytes: number): Promise<void> {
    let size = 0;
    try {
      for (let piece = await this.#next(); piece !== undefined; piece = await this.#next()) {
        this.#ahead.push(piece);
        size += piece.byteLength;
        if (size <= maxBytes) continue;
        // Whoever reads so much refuses it; what is left is not theirs to wait for.
        await this.#rest?.return?.();
        return;
      }
    } catch (error) {
      // It goes wrong for whoever reads the body.
      this.#broken = { error };
    }
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    this.#isBegun = true;
    for (let piece = this.#ahead.shift(); piece !== undefined; piece = this.#ahead.shift()) yield piece;
    if (this.#broken !== undefined) throw this.#broken.error;
    try {
      for (let piece = await this.#next(); piece !== undefined; piece = await this.#next()) yield piece;
    } finally {
      await this.#rest?.return?.();
    }
  }
}

/** Whether a strike is a problem, which a procedure can be answered with by itself. */
function isOfProcedure(strike: FaultEffect): boolean {
  return 'fault' in strike && isProblemFault(strike.fault);
}

/** The first of something among what some procedures meet. */
function first<Part>(
  outcomes: readonly FaultOutcome[],
  part: (outcome: FaultOutcome) => Part | undefined,
): Part | undefined {
  return outcomes.map(part).find((one) => one !== undefined);
}

/** What happens to the request as a whole: all but problems and waits, the first of each. */
function wholeOf(outcomes: readonly FaultOutcome[]): FaultOutcome | undefined {
  if (outcomes.length === 0) return undefined;
  const headers = outcomes.flatMap(({ headers: own = {} }) => Object.entries(own));
  return {
    delayMs: 0,
    effect: first(outcomes, ({ effect }) => (effect === undefined || isOfProcedure(effect) ? undefined : effect)),
    drip: first(outcomes, ({ drip }) => drip),
    bandwidth: first(outcomes, ({ bandwidth }) => bandwidth),
    stall: first(outcomes, ({ stall }) => stall),
    hang: first(outcomes, ({ hang }) => hang),
    headers: headers.length === 0 ? undefined : Object.fromEntries(headers),
    applied: outcomes.flatMap(({ applied }) => applied),
  };
}

/** What happens to the request happens to each of its procedures, so that none of them writes what is not to be written. */
function withWhole(own: FaultOutcome | undefined, whole: FaultOutcome | undefined): FaultOutcome | undefined {
  if (whole === undefined) return own;
  const { effect: strike = own?.effect, hang, stall, drip } = whole;
  const { delayMs = 0, content, applied = [] } = own ?? {};
  return { delayMs, effect: strike, hang, stall, drip, content, applied };
}

/** What a request meets, and each of its procedures. */
export class BatchOutcome {
  /** What the request meets as a whole; undefined where it meets nothing. */
  readonly whole: FaultOutcome | undefined;
  readonly #own = new Map<string, (FaultOutcome | undefined)[]>();

  /** @param own what each procedure meets, by its name, in the order in which the request names them */
  constructor(own: readonly (readonly [procedure: string, outcome: FaultOutcome | undefined])[]) {
    this.whole = wholeOf(own.flatMap(([, outcome]) => outcome ?? []));
    for (const [procedure, outcome] of own) this.#own.set(procedure, [...(this.#own.get(procedure) ?? []), outcome]);
  }

  /** What the next call of a procedure meets. */
  next(procedure: string): FaultOutcome | undefined {
    return withWhole(this.#own.get(procedure)?.shift(), this.whole);
  }
}

/** What a request meets, and of whom it is known. */
export interface FaultEvaluation {
  readonly faultOutcome?: FaultOutcome | undefined;
  /** Whether that is all there is; where others may have set more, the commit finds out. */
  readonly isSure: boolean;
  /** Whether the store was asked what others have written. */
  readonly isFresh: boolean;
  /** The body, where it was read, or may have to be told apart from others later. */
  readonly body?: HashedBody | undefined;
}

/** A request that is to meet faults. */
export interface EvaluatedRequest extends Omit<Addressed, 'body'> {
  /** Its call; left out where it has none, and meets rules alone. */
  readonly call?: Pick<Call, 'controls' | 'fault'> | undefined;
  /** Whether its commit learns of rules that others have set; not where left out. */
  readonly commits?: boolean;
  /** Whether the store was asked for them already. */
  readonly isLearnt?: boolean;
  /** Its body, where it is hashed already. */
  readonly body?: HashedBody | undefined;
  /** Bytes of a body that are told apart from others. */
  readonly maxBody: number;
  /** The path that a rule must name to apply; where left out, any may. */
  readonly naming?: string;
}

/** What is known of a meeting. */
type LocalEvaluation = Pick<FaultEvaluation, 'faultOutcome' | 'body'>;

function matching(sandbox: Sandbox, subject: RequestView, { call, naming }: EvaluatedRequest): readonly CompiledRule[] {
  const all = sandbox.state.rules;
  const rules = naming === undefined ? all : all.filter(({ when }) => when.path === naming);
  const own = rules.length === 0 ? [] : RuleBook.of(rules).matching(subject, () => sandbox.now());
  const faults = call?.controls.faults;
  return faults === undefined ? own : [...requestRules(faults), ...own];
}

/** What a request meets, where a rule tells bodies apart. */
async function evaluateWithBody(
  ctx: Exchange,
  to: EvaluatedRequest,
  rules: readonly CompiledRule[],
): Promise<LocalEvaluation> {
  const { body = new HashedBody(ctx.request), maxBody, operation, hasPath, call } = to;
  const subject = requestViewOf(ctx, { operation, hasPath, body: await body.digest(maxBody) });
  return { faultOutcome: await countRequest(ctx.sandbox, { subject, rules, call }), body };
}

/** What a request meets of the faults that this process knows of. */
function evaluateLocally(ctx: Exchange, to: EvaluatedRequest): LocalEvaluation | Promise<LocalEvaluation> {
  const { sandbox, request } = ctx;
  const { operation, hasPath, call, body } = to;
  if (sandbox.state.rules.length === 0 && call?.controls.faults === undefined) return { body };
  const subject = requestViewOf(ctx, { operation, hasPath });
  const rules = matching(sandbox, subject, to);
  if (request.body !== null && rules.some(({ per }) => per === 'url')) return evaluateWithBody(ctx, to, rules);
  const counted = countRequest(sandbox, { subject, rules, call });
  return counted instanceof Promise
    ? counted.then((one) => ({ faultOutcome: one, body }))
    : { faultOutcome: counted, body };
}

/**
 * Finds out what a request meets, and counts it.
 *
 * @throws ProblemError 503 where the store cannot be reached
 */
export async function evaluateFaults(ctx: Exchange, to: EvaluatedRequest): Promise<FaultEvaluation> {
  const { sandbox, counted, request } = ctx;
  if (counted !== undefined) return { faultOutcome: counted, isSure: true, isFresh: false };
  if (to.isLearnt === true || sandbox.fresh)
    return { ...(await evaluateLocally(ctx, to)), isSure: true, isFresh: false };
  const hasFaults = sandbox.state.rules.length > 0 || to.call?.controls.faults !== undefined;
  if (to.commits === true && !hasFaults) {
    const body = to.body ?? (request.body === null ? undefined : new HashedBody(request));
    return { body, isSure: false, isFresh: false };
  }
  await sandbox.refresh();
  return { ...(await evaluateLocally(ctx, to)), isSure: true, isFresh: true };
}
