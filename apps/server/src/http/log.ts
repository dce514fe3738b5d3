/** The log: a line for each request, pretty or as JSON, written in batches. */
import type { ProblemKind } from '@understudy/contract';
import { MaskCache, maskHeader, maskPath, maskQuery, maskText } from '../journal/mask.js';
import { detachString } from '../kit/made-once.js';
import { later, onNextTurn, type Timer } from '#platform/runtime';
import { wallTimeOf } from '../journal/entry.js';
import { isoTime } from '../kit/clock.js';
import { isOwnId } from '../kit/request-id.js';
import type { ExchangeEnding } from '@understudy/contract/sandboxes';

/** How important a line of the log is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What is known of an answer. */
export interface LoggedParts {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Length of its body in bytes; 0 of a stream. */
  readonly bytes: number;
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

  get bytes(): number {
    return this.#parts.bytes;
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
    const { method, status, sandbox, operation, kind } = this.#parts;
    const members = { level: this.level, method, target: this.target, status, kind, sandbox, operation };
    return JSON.stringify(members).slice(1, -1);
  }
}

/** How to log. */
export type LogFormat = 'pretty' | 'json' | 'off';

/** What the log says of a request. */
export interface LogEntry {
  readonly id: string;
  readonly answer: LoggedAnswer;
  /** When it came in, and when its answer ended, on the monotonic clock, in ms. */
  readonly since: number;
  readonly until: number;
  readonly ended: ExchangeEnding;
  /** Bytes of the body that went out. */
  readonly bytes: number;
  /** Network address of the client; empty where there is no network. */
  readonly address: string;
  readonly userAgent: string | null;
  /** Id of the trace that it is part of (W3C Trace Context §3.2.2.3). */
  readonly trace?: string | undefined;
}

/** Takes finished lines. */
export type Sink = (lines: string) => void;

/** What to log, and how. */
export interface LogSettings {
  readonly log: LogFormat | undefined;
  readonly logLevel: LogLevel;
}

/** Lines wait this long for others at most, in ms. */
const FLUSH_MS = 100;

/** So many requests are written at once, after the input and output that are ready. */
const BATCH = 128;

/** Where requests come faster than that, they are written under way: no more than this wait. */
const MAX_WAITING = 2048;

const RANKS: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

const agents = new MaskCache((text) => maskHeader('user-agent', text));
const addresses = new MaskCache((text) => text);

const rounded = (ms: number): number => Math.round(ms * 100) / 100;

function pretty({ answer, since, until, ended }: LogEntry): string {
  const { kind, method, status, target } = answer;
  const shown = (kind === undefined ? '' : `  ${kind}`) + (ended === 'complete' ? '' : `  ${ended}`);
  return `${status}  ${(until - since).toFixed(1).padStart(7)} ms  ${method.padEnd(6)} ${target}${shown}\n`;
}

/** The id as JSON; one that this process has given needs no mask. */
const idJson = (id: string): string => (isOwnId(id) ? `"${id}"` : JSON.stringify(maskText(id)));

function json({ answer, id, since, until, bytes, ended, address, userAgent, trace }: LogEntry, time: string): string {
  const client = address === '' ? '' : `,"client":${addresses.json(address)}`;
  const agent = userAgent === null ? '' : `,"user_agent":${agents.json(userAgent)}`;
  const traced = trace === undefined ? '' : `,"trace":"${trace}"`;
  const early = ended === 'complete' ? '' : `,"ended":"${ended}"`;
  const own = `"bytes":${bytes}${early},"id":${idJson(id)},"ms":${rounded(until - since)}${client}${agent}${traced}`;
  return `{"time":"${time}",${answer.json},${own}}\n`;
}

/** An error with what caused it: what tRPC throws says only that something was refused. */
function faultText(error: unknown): string {
  if (!(error instanceof Error)) return maskText(String(error));
  const text = error.stack ?? error.message;
  const { cause } = error;
  return maskText(cause instanceof Error ? `${text}\ncaused by ${cause.name}: ${cause.message}` : text);
}

const now = (): string => isoTime(Date.now());

/** The line that says how many lines of a log were lost. */
export function lossNotice(format: LogFormat): (lost: number) => string {
  if (format === 'json') return (lost) => `${JSON.stringify({ time: now(), level: 'warn', lost_lines: lost })}\n`;
  return (lost) => `${lost} ${lost === 1 ? 'line' : 'lines'} of this log could not be written\n`;
}

/** The log of one server. */
export class Log {
  /** Whether anything is logged. */
  readonly isOn: boolean;
  readonly #format: LogFormat;
  readonly #rank: number;
  readonly #sink: Sink;
  readonly #onError: ((id: string, error: unknown) => void) | undefined;
  #waiting: LogEntry[] = [];
  #timer: Timer | undefined;
  #isDue = false;

  constructor({ log = 'off', logLevel }: LogSettings, sink: Sink, onError?: (id: string, error: unknown) => void) {
    this.isOn = log !== 'off';
    this.#format = log;
    this.#rank = log === 'off' ? Infinity : RANKS[logLevel];
    this.#sink = sink;
    this.#onError = onError;
  }

  /** Whether requests of this importance are logged. */
  takes(level: LogLevel): boolean {
    return RANKS[level] >= this.#rank;
  }

  /** Logs a request. Its line is made later, so that no answer waits for it. */
  request(entry: LogEntry): void {
    if (!this.takes(entry.answer.level)) return;
    const waiting = this.#waiting.push(entry);
    if (waiting >= MAX_WAITING) this.flush();
    else if (waiting >= BATCH) this.#flushSoon();
    else this.#timer ??= later(() => this.flush(), FLUSH_MS);
  }

  /** Logs a fault of our own, which the client never learns of. */
  fault(id: string, error: unknown): void {
    this.#onError?.(id, error);
    const text = faultText(error);
    this.flush();
    const line = { time: now(), level: 'error', id: maskText(id), error: text };
    this.#sink(this.#format === 'json' ? `${JSON.stringify(line)}\n` : `error in request ${id}\n${text}\n`);
  }

  /** Logs something that whoever runs the server should know. */
  warn(text: string): void {
    if (!this.takes('warn')) return;
    this.flush();
    const line = { time: now(), level: 'warn', text };
    this.#sink(this.#format === 'json' ? `${JSON.stringify(line)}\n` : `warning: ${text}\n`);
  }

  /** Writes what is waiting. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    let lines = '';
    if (this.#format === 'pretty') for (const entry of waiting) lines += pretty(entry);
    else {
      const at = performance.now();
      const offset = wallTimeOf(0, at);
      for (const entry of waiting) lines += json(entry, isoTime(Math.ceil(offset + entry.since)));
    }
    this.#sink(lines);
  }

  #flushSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    onNextTurn(() => {
      this.#isDue = false;
      this.flush();
    });
  }
}
