/** What is kept on record of answered requests: a line of the log, and an entry in the journal of their sandbox. */
import type { RequestEntry } from '../journal/entry.js';
import type { Journals } from '../journal/journals.js';
import { isMeantForApi, isOfApi } from '../kit/sandbox-address.js';
import { traceOf } from '../kit/request-id.js';
import type { TakesDurations, Watched } from '../kit/watched.js';
import type { Settings } from '../options/options.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import type { Sandboxes } from '../store/registry/sandboxes.js';
import { lineOf } from '../store/stores/store.js';
import type { Answer } from './answer.js';
import type { AnsweredExchange, Finished } from './finish.js';
import type { Incoming } from './incoming.js';
import { type Log, type LogEntry, LoggedAnswer } from './log.js';
import { leadsNowhere, type Match } from './router.js';
import { problemBehind } from './problems.js';

const TRPC = '/trpc/';

/** What the control API's calls over tRPC begin with. */
const TRPC_CONTROL = `${TRPC}sandboxes.`;

/** What records are made of, and where they go. */
export interface RecordParts {
  readonly sandboxes: Sandboxes;
  readonly journals: Journals;
  readonly log: Log;
  readonly watched: Watched;
  readonly settings: Pick<Settings, 'maxJournal'>;
  /** Path that the API lies below. */
  readonly base: string;
}

/** A request that was answered again with what was kept. */
export interface RepeatedRequest extends Pick<LogEntry, 'id' | 'since' | 'until' | 'address'> {
  readonly request: Incoming;
  readonly answer: LoggedAnswer | undefined;
  readonly durations: TakesDurations | undefined;
}

/** What is noted of an answer each time that it is given. */
export interface NotedAnswer {
  /** Undefined where nothing is logged. */
  readonly logged: LoggedAnswer | undefined;
  /** How long requests took that were answered so; undefined where nobody watches. */
  readonly durations: TakesDurations | undefined;
}

/** Length of a body; undefined of a stream. */
function lengthOf({ headers, body }: Finished): number | undefined {
  if (body === null) return 0;
  // One of which no length is said has none.
  return body instanceof ReadableStream ? undefined : Number(headers['content-length'] ?? 0);
}

/** An answer as the log has it. */
function loggedAnswer({ exchange, answer, finished }: AnsweredExchange): LoggedAnswer {
  const { method, request, sandbox, operation } = exchange;
  const { kind, struck = [] } = answer;
  const { status } = finished;
  const made = { kind, operation, sandbox: sandbox.name, isStruck: struck.length > 0 };
  return new LoggedAnswer({ method, url: request.url, status, bytes: lengthOf(finished), ...made });
}

/** The records of one server. */
export class RequestRecords {
  readonly #parts: RecordParts;

  constructor(parts: RecordParts) {
    this.#parts = parts;
  }

  /** Whether requests to a path are recorded: calls of the API are, and no page nor what the control API is asked. */
  hasJournal(path: string): boolean {
    const { settings, base } = this.#parts;
    if (settings.maxJournal === 0) return false;
    return isOfApi(path, base) || (path.startsWith(TRPC) && !path.startsWith(TRPC_CONTROL));
  }

  /** Whether a request is recorded: also one that leads nowhere, which an app with a wrong base URL may have sent. */
  takes(path: string, match: Match): boolean {
    if (this.hasJournal(path)) return true;
    if ('route' in match && match.route.isRaw === true) return this.#parts.settings.maxJournal > 0;
    return this.#parts.settings.maxJournal > 0 && leadsNowhere(match) && isMeantForApi(path);
  }

  /** Notes a request with its answer; gives what is noted of it each time. */
  add(answered: AnsweredExchange): NotedAnswer {
    const { log, watched } = this.#parts;
    const { exchange, answer, finished } = answered;
    const { id, request, since, method, operation } = exchange;
    const { kind, cause } = answer;
    if (kind === 'internal') log.fault(id, cause);
    if (kind === 'service_unavailable') this.#addTrouble(id, cause);
    const until = performance.now();
    const durations = watched.requestsOf({ method, status: finished.status, operation });
    durations?.add(until - since);
    this.#count(answer);
    if (!log.takes('error')) return { logged: undefined, durations };
    const logged = loggedAnswer(answered);
    const userAgent = request.header('user-agent');
    const client = { address: exchange.clientAddress(), userAgent, trace: exchange.trace?.trace };
    log.request({ id, answer: logged, since, until, ...client });
    return { logged, durations };
  }

  /** Notes a request that was answered with what was kept. */
  addRepeated({ request, answer, durations, id, since, until, address }: RepeatedRequest): void {
    durations?.add(until - since);
    if (answer === undefined || !this.#parts.log.takes(answer.level)) return;
    const userAgent = request.header('user-agent');
    const trace = traceOf(request.header('traceparent'))?.trace;
    this.#parts.log.request({ id, answer, since, until, address, userAgent, trace });
  }

  /** Records an exchange that has ended. */
  record(sandbox: Sandbox, entry: RequestEntry): void {
    // This process may have let go of the sandbox; where it was forgotten meanwhile, its journal knows since when.
    this.#parts.sandboxes.touch(sandbox);
    this.#parts.journals.record(entry);
  }

  /** Counts what struck, and what the server refused by itself. */
  #count({ kind, struck = [] }: Answer): void {
    const { watched } = this.#parts;
    for (const { fault } of struck) watched.countFault(fault);
    if (kind !== undefined && struck.length === 0) watched.countRefusal(kind);
  }

  /** Why the store was unavailable; a simulated failure has no cause. */
  #addTrouble(id: string, error: unknown): void {
    const { cause } = problemBehind(error, { input: undefined, locate: () => ({ pointer: '#' }) }).details;
    if (cause instanceof Error) this.#parts.log.fault(id, `the store is unavailable: ${lineOf(cause)}`);
  }
}
