/** One request as the journal keeps it: a copy of its texts, and an entry made of it when someone asks. */
import { callControls, type JournalEntry, pagingControls, type UnknownMember } from '@understudy/contract';
import type { StruckBy } from '../faults/met.js';
import { textBytes } from '../kit/own-text.js';
import { maskHeader, maskQuery } from './mask.js';

/** Headers that the journal has. */
const HEADERS = [
  'accept',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'origin',
  'user-agent',
] as const;

const CONTROLS = Object.keys({ ...pagingControls, ...callControls, cursor: true });

/** Longest header or control value that is kept, in characters. */
const MAX_VALUE = 300;

/** Bytes of an entry beside its texts. */
const ENTRY_BYTES = 200;

/** What no text but the last can hold: neither a URL nor a header may have a line break. */
const SEPARATOR = '\n';

/** What is known of an answered request. */
export interface AnsweredRequest {
  readonly id: string;
  readonly method: string;
  /** Path below the base URL. */
  readonly path: string;
  readonly query: string;
  readonly header: (name: string) => string | null | undefined;
  /** Start of the body, secrets masked. */
  readonly body?: string | undefined;
  /** What its operation does not know. */
  readonly unknown: readonly UnknownMember[];
  readonly status: number;
  readonly kind?: string | undefined;
  /** The fault that decided its answer, else the first that struck it; undefined where none did. */
  readonly struck?: StruckBy | undefined;
  /** When it came in, on the monotonic clock, in ms. */
  readonly since: number;
}

function startOf(value: string | null | undefined): string {
  return value === null || value === undefined ? '' : value.length > MAX_VALUE ? value.slice(0, MAX_VALUE) : value;
}

function headersOf(values: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    HEADERS.flatMap((name, i) => {
      const value = values[i] ?? '';
      return value === '' ? [] : [[name, maskHeader(name, value)]];
    }),
  );
}

function controlsOf(query: string): Record<string, string> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    CONTROLS.flatMap((name) => {
      const value = parameters.get(name);
      return value === null ? [] : [[name, value.slice(0, MAX_VALUE)]];
    }),
  );
}

/** A request that is remembered: masking what it shows of secrets waits until someone asks. */
export class RememberedRequest {
  /** Memory it takes, in bytes. */
  readonly bytes: number;
  /** All its texts, joined: so they are copies, and nothing that came in is kept alive by a slice of it. */
  readonly #texts: string;
  readonly #hasBody: boolean;
  readonly #status: number;
  readonly #kind: string | undefined;
  readonly #struck: StruckBy | undefined;
  readonly #receivedAt: number;
  readonly #durationMs: number;

  constructor({ id, method, path, query, header, body, unknown, status, kind, struck, since }: AnsweredRequest) {
    const texts = [id, method, path, query, unknown.length === 0 ? '' : JSON.stringify(unknown)];
    for (const name of HEADERS) texts.push(startOf(header(name)));
    if (body !== undefined) texts.push(body);
    this.#texts = texts.join(SEPARATOR);
    this.#hasBody = body !== undefined;
    this.#status = status;
    this.#kind = kind;
    this.#struck = struck;
    this.#receivedAt = performance.timeOrigin + since;
    this.#durationMs = performance.now() - since;
    // Only a body and decoded names can have characters beyond Latin-1: all the rest is headers and a URL.
    const isLatin = body === undefined && unknown.length === 0;
    const struckBytes = struck === undefined ? 0 : textBytes(struck.fault) + textBytes(struck.rule ?? '');
    this.bytes = ENTRY_BYTES + struckBytes + (isLatin ? this.#texts.length : textBytes(this.#texts));
  }

  /** The entry of the journal, with its number in it. */
  entry(sequence: number): JournalEntry {
    const [id = '', method = '', path = '', query = '', unknown = '', ...rest] = this.#texts.split(SEPARATOR);
    return {
      id,
      sequence,
      received_at: new Date(this.#receivedAt).toISOString(),
      method,
      path,
      query: maskQuery(query),
      headers: headersOf(rest),
      body: this.#hasBody ? rest.slice(HEADERS.length).join(SEPARATOR) : null,
      body_encoding: 'utf8',
      body_bytes: 0,
      body_truncated: false,
      operation: null,
      client: { address: null, connection: null },
      response: { headers: {}, body: null, body_encoding: 'utf8', body_bytes: 0, body_truncated: true },
      ended: 'complete',
      curl: '',
      controls: controlsOf(query),
      unknown: unknown === '' ? [] : (JSON.parse(unknown) as UnknownMember[]),
      status: this.#status,
      kind: this.#kind ?? null,
      fault: this.#struck ?? null,
      duration_ms: Math.round(this.#durationMs * 100) / 100,
    };
  }
}
