/** Serves an operation of the contract at its REST path, and at its other addresses: admits, reads, performs, answers. */
import type { Operation } from '@understudy/contract/kit';
import { type Admit, asAdmitted } from '../call/admission.js';
import type { ProblemKinds } from '../call/api.js';
import type { OperationOutline } from '../call/domain-outline.js';
import type { Answer } from './answer.js';
import { bareQuery, inGivenNames } from './bare-query.js';
import { problemBehind } from './to-problem.js';
import { locateParameter } from '../kit/faults.js';
import type { AnswerRules, RedirectError } from './call-answer.js';
import { parameterNames } from './parameter-names.js';
import { type InputRules, readInput, type ReadInput } from './read-input.js';
import type { RequestContext } from './request-context.js';
import type { RestHandler, RestResult } from './rest.js';
import { restCall } from './rest-call.js';
import type { PathParameters, Route } from './router.js';
import { faultedAnswer } from './faulted-answer.js';
import { headerTypes, textTypes } from './text.js';
import type { Call } from '../call/call.js';
import { isLateRules, LateRules } from '../call/late-rules.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import type { Incoming } from './incoming.js';
import { evaluateFaults, type FaultEvaluation, meetsNothing, type EvaluatedRequest } from './evaluate-faults.js';

/** What came of making a call. */
interface Attempt<Result> {
  /** Gives what it came to, or throws what it failed with. */
  readonly settle: () => Result | Promise<Result>;
  /** What it failed with; undefined where it did not. */
  readonly error?: unknown;
}

/** Makes a call; its request is the one whose body is to be read. */
type MakeCall<Result> = (call: Call, request: Incoming) => Promise<Attempt<Result>>;

/** Whether rules turn up once the store is asked; one that cannot be asked shows none. */
async function showsRules(sandbox: Sandbox): Promise<boolean> {
  try {
    await sandbox.refresh();
  } catch {
    return false;
  }
  return sandbox.state.rules.length > 0;
}

/** Whether a call has to be made again: it failed before it could meet the rules that there are. Nothing was written then. */
async function isToMeetMore(unmet: LateRules, error: unknown, sandbox: Sandbox): Promise<boolean> {
  if (error === undefined) return false;
  // A store that cannot be reached is not asked again: whoever waits has waited for it once.
  const isUnavailable = error instanceof ProblemError && error.kind === 'service_unavailable';
  return isLateRules(error) || (!unmet.isChecked && !isUnavailable && (await showsRules(sandbox)));
}

/** What a call meets; that it cannot be said is what is wrong with the call. */
async function meeting(
  ctx: RequestContext,
  to: EvaluatedRequest,
): Promise<FaultEvaluation & { readonly fault?: unknown }> {
  try {
    return await evaluateFaults(ctx, to);
  } catch (fault) {
    return { body: to.body, isSure: true, isFresh: false, fault };
  }
}

/** A call that meets faults. */
type CallToMeet = Omit<EvaluatedRequest, 'call'> & { readonly call: Call };

/** Makes a call with what it meets. */
async function withMeeting<Result>(ctx: RequestContext, to: CallToMeet, make: MakeCall<Result>): Promise<Result> {
  const { call } = to;
  // Most calls are spared an object.
  if (meetsNothing(ctx, call)) return (await make(call, ctx.request)).settle();
  const { met, isSure, isFresh, body, fault = call.fault } = await meeting(ctx, to);
  const request = body?.request ?? ctx.request;
  const unmet = isSure ? undefined : new LateRules();
  const { settle, error } = await make({ ...call, met, isFresh, unmet, fault }, request);
  if (unmet === undefined || !(await isToMeetMore(unmet, error, ctx.sandbox))) return settle();
  const again = await meeting(ctx, { ...to, body });
  return (await make({ ...call, met: again.met, fault: again.fault ?? call.fault }, request)).settle();
}

/** An operation, ready to be served. */
export interface ServedOperation {
  readonly operation: Operation;
  readonly admit: Admit;
  readonly perform: RestHandler;
  readonly maxBody: number;
  readonly kinds: ProblemKinds;
  /** Asked only where the errors of the operation travel in redirects. */
  readonly redirectError: RedirectError;
  readonly streams: AnswerRules['streams'];
}

