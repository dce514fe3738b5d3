/** Serves an operation of the contract at its REST path, and at its other addresses. */
import type { Method, Operation } from '@understudy/contract';
import type { RestHandler } from './rest.js';
import { type Call, newOutcome, type Redirect } from '../call/call.js';
import type { ProblemError } from '../kit/problem-error.js';
import { simulated } from '../call/simulate.js';
import { depthOf } from '../webhooks/loop.js';
import { locateIn } from '../kit/faults.js';
import { bodyStart } from '../journal/body-start.js';
import { type Answer, JSON_TYPE } from './answer.js';
import { preference } from './browser.js';
import { readControls } from './controls.js';
import { authorizationOf } from './form-token.js';
import { knownNames, UnknownNames } from './known-names.js';
import { oauthProblemAnswer, problemAnswer } from './problems.js';
import { type ReadInput, readInput } from './read-input.js';
import type { RequestFacts } from './request-facts.js';
import type { PathParameters, Route } from './router.js';
import { isControlled, run } from './run-call.js';
import { textTypes } from './text.js';
import { problemBehind } from './to-problem.js';

/** An operation, ready to be served. */
export interface ServedOperation {
  readonly operation: Operation;
  readonly handle: RestHandler;
  readonly maxBody: number;
  /** Takes a problem back to the client in a redirect, for operations whose errors travel so. */
  readonly carry: (problem: ProblemError, call: Call, input: unknown) => Redirect | undefined;
}

function redirectAnswer({ location, cookie }: Redirect): Answer {
  const headers = { location, ...(cookie === undefined ? {} : { 'set-cookie': cookie }) };
  return { status: 302, type: '', body: null, caching: 'none', headers };
}

/** Tells a problem in the way of the operation. */
function tellProblem(problem: ProblemError, { meta }: Operation, facts: RequestFacts): Answer {
  const accept = facts.request.header('accept');
  const place = { origin: facts.origin, instance: facts.fullPath, accept };
  return meta.errors === 'problem' ? problemAnswer(problem, place) : oauthProblemAnswer(problem, place, meta);
}

/** What was read of a request's input, whether or not it was valid. */
interface Seen {
  input?: unknown;
  /** Start of the body, secrets masked. */
  body?: string;
}

/** How a call reads its request. */
interface Reading {
  readonly reader: ReadInput;
  readonly names: UnknownNames;
  readonly seen: Seen;
}

function callFor(facts: RequestFacts, served: ServedOperation, { reader, names, seen }: Reading): Call {
  const { operation } = served;
  const { header, method } = facts.request;
  const call: Call = {
    sandbox: facts.sandbox,
    origin: facts.origin,
    baseUrl: facts.baseUrl,
    controls: names.checkQuery(readControls(facts.query, operation.meta.scope === 'registry' ? 'paging' : 'all')),
    authorization: header('authorization') ?? '',
    cookie: header('cookie') ?? '',
    prefers: preference(header),
    isForeign: facts.isForeign,
    posted: method === 'POST',
    // Forms of tools send the header empty where nobody filled it in.
    idempotencyKey: header('idempotency-key') || undefined,
    depth: depthOf(header('cdn-loop')),
    // Asked for only where something waits: making one costs as much as a small answer.
    signal: facts.request.signal,
    outcome: { ...newOutcome(), unknown: names.inQuery() },
    readInput: async () => {
      seen.input = await readInput(reader, facts);
      if (operation.meta.credential === 'bearer') call.authorization = authorizationOf(facts, seen.input);
      if (reader.bodies.length > 0) seen.body = bodyStart(seen.input);
      call.outcome.unknown = [...names.inQuery(), ...names.inBody(seen.input)];
      names.checkBody(seen.input);
      return seen.input;
    },
  };
  return call;
}

/** The input of a call that failed before it was read, as far as it can be read now. */
async function inputOf(call: Call, seen: Seen): Promise<unknown> {
  if (seen.input !== undefined) return seen.input;
  try {
    return await call.readInput?.();
  } catch {
    return undefined;
  }
}

function addressRoute(served: ServedOperation, method: Method, path: string): Route {
  const { operation, handle, maxBody, carry } = served;
  const locate = locateIn(operation.meta);
  // A GET that is served as a POST as well takes its parameters from a form there.
  const bodies = method === 'POST' && operation.method === 'GET' ? (['form', 'json'] as const) : operation.meta.bodies;
  const types = textTypes(operation.input);
  const known = knownNames(operation, bodies.length > 0);
  const isEmptyOmitted = operation.meta.empty === 'omitted';

  async function failed(
    error: unknown,
    facts: RequestFacts,
    { call, seen }: { call: Call; seen: Seen },
  ): Promise<Answer> {
    const problem = problemBehind(error, { input: seen.input, locate });
    const isCarried = operation.meta.errors === 'redirect';
    const redirect = isCarried ? carry(problem, call, await inputOf(call, seen)) : undefined;
    const told = redirect === undefined ? tellProblem(problem, operation, facts) : redirectAnswer(redirect);
    return { ...told, kind: problem.kind, cause: error };
  }

  async function answer(facts: RequestFacts, parameters: PathParameters): Promise<Answer> {
    const seen: Seen = {};
    const reader: ReadInput = { types, bodies, maxBody, parameters, isEmptyOmitted };
    const call = callFor(facts, served, { reader, seen, names: new UnknownNames(operation, known, facts) });
    const result = await run(handle, facts, call);
    const { delayedMs, cut, redirect, unknown } = call.outcome;
    const asked = { delayedMs, unknown, requestBody: seen.body };
    if ('error' in result) return { ...(await failed(result.error, facts, { call, seen })), ...asked };
    if (redirect !== undefined) {
      // A redirect has no body to cut: the failure travels in it like any other.
      const answered = cut
        ? await failed(simulated('malformed', facts.sandbox.now()), facts, { call, seen })
        : redirectAnswer(redirect);
      return { ...answered, ...asked };
    }
    return {
      status: 200,
      type: JSON_TYPE,
      body: result.json,
      caching: operation.meta.cache,
      headers: result.headers,
      controlled: isControlled(call),
      cut,
      ...asked,
    };
  }

  return { method, path, isControl: () => operation.meta.credential === 'admin', answer };
}

/** The routes of an operation: its own address, and its aliases. */
export function operationRoutes(served: ServedOperation): Route[] {
  const { method, path, meta } = served.operation;
  return [{ method, path }, ...meta.aliases].map((address) => addressRoute(served, address.method, address.path));
}
