/** Retries: which requests are attempts at the same call, and whether one came before its Retry-After was over. */
import type { JournalEntry } from '@understudy/client';

/** Attempts at one call, each after one that had failed. */
export interface Series {
  /** In the order in which they ended. */
  readonly attempts: JournalEntry[];
  /** Which of the lines beside the rows joins them. */
  lane: number;
}

/** Longest pause between two attempts, in ms: who comes later asks anew. */
const LONGEST_MS = 600_000;

/** Lines beside the rows. */
export const LANES = 3;

/** Faults that leave the status as it is, and nothing that can be read. */
const SPOILING =
  /^(?:empty|wrong_type|malformed|charset|truncate|bad_gzip|garbage|captive_portal|stall|reset|close|hang)\b/;

/** Whether a client takes an exchange for a failure. */
export function hasFailed({ status, ended, fault }: JournalEntry): boolean {
  if (status === null || status >= 400 || ended === 'client_left' || ended === 'cut') return true;
  return fault !== null && SPOILING.test(fault.fault);
}

/** What the attempts at one call have in common. */
function callOf({ method, path, query, body, body_bytes: bytes, headers }: JournalEntry): string {
  return [method, path, query, headers['idempotency-key'] ?? '', bytes, body ?? ''].join(' ');
}

/** When an exchange began, in ms since 1970. */
export const startOf = ({ received_at: at }: JournalEntry): number => Date.parse(at);

/** When it ended. */
export const endOf = (entry: JournalEntry): number => startOf(entry) + entry.duration_ms;

/** How long the answer asked to wait, in ms; undefined where it did not (RFC 9110 §10.2.3). */
export function retryAfterOf({ response: { headers } }: JournalEntry): number | undefined {
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const ms = Date.parse(text) - Date.parse(headers['date'] ?? '');
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** By how many ms an attempt came before the Retry-After of the one before it was over; 0 where it did not. */
export function earlyBy(before: JournalEntry, attempt: JournalEntry): number {
  const wait = retryAfterOf(before);
  // Times of the journal are whole.
  return wait === undefined ? 0 : Math.max(0, endOf(before) + wait - startOf(attempt) - 1);
}

/** Finds the series as entries come in. */
export class SeriesFinder {
  /** Those with more than one attempt, in the order in which their second one came. */
  readonly all: Series[] = [];
  readonly #open = new Map<string, Series>();

  /** Takes the next entry; gives its series where it is not the first attempt. */
  add(entry: JournalEntry): Series | undefined {
    if (entry.method === 'OPTIONS') return undefined;
    const call = callOf(entry);
    const known = this.#open.get(call);
    const last = known?.attempts.at(-1);
    const isRetry = last !== undefined && startOf(entry) - endOf(last) < LONGEST_MS;
    const series = isRetry && known !== undefined ? known : { attempts: [], lane: 0 };
    series.attempts.push(entry);
    if (hasFailed(entry)) this.#open.set(call, series);
    else this.#open.delete(call);
    if (series.attempts.length < 2) return undefined;
    if (series.attempts.length === 2) this.#join(series);
    return series;
  }

  /** Gives a series the first line that no other one uses beside its rows. */
  #join(series: Series): void {
    const first = series.attempts[0]?.sequence ?? 0;
    const near = this.all.slice(-20).filter(({ attempts }) => (attempts.at(-1)?.sequence ?? 0) >= first);
    const used = new Set(near.map(({ lane }) => lane));
    const free = Array.from({ length: LANES }, (_, lane) => lane).find((lane) => !used.has(lane));
    series.lane = free ?? this.all.length % LANES;
    this.all.push(series);
  }
}
