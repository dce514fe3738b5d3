/** The server that checks ask, and a request as a line of curl. */

/** How long a call may take where nobody says otherwise, in ms. */
export const CALL_MS = 5000;

/** A server that answers requests. */
export interface Host {
  /** Origin of its addresses. */
  readonly origin: string;
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** The waits that it was asked for, in ms, in order; it does not wait. */
  readonly waits: number[];
  /** The errors behind its answers that are `internal`, by the id of the request; left out where they are not known. */
  readonly errors?: ReadonlyMap<string, unknown>;
  /** How long a call may take, in ms; {@link CALL_MS} where left out. */
  readonly callMs?: number | undefined;
  readonly close: () => Promise<void>;
}

/** How the servers of a check are started. */
export interface HostOptions {
  /** Where it keeps its records, as `--store` takes it; memory where left out. */
  readonly store?: string;
}

/** Starts a server of the API under check. Two of them differ in nothing but what their options say. */
export type StartHost = (options?: HostOptions) => Promise<Host>;

/** A sandbox of a server; the server itself where an operation works on the registry of sandboxes. */
export interface Sandbox {
  readonly host: Host;
  readonly name: string;
  /** Path of its base URL, without a slash at the end. */
  readonly base: string;
}

/** The default sandbox of a server. */
export const defaultSandbox = (host: Host): Sandbox => ({ host, name: 'default', base: '' });

/** A sandbox of a server. */
export const sandboxOf = (host: Host, name: string): Sandbox => ({ host, name, base: `/sandboxes/${name}` });

/** Sends requests to a sandbox. */
export const askIn =
  ({ host, base }: Sandbox) =>
  (path: string, init?: RequestInit): Promise<Response> =>
    host.fetch(base + path, init);

/** How often a sandbox was written to. */
export async function revisionOf({ host, name }: Sandbox): Promise<number> {
  const response = await host.fetch(`/sandboxes/${name}`);
  if (response.status === 404) return 0;
  const { data } = (await response.json()) as { data: { revision: number } };
  return data.revision;
}

/** Sets the only fault rule of a sandbox. */
export async function putRule({ host, name }: Sandbox, rule: object): Promise<void> {
  const init = {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rules: [rule] }),
  };
  await host.fetch(`/sandboxes/${name}/faults`, init);
}

/** How many requests each fault rule of a sandbox has matched, and how many it has struck. */
export async function ruleCounts({ host, name }: Sandbox): Promise<readonly [matched: number, struck: number][]> {
  const response = await host.fetch(`/sandboxes/${name}/faults`);
  const { data } = (await response.json()) as { data: { matched: number; struck: number }[] };
  return data.map(({ matched, struck }) => [matched, struck]);
}

/** Forgets what was written in a sandbox. */
export async function forget({ host, name }: Sandbox): Promise<void> {
  await host.fetch(`/sandboxes/${name}`, { method: 'DELETE' });
}

/** Address of a server that nobody configured. */
const ORIGIN = 'http://127.0.0.1:4010';

/** A text as a shell takes it. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Longest body that is shown, in characters. */
const SHOWN = 500;

/** Headers that a reader has no use for: the token of another server is none. */
function shownHeaders(init: RequestInit): [string, string][] {
  const entries = Object.entries((init.headers ?? {}) as Readonly<Record<string, string>>);
  return entries.map(([name, value]) => [name, name === 'authorization' ? value.replace(/ .*/, ' …') : value]);
}

/** The line. */
export function curlOf(path: string, init: RequestInit): string {
  const { method = 'GET', body } = init;
  const sent = typeof body === 'string' ? body : '';
  const shown = sent.length > SHOWN ? `${sent.slice(0, SHOWN)}…` : sent;
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    quoted(ORIGIN + (path.length > SHOWN ? `${path.slice(0, SHOWN)}…` : path)),
    ...shownHeaders(init).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    ...(shown === '' ? [] : ['-d', quoted(shown)]),
  ].join(' ');
}
