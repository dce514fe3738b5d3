/** What happens to every request before and after a domain sees it. */
import { corsModes } from '@understudy/contract/kit';
import type { Journals } from '../journal/journals.js';
import { issuerAt } from '../kit/sandbox-address.js';
import type { Watched } from '../kit/watched.js';
import { providerUrl } from '../identity/realm.js';
import type { Settings } from '../options/options.js';
import type { Sandboxes } from '../store/registry/sandboxes.js';
import type { Access } from '../call/access.js';
import type { Api } from '../call/api.js';
import type { FaultApplier } from '../call/apply-faults.js';
import type { ProblemError } from '../kit/problem-error.js';
import { isLoopback } from '../kit/loopback.js';
import { idText, requestId, traceOf } from '../kit/request-id.js';
import { type Answer, EVENTS_TYPE } from './answer.js';
import { BodyBudget, type BodyShare, NO_BODY } from './body-budget.js';
import { clientAddress } from './client-address.js';
import { type CorsRules, corsRules } from './cors.js';
import { createDispatch, type NotFoundPage } from './dispatch.js';
import { failureAnswer } from './failure-answer.js';
import { confined } from './forced-answer.js';
import { ExchangeRecord } from './exchange-record.js';
import { finish, type Finished } from './finish.js';
import { hostRule } from './host-rule.js';
import type { Begun, Guard } from './guard.js';
import { fromFetch, type Incoming } from './incoming.js';
import { Intake } from './capture.js';
import { CachedAnswers } from './cached-answers.js';
import { askedPath, type Location, locator } from './locate.js';
import type { Log } from './log.js';
import { OpenStream } from './open-stream.js';
import type { Timers } from './timers.js';
import type { RequestContext } from './request-context.js';
import { RequestRecords } from './request-records.js';
import { respond, responseOf } from './respond.js';
import { allowHeader, createRouter, type Match, NO_MATCH, type Route } from './router.js';
import { isOfApi } from '../kit/api-path.js';
import { evaluateFaults, meetsNothing } from './evaluate-faults.js';
import type { MetOf } from './unrouted-faults.js';

/** A request, and the origins that are its server's own or let in. */
interface Visit {
  readonly request: Incoming;
  /** Origin of the server, as clients see it. */
  readonly own: string;
  readonly allowed: ReadonlySet<string>;
}

/** Whether an origin is a page's of this machine, such as a developer's server on another port. */
function isLocal(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: same, hostname } = new URL(origin);
  return same === origin && isLoopback(hostname);
}

/**
 * Whether a page of a foreign origin is asking: by Origin (Fetch §3.2), or, where a browser sends none, by
 * Sec-Fetch-Site (Fetch Metadata §2.4). What is no browser sends neither. `Origin: null` is that of nobody's page.
 */
function isForeignPage({ request, own, allowed }: Visit): boolean {
  const site = request.header('sec-fetch-site');
  // Behind a proxy the server may not know its own origin; the browser does.
  if (site === 'same-origin') return false;
  const origin = request.header('origin');
  if (origin !== null) {
    const isOwn = origin === own || request.url.startsWith(`${origin}/`);
    return !isOwn && !isLocal(origin) && !allowed.has(origin);
  }
  // Only this machine is of the same site as this machine.
  if (site === 'same-site') return !isLoopback(new URL(request.url).hostname);
  return site === 'cross-site';
}

/** Whether a request brings the admin token; a preflight can only say that its request will bring a token. */
function bringsAdminToken({ method, header }: Incoming, access: Access): boolean {
  if (method !== 'OPTIONS') return access.knows(header('authorization') ?? '');
  const names = (header('access-control-request-headers') ?? '').toLowerCase().split(',');
  return access.hasToken && names.some((name) => name.trim() === 'authorization');
}

/** Whether a page of a foreign origin is asking a server of this origin, without the admin token. */
type ForeignRule = (request: Incoming, own: string) => boolean;

/** The rule of a server that lets some origins in, beside its own and those of this machine. */
function foreignRule(configured: readonly string[], access: Access): ForeignRule {
  const allowed = new Set(configured);
  return (request, own) => isForeignPage({ request, own, allowed }) && !bringsAdminToken(request, access);
}

