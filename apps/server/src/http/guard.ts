/** Keeps a client from taking more of the server than it leaves others: how many requests, and how many at once. */
import { asking, isLocal, networkOf } from '#platform/runtime';
import { LRUCache } from 'lru-cache';
import type { Access } from '../call/access.js';
import { type LeftToClient, OpenRequests, type RateLimit } from '../guard/limits.js';
import { isLoopback } from '../kit/sandbox-address.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Settings } from '../options/options.js';
import { clientAddress, pathBelow } from './locate.js';
import type { HeaderRecord } from './cors.js';
import type { Finished } from './finish.js';
import type { Incoming } from './incoming.js';

/** Whoever watches the server is never kept from it. */
const FREE: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Seconds after which a client may try again that has too many requests waiting. */
const RETRY_AFTER = 1;

/** Addresses whose network is remembered. */
const MAX_ADDRESSES = 4096;

/** Answers a request; where it was refused before, with that. */
export type AnswerWith = (request: Incoming, refusal?: ProblemError) => Finished | Promise<Finished>;

/** A request that is being answered. */
export interface Begun {
  readonly finished: Finished | Promise<Finished>;
  /** To be called once its answer is out; left out where nobody counts. */
  readonly leave?: (() => void) | undefined;
}

/** What a guard is made of. */
export interface GuardParts {
  readonly settings: Pick<Settings, 'host' | 'basePath' | 'trustProxy' | 'maxHeld'>;
  readonly access: Access;
  /** The limit of the server's own; undefined where there is none. */
  readonly rateLimit: Pick<RateLimit, 'take'> | undefined;
}

/** Who asks. */
interface Client {
  readonly network: string;
  /** Whether nobody at this place vouches for it. */
  readonly isStranger: boolean;
}

/** The path of a request; it has no sandbox before it. */
function pathOf(url: string): string {
  const path = url.slice(url.indexOf('/', url.indexOf('://') + 3));
  const end = path.search(/[?#]/);
  return end < 0 ? path : path.slice(0, end);
}

/** The headers that say what is left (draft-ietf-httpapi-ratelimit-headers-10 §3 and §4); those of a simulated limit stay. */
function withLeft(finished: Finished, { limit, window, left, seconds }: LeftToClient): Finished {
  const { headers } = finished;
  const own = { 'ratelimit-policy': `"server";q=${limit};w=${window}`, ratelimit: `"server";r=${left};t=${seconds}` };
  const joined: HeaderRecord = { ...headers };
  for (const [name, value] of Object.entries(own)) {
    joined[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return { ...finished, headers: joined };
}

function tooMany({ limit, window, seconds }: LeftToClient): ProblemError {
  return new ProblemError('too_many_requests', {
    detail: `this server takes ${limit} requests in ${window} s of one client (--rate-limit); try again in ${seconds} s`,
    headers: { 'retry-after': String(seconds) },
  });
}

function tooManyOpen(max: number): ProblemError {
  return new ProblemError('too_many_requests', {
    detail: `${max} requests of this client are waiting, and no more may (--max-held)`,
    headers: { 'retry-after': String(RETRY_AFTER) },
  });
}

/** The guard of one server. */
export class Guard {
  readonly #parts: GuardParts;
  /** Only on a public address: on this machine all clients are one. */
  readonly #open: OpenRequests | undefined;
  // By size, since a cache by count makes room for all of them at the start of each server.
  readonly #clients = new LRUCache<string, Client>({ maxSize: MAX_ADDRESSES, sizeCalculation: () => 1 });

  constructor(parts: GuardParts) {
    this.#parts = parts;
    this.#open = isLoopback(parts.settings.host) ? undefined : new OpenRequests(parts.settings.maxHeld);
  }

  /** Begins to answer a request. */
  begin(request: Incoming, answer: AnswerWith): Begun {
    const { rateLimit, settings } = this.#parts;
    if (rateLimit === undefined && this.#open === undefined) return { finished: answer(request) };
    const { network: client, isStranger } = this.#clientOf(request);
    // Without a network there is no client to tell from others.
    const path = pathBelow(pathOf(request.url), settings.basePath);
    if (client === '' || FREE.has(path ?? '')) return { finished: answer(request) };
    const held = isStranger ? this.#open : undefined;
    const leave = held?.enter(client);
    const refusal = held !== undefined && leave === undefined ? tooManyOpen(settings.maxHeld) : undefined;
    const work = () => this.#limited(request, client, { answer, refusal });
    return { finished: held === undefined ? work() : this.#admit(request, client, work), leave };
  }

  /** Answers with who is asking in mind, for whoever counts what strangers bring into being. */
  #admit<Result>(request: Incoming, client: string, work: () => Result): Result {
    const isKnown = this.#parts.access.knows(request.header('authorization') ?? '');
    return asking.run(isKnown ? undefined : client, work);
  }

  #limited(
    request: Incoming,
    client: string,
    { answer, refusal }: { readonly answer: AnswerWith; readonly refusal: ProblemError | undefined },
  ): Finished | Promise<Finished> {
    const { rateLimit } = this.#parts;
    if (rateLimit === undefined) return answer(request, refusal);
    return rateLimit.take(client).then(async (left) => {
      const finished = await answer(request, left.isOver ? tooMany(left) : refusal);
      return withLeft(finished, left);
    });
  }

  #clientOf(request: Incoming): Client {
    const address = clientAddress(request, this.#parts.settings.trustProxy);
    const existing = this.#clients.get(address);
    if (existing !== undefined) return existing;
    const client = { network: networkOf(address), isStranger: !isLocal(address) };
    this.#clients.set(address, client);
    return client;
  }
}

/** Whether a server is there for whoever asks. */
export class Readiness {
  #isLeaving = false;

  /** From now on it is not. */
  end(): void {
    this.#isLeaving = true;
  }

  /** @throws {@link ProblemError} 503 where it is not */
  check(): void {
    if (!this.#isLeaving) return;
    throw new ProblemError('service_unavailable', {
      detail: 'the server is shutting down',
      headers: { 'retry-after': '1' },
    });
  }
}
