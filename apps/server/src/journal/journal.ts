/** The request journal of a sandbox: a ring of the last requests, and a count of what it dropped. */
import { callControls, type JournalEntry, pagingControls } from '@understudy/contract';
import { maskHeader, maskQuery } from './mask.js';

/** Headers that the journal tells. */
export const JOURNAL_HEADERS = [
  'accept',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'origin',
  'user-agent',
] as const;

const CONTROLS = Object.keys({ ...pagingControls, ...callControls, cursor: true });

/** Longest header or control value that is told. */
const MAX_VALUE = 300;

/** A request as it is remembered: telling it, with its secrets masked, waits until someone asks. */
export interface RememberedRequest {
  readonly id: string;
  /** When it came in, in ms since 1970, by the clock of the machine. */
  readonly receivedAt: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Values of the headers in JOURNAL_HEADERS. */
  readonly headers: readonly (string | null | undefined)[];
  /** Start of the body, its secrets masked already. */
  readonly body: string | undefined;
  readonly status: number;
  readonly kind: string | undefined;
  readonly durationMs: number;
}

function headersOf({ headers }: RememberedRequest): Record<string, string> {
  return Object.fromEntries(
    JOURNAL_HEADERS.flatMap((name, i) => {
      const value = headers[i];
      return value === null || value === undefined ? [] : [[name, maskHeader(name, value).slice(0, MAX_VALUE)]];
    }),
  );
}

function controlsOf({ query }: RememberedRequest): Record<string, string> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    CONTROLS.flatMap((name) => {
      const value = parameters.get(name);
      return value === null ? [] : [[name, value.slice(0, MAX_VALUE)]];
    }),
  );
}

function tell(request: RememberedRequest, sequence: number): JournalEntry {
  return {
    id: request.id,
    sequence,
    received_at: new Date(request.receivedAt).toISOString(),
    method: request.method,
    path: request.path,
    query: maskQuery(request.query),
    headers: headersOf(request),
    body: request.body ?? null,
    controls: controlsOf(request),
    status: request.status,
    kind: request.kind ?? null,
    duration_ms: Math.round(request.durationMs * 100) / 100,
  };
}

/** Remembers the last requests of a sandbox. */
export class Journal {
  readonly #limit: number;
  readonly #ring: RememberedRequest[] = [];
  #count = 0;

  /** @param limit requests to remember */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Remembers a request, in the place of the oldest once the ring is full. */
  add(request: RememberedRequest): void {
    if (this.#limit > 0) this.#ring[this.#count % this.#limit] = request;
    this.#count += 1;
  }

  /** How many requests it no longer holds. */
  get dropped(): number {
    return this.#count - this.#ring.length;
  }

  /** The requests it holds, oldest first. */
  entries(): JournalEntry[] {
    const start = this.dropped > 0 ? this.#count % this.#limit : 0;
    const ordered = [...this.#ring.slice(start), ...this.#ring.slice(0, start)];
    return ordered.map((request, i) => tell(request, this.dropped + i + 1));
  }
}
