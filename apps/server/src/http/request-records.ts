/** What is kept on record of answered requests: a line of the log, and an entry in the journal of their sandbox. */
import { sandboxes } from '@understudy/contract/sandboxes';
import type { Exchange } from '../journal/exchange.js';
import type { Journals } from '../journal/journals.js';
import { RepeatedExchange, type Repeating } from '../journal/repeated-exchange.js';
import type { OwnPart } from '../journal/repeated-texts.js';
import { isMeantForApi, isOfApi } from '../kit/api-path.js';
import type { Settings } from '../options/options.js';
import type { Sandbox } from '../state/registry/sandbox.js';
import type { Sandboxes } from '../state/registry/sandboxes.js';
import { lineOf } from '../state/stores/refused.js';
import type { Answer } from './answer.js';
import type { Incoming } from './incoming.js';
import type { Log, LogEntry } from './log.js';
import type { RequestContext } from './request-context.js';
import { leadsNowhere, type Match } from './router.js';
import { problemBehind } from './to-problem.js';

const TRPC = '/trpc/';

/** What the control API's calls over tRPC begin with. */
const TRPC_CONTROL = `${TRPC}${sandboxes.name}.`;

/** What records are made of, and where they go. */
export interface RecordParts {
  readonly sandboxes: Sandboxes;
  readonly journals: Journals;
  readonly log: Log;
  readonly settings: Pick<Settings, 'maxJournal'>;
  /** Path that the API lies below. */
  readonly base: string;
}

/** A request that was answered again with what was kept. */
export interface RepeatedRequest extends Pick<LogEntry, 'id' | 'status'> {
  readonly request: Incoming;
  /** When it came in, on the monotonic clock, in ms. */
  readonly since: number;
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
    return this.#parts.settings.maxJournal > 0 && leadsNowhere(match) && isMeantForApi(path);
  }

  /** Logs a request with its answer. */
  add({ id, method, request, since }: RequestContext, { kind, cause }: Answer, status: number): void {
    const { log } = this.#parts;
    if (kind === 'internal') log.fault(id, cause);
    if (kind === 'service_unavailable') this.#addTrouble(id, cause);
    log.request({ id, method, url: request.url, status, kind, ms: performance.now() - since });
  }

  /** Logs a request that was answered with what was kept. */
  addRepeated({ request, id, status, since }: RepeatedRequest): void {
    const { method, url } = request;
    this.#parts.log.request({ id, method, url, status, ms: performance.now() - since });
  }

  /** Records an exchange that has ended. */
  record(sandbox: Sandbox, exchange: Exchange): void {
    // This process may have let go of the sandbox; where it was forgotten meanwhile, its journal knows since when.
    this.#parts.sandboxes.touch(sandbox);
    this.#parts.journals.record(sandbox.name, sandbox.mark.generation, exchange);
  }

  /** The same where the answer was one that is kept. */
  recordRepeated(sandbox: Sandbox, parts: Repeating, own: OwnPart): void {
    const of = { sandbox: sandbox.name, isMinor: sandbox.mark.generation === 0 };
    this.#parts.journals.add(new RepeatedExchange(parts, own, of));
  }

  /** Why the store was unavailable; a simulated failure has no cause. */
  #addTrouble(id: string, error: unknown): void {
    const { cause } = problemBehind(error, { input: undefined, locate: () => ({ pointer: '#' }) }).details;
    if (cause instanceof Error) this.#parts.log.fault(id, `the store is unavailable: ${lineOf(cause)}`);
  }
}