/** Where requests meet faults. */
interface OutsideRules {
  /** Path that the API lies below: nothing beside it meets faults. */
  readonly base: string;
  /** Bytes of a body that are told apart from others. */
  readonly maxBody: number;
}

/** Builds what finds it out. */
function meetOutside({ base, maxBody }: OutsideRules): MetOf {
  return (ctx) => {
    if (ctx.isControl || !isOfApi(ctx.path, base) || meetsNothing(ctx, undefined)) return undefined;
    return evaluateFaults(ctx, { operation: undefined, hasPath: true, maxBody }).then(({ met }) => met);
  };
}

/** What an edge is made of. */
export interface EdgeParts {
  readonly sandboxes: Sandboxes;
  readonly journals: Journals;
  readonly access: Access;
  readonly settings: Settings;
  readonly routes: readonly Route[];
  readonly notFoundPage: NotFoundPage | undefined;
  readonly api: Pick<Api, 'base' | 'kinds'>;
  readonly log: Log;
  readonly watched: Watched;
  /** Keeps clients from taking what others need; undefined where there is one client. */
  readonly guard: Pick<Guard, 'begin'> | undefined;
  readonly faultApplier: FaultApplier;
  readonly timers: Timers;
}

/** Bytes of bodies that are held at once; a server whose bodies may be larger holds two of them. */
const BODIES_BYTES = 64_000_000;

/** A request as it came in. */
type Received = Pick<RequestContext, 'request' | 'bodyShare' | 'counted' | 'since'>;

/** Whether an answer is a stream of events that is only opened. */
function isOpening({ type }: Answer, { body }: Finished): boolean {
  return type === EVENTS_TYPE && body instanceof OpenStream;
}

/** The edge of a server. */
export class Edge {
  readonly #find: ReturnType<typeof createRouter>;
  readonly #dispatch: ReturnType<typeof createDispatch>;
  readonly #locate: ReturnType<typeof locator>;
  readonly #cors: CorsRules;
  readonly #isForeign: ForeignRule;
  readonly #records: RequestRecords;
  readonly #kept: CachedAnswers;
  readonly #guard: EdgeParts['guard'];
  readonly #bodies: BodyBudget;
  readonly #api: EdgeParts['api'];
  /** The waits of the host, whichever it is. */
  readonly timers: Timers;
  readonly #settings: Settings;
  /** Whether people share it who do not trust each other. */
  readonly #isConfining: boolean;

  constructor(parts: EdgeParts) {
    const { sandboxes, settings, access } = parts;
    this.timers = parts.timers;
    this.#cors = corsRules(settings);
    this.#isForeign = foreignRule(settings.corsAllow, access);
    this.#find = createRouter(parts.routes);
    this.#api = parts.api;
    this.#settings = settings;
    this.#isConfining = !settings.answerScripts && !isLoopback(settings.host);
    const { kinds, base } = parts.api;
    const metOf = meetOutside({ base, maxBody: settings.maxBody });
    this.#dispatch = createDispatch({ ...parts, kinds, cors: this.#cors, metOf });
    this.#locate = locator(sandboxes, settings, hostRule(settings));
    this.#records = new RequestRecords({ ...parts, base: parts.api.base });
    this.#kept = new CachedAnswers(sandboxes, { ...settings, cors: this.#cors }, this.#records);
    this.#guard = parts.guard;
    this.#bodies = new BodyBudget(Math.max(BODIES_BYTES, 2 * settings.maxBody, 2 * settings.maxSnapshot));
  }

  /** Answers a request of the fetch standard. */
  async fetch(request: Request): Promise<Response> {
    const incoming = fromFetch(request);
    const { finished: answered, leave } = this.begin(incoming);
    try {
      const finished = answered instanceof Promise ? await answered : answered;
      return finished.wire === undefined
        ? responseOf(finished, request)
        : await respond(finished, request, this.timers);
    } finally {
      leave?.();
    }
  }

