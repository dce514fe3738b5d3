/** The sandbox of one test: made before it, shown where it fails, and deleted after it. */
import { isApiError } from '../api-error.js';
import type { Client } from '../client.js';
import type { JournalEntry, PutSandboxInput } from '../generated/types.js';
import { countedVerdicts, readVerdicts, type Verdicts, verdictTexts } from '../testing/conduct.js';
import type { StoredBody } from '../testing/received/match-entry.js';
import { entryLine, latestEntries, type LatestEntries } from '../testing/received/explain.js';
import { type JournalSource, sourceOfClient } from '../testing/received/journal-source.js';
import { counted } from '../testing/received/watch.js';
import type { TestServer } from './test-server.js';

/** Longest name of a sandbox, and of the title in it. */
const LONGEST = 64;
const LONGEST_TITLE = 30;

/** Names for the tests of one worker: no other worker, run or machine has the same. */
export class SandboxNames {
  readonly #worker = crypto.randomUUID().slice(0, 8);
  #count = 0;

  /** A new name, with the title of the test and what else tells it apart for people, such as `w0` and `r1`. */
  next(title: string, ...marks: readonly string[]): string {
    this.#count += 1;
    const words = title
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, LONGEST_TITLE)
      .replaceAll(/^-+|-+$/g, '');
    return [words || 'test', ...marks, this.#worker, this.#count].join('-').slice(0, LONGEST);
  }
}

/** Characters of a body that are shown. */
const MOST = 4000;

/** The end of the journal of a sandbox as text, with what is said of the conduct of its clients. */
function journalText(sandbox: string, { entries, meta }: LatestEntries, conduct: readonly string[]): string {
  const headline = `Sandbox ${sandbox} received ${meta.last === 0 ? 'nothing' : counted(meta.last)}.`;
  const first = entries[0]?.sequence ?? 1;
  return [
    headline,
    ...(first > 1 ? [`(${first - 1} before these)`] : []),
    ...(meta.incomplete ? [`The journal is incomplete: it has dropped ${meta.dropped} requests.`] : []),
    // First on one line each: reporters cut what is long.
    ...(entries.length === 0 ? [] : [entries.map(entryLine).join('\n')]),
    ...conduct,
    ...entries.map(entryText),
  ].join('\n\n');
}

function entryText(entry: JournalEntry): string {
  const { received_at, duration_ms, headers, response } = entry;
  return [
    entryLine(entry),
    `  ${received_at}, ${duration_ms} ms`,
    ...headerLines('>', headers),
    ...bodyLines('>', entry),
    ...headerLines('<', response.headers),
    ...bodyLines('<', response),
  ].join('\n');
}

const headerLines = (mark: string, headers: JournalEntry['headers']): string[] =>
  Object.entries(headers).map(([name, value]) => `  ${mark} ${name}: ${value}`);

function bodyLines(mark: string, { body, body_bytes, body_truncated }: StoredBody): string[] {
  if (body_bytes === 0 && body === null) return [];
  const text = readable(body ?? '');
  const isCut = body_truncated || text.length > MOST;
  return [
    ...(text === ''
      ? []
      : text
          .slice(0, MOST)
          .split('\n')
          .map((line) => `  ${mark}   ${line}`)),
    ...(isCut ? [`  ${mark}   … (${body_bytes} bytes in all)`] : []),
  ];
}

/** JSON with its indentation, and everything else as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** The errors and warnings as blocks of text; none where there are none, or where the server does not judge. */
async function conductText(source: JournalSource): Promise<string[]> {
  const verdicts = await judged(source);
  if (verdicts === undefined || verdicts.shown.length === 0) return [];
  const headline = `Conduct: ${countedVerdicts(verdicts)} of severity error or warning.`;
  return [headline, ...(await verdictTexts(source, verdicts))];
}

async function judged(source: JournalSource): Promise<Verdicts | undefined> {
  try {
    return await readVerdicts(source, {});
  } catch (error) {
    // A server in a browser does not judge, nor does one of an older version.
    if (isApiError(error, 'not_found')) return undefined;
    throw error;
  }
}

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
