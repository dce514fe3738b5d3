/** Serves an operation of the contract at its REST path, and at its other addresses. */
import type { Operation, OperationMeta } from '@understudy/contract/kit';
import type { UnknownMember } from '@understudy/contract/sandboxes';
import type { ProblemKinds } from '../call/api.js';
import type { OperationOutline } from '../call/domain.js';
import { isLateRules, LateRules } from '../call/call.js';
import type { CallOutcome, CallPipeline, CallSteps, Plan, PlanResult } from '../call/pipeline.js';
import { andThen, type Eventual, loadedLater } from '../kit/made-once.js';
import { locateParameter, unknownMembers, withUnknown } from '../kit/faults.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import type { Answer } from './answer.js';
import {
  type ControlSet,
  readControls,
  type InputRequest,
  type InputRules,
  type ParameterNames,
  parameterNames,
  readInput,
  type ReadInput,
} from './read-input.js';
import { evaluateFaults, type EvaluatedRequest } from './evaluate-faults.js';
import { type Exchange, ExchangeCall } from './exchange.js';
import { type AnswerRules, type BareHttp, type RawHttp, restAnswer } from './rest-answer.js';
import type { PathParameters, Route } from './router.js';
import { headerTypes, textTypes } from './text.js';
import { problemBehind } from './problems.js';

/** Loaded only where an operation speaks HTTP of its own. */
const rawHttp = loadedLater(() => import('./raw.js'));

/** Loaded only where an operation answers as json-server does. */
const bareHttp = loadedLater(() => import('./bare-query.js'));

/** What became of a call over REST. */
type Outcome = CallOutcome<ReadInput, PlanResult>;

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
async function isToBeRepeated(lateRules: LateRules, { isDone, error }: Outcome, sandbox: Sandbox): Promise<boolean> {
  if (isDone || error === undefined) return false;
  // A store that cannot be reached is not asked again: whoever waits has waited for it once.
  const isUnavailable = error instanceof ProblemError && error.kind === 'service_unavailable';
  return isLateRules(error) || (!lateRules.isChecked && !isUnavailable && (await showsRules(sandbox)));
}

/** Makes a call with the faults that it meets: those that its process knows of, or else its commit finds out. */
async function withFaults(
  exchange: Exchange,
  { call, ...about }: Omit<EvaluatedRequest, 'call'> & { readonly call: ExchangeCall },
  make: () => Eventual<Outcome>,
): Promise<Outcome> {
  const { authorization, fault } = call;
  let { body } = about;
  const evaluate = async (): Promise<boolean> => {
    try {
      const found = await evaluateFaults(exchange, { ...about, call, body });
      ({ body } = found);
      call.faultOutcome = found.faultOutcome;
      call.isFresh = found.isFresh;
      return found.isSure;
    } catch (error) {
      // That it cannot be said what it meets is what is wrong with the call.
      call.fault = fault ?? error;
      return true;
    }
  };
  const isSure = await evaluate();
  // What was read of its body to tell it from others is read again as its input.
  if (body !== undefined) exchange.request = body.request;
  const lateRules = isSure ? undefined : new LateRules();
  call.lateRules = lateRules;
  const outcome = await make();
  if (lateRules === undefined || !(await isToBeRepeated(lateRules, outcome, exchange.sandbox))) return outcome;
  call.authorization = authorization;
  call.fault = fault;
  call.lateRules = undefined;
  call.isFresh = undefined;
  await evaluate();
  return make();
}

/** An operation, ready to be served. */
export interface ServedOperation extends Pick<AnswerRules, 'streams'> {
  readonly plan: Plan;
  readonly pipeline: CallPipeline;
  readonly maxBody: number;
  readonly kinds: ProblemKinds;
}

/** How the members of an input are read, by operation: the same on every server of a process. */
const typesCache = new WeakMap<Operation, InputRules['types']>();

/** How the members of an input are read: those in headers, and all others. */
function typesOf(operation: Operation): InputRules['types'] {
  const cached = typesCache.get(operation);
  if (cached !== undefined) return cached;
  const { input, meta } = operation;
  const members = Object.entries(input.shape);
  const some = (inHeaders: boolean) =>
    Object.fromEntries(members.filter(([name]) => Object.hasOwn(meta.headers, name) === inHeaders));
  const types = { own: textTypes(some(false)), headers: headerTypes(some(true)) };
  typesCache.set(operation, types);
  return types;
}

/** The controls that a query has; a bare list has bounds of its own for its pages, which its input checks. */
function controlsOf({ scope, bare, raw }: OperationMeta): ControlSet {
  if (scope === 'registry') return 'paging';
  return bare || raw !== undefined ? 'call' : 'all';
}

