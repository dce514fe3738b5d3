/** Calls of a domain by hand, as its tests make them. */
import type { Target } from './support.js';

/** What tests read of an answer that is JSON. */
interface Json {
  readonly kind?: string;
  readonly data?: unknown;
  readonly current?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly { readonly code: string; readonly parameter?: string; readonly pointer?: string }[];
  readonly pagination?: { readonly total: number; readonly nextCursor?: string | null };
}

/** An answer. */
export interface Answered<Data = unknown> {
  readonly status: number;
  readonly kind: string | undefined;
  /** What stands in `data`: of a write the record itself. */
  readonly data: Data;
  /** Codes of the faults that it lists. */
  readonly codes: readonly string[];
  /** Where they are, each with its code. */
  readonly faults: readonly string[];
  /** What is in the way, as it is. */
  readonly current: Readonly<Record<string, unknown>>;
  readonly total: number | undefined;
  readonly cursor: string | undefined;
  readonly tag: string;
  readonly headers: Headers;
  readonly text: string;
  /** The whole answer; empty where it is no JSON. */
  readonly json: Json;
}

/** What a request says beside its method and path. */
export interface Sending {
  readonly body?: object | undefined;
  /** A body that is no JSON, and its media type. */
  readonly lines?: { readonly type: string; readonly text: string } | undefined;
  readonly token?: string | undefined;
  readonly tag?: string | undefined;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Sends requests below a path; `always` are headers of every write. A path that begins with `//` is one of the server. */
export const calling =
  (base: string, always: Readonly<Record<string, string>> = {}) =>
  async <Data = unknown>(
    { fetch }: Target,
    [method, path]: readonly [method: string, path: string],
    { body, lines, token = '', tag, key, headers }: Sending = {},
  ): Promise<Answered<Data>> => {
    const content = lines?.text ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await fetch(path.startsWith('//') ? path.slice(1) : base + path, {
      method,
      headers: {
        ...(method === 'GET' ? {} : always),
        ...(content === undefined ? {} : { 'content-type': lines?.type ?? 'application/json' }),
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(tag === undefined ? {} : { 'if-match': tag }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content }),
    });
    const text = await answer.text();
    const isJson = /^application\/(?:problem\+)?json/.test(answer.headers.get('content-type') ?? '');
    const json = (isJson ? JSON.parse(text) : {}) as Json;
    const { data, current = {}, errors = [], pagination } = json;
    return {
      status: answer.status,
      kind: json.kind,
      data: (method !== 'GET' && Array.isArray(data) ? data[0] : data) as Data,
      codes: errors.map(({ code }) => code),
      faults: errors.map(({ pointer = '', code }) => `${pointer} ${code}`.trim()),
      current,
      total: pagination?.total,
      cursor: pagination?.nextCursor ?? undefined,
      tag: answer.headers.get('etag') ?? '',
      headers: answer.headers,
      text,
      json,
    };
  };

/** All records of a list, page by page. */
export async function allPages<Data>(
  page: (query: string) => Promise<Answered<Data[]>>,
  path: string,
): Promise<Data[]> {
  const found: Data[] = [];
  for (let number = 1; ; number++) {
    const { data, status, text } = await page(`${path}${path.includes('?') ? '&' : '?'}per_page=50&page=${number}`);
    if (status !== 200) throw new Error(`${status} for ${path}: ${text}`);
    found.push(...data);
    if (data.length < 50) return found;
  }
}
