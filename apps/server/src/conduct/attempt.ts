/** A request of the journal as the rules of conduct read it. */
import { bodyFaultNames } from '../faults/outcome.js';
import type { Facts } from '../journal/masked-entry.js';
import type { Signs } from '../journal/evidence/evidence.js';
import { urlHash } from '../journal/evidence/short-hash.js';
import { type AskedPage, askedPage } from './asked-page.js';

/** A request of the journal, with its answer. */
export interface Attempt extends Pick<Facts, 'operation' | 'method' | 'path' | 'query' | 'status' | 'kind' | 'ended'> {
  readonly sequence: number;
  /** When it arrived, by the clock of the machine, in ms since 1970. */
  readonly at: number;
  /** How long it took to the end of the exchange, in ms. */
  readonly durationMs: number;
  readonly unknown: Facts['unknown'];
  /** Origin that it was sent to. */
  readonly origin: string;
  /** Hash of its URL without the controls. */
  readonly url: string;
  /** Who sent it, as far as can be known: address and User-Agent. */
  readonly client: string;
  readonly address: string | null;
  readonly connection: string | null;
  /** Name of the fault that struck it, and whether it did so after the commit. */
  readonly fault: string | undefined;
  readonly isAfterCommit: boolean;
  readonly signs: Signs;
  /** What it asked for of a list; undefined where it is none. */
  readonly asked: AskedPage | undefined;
}

/** An attempt of the facts of an entry; undefined where nothing can be judged by it. */
export function attemptOf(
  sequence: number,
  { signs, client, fault, base_url: baseUrl, ...facts }: Facts,
): Attempt | undefined {
  // A preflight is the browser's.
  if (facts.method === 'OPTIONS') return undefined;
  const { operation, method, path, query, status, kind, ended, unknown } = facts;
  const parameters = fault?.fault.split(';') ?? [];
  return {
    sequence,
    signs,
    asked: signs.page === undefined && signs.cursor === undefined ? undefined : askedPage(facts),
    operation,
    method,
    path,
    query,
    status,
    kind,
    ended,
    unknown,
    at: Date.parse(facts.received_at),
    durationMs: facts.duration_ms,
    origin: new URL(baseUrl).origin,
    url: signs.url ?? urlHash({ baseUrl, path, query }),
    client: `${client.address ?? ''} ${signs.agent ?? ''}`,
    address: client.address,
    connection: client.connection,
    fault: parameters[0],
    isAfterCommit: parameters.some((parameter) => parameter.trim() === 'commit=after'),
  };
}

/** Whether an attempt may write. */
export const writes = ({ method }: Attempt): boolean => method !== 'GET' && method !== 'HEAD';

/** Faults that leave the status as it is, and nothing that can be read. */
const SPOILING: ReadonlySet<string> = new Set(['captive_portal', 'garbage', ...bodyFaultNames]);

/** Whether the whole answer came, as the server meant it. */
export function isWhole({ ended, status, fault }: Attempt): boolean {
  return ended === 'complete' && status !== null && (fault === undefined || !SPOILING.has(fault));
}

/** Whether a client must take it for a failure. */
export const hasFailed = (attempt: Attempt): boolean => !isWhole(attempt) || (attempt.status ?? 0) >= 400;

/** Whether it was refused for what somebody may have mistyped. */
export const isMistyped = ({ status, signs }: Attempt): boolean =>
  signs.isTyped === true && (status ?? 0) >= 400 && (status ?? 0) < 500;

/** Whether it was a success that the client knows of. */
export const hasSucceeded = (attempt: Attempt): boolean => isWhole(attempt) && (attempt.status ?? 0) < 300;

/** Statuses that do not say whether the request was processed: a 408 says that it did not come whole (RFC 9110 §15.5.9). */
const UNCLEAR = new Set([500, 502, 504]);

/** Whether it failed in a way that may have been a success. */
export function mayHaveSucceeded(attempt: Attempt): boolean {
  const { status } = attempt;
  if (!hasFailed(attempt)) return false;
  return status === null || status < 400 || UNCLEAR.has(status);
}

/** What is said of an attempt: its method and path. */
export const said = ({ method, path }: Attempt): string => `${method} ${path}`;