/** The call that a request asks for, and what of its query the operation does not know. */
function callOf(
  exchange: Exchange,
  { meta }: Operation,
  { known, http }: { readonly known: ParameterNames; readonly http: RawHttp | undefined },
) {
  // A setting that is misspelled would seem to be set: whoever controls a sandbox is told. OAuth asks to ignore it (RFC 6749 §3.1 and §3.2).
  const isStrict = meta.errors === 'problem' && (meta.scope === 'registry' || exchange.sandbox.config.strict === true);
  // What an open list does not know it refuses by itself; in the query of the control API nothing is looked for.
  const isAsked = meta.scope === 'sandbox' && !meta.open && meta.raw?.isOpen !== true && exchange.search !== '';
  const { raw } = meta;
  const names = () => http?.namesIn(exchange.query) ?? exchange.query.keys();
  const unknown: readonly UnknownMember[] = isAsked ? unknownMembers(names(), known.query, 'query') : [];
  const { request, origin } = exchange;
  const query = raw === undefined ? exchange.query : (http?.withoutOwn(exchange.query, raw) ?? exchange.query);
  const read = readControls({ request, origin, query }, controlsOf(meta));
  const controls = isStrict ? withUnknown(read, unknown, known.query) : read;
  return { call: new ExchangeCall(exchange, controls, 'rest'), unknown, isStrict };
}

/** What those operations are read and answered by that do so in a way of their own. */
type OwnHttp = { readonly bare?: BareHttp | undefined; readonly http?: RawHttp | undefined };

function addressRoute(served: ServedOperation, head: ReturnType<typeof routeHeads>[number]): Route {
  const { plan, pipeline, maxBody } = served;
  const { operation } = plan;
  const { method } = head;
  const { meta, name } = operation;
  // A GET that is served as a POST as well takes its parameters from a form there.
  const asPosted = operation.method === 'GET' ? (['form', 'json'] as const) : meta.bodies;
  // And one that is served as a GET as well takes them from the query there.
  const bodies = method === 'POST' ? asPosted : method === 'GET' ? [] : meta.bodies;
  const known = parameterNames(operation, bodies.length > 0);
  const rules: InputRules = { operation, known, types: typesOf(operation), bodies, maxBody };
  const asOthers: AnswerRules = { ...served, raw: undefined, bare: undefined };
  const about = { operation: name, hasPath: true, commits: operation.method !== 'GET', maxBody };

  function answer(exchange: Exchange, parameters: PathParameters): Eventual<Answer> {
    if (!meta.bare && meta.raw === undefined) return answerWith(exchange, parameters, {});
    const loading = Promise.all([meta.bare ? bareHttp() : undefined, meta.raw && rawHttp()]);
    return loading.then(([bare, http]) => answerWith(exchange, parameters, { bare, http }));
  }

  function answerWith(exchange: Exchange, parameters: PathParameters, { bare, http }: OwnHttp): Eventual<Answer> {
    const sent = bare && exchange.query;
    if (bare && sent) exchange.query = bare.bareQuery(sent, operation, known.query);
    const { call, unknown, isStrict } = callOf(exchange, operation, { known, http });
    const read = (request: InputRequest): Eventual<ReadInput> =>
      http?.readRaw(operation, { ...request, maxBody }) ?? readInput(rules, request);
    let reading: Eventual<ReadInput> | undefined;
    const steps: CallSteps<ReadInput, PlanResult> = {
      operation,
      // A call that is made again has read its input.
      read: () => (reading ??= read({ exchange, parameters, unknown, isStrict })),
      perform: (own, { input }) => plan.run(own, input),
    };
    const make = () => pipeline.run(call, steps);
    // The registry takes part in no simulation.
    const isPlain = meta.scope === 'registry' || call.isPlain;
    return andThen(isPlain ? make() : withFaults(exchange, { ...about, call }, make), (outcome) => {
      if (bare && sent && !outcome.isDone && outcome.error !== undefined) {
        const problem = problemBehind(outcome.error, { input: outcome.read?.input, locate: locateParameter });
        outcome.error = bare.inSentNames(problem, sent);
      }
      const own = bare === undefined && http === undefined ? asOthers : { ...asOthers, raw: http, bare };
      return restAnswer(outcome, { exchange, call, unknown }, own);
    });
  }

  return { ...head, answer };
}

/** What is known of the routes of an operation before it is loaded: those of its own address, and of its aliases. */
export function routeHeads({ name, method, path, meta }: OperationOutline) {
  const { credential, errors = 'problem', inputError = '' } = meta;
  const oauth = errors === 'problem' ? undefined : { credential, inputError };
  const { bare: isBare = false } = meta;
  const about = {
    operationOf: () => name,
    isControl: () => credential === 'admin',
    oauth,
    ...(meta.raw && { rawHeaders: meta.raw.headers }),
    ...(isBare && { isBare }),
  };
  return [{ method, path }, ...meta.aliases].map((address) => ({
    method: address.method,
    path: address.path,
    ...about,
  }));
}

/** The routes of an operation: its own address, and its aliases. */
export function operationRoutes(served: ServedOperation): Route[] {
  return routeHeads(served.plan.operation).map((head) => addressRoute(served, head));
}
