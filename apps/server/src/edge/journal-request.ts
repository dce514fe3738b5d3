/** Tells the journal of a sandbox about a request to its API. */
import { JOURNAL_HEADERS } from '../journal/journal.js';
import type { Sandbox } from '../state/sandbox.js';

/** What is known of an answered request. */
export interface AnsweredRequest {
  readonly id: string;
  readonly method: string;
  /** Path below the base URL. */
  readonly path: string;
  readonly query: string;
  readonly header: (name: string) => string | null | undefined;
  readonly status: number;
  /** When it came in, on the monotonic clock, in ms. */
  readonly since: number;
  readonly kind?: string | undefined;
  /** Start of the body, secrets masked. */
  readonly body?: string | undefined;
}

/** Longest start of a body that is remembered, in characters. */
const MAX_BODY = 1000;

/** The start of a body, as the journal remembers it. */
export function tellBody(text: string): string {
  return text.length > MAX_BODY ? `${text.slice(0, MAX_BODY)}… (${text.length} characters)` : text;
}

function isOfTheApi(path: string): boolean {
  return path.startsWith('/api/') || (path.startsWith('/trpc/') && !path.startsWith('/trpc/sandboxes.'));
}

/** Remembers a request; what is no call of the API, such as a page or the control API, is not remembered. */
export function journalRequest(sandbox: Sandbox, answered: AnsweredRequest): void {
  const { header, since, kind, body, id, method, path, query, status } = answered;
  if (!isOfTheApi(path)) return;
  sandbox.journal.add({
    id,
    method,
    path,
    query,
    status,
    kind,
    body,
    headers: JOURNAL_HEADERS.map((name) => header(name)),
    receivedAt: performance.timeOrigin + since,
    durationMs: performance.now() - since,
  });
}
