/** What happens to every request before and after a domain sees it. */
import { corsModes } from '@understudy/contract';
import type { Settings } from '../options/options.js';
import type { Sandboxes } from '../state/registry/sandboxes.js';
import { lineOf } from '../state/stores/refused.js';
import type { Access } from '../call/access.js';
import type { Answer } from './answer.js';
import { BodyBudget, type BodyShare } from './body-budget.js';
import { type AllowedOrigins, allowedOrigins } from './cors.js';
import { createDispatch, failureAnswer, type NotFoundPage } from './dispatch.js';
import { type Finished, finish, serverTiming } from './finish.js';
import { bringsAdminToken, isForeignPage } from './foreign-page.js';
import { type HostRule, hostRule } from './host-rule.js';
import { fromFetch, type Incoming } from './incoming.js';
import { journalRequest } from './journal-request.js';
import { type Location, locate, nowhere } from './locate.js';
import type { Log } from './log.js';
import type { RequestFacts } from './request-facts.js';
import { requestId } from './request-id.js';
import { type KeptAnswer, ResponseCache } from './response-cache.js';
import { createRouter, NO_MATCH, type Route } from './router.js';
import { problemBehind } from './to-problem.js';

/** What an edge is made of. */
export interface EdgeParts {
  readonly sandboxes: Sandboxes;
  readonly access: Access;
  readonly settings: Settings;
  readonly routes: readonly Route[];
  readonly notFoundPage: NotFoundPage;
  readonly log: Log;
}

/** Where a request goes, or why it goes nowhere. */
interface Located {
  readonly location: Location;
  readonly failure?: unknown;
}

/** Bytes of bodies that are held at once; a server whose bodies may be larger holds two of them. */
const BODIES_BYTES = 64_000_000;

/** The share of what has no body. */
const NO_BODY: BodyShare = { hold: () => undefined, release: () => undefined };

/** Whether an answer is right for whoever asks the same again: no control shaped it, nor the page that asked. */
function isForAll(facts: RequestFacts, answer: Answer): boolean {
  return answer.caching === 'revision' && answer.controlled !== true && facts.cors === undefined;
}

/** The edge of a server. */
export class Edge {
  readonly #parts: EdgeParts;
  readonly #find: ReturnType<typeof createRouter>;
  readonly #dispatch: ReturnType<typeof createDispatch>;
  readonly #checkHost: HostRule;
  /** Origins that cors=restrict lets in. */
  readonly #allowed: AllowedOrigins;
  /** Origins that may use the control API, beside the server's own and those of this machine. */
  readonly #configured: ReadonlySet<string>;
  readonly #cache = new ResponseCache();
  readonly #bodies: BodyBudget;

  constructor(parts: EdgeParts) {
    this.#parts = parts;
    this.#allowed = allowedOrigins(parts.settings.corsAllow);
    this.#configured = new Set(parts.settings.corsAllow);
    this.#find = createRouter(parts.routes);
    this.#dispatch = createDispatch({ ...parts, allowed: this.#allowed });
    this.#checkHost = hostRule(parts.settings);
    const { maxBody, maxSnapshot } = parts.settings;
    this.#bodies = new BodyBudget(Math.max(BODIES_BYTES, 2 * maxBody, 2 * maxSnapshot));
  }

  /** Answers a request of the fetch standard. */
  async fetch(request: Request): Promise<Response> {
    const incoming = fromFetch(request);
    const kept = this.kept(incoming);
    const finished = (kept instanceof Promise ? await kept : kept) ?? (await this.answer(incoming));
    return new Response(finished.body, finished);
  }

  /**
   * The answer kept for a request, finished anew; the shortcut that a host may take first. Only where another process
   * may have written in the meantime, it is a promise, for the store has to be asked.
   */
  kept(request: Incoming): Finished | Promise<Finished | undefined> | undefined {
    const since = performance.now();
    const key = this.#key(request);
    const kept = key === undefined ? undefined : this.#cache.get(key);
    if (kept === undefined || !this.#parts.sandboxes.touch(kept.sandbox)) return undefined;
    return kept.sandbox.fresh ? this.#again(kept, request, since) : this.#confirmed(kept, request, since);
  }

  async #confirmed(kept: KeptAnswer, request: Incoming, since: number): Promise<Finished | undefined> {
    try {
      await kept.sandbox.refresh();
    } catch {
      // The request is answered like any other then, which tells what is wrong.
      return undefined;
    }
    return kept.sandbox.stamp === kept.stamp ? this.#again(kept, request, since) : undefined;
  }

