/** What is kept on record of answered requests: a line of the log, and an entry in the journal of their sandbox. */
import type { Sandboxes } from '../state/registry/sandboxes.js';
import { lineOf } from '../state/stores/refused.js';
import type { Answer } from './answer.js';
import type { Incoming } from './incoming.js';
import { journalRequest } from './journal-request.js';
import type { Log } from './log.js';
import type { RequestContext } from './request-context.js';
import type { KeptAnswer } from './response-cache.js';
import { problemBehind } from './to-problem.js';

/** A request that was answered again with what was kept. */
export interface RepeatedRequest {
  readonly request: Incoming;
  readonly id: string;
  /** When it came in, on the monotonic clock, in ms. */
  readonly since: number;
}

/** The records of one server. */
export class RequestRecords {
  readonly #sandboxes: Sandboxes;
  readonly #log: Log;
  readonly #base: string;

  /** @param base path that the API lies below */
  constructor(sandboxes: Sandboxes, log: Log, base: string) {
    this.#sandboxes = sandboxes;
    this.#log = log;
    this.#base = base;
  }

  /** Records a request with its answer. */
  add(ctx: RequestContext, answer: Answer, status: number): void {
    const { id, method, path, search, since, request, sandbox } = ctx;
    const { kind, requestBody: body, unknown = [], struck: [struck] = [] } = answer;
    if (kind === 'internal') this.#log.fault(id, answer.cause);
    if (kind === 'service_unavailable') this.#addTrouble(id, answer.cause);
    const { header } = request;
    // Nobody can read the journal of a sandbox that was forgotten meanwhile, and nobody would empty it.
    if (this.#sandboxes.touch(sandbox)) {
      const answered = { id, method, path, query: search, header, status, since, kind, body, unknown, struck };
      journalRequest(sandbox, answered, this.#base);
    }
    this.#log.request({ id, method, url: request.url, status, kind, ms: performance.now() - since });
  }

  /** Records a request that was answered with what was kept. */
  addRepeated({ sandbox, status, path, query, unknown }: KeptAnswer, { request, id, since }: RepeatedRequest): void {
    const { method, header, url } = request;
    journalRequest(sandbox, { id, method, path, query, header, status, since, unknown }, this.#base);
    this.#log.request({ id, method, url, status, ms: performance.now() - since });
  }

  /** Why the store was unavailable; a simulated failure has no cause. */
  #addTrouble(id: string, error: unknown): void {
    const { cause } = problemBehind(error, { input: undefined, locate: () => ({ pointer: '#' }) }).details;
    if (cause instanceof Error) this.#log.fault(id, `the store is unavailable: ${lineOf(cause)}`);
  }
}
