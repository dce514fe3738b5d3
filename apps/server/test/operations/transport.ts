/** The two ways to call an operation: REST and tRPC, each giving the answer in one form. */
import type { Operation } from '@understudy/contract';
import type { TestServer } from '../support.js';

/** What a caller may say beside the input. */
export interface CallOptions {
  /** Query members, as they are written in the URL. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer, whichever way it came. */
export interface TransportAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The value of the operation, out of tRPC's envelope; undefined where there is none. */
  readonly value: unknown;
  /** The problem; undefined where there is none. */
  readonly problem: Record<string, unknown> | undefined;
}

/** A way to call an operation. */
export interface Transport {
  readonly name: 'REST' | 'tRPC';
  readonly call: (
    server: TestServer,
    operation: Operation,
    input: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ) => Promise<TransportAnswer>;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function pathOf(operation: Operation, input: Readonly<Record<string, unknown>>) {
  const rest = { ...input };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path, rest };
}

/** The members of an input that go into headers, and all others. */
function apart({ meta }: Operation, input: Readonly<Record<string, unknown>>) {
  const names = new Map(Object.entries(meta.headers));
  const entries = Object.entries(input);
  const inHeaders = entries.flatMap(([name, value]): [string, string][] => {
    const header = names.get(name);
    return header === undefined || value === undefined ? [] : [[header, String(value)]];
  });
  return {
    members: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
    inHeaders: Object.fromEntries(inHeaders),
  };
}

const rest: Transport = {
  name: 'REST',
  call: async (server, operation, input, { query = '', headers = {} } = {}) => {
    const { path, rest: given } = pathOf(operation, input);
    const { members, inHeaders } = apart(operation, given);
    const isRead = operation.method === 'GET' || operation.method === 'DELETE';
    const own = isRead
      ? new URLSearchParams(Object.fromEntries(Object.entries(members).map(([name, value]) => [name, String(value)])))
      : '';
    const search = [String(own), query].filter((part) => part !== '').join('&');
    const response = await server.fetch(`${path}${search === '' ? '' : `?${search}`}`, {
      method: operation.method,
      headers: { ...(isRead ? {} : { 'content-type': 'application/json' }), ...inHeaders, ...headers },
      ...(isRead ? {} : { body: JSON.stringify(members) }),
    });
    const text = await response.text();
    const json = parse(text);
    const isProblem = response.status >= 400;
    return {
      status: response.status,
      headers: response.headers,
      text,
      value: isProblem ? undefined : json,
      problem: isProblem ? json : undefined,
    };
  },
};

const trpc: Transport = {
  name: 'tRPC',
  call: async (server, operation, input, { query = '', headers = {} } = {}) => {
    const isRead = operation.method === 'GET';
    const own = isRead ? `input=${encodeURIComponent(JSON.stringify(input))}` : '';
    const search = [own, query].filter((part) => part !== '').join('&');
    const response = await server.fetch(`/trpc/${operation.name}?${search}`, {
      method: isRead ? 'GET' : 'POST',
      headers: { ...(isRead ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(isRead ? {} : { body: JSON.stringify(input) }),
    });
    const text = await response.text();
    const json = parse(text) as
      | { result?: { data?: unknown }; error?: { data?: { problem?: Record<string, unknown> } } }
      | undefined;
    return {
      status: response.status,
      headers: response.headers,
      text,
      value: json?.result?.data,
      problem: json?.error?.data?.problem,
    };
  },
};

/** Both ways. */
export const transports = [rest, trpc] as const;

/** Names of the members that an answer finds fault with. */
export function faultNames(answer: TransportAnswer): unknown[] {
  const errors = answer.problem?.['errors'] as { parameter?: string; pointer?: string }[];
  return errors.map((fault) => fault.parameter ?? fault.pointer);
}