  #again(kept: KeptAnswer, request: Incoming, since: number): Finished {
    const { sandbox, status, path, query, body, unknown } = kept;
    const id = requestId(request.header('x-request-id'));
    const headers = { ...kept.headers, 'x-request-id': id, 'server-timing': serverTiming(0, since) };
    const { method, header } = request;
    journalRequest(sandbox, { id, method, path, query, header, status, since, unknown });
    this.#parts.log.request({ id, method, url: request.url, status, ms: performance.now() - since });
    return { status, headers, body };
  }

  #key({ method, url, header }: Incoming): string | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
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

  /** Answers a request for which nothing is kept. */
  async answer(request: Incoming): Promise<Finished> {
    if (request.body === null) return this.#answer(request, NO_BODY);
    const share = this.#bodies.open();
    try {
      return await this.#answer(request, share);
    } finally {
      share.release();
    }
  }

  async #answer(request: Incoming, bodyShare: BodyShare): Promise<Finished> {
    const since = performance.now();
    const key = this.#key(request);
    const located = this.#locate(request);
    const { location, failure } = located instanceof Promise ? await located : located;
    const { sandbox } = location;
    const query = new URLSearchParams(location.query);
    const { path, fullPath, origin, baseUrl } = location;
    // A request that could not be located has no path to find a route by.
    const match = path === '' ? NO_MATCH : this.#find(request.method, path);
    const facts: RequestFacts = {
      request,
      method: request.method,
      path,
      fullPath,
      origin,
      baseUrl,
      sandbox,
      isControl: match.isControl,
      isForeign: () => this.#isForeign(request, origin),
      bodyShare,
      query,
      search: location.query,
      cors: corsModes.find((mode) => mode === query.get('cors')),
      id: requestId(request.header('x-request-id')),
      since,
    };
    const { stamp } = sandbox;
    // A preflight is answered whatever becomes of its request: else a page could not read what does.
    const isAnswered = failure === undefined || facts.method === 'OPTIONS';
    const answer = isAnswered ? await this.#dispatch(facts, match) : failureAnswer(facts, failure);
    const finished = finish(facts, answer, this.#allowed);
    const { status, headers, body } = finished;
    const isKept = key !== undefined && isForAll(facts, answer) && sandbox.stamp === stamp;
    if (isKept && !(body instanceof ReadableStream)) {
      const { unknown = [] } = answer;
      this.#cache.set(key, { sandbox, stamp, path: facts.path, query: facts.search, status, headers, body, unknown });
    }
    this.#tell(facts, answer, status);
    return finished;
  }

  #isForeign(request: Incoming, own: string): boolean {
    const isForeign = isForeignPage({ request, own, allowed: this.#configured });
    return isForeign && !bringsAdminToken(request, this.#parts.access);
  }

  #locate(request: Incoming): Located | Promise<Located> {
    const { sandboxes, settings } = this.#parts;
    const lost = (failure: unknown): Located => ({ location: nowhere(request, sandboxes, settings), failure });
    try {
      this.#checkHost(request);
      const found = locate(request, sandboxes, settings);
      return found instanceof Promise ? found.then((location) => ({ location }), lost) : { location: found };
    } catch (failure) {
      return lost(failure);
    }
  }

  /** Why the store was unavailable; a simulated failure has no cause. */
  #tellTrouble(id: string, error: unknown): void {
    const { cause } = problemBehind(error, { input: undefined, locate: () => ({ pointer: '#' }) }).details;
    if (cause instanceof Error) this.#parts.log.fault(id, `the store is unavailable: ${lineOf(cause)}`);
  }

  #tell(facts: RequestFacts, answer: Answer, status: number): void {
    const { id, method, path, search, since, request, sandbox } = facts;
    const { kind, requestBody: body, unknown = [] } = answer;
    if (kind === 'internal') this.#parts.log.fault(id, answer.cause);
    if (kind === 'service_unavailable') this.#tellTrouble(id, answer.cause);
    const { header } = request;
    // Nobody can read the journal of a sandbox that was forgotten meanwhile, and nobody would empty it.
    if (this.#parts.sandboxes.touch(sandbox)) {
      journalRequest(sandbox, { id, method, path, query: search, header, status, since, kind, body, unknown });
    }
    this.#parts.log.request({ id, method, url: request.url, status, kind, ms: performance.now() - since });
  }
}
