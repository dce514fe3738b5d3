/** What happens to every request before and after a domain sees it. */
import { corsModes } from '@understudy/contract';
import { ProblemError } from '../kit/problem-error.js';
import type { Settings } from '../options/options.js';
import { DEFAULT_SANDBOX, type Sandboxes } from '../state/sandboxes.js';
import type { Answer } from './answer.js';
import { type AllowedOrigins, allowedOrigins, preflight } from './cors.js';
import { type Finished, finish, serverTiming } from './finish.js';
import { checkTarget, type Location, locate } from './locate.js';
import type { Log } from './log.js';
import { problemAnswer } from './problems.js';
import type { RequestFacts } from './request-facts.js';
import { requestId } from './request-id.js';
import { type KeptAnswer, ResponseCache } from './response-cache.js';
import { createRouter, type Route } from './router.js';
import { problemBehind } from './to-problem.js';

/** What an edge is made of. */
export interface EdgeParts {
  readonly sandboxes: Sandboxes;
  readonly settings: Settings;
  readonly routes: readonly Route[];
  readonly log: Log;
}

/** Controls that make an answer its own: such an answer is never kept. */
const NEVER_KEPT = /[?&](?:delay|simulate_error|cors)=/;

/** A request as far as the response cache needs to know it; hosts may bring it without a Request. */
export interface CacheableRequest {
  readonly method: string;
  readonly url: string;
  readonly header: (name: string) => string | null | undefined;
}

/** The edge of a server. */
export class Edge {
  readonly #parts: EdgeParts;
  readonly #match: ReturnType<typeof createRouter>;
  readonly #allowed: AllowedOrigins;
  readonly #cache = new ResponseCache();

  constructor(parts: EdgeParts) {
    this.#parts = parts;
    this.#match = createRouter(parts.routes);
    this.#allowed = allowedOrigins(parts.settings.corsAllow);
  }

  #key({ method, url, header }: CacheableRequest): string | undefined {
    if ((method !== 'GET' && method !== 'HEAD') || NEVER_KEPT.test(url)) return undefined;
    const forwarded = this.#parts.settings.trustProxy
      ? `${header('x-forwarded-proto') ?? ''} ${header('x-forwarded-host') ?? ''} `
      : '';
    return ResponseCache.key({
      method,
      target: forwarded + url,
      acceptEncoding: header('accept-encoding'),
      ifNoneMatch: header('if-none-match'),
    });
  }

  /** The answer kept for a request, finished anew; the shortcut that a host may take first. */
  kept(request: CacheableRequest): Finished | undefined {
    const since = performance.now();
    const key = this.#key(request);
    const kept = key === undefined ? undefined : this.#cache.get(key);
    if (kept === undefined) return undefined;
    const id = requestId(request.header('x-request-id'));
    const headers = { ...kept.headers };
    headers['x-request-id'] = id;
    headers['server-timing'] = serverTiming(0, since);
    this.#tell(request.method, request.url, id, kept.status, since);
    return { status: kept.status, headers, body: kept.body };
  }

  #tell(method: string, url: string, id: string, status: number, since: number, kind?: string): void {
    const target = url.slice(url.indexOf('/', url.indexOf('://') + 3));
    this.#parts.log.request({ id, method, target, status, kind, ms: performance.now() - since });
  }

  /** Answers a request. */
  async fetch(request: Request): Promise<Response> {
    const question = {
      method: request.method,
      url: request.url,
      header: (name: string) => request.headers.get(name),
    };
    const finished = this.kept(question) ?? (await this.#handle(request, this.#key(question)));
    const { status, headers, body } = finished;
    return new Response(body, { status, headers });
  }

  async #handle(request: Request, key: string | undefined): Promise<Finished> {
    const since = performance.now();
    const id = requestId(request.headers.get('x-request-id'));
    const { facts, answer } = await this.#answer(request, id, since);
    const revision = facts.sandbox.revision;
    const finished = finish(facts, answer, this.#allowed);
    const isKept = key !== undefined && answer.caching === 'revision' && facts.cors === undefined;
    if (isKept && answer.revision === revision && !(finished.body instanceof ReadableStream)) {
      const kept: KeptAnswer = { ...finished, body: finished.body, sandbox: facts.sandbox, revision };
      this.#cache.set(key, kept);
    }
    if (answer.kind === 'internal') this.#parts.log.fault(id, answer.cause);
    this.#tell(facts.method, request.url, id, finished.status, since, answer.kind);
    return finished;
  }

  #locate(request: Request): { location: Location; problem?: ProblemError } {
    const { sandboxes, settings } = this.#parts;
    try {
      const location = locate(request, sandboxes, settings);
      checkTarget(location);
      return { location };
    } catch (error) {
      const sandbox = sandboxes.get(DEFAULT_SANDBOX);
      if (sandbox === undefined || !(error instanceof ProblemError)) throw error;
      const { origin, pathname } = new URL(request.url);
      const place = { path: pathname, fullPath: pathname, query: '' };
      return { location: { sandbox, origin, baseUrl: origin, ...place }, problem: error };
    }
  }

  async #answer(request: Request, id: string, since: number): Promise<{ facts: RequestFacts; answer: Answer }> {
    const { location, problem } = this.#locate(request);
    const query = new URLSearchParams(location.query);
    const facts: RequestFacts = {
      ...location,
      request,
      method: request.method,
      query,
      cors: corsModes.find((mode) => mode === query.get('cors')),
      id,
      since,
    };
    const revision = facts.sandbox.revision;
    try {
      if (problem !== undefined) throw problem;
      return { facts, answer: { ...(await this.#route(facts)), revision } };
    } catch (error) {
      const behind = problemBehind(error, { input: undefined, locate: () => ({ pointer: '#' }) });
      const accept = request.headers.get('accept');
      const place = { origin: facts.origin, instance: facts.fullPath, accept };
      return { facts, answer: { ...problemAnswer(behind, place), cause: error } };
    }
  }

  async #route(facts: RequestFacts): Promise<Answer> {
    if (facts.method === 'OPTIONS') return this.#preflight(facts);
    const match = this.#match(facts.method, facts.path);
    if ('route' in match) return match.route.answer(facts, match.parameters);
    if (match.methods.length === 0) {
      throw new ProblemError('not_found', {
        detail: `no route has the path ${JSON.stringify(facts.path.slice(0, 200))}; ${facts.baseUrl}/docs lists those there are`,
      });
    }
    const allow = allowHeader(match.methods);
    throw new ProblemError('method_not_allowed', {
      detail: `${facts.path} does not take ${facts.method}, but ${allow}`,
      headers: { allow },
    });
  }

  #preflight(facts: RequestFacts): Answer {
    const { status, headers } = preflight(facts.cors, facts.request.headers, this.#allowed);
    const match = this.#match('OPTIONS', facts.path);
    const methods = 'methods' in match ? match.methods : [];
    const allow: Record<string, string> = methods.length === 0 ? {} : { allow: allowHeader(methods) };
    return { status, type: '', body: null, caching: 'none', headers: { ...headers, ...allow } };
  }
}

function allowHeader(methods: readonly string[]): string {
  const withHead = methods.includes('GET') ? ['GET', 'HEAD', ...methods.slice(1)] : [...methods];
  return [...withHead, 'OPTIONS'].join(', ');
}
