/** Where the journal of a sandbox is read: through a client, or through the sandbox of a server in this process. */
import type { Client } from '../../client.js';
import { isObject } from '../../error-kind.js';
import type { JournalEntry, JournalMeta, Verdict } from '../../generated/types.js';

/**
 * What the matchers look into: a sandbox, as `createUnderstudy().sandbox(name)` gives it.
 *
 * @example
 * ```ts
 * import type { SandboxLike } from '@understudy/client/testing';
 * import { createUnderstudy } from '@understudy/server';
 *
 * const sandbox: SandboxLike = createUnderstudy().sandbox('test-1');
 * ```
 */
export interface SandboxLike {
  readonly name: string;
  readonly baseUrl: string;
  readonly fetch: (input: string) => Promise<Response>;
}

/** What to read of a journal. */
export interface JournalQuery {
  /** Only entries with a higher sequence. */
  readonly since: number;
  readonly per_page: number;
  /** How long the server may wait for an entry, in seconds. */
  readonly wait?: number;
  readonly min?: number;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly operation?: string;
}

/** A part of a journal. */
export interface JournalPart {
  readonly data: readonly JournalEntry[];
  readonly meta: Pick<JournalMeta, 'dropped' | 'last' | 'incomplete'>;
}

/** Which verdicts to read. */
export interface VerdictQuery {
  /** A comma-separated list. */
  readonly severity: string;
  readonly page: number;
  readonly per_page: number;
}

/** A page of the verdicts on what the clients of a sandbox did. */
export interface VerdictPart {
  readonly data: readonly Verdict[];
  readonly meta: JournalPart['meta'];
  /** Its address, with a query; empty where that is not known. */
  readonly url: string;
}

/** The journal of a sandbox. */
export interface JournalSource {
  readonly sandbox: string;
  /** Base URL for an app; undefined where only a client is known, which does not say. */
  readonly baseUrl: string | undefined;
  /** One page of it, oldest first. */
  readonly read: (query: JournalQuery) => Promise<JournalPart>;
  /** One page of the verdicts that follow from it, oldest first. */
  readonly judge: (query: VerdictQuery) => Promise<VerdictPart>;
}

/** Longest time for an answer, in ms: the server holds one back for as long as it is asked to. */
const TIMEOUT_MS = 60_000;

/** What a test forces is for the calls of the test. */
const PLAIN = {
  simulateError: undefined,
  scenario: undefined,
  fault: undefined,
  delay: undefined,
  cors: undefined,
  paginationStyle: undefined,
  signal: undefined,
};

/** The journal of what a matcher was given. @throws TypeError for anything but a client or a sandbox. */
export function journalSource(received: unknown, matcher: string): JournalSource {
  if (isObject(received)) {
    // A kit gives both: its client knows the admin token.
    const { api, baseUrl } = received;
    if (isClient(api)) return sourceOfClient(api, typeof baseUrl === 'string' ? baseUrl : undefined);
    if (isClient(received)) return sourceOfClient(received, undefined);
    if (isSandbox(received)) return sourceOfSandbox(received);
  }
  throw new TypeError(
    `${matcher} takes a client, or a sandbox such as createUnderstudy().sandbox('default'), but was given ${kindOf(received)}`,
  );
}

const kindOf = (value: unknown): string => (isObject(value) ? 'another object' : `a ${typeof value}`);

/** A client is known by what only it has. */
function isClient(value: unknown): value is Client {
  return isObject(value) && typeof value['sandbox'] === 'string' && isObject(value['sandboxes']);
}

function isSandbox(value: object): value is SandboxLike {
  return 'name' in value && 'baseUrl' in value && 'fetch' in value && typeof value.fetch === 'function';
}

/** The journal of the sandbox that a client works in. */
export function sourceOfClient(client: Client, baseUrl: string | undefined): JournalSource {
  const { sandbox } = client;
  const { sandboxes } = client.with({ ...PLAIN, timeoutMs: TIMEOUT_MS });
  return {
    sandbox,
    baseUrl,
    read: (query) => sandboxes.listRequests({ name: sandbox, ...query }),
    judge: async (query) => {
      const { data, meta, response } = await sandboxes.listVerdicts({ name: sandbox, ...query }).withResponse();
      // A server in this process is known by name alone.
      return { data, meta, url: response.url || (baseUrl === undefined ? '' : `${baseUrl}/conduct?`) };
    },
  };
}

function sourceOfSandbox({ name, baseUrl, fetch }: SandboxLike): JournalSource {
  const list = async (target: string): Promise<unknown> => {
    const answer = await fetch(target);
    const body: unknown = await answer.json();
    if (answer.ok) return body;
    throw new Error(`the journal of sandbox ${name} answered ${answer.status}: ${JSON.stringify(body)}`);
  };
  return {
    sandbox: name,
    baseUrl,
    // The contract of the control API.
    read: async (query) => (await list(`/requests${shownQuery(query)}`)) as JournalPart,
    judge: async (query) => {
      const target = `/conduct${shownQuery(query)}`;
      return { ...((await list(target)) as Omit<VerdictPart, 'url'>), url: baseUrl + target };
    },
  };
}

function shownQuery(query: object): string {
  const parameters = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]);
  return `?${new URLSearchParams(parameters)}`;
}
