/** What the log says of an answer, however often it is given. */
import type { ProblemKind } from '@understudy/contract';
import { maskPath, maskQuery } from '../journal/mask.js';
import { detachString } from '../kit/detach-string.js';

/** How important a line of the log is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What is known of an answer. */
export interface LoggedParts {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Length of its body in bytes; undefined of a stream. */
  readonly bytes: number | undefined;
  /** Name of the sandbox; undefined where a request was for none. */
  readonly sandbox: string | undefined;
  readonly operation: string | undefined;
  readonly kind?: ProblemKind | undefined;
  /** Whether a fault that somebody set made it what it is. */
  readonly isStruck?: boolean;
}

const MAX_TARGET = 300;

/** What asks again and again whether the server is well, also below a path. */
const PROBES = /\/(?:healthz|readyz|metrics)$/;

function printable(text: string): string {
  const short = text.length > MAX_TARGET ? `${text.slice(0, MAX_TARGET)}…` : text;
  // Nothing a client sends may move the cursor of the terminal that shows the log. The line outlives the URL.
  return detachString(short.replace(/[^\x20-\x7e…]/g, '?'));
}

/** Path and query of a URL, as they were sent. */
function targetOf(url: string): { readonly path: string; readonly query: string | undefined } {
  const text = url.slice(url.indexOf('/', url.indexOf('://') + 3));
  const mark = text.indexOf('?');
  return mark < 0 ? { path: text, query: undefined } : { path: text.slice(0, mark), query: text.slice(mark + 1) };
}

/** How important it is that a request was answered so. */
function levelOf({ url, status, operation, kind, isStruck = false }: LoggedParts): LogLevel {
  if (kind === 'internal' && !isStruck) return 'error';
  if (!isStruck && status >= 500) return 'warn';
  const isOfApi = operation !== undefined || isStruck;
  return status < 400 && !isOfApi && PROBES.test(targetOf(url).path) ? 'debug' : 'info';
}

/** An answer as the log has it: its texts are made when somebody needs them, and stay. */
export class LoggedAnswer {
  readonly level: LogLevel;
  readonly #parts: LoggedParts;
  #target: string | undefined;
  #json: string | undefined;

  constructor(parts: LoggedParts) {
    this.#parts = parts;
    this.level = levelOf(parts);
  }

  /** Path and query, secrets masked, fit to be shown in a terminal. */
  get target(): string {
    if (this.#target === undefined) {
      const { path, query } = targetOf(this.#parts.url);
      this.#target = printable(query === undefined ? maskPath(path) : `${maskPath(path)}?${maskQuery(query)}`);
    }
    return this.#target;
  }

  get method(): string {
    return this.#parts.method;
  }

  get status(): number {
    return this.#parts.status;
  }

  get kind(): string | undefined {
    return this.#parts.kind;
  }

  /** Bytes that its texts take. */
  get textBytes(): number {
    return this.#parts.url.length + 2 * Math.min(this.#parts.url.length, MAX_TARGET);
  }

  /** Its members in a line of JSON, without braces. */
  get json(): string {
    this.#json ??= this.#made();
    return this.#json;
  }

  #made(): string {
    const { method, status, bytes, sandbox, operation, kind } = this.#parts;
    const members = { level: this.level, method, target: this.target, status, kind, bytes, sandbox, operation };
    return JSON.stringify(members).slice(1, -1);
  }
}
