/** What happens to a request, in this order and nowhere else, whichever host it came by. */
import type { Access } from '../call/access.js';
import type { Api } from '../call/api.js';
import type { FaultApplier } from '../call/apply-faults.js';
import type { Journals } from '../journal/journals.js';
import { isLoopback } from '../kit/sandbox-address.js';
import { type Eventual, andThen, orElse } from '../kit/made-once.js';
import type { ProblemError } from '../kit/problem-error.js';
import type { Watched } from '../kit/watched.js';
import type { Settings } from '../options/options.js';
import type { Sandboxes } from '../store/registry/sandboxes.js';
import { type Answer, EVENTS_TYPE } from './answer.js';
import { BodyBudget, BodyCapture, type BodyShare, NO_BODY } from './body.js';
import { CachedAnswers } from './cached-answers.js';
import { ExchangeRecord, RequestRecords } from './request-records.js';
import { corsRules, foreignRule } from './cors.js';
import { Exchange, type ExchangeRules } from './exchange.js';
import { type NotFoundPage, failureAnswer, unroutedAnswers } from './unrouted.js';
import { type Finished, finish } from './finish.js';
import { confined } from './forced-answer.js';
import type { Begun, Guard } from './guard.js';
import { type Location, requestPath, hostRule, locator } from './locate.js';
import { type Incoming, fromFetch } from './incoming.js';
import type { Log } from './log.js';
import { OpenStream, readable } from './open-stream.js';
import { type Match, NO_MATCH, type Route, type Site, allowHeader, createRouter } from './router.js';
import type { Timers } from './timers.js';
import { type Reading, type Transfer, fetchFailed, release, terminated, transferOf } from './transfer.js';

/** What a pipeline is made of. */
export interface PipelineParts {
  readonly sandboxes: Sandboxes;
  readonly journals: Journals;
  readonly access: Access;
  readonly settings: Settings;
  readonly routes: readonly Route[];
  readonly site: Site | undefined;
  readonly notFoundPage: NotFoundPage | undefined;
  readonly api: Pick<Api, 'base' | 'callsBase' | 'kinds'>;
  readonly log: Log;
  readonly watched: Watched;
  /** Keeps clients from taking what others need; undefined where there is one client. */
  readonly guard: Pick<Guard, 'begin'> | undefined;
  readonly faultApplier: FaultApplier;
  readonly timers: Timers;
}

/** Bytes of bodies that are held at once; a server whose bodies may be larger holds two of them. */
const BODIES_BYTES = 64_000_000;

/** Whether an answer is a stream of events that is only opened. */
function isOpening({ type }: Answer, { body }: Finished): boolean {
  return type === EVENTS_TYPE && body instanceof OpenStream;
}

/** The pipeline of the requests of one server. */
export class Pipeline {
  /** The waits of the host, whichever it is. */
  readonly timers: Timers;
  readonly #parts: PipelineParts;
  readonly #rules: ExchangeRules;
  readonly #find: ReturnType<typeof createRouter>;
  readonly #locate: ReturnType<typeof locator>;
  readonly #unrouted: ReturnType<typeof unroutedAnswers>;
  readonly #cors: ReturnType<typeof corsRules>;
  readonly #records: RequestRecords;
  readonly #cache: CachedAnswers;
  readonly #bodies: BodyBudget;
  /** Whether people share it who do not trust each other. */
  readonly #isConfining: boolean;

