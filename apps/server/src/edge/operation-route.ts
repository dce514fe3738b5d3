/** Serves an operation of the contract at its REST path. */
import type { Operation } from '@understudy/contract';
import type { RestHandler } from '../adapters/rest.js';
import { type Call, newOutcome } from '../call/call.js';
import { type Answer, JSON_TYPE } from './answer.js';
import { readBody } from './body.js';
import { maskJson } from '../journal/mask.js';
import { readControls } from './controls.js';
import type { HeaderRecord } from './cors.js';
import { locateIn } from '../kit/faults.js';
import { linkHeader } from './links.js';
import { tellBody } from './journal-request.js';
import { problemAnswer } from './problems.js';
import type { RequestFacts } from './request-facts.js';
import type { PathParameters, Route } from './router.js';
import { readQuery, type TextTypes, textTypes } from './text.js';
import { problemBehind } from './to-problem.js';

interface Served {
  readonly operation: Operation;
  readonly types: TextTypes;
  readonly maxBody: number;
}

/** Reads path, query and body into the one input of the procedure; the path wins. */
async function readInput(
  { operation, types, maxBody }: Served,
  facts: RequestFacts,
  parameters: PathParameters,
): Promise<unknown> {
  if (operation.meta.bodies.length === 0) {
    return { ...readQuery(facts.query, types), ...parameters };
  }
  const rules = { accepts: operation.meta.bodies, maxBytes: maxBody };
  const body = await readBody(facts.request, rules);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject ? { ...body, ...parameters } : body;
}

function headersOf(facts: RequestFacts, call: Call): HeaderRecord {
  const headers: HeaderRecord = {};
  const link = linkHeader(`${facts.baseUrl}${facts.path}`, facts.query, call.outcome.links);
  if (link !== undefined) headers['link'] = link;
  if (call.outcome.replayed) headers['idempotency-replayed'] = 'true';
  return headers;
}

/** The route of an operation. */
export function operationRoute(operation: Operation, handle: RestHandler, maxBody: number): Route {
  const served: Served = { operation, types: textTypes(operation.input), maxBody };
  const locate = locateIn(operation.meta);
  const controlSet = operation.meta.scope === 'registry' ? 'paging' : 'all';

  async function answer(facts: RequestFacts, parameters: PathParameters): Promise<Answer> {
    let input: unknown;
    let told: string | undefined;
    const controls = readControls(facts.query, controlSet);
    const call: Call = {
      sandbox: facts.sandbox,
      origin: facts.origin,
      baseUrl: facts.baseUrl,
      controls,
      authorization: facts.request.headers.get('authorization') ?? '',
      idempotencyKey: facts.request.headers.get('idempotency-key') ?? undefined,
      signal: facts.request.signal,
      outcome: newOutcome(),
      readInput: async () => {
        input = await readInput(served, facts, parameters);
        if (operation.meta.bodies.length > 0) told = tellBody(JSON.stringify(maskJson(input)));
        return input;
      },
    };
    const result = await handle(call);
    const { delayedMs } = call.outcome;
    if ('error' in result) {
      const problem = problemBehind(result.error, { input, locate });
      const accept = facts.request.headers.get('accept');
      const place = { origin: facts.origin, instance: facts.fullPath, accept };
      return { ...problemAnswer(problem, place), delayedMs, told, cause: result.error };
    }
    return {
      status: 200,
      type: JSON_TYPE,
      body: result.json,
      caching: operation.meta.cache,
      headers: headersOf(facts, call),
      delayedMs,
      cut: call.outcome.cut,
      told,
    };
  }

  return { method: operation.method, path: operation.path, answer };
}
