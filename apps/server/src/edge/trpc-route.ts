/** Serves tRPC's own protocol at /trpc, with the controls that act on calls in the URL's query. */
import type { TrpcCall, trpcHandler } from '../adapters/trpc.js';
import { newOutcome } from '../call/call.js';
import { ProblemError } from '../kit/problem-error.js';
import { type Answer, JSON_TYPE } from './answer.js';
import { readBytes } from './body.js';
import { readControls } from './controls.js';
import type { RequestFacts } from './request-facts.js';
import type { Route } from './router.js';

const ROOT = '/trpc';

/** The body is read here, so that it is never larger than allowed. */
async function withBody(request: Request, maxBody: number): Promise<Request> {
  if (request.method === 'GET' || request.method === 'HEAD') return request;
  const body = await readBytes(request, maxBody);
  const { method, headers, signal } = request;
  return new Request(request.url, { method, headers, signal, body });
}

/** The routes of tRPC. */
export function trpcRoutes(handle: ReturnType<typeof trpcHandler>, maxBody: number): Route[] {
  async function answer(facts: RequestFacts): Promise<Answer> {
    const controls = readControls(facts.query, 'call');
    const outcome = newOutcome();
    const call: TrpcCall = {
      sandbox: facts.sandbox,
      baseUrl: facts.baseUrl,
      controls,
      authorization: facts.request.headers.get('authorization') ?? '',
      idempotencyKey: facts.request.headers.get('idempotency-key') ?? undefined,
      signal: facts.request.signal,
      outcome,
      place: { origin: facts.origin, instance: facts.fullPath },
    };
    const endpoint = facts.fullPath.slice(0, facts.fullPath.length - facts.path.length) + ROOT;
    const request = await withBody(facts.request, maxBody);
    const { response, problem } = await handle({ request, endpoint, call });
    const type = response.headers.get('content-type') ?? JSON_TYPE;
    // A batch may ask for its answers one by one; such a stream goes out as it comes.
    const whole = type.startsWith(JSON_TYPE);
    return {
      status: response.status,
      type,
      body: whole ? await response.text() : response.body,
      caching: 'none',
      headers: {
        ...problem?.details.headers,
        ...(outcome.replayed ? { 'idempotency-replayed': 'true' } : {}),
      },
      delayedMs: outcome.delayedMs,
      cut: response.status === 200 && !(controls instanceof ProblemError) && controls.simulate_error === 'malformed',
      ...(problem === undefined ? {} : { kind: problem.kind, cause: problem.details.cause }),
    };
  }

  return ['GET', 'POST'].map((method) => ({ method, path: `${ROOT}/*`, answer }));
}
