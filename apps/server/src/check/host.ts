/** The server that checks ask, and a request as a line of curl. */
import { toBase64 } from '#platform/runtime';
import type { Operation, RawInput } from '@understudy/contract/kit';
import { Fault, same } from './finding.js';

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

interface HostOptions {
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

/** What a caller may say beside the input. */
export interface CallOptions {
  /** Query members, as they are written in the URL. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Asks over REST for the head of a read alone. */
  readonly method?: 'HEAD';
}

interface Call extends CallOptions {
  readonly input: Readonly<Record<string, unknown>>;
}

/** An answer, whichever way it came. */
export interface TransportAnswer {
  /** The request, as a line of curl. */
  readonly asked: string;
  readonly status: number;
  readonly headers: Headers;
  /** The body as text; of a file a character for each byte. */
  readonly text: string;
  /** Bytes of the body. */
  readonly bytes: number;
  /** The value of the operation, out of tRPC's envelope; undefined where there is none. */
  readonly value: unknown;
  /** The problem; undefined where there is none. */
  readonly problem: Record<string, unknown> | undefined;
}

/** A way to call an operation. */
export interface Transport {
  readonly name: 'REST' | 'tRPC';
  readonly call: (sandbox: Sandbox, operation: Operation, call: Call) => Promise<TransportAnswer>;
}

interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly asked: string;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Sends a request; one that takes too long is a fault. */
async function send(sandbox: Sandbox, path: string, init: RequestInit): Promise<Sent> {
  const asked = curlOf(path, init);
  let timer: NodeJS.Timeout | undefined;
  const ms = sandbox.host.callMs ?? CALL_MS;
  const tooLate = new Promise<never>((_, reject) => {
    const fault = new Fault({ asked, expected: `an answer within ${ms / 1000} s`, actual: 'none' });
    timer = setTimeout(() => reject(fault), ms);
  });
  const answered = async () => {
    const response = await askIn(sandbox)(path, init);
    const body = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, body, asked };
  };
  try {
    return await Promise.race([answered(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** A character for each byte: runtimes decode what they call latin1 differently. */
const charactersOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

function shownText({ body, ...sent }: Sent, as: 'text' | 'bytes' = 'text') {
  return {
    ...sent,
    text: as === 'bytes' ? charactersOf(body) : new TextDecoder().decode(body),
    bytes: body.byteLength,
  };
}

/** A file as tRPC gives it. */
const documentOf = ({ headers, body }: Sent): object => ({
  media_type: headers.get('content-type'),
  base64: toBase64(body),
});

/** The events of a stream that has ended, as tRPC gives them (HTML Living Standard §9.2.6). */
function eventsIn(text: string): object[] {
  const blocks = text.split('\n\n').filter((block) => block.startsWith('id: '));
  return blocks.map((block) => {
    const fields = Object.fromEntries(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line]));
    const value = (name: string): string => (fields[name] ?? '').slice(name.length + 2);
    return { id: value('id'), event: value('event'), data: parse(value('data')) };
  });
}

function pathOf(operation: Operation, input: Readonly<Record<string, unknown>>) {
  const rest = { ...input };
  const path = operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path, rest };
}

/** What an operation reads from headers, and the rest of its input. */
function headersIn({ meta }: Operation, input: Record<string, unknown>): Record<string, string> {
  const own = Object.entries(meta.headers).filter(([member]) => input[member] !== undefined);
  const headers = Object.fromEntries(own.map(([member, header]) => [header, String(input[member])]));
  for (const [member] of own) delete input[member];
  return headers;
}

/** Calls an operation that speaks HTTP of its own. */
async function callRaw(
  sandbox: Sandbox,
  operation: Operation,
  { input, query = '', headers, method }: Call,
): Promise<TransportAnswer> {
  const { path, query: own = '', headers: fields = {}, body } = input as Partial<RawInput>;
  const { path: at } = pathOf(operation, path ?? {});
  const search = [own, query].filter((part) => part !== '').join('&');
  const sent = await send(sandbox, `${at}${search === '' ? '' : `?${search}`}`, {
    method: method ?? operation.method,
    headers: { ...fields, ...(body && { 'content-type': body.type }), ...headers },
    ...(body && { body: JSON.stringify(body.json) }),
  });
  const said = shownText(sent);
  const json = parse(said.text);
  return sent.status >= 400
    ? { ...said, value: undefined, problem: json }
    : { ...said, value: json, problem: undefined };
}

const rest: Transport = {
  name: 'REST',
  call: async (sandbox, operation, call) => {
    if (operation.meta.raw !== undefined) return callRaw(sandbox, operation, call);
    const { input, query = '', headers = {}, method = operation.method } = call;
    const { path, rest: members } = pathOf(operation, input);
    const own = headersIn(operation, members);
    const hasBody = operation.meta.bodies.length > 0;
    const type = operation.meta.patch === 'merge' ? 'application/merge-patch+json' : 'application/json';
    const parameters = hasBody
      ? ''
      : new URLSearchParams(Object.entries(members).map(([name, value]): [string, string] => [name, String(value)]));
    const search = [String(parameters), query].filter((part) => part !== '').join('&');
    const sent = await send(sandbox, `${path}${search === '' ? '' : `?${search}`}`, {
      method,
      headers: { ...(hasBody ? { 'content-type': type } : {}), ...own, ...headers },
      ...(hasBody ? { body: JSON.stringify(members) } : {}),
    });
    const isProblem = sent.status >= 400;
    if (operation.answers === 'file' && !isProblem) {
      return { ...shownText(sent, 'bytes'), value: documentOf(sent), problem: undefined };
    }
    const said = shownText(sent);
    if (operation.answers === 'lines' && !isProblem) {
      return { ...said, value: { media_type: sent.headers.get('content-type'), text: said.text }, problem: undefined };
    }
    const isStream = sent.headers.get('content-type') === 'text/event-stream';
    const json = isStream ? { data: eventsIn(said.text) } : parse(said.text);
    return { ...said, value: isProblem ? undefined : json, problem: isProblem ? json : undefined };
  },
};

const trpc: Transport = {
  name: 'tRPC',
  call: async (sandbox, operation, { input, query = '', headers = {} }) => {
    const isRead = operation.method === 'GET';
    const own = isRead ? `input=${encodeURIComponent(JSON.stringify(input))}` : '';
    const search = [own, query].filter((part) => part !== '').join('&');
    const answered = await send(sandbox, `/trpc/${operation.name}${search === '' ? '' : `?${search}`}`, {
      method: isRead ? 'GET' : 'POST',
      headers: { ...(isRead ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(isRead ? {} : { body: JSON.stringify(input) }),
    });
    const sent = shownText(answered);
    const json = parse(sent.text) as
      | { result?: { data?: unknown }; error?: { data?: { problem?: Record<string, unknown> } } }
      | undefined;
    return { ...sent, value: json?.result?.data, problem: json?.error?.data?.problem };
  },
};

/** Both ways. */
export const transports = [rest, trpc] as const;

/** Names of the members that an answer finds fault with. */
export function faultNames({ problem }: TransportAnswer): unknown[] {
  const errors = (problem?.['errors'] ?? []) as { parameter?: string; pointer?: string }[];
  return errors.map((fault) => fault.parameter ?? fault.pointer);
}

/** An answer, as far as it must be the same. */
export interface Line {
  readonly asked: string;
  readonly answer: string;
}

/** Answers in the order in which they came. */
export type Transcript = readonly Line[];

/** Expects an answer to have some headers, each of this value; null for those that it must not have. */
export function sameHeaders(
  { asked, headers }: Pick<TransportAnswer, 'asked' | 'headers'>,
  expected: Readonly<Record<string, string | null>>,
): void {
  for (const [name, value] of Object.entries(expected)) {
    same({ what: name, asked, actual: headers.get(name), expected: value });
  }
}
