/** Writes one line for each request, in batches, and every fault of our own with its cause. */
import { later, type Timer } from '#platform/turns';
import { maskPath, maskQuery, maskText } from '../journal/mask.js';
import { ownText } from '../kit/own-text.js';
import type { Finished } from './finish.js';

/** How to log. */
export type LogFormat = 'pretty' | 'json' | 'off';

/** What the log says of a request. */
export interface LogEntry {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly status: Finished['status'];
  readonly ms: number;
  readonly kind?: string | undefined;
}

/** Takes finished lines. */
export type Sink = (lines: string) => void;

const FLUSH_MS = 100;
const FLUSH_CHARACTERS = 32_768;
const MAX_TARGET = 300;

/** Path and query of a URL, secrets masked, fit to be shown in a terminal. */
function target(url: string): string {
  const text = url.slice(url.indexOf('/', url.indexOf('://') + 3));
  const mark = text.indexOf('?');
  const path = maskPath(mark < 0 ? text : text.slice(0, mark));
  return printable(mark < 0 ? path : `${path}?${maskQuery(text.slice(mark + 1))}`);
}

function printable(text: string): string {
  const short = text.length > MAX_TARGET ? `${text.slice(0, MAX_TARGET)}…` : text;
  // Nothing a client sends may move the cursor of the terminal that shows the log. The line outlives the URL.
  return ownText(short.replace(/[^\x20-\x7e…]/g, '?'));
}

function pretty(entry: LogEntry): string {
  const kind = entry.kind === undefined ? '' : `  ${entry.kind}`;
  const status = String(entry.status);
  return `${status}  ${entry.ms.toFixed(1).padStart(7)} ms  ${entry.method.padEnd(6)} ${target(entry.url)}${kind}\n`;
}

function json(entry: LogEntry): string {
  const { id, method, status, kind } = entry;
  const line = {
    level: status >= 500 && kind === 'internal' ? 'error' : 'info',
    id: maskText(id),
    method,
    target: target(entry.url),
    status,
    ms: Number(entry.ms.toFixed(2)),
    kind,
  };
  return `${JSON.stringify(line)}\n`;
}

/** An error with what caused it: what tRPC throws says only that something was refused. */
function faultText(error: unknown): string {
  if (!(error instanceof Error)) return maskText(String(error));
  const text = error.stack ?? error.message;
  const { cause } = error;
  return maskText(cause instanceof Error ? `${text}\ncaused by ${cause.name}: ${cause.message}` : text);
}

/** The line that says how many lines of a log were lost. */
export function lossNotice(format: LogFormat): (lost: number) => string {
  if (format === 'json') return (lost) => `${JSON.stringify({ level: 'warn', lost_lines: lost })}\n`;
  return (lost) => `${lost} ${lost === 1 ? 'line' : 'lines'} of this log could not be written\n`;
}

/** The request log of one server. */
export class Log {
  readonly #format: LogFormat;
  readonly #sink: Sink;
  #pending = '';
  #timer: Timer | undefined;

  constructor(format: LogFormat, sink: Sink) {
    this.#format = format;
    this.#sink = sink;
  }

  /** Logs a request. */
  request(entry: LogEntry): void {
    if (this.#format === 'off') return;
    this.#pending += this.#format === 'pretty' ? pretty(entry) : json(entry);
    if (this.#pending.length > FLUSH_CHARACTERS) this.flush();
    else this.#timer ??= later(() => this.flush(), FLUSH_MS);
  }

  /** Logs a fault of our own, which the client never learns of. */
  fault(id: string, error: unknown): void {
    const text = faultText(error);
    this.#pending +=
      this.#format === 'json'
        ? `${JSON.stringify({ level: 'error', id, error: text })}\n`
        : `error in request ${id}\n${text}\n`;
    this.flush();
  }

  /** Logs something that whoever runs the server should know. */
  warn(text: string): void {
    if (this.#format === 'off') return;
    this.#pending += this.#format === 'json' ? `${JSON.stringify({ level: 'warn', text })}\n` : `warning: ${text}\n`;
    this.flush();
  }

  /** Writes what is pending. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending === '') return;
    const lines = this.#pending;
    this.#pending = '';
    this.#sink(lines);
  }
}