/** How the members of an input are read, by operation: the same on every server of a process. */
const typesKnown = new WeakMap<Operation, InputRules['types']>();

/** How the members of an input are read: those in headers, and all others. */
function typesOf(operation: Operation): InputRules['types'] {
  const there = typesKnown.get(operation);
  if (there !== undefined) return there;
  const { input, meta } = operation;
  const members = Object.entries(input.shape);
  const some = (inHeaders: boolean) =>
    Object.fromEntries(members.filter(([name]) => Object.hasOwn(meta.headers, name) === inHeaders));
  const types = { own: textTypes(some(false)), headers: headerTypes(some(true)) };
  typesKnown.set(operation, types);
  return types;
}

function addressRoute(served: ServedOperation, head: ReturnType<typeof routeHeads>[number]): Route {
  const { operation, admit, perform, maxBody } = served;
  const { method } = head;
  const { meta, name } = operation;
  // A GET that is served as a POST as well takes its parameters from a form there.
  const asPosted = operation.method === 'GET' ? (['form', 'json'] as const) : meta.bodies;
  // And one that is served as a GET as well takes them from the query there.
  const bodies = method === 'POST' ? asPosted : method === 'GET' ? [] : meta.bodies;
  const known = parameterNames(operation, bodies.length > 0);
  const rules: InputRules = { operation, known, types: typesOf(operation), bodies, maxBody };

  async function answer(located: RequestContext, parameters: PathParameters): Promise<Answer> {
    const ctx = meta.bare && method === 'GET' ? { ...located, query: bareQuery(located.query, known.query) } : located;
    const { call: unmet, unknown, isStrict } = restCall(ctx, operation, known);
    let reading: Promise<ReadInput> | undefined;

    const make: MakeCall<Answer> = async (asked, request) => {
      const admission = await admit(asked, operation);
      const { refusal, instead } = admission;
      let call = asAdmitted(asked, admission);
      let read: ReadInput = { unknown };
      let result: RestResult = { error: refusal };
      try {
        // Where a failure travels in a redirect, the input says where to.
        const isRead = instead === undefined && (refusal === undefined || meta.errors === 'redirect');
        const from = request === ctx.request ? ctx : { ...ctx, request };
        // A call that is made again has read its input.
        if (isRead) reading ??= readInput(rules, { ctx: from, parameters, unknown, isStrict });
        if (reading !== undefined) read = await reading;
        const { authorization = asked.authorization } = read;
        if (authorization !== asked.authorization) call = { ...call, authorization };
        const error = refusal ?? read.fault;
        if (error !== undefined) result = { error };
        else if (instead === undefined) result = await perform(call, read.input);
        if (ctx !== located && 'error' in result) {
          const problem = problemBehind(result.error, { input: read.input, locate: locateParameter });
          result = { error: inGivenNames(problem, located.query) };
        }
      } finally {
        admission.leave();
      }
      const error = instead === undefined && 'error' in result ? result.error : undefined;
      return { error, settle: () => faultedAnswer(result, { ctx, call, read, admission }, served) };
    };

    // The registry takes part in no simulation.
    if (meta.scope === 'registry') return (await make(unmet, ctx.request)).settle();
    const commits = operation.method !== 'GET';
    return withMeeting(located, { call: unmet, operation: name, hasPath: true, commits, maxBody }, make);
  }

  return { ...head, answer };
}

/** What is known of the routes of an operation before it is loaded: those of its own address, and of its aliases. */
export function routeHeads({ name, method, path, meta }: OperationOutline) {
  const { credential, errors = 'problem', inputError = '' } = meta;
  const oauth = errors === 'problem' ? undefined : { credential, inputError };
  const about = { operationOf: () => name, isControl: () => credential === 'admin', oauth };
  return [{ method, path }, ...meta.aliases].map((address) => ({
    method: address.method,
    path: address.path,
    ...about,
  }));
}

/** The routes of an operation: its own address, and its aliases. */
export function operationRoutes(served: ServedOperation): Route[] {
  return routeHeads(served.operation).map((head) => addressRoute(served, head));
}
