/** The sandbox of one test: made before it, shown where it fails, and deleted after it. */
import type { Client } from '../client.js';
import type { PutSandboxInput } from '../generated/types.js';
import { isApiError } from '../is-api-error.js';
import { sourceOfClient } from '../testing/received/journal-source.js';
import { latestEntries } from '../testing/received/latest-entries.js';
import { conductText } from './conduct-text.js';
import { journalText } from './journal-text.js';
import type { TestServer } from './test-server.js';

/**
 * The sandbox of a test. Give `baseUrl` to the app under test, and the whole to `expect`.
 *
 * @example
 * ```ts
 * import type { TestSandbox } from '@understudy/client/vitest';
 *
 * const failOnce = ({ api, name }: TestSandbox) =>
 *   api.sandboxes.putFaults({ name, rules: [{ times: 1, fault: 'server_error' }] });
 * ```
 */
export interface TestSandbox {
  /** Its name, which no other test has. */
  readonly name: string;
  /** Its address: the base URL for the app under test. */
  readonly baseUrl: string;
  /** Sends a request; a path such as `/api/education/courses` is taken below the base URL. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** A client in the sandbox, which also controls it. */
  readonly api: Client;
}

/**
 * What the sandbox of a test is like: the members of `putSandbox`, such as `clock`, `seed`, `from` or `faults`.
 *
 * @example
 * ```ts
 * import type { SandboxSettings } from '@understudy/client/vitest';
 *
 * const settings: SandboxSettings = { clock: '2026-01-01T00:00:00Z' };
 * ```
 */
export type SandboxSettings = Omit<PutSandboxInput, 'name'>;

/** What a sandbox has received, and what its clients did wrong, for a report. Secrets are masked. */
export interface SandboxReport {
  /** For people. */
  readonly text: string;
  /** An HTTP Archive 1.2, as JSON; undefined where the server writes none. */
  readonly har: string | undefined;
}

/** A sandbox that is to be closed. */
export interface OpenSandbox {
  readonly sandbox: TestSandbox;
  readonly report: () => Promise<SandboxReport>;
  /** Deletes it. */
  readonly close: () => Promise<void>;
}

/** Makes the sandbox of a test; nothing is sent unless it has settings. */
export async function openSandbox(
  server: TestServer,
  name: string,
  settings: SandboxSettings | undefined,
): Promise<OpenSandbox> {
  const api = server.clientIn(name);
  const baseUrl = `${server.root}/sandboxes/${name}`;
  if (settings !== undefined) await api.sandboxes.putSandbox({ name, ...settings });
  const sandbox: TestSandbox = {
    name,
    baseUrl,
    api,
    fetch: (input, init) => {
      const isPath = typeof input === 'string' && input.startsWith('/');
      const request = new Request(isPath ? baseUrl + input : input, init);
      return server.fetch(request.url, request);
    },
  };
  return {
    sandbox,
    report: async () => ({ text: await textOf(sandbox), har: await harOf(server, name) }),
    close: async () => {
      try {
        await api.sandboxes.deleteSandbox({ name });
      } catch (error) {
        if (!isApiError(error, 'not_found')) throw error;
      }
    },
  };
}

async function textOf({ name, api, baseUrl }: TestSandbox): Promise<string> {
  const source = sourceOfClient(api, baseUrl);
  return journalText(name, await latestEntries(source), await conductText(source));
}

async function harOf(server: TestServer, name: string): Promise<string | undefined> {
  const answer = await server.fetch(`${server.root}/sandboxes/${name}/requests?format=har`, {});
  const text = await answer.text();
  return answer.ok && /^\s*\{\s*"log"/.test(text) ? text : undefined;
}
