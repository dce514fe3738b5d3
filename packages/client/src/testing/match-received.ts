/** Matches the requests that a sandbox has received, by its journal. */
import type { Client } from '../client.js';
import { isObject } from '../error-kind.js';
import type { JournalEntry } from '../generated/types.js';
import { isApiError } from '../is-api-error.js';
import type { MatchResult } from './match-result.js';

/**
 * Requests to look for in the journal of a sandbox.
 *
 * @example
 * ```ts
 * import type { ExpectedRequest } from '@understudy/client/testing';
 *
 * const written: ExpectedRequest = { method: 'POST', path: '/api/education/courses', times: 1 };
 * ```
 */
export interface ExpectedRequest {
  /** Path below the base URL of the sandbox, or a pattern for it. */
  readonly path: string | RegExp;
  /** HTTP method. @defaultValue any */
  readonly method?: string | undefined;
  /** Status of the answer. @defaultValue any */
  readonly status?: number | undefined;
  /** How many there must be. @defaultValue one or more */
  readonly times?: number | undefined;
}

/** Longest journal that is read; the server keeps fewer. */
const LIMIT = 100_000;
/** Requests that a message shows. */
const SHOWN = 20;

/** Whether the sandbox of a client has received such requests. */
export async function matchReceived(received: unknown, expected: ExpectedRequest): Promise<MatchResult> {
  const { sandbox, sandboxes } = clientIn(received);
  const journal = await sandboxes
    .listRequests({ name: sandbox, per_page: 50 })
    .toArray({ limit: LIMIT })
    .catch((error: unknown) => {
      // A sandbox comes into being with its first request.
      if (isApiError(error, 'not_found')) return [];
      throw error;
    });
  const count = journal.filter((entry) => fits(entry, expected)).length;
  const { times } = expected;
  const pass = times === undefined ? count > 0 : count === times;
  const wanted = `${expected.method ?? 'a request to'} ${String(expected.path)}${expected.status ? ` → ${expected.status}` : ''}`;
  const often = times === undefined ? '' : ` ${times} times`;
  const message = () =>
    `expected sandbox ${sandbox} ${pass ? 'not ' : ''}to have received ${wanted}${often}, but it came ${count} times; all it received:${shown(journal)}`;
  return { pass, message };
}

function clientIn(received: unknown): Pick<Client, 'sandbox' | 'sandboxes'> {
  // A client is known by what only it has.
  if (isObject(received) && typeof received['sandbox'] === 'string' && isObject(received['sandboxes'])) {
    return received as unknown as Client;
  }
  throw new TypeError('toHaveReceived takes a client; its sandbox is the one that is looked at');
}

function fits({ method, path, status }: JournalEntry, expected: ExpectedRequest): boolean {
  const isPath = typeof expected.path === 'string' ? path === expected.path : expected.path.test(path);
  return isPath && method === (expected.method ?? method) && status === (expected.status ?? status);
}

function shown(journal: readonly JournalEntry[]): string {
  if (journal.length === 0) return ' nothing';
  const lines = journal.slice(-SHOWN).map(({ method, path, query, status }) => {
    return `  ${method} ${path}${query === '' ? '' : `?${query}`} → ${status}`;
  });
  const left = journal.length - lines.length;
  return `\n${[...(left > 0 ? [`  (${left} before these)`] : []), ...lines].join('\n')}`;
}