  constructor(parts: PipelineParts) {
    const { sandboxes, settings, access, api, routes } = parts;
    const { maxBody, maxSnapshot } = settings;
    this.#parts = parts;
    this.timers = parts.timers;
    this.#cors = corsRules(settings);
    this.#find = createRouter(routes);
    this.#locate = locator(sandboxes, settings, hostRule(settings));
    this.#rules = {
      settings,
      apiBase: api.base,
      isForeign: foreignRule(settings.corsAllow, access),
      allow: (path) => {
        const found = this.#find('', path);
        return allowHeader('methods' in found ? found.methods : []);
      },
    };
    this.#unrouted = unroutedAnswers({ ...parts, kinds: api.kinds, apiBase: api.callsBase, cors: this.#cors, maxBody });
    this.#records = new RequestRecords({ ...parts, base: api.callsBase });
    const headers = [...new Set(routes.flatMap(({ rawHeaders = [] }) => rawHeaders))];
    this.#cache = new CachedAnswers(sandboxes, { ...settings, cors: this.#cors, headers }, this.#records);
    this.#bodies = new BodyBudget(Math.max(BODIES_BYTES, 2 * maxBody, 2 * maxSnapshot));
    this.#isConfining = !settings.answerScripts && !isLoopback(settings.host);
  }

  /** Answers a request of the fetch standard. */
  async fetch(request: Request): Promise<Response> {
    const { finished: answered, leave } = this.begin(fromFetch(request));
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
    const { guard } = this.#parts;
    // 1. Limits: how many requests a client has, and how many at once; one that has too many is refused below.
    if (guard === undefined) return { finished: this.#answer(request) };
    return guard.begin(request, (own, refusal) => this.#answer(own, refusal));
  }

  #answer(request: Incoming, refusal?: ProblemError): Eventual<Finished> {
    if (refusal !== undefined) return this.#take(request, NO_BODY, refusal);
    // 2. Cache: an answer that was given before ends it here, unless a rule applies to the request.
    return andThen(this.#cache.find(request), (found) => found ?? this.#withBody(request));
  }

  #withBody(request: Incoming): Eventual<Finished> {
    if (request.body === null) return this.#take(request, NO_BODY);
    const share = this.#bodies.open();
    return Promise.resolve(this.#take(request, share)).finally(() => share.release());
  }

  /** Takes a request through all the steps that are left: at once, where none of them waits. */
  #take(request: Incoming, bodyShare: BodyShare, refusal?: ProblemError): Eventual<Finished> {
    const since = performance.now();
    // 3. Where it goes: host, prefix, sandbox, and the rules that rewrite paths. One that goes nowhere is answered with its failure.
    return andThen(this.#locate(request, refusal), ({ location: sent, failure }) => {
      const { site, api } = this.#parts;
      const location = site?.rewrite === undefined ? sent : { ...sent, ...site.rewrite(sent, api.base) };
      // 4. Its route; a request that could not be located has no path to find one by.
      const match = location.path === '' ? NO_MATCH : this.#find(request.method, location.path);
      const isRecorded = this.#records.takes(location.path, match);
      const capture = isRecorded && request.hasBody() ? this.#capture() : undefined;
      const exchange = new Exchange(
        { request: capture?.of(request) ?? request, bodyShare, counted: this.#cache.faultOutcomeOf(request), since },
        {
          location,
          operation: 'route' in match ? match.route.operationOf?.(location.path) : undefined,
          isControl: match.isControl,
          oauth: match.oauth ?? this.#oauthAt(location),
        },
        this.#rules,
      );
      const { stamp } = exchange.sandbox;
      // 5. What its route answers. Of an operation that is: faults evaluated, input read, and the steps of call/pipeline.ts.
      const answer = this.#routed(exchange, match, failure);
      return andThen(answer, (given) => this.#finished(exchange, given, { stamp, isRecorded, capture }));
    });
  }

  #finished(
    exchange: Exchange,
    given: Answer,
    { stamp, isRecorded, capture }: { stamp: object; isRecorded: boolean; capture: BodyCapture | undefined },
  ): Finished {
    // 6. Headers: ETag and 304, compression, CORS, and what faults do to the bytes.
    const answer = this.#isConfining ? confined(given) : given;
    const finished = finish(exchange, answer, this.#cors);
    // 7. Whoever looks on: the cache now, and log, metrics and journal once the last byte is out.
    const answered = { exchange, answer, finished };
    this.#cache.keep(answered, stamp);
    const recording = new ExchangeRecord(this.#records, answered, isRecorded, capture);
    if (isOpening(answer, finished)) recording.open();
    finished.recording = recording;
    return finished;
  }

  /** The answer of a route, or of what stands for one; whatever a route throws becomes a problem. */
  #routed(exchange: Exchange, match: Match, failure: unknown): Eventual<Answer> {
    const { kinds } = this.#parts.api;
    return orElse(
      () => {
        // A preflight is answered whatever becomes of its request: else a page could not read what does.
        if (exchange.method === 'OPTIONS') return this.#unrouted(exchange, match);
        if (failure !== undefined) return failureAnswer(exchange, failure, kinds);
        const isFile = exchange.operation === undefined && (exchange.method === 'GET' || exchange.method === 'HEAD');
        const file = isFile ? this.#parts.site?.fileAt?.(exchange.path) : undefined;
        return andThen(file, (found) => found ?? this.#matched(exchange, match));
      },
      (error) => failureAnswer(exchange, error, kinds),
    );
  }

  #matched(exchange: Exchange, match: Match): Eventual<Answer> {
    if ('route' in match) return match.route.answer(exchange, match.parameters);
    return this.#unrouted(exchange, match);
  }

  /** How failures speak OAuth where a request was asked that could not be located. */
  #oauthAt(location: Location): Match['oauth'] {
    const path = location.path === '' ? requestPath(location) : '';
    // One that is escaped may be so in a way that nobody can read.
    return path === '' || path.includes('%') ? undefined : this.#find('', path).oauth;
  }

  /** Takes in the body of a request that is recorded. */
  #capture(): BodyCapture {
    const { maxJournalBody, maxBody } = this.#parts.settings;
    return new BodyCapture({ limit: maxJournalBody, maxBytes: maxBody, share: this.#bodies.open() });
  }
}

/** What comes of a body, with its waits; then it ends, or breaks off. */
async function* comingOf(transfer: Transfer, { timers, signal }: Reading): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const piece of transfer.pieces) {
    if (typeof piece === 'number') await timers.pause(piece, signal);
    else yield piece;
    signal.throwIfAborted();
  }
  if (transfer.isWhole) return;
  await timers.pause(transfer.stallMs, signal);
  throw terminated(transfer.ending);
}