  /** Begins to answer a request. It is a promise unless its answer is kept, and nobody has to be asked whether that is true. */
  begin(request: Incoming): Begun {
    if (this.#guard === undefined) return { finished: this.#finished(request) };
    return this.#guard.begin(request, (asked, refusal) => this.#finished(asked, refusal));
  }

  #finished(request: Incoming, refusal?: ProblemError): Finished | Promise<Finished> {
    if (refusal !== undefined) return this.#answer(request, NO_BODY, refusal);
    const kept = this.#kept.find(request);
    if (kept instanceof Promise) return kept.then((found) => found ?? this.#anew(request));
    return kept ?? this.#anew(request);
  }

  /** Answers a request for which nothing is kept. */
  async #anew(request: Incoming): Promise<Finished> {
    if (request.body === null) return this.#answer(request, NO_BODY);
    const share = this.#bodies.open();
    try {
      return await this.#answer(request, share);
    } finally {
      share.release();
    }
  }

  async #answer(request: Incoming, bodyShare: BodyShare, refusal?: ProblemError): Promise<Finished> {
    const since = performance.now();
    const located = this.#locate(request, refusal);
    const { location, failure } = located instanceof Promise ? await located : located;
    // A request that could not be located has no path to find a route by.
    const match = location.path === '' ? NO_MATCH : this.#find(request.method, location.path);
    const isRecorded = this.#records.takes(location.path, match);
    const capture = isRecorded && request.hasBody() ? this.#intake() : undefined;
    const ctx = this.#context(location, match, {
      request: capture?.of(request) ?? request,
      bodyShare,
      counted: this.#kept.metOf(request),
      since,
    });
    const { stamp } = ctx.sandbox;
    // A preflight is answered whatever becomes of its request: else a page could not read what does.
    const isAnswered = failure === undefined || ctx.method === 'OPTIONS';
    const given = isAnswered ? await this.#dispatch(ctx, match) : failureAnswer(ctx, failure, this.#api.kinds);
    const answer = this.#isConfining ? confined(given) : given;
    const finished = finish(ctx, answer, this.#cors);
    const operation = 'route' in match ? match.route.operationOf?.(location.path) : undefined;
    const noted = this.#records.add(ctx, { answer, finished, operation });
    this.#kept.keep(finished, { ctx, answer, stamp, operation, noted });
    if (!isRecorded) return finished;
    const answered = { ctx, operation, capture, answer, finished, maxBytes: this.#settings.maxBody };
    const recording = new ExchangeRecord(answered, (entry) => this.#records.record(ctx.sandbox, entry));
    // Nobody knows when it ends, and who looks at the journal meanwhile is to see it.
    if (isOpening(answer, finished)) recording.end('opened');
    else return { ...finished, recording };
    return finished;
  }

  /** How failures speak OAuth where a request was asked that could not be located. */
  #oauthAt(location: Location): Match['oauth'] {
    const path = location.path === '' ? askedPath(location) : '';
    // One that is escaped may be so in a way that nobody can read.
    return path === '' || path.includes('%') ? undefined : this.#find('', path).oauth;
  }

  /** Takes in the body of a request that is recorded. */
  #intake(): Intake {
    const { maxJournalBody, maxBody } = this.#settings;
    return new Intake({ limit: maxJournalBody, maxBytes: maxBody, share: this.#bodies.open() });
  }

  #context(
    location: Location,
    { isControl, oauth = this.#oauthAt(location) }: Match,
    received: Received,
  ): RequestContext {
    const { request } = received;
    const { query: search, ...located } = location;
    const query = new URLSearchParams(search);
    const apiUrl = location.baseUrl + this.#api.base;
    return {
      ...received,
      ...located,
      method: request.method,
      query,
      search,
      apiUrl,
      issuer: issuerAt(providerUrl({ apiUrl }), location.sandbox.name, this.#settings.issuer),
      isControl,
      oauth,
      isForeign: () => this.#isForeign(request, location.origin),
      clientAddress: () => clientAddress(request, this.#settings.trustProxy),
      allow: () => {
        const found = this.#find('', location.path);
        return allowHeader('methods' in found ? found.methods : []);
      },
      cors: corsModes.find((mode) => mode === query.get('cors')),
      trace: traceOf(request.header('traceparent')),
      id: idText(requestId(request.header('x-request-id'))),
    };
  }
}