/** How a body comes, and goes. */
interface Coming {
  readonly pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>;
  /** Called when nobody reads any more. */
  readonly leave: () => void;
}

/** The body as a stream. It comes only when it is asked for, so that one that nobody reads holds nothing. */
function bodyOf(
  { body, recording }: Finished,
  { pieces, leave }: Coming,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const pull = async (stream: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      const { done, value } = await pieces.next();
      if (done !== true) {
        recording?.add(value);
        return stream.enqueue(value);
      }
      recording?.end('complete');
      stream.close();
    } catch (error) {
      recording?.end(signal.aborted ? 'client_left' : 'cut');
      stream.error(error);
    }
    release(body);
  };
  const cancel = async (): Promise<void> => {
    recording?.end('client_left');
    leave();
    // One that was under way fails.
    await pieces.return(undefined).catch(() => undefined);
    release(body);
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

/** Answers a request with what simply goes out. */
function responseOf(finished: Finished, { signal }: Pick<Request, 'signal'>): Response {
  const { body, recording } = finished;
  if (body instanceof OpenStream) return new Response(readable(body, signal, recording), finished);
  recording?.end('complete');
  return new Response(body, finished);
}

/**
 * Answers a request with faults as fetch would over a network.
 *
 * @throws TypeError as fetch does, where no head comes
 */
export async function respond(finished: Finished, request: Request, timers: Timers): Promise<Response> {
  const { signal } = request;
  const { status, body, recording } = finished;
  const left = new AbortController();
  const reading = { timers, signal: AbortSignal.any([signal, left.signal]) };
  const transfer = transferOf(finished, request.method, reading);
  const { headers, isWhole } = transfer;
  if (headers === undefined) {
    release(body);
    await timers.pause(transfer.silentMs, signal).finally(() => {
      recording?.end(signal.aborted ? 'client_left' : 'cut', false);
    });
    throw fetchFailed(transfer.ending);
  }
  if (body === null && isWhole) {
    recording?.end('complete');
    return new Response(null, { status, headers });
  }
  const pieces = comingOf(transfer, reading);
  return new Response(bodyOf(finished, { pieces, leave: () => left.abort() }, signal), { status, headers });
}
