/** Calls of the social media domain, as its tests make them. */
import type { Account, Post, Thread } from '@understudy/contract';
import type { Target } from '../target.js';

/** Base of all addresses. */
export const SOCIAL = '/api/social';

/** An answer. */
export interface Answered<Data = unknown> {
  readonly status: number;
  /** What stands in `data`: of a write the record itself. */
  readonly data: Data;
  readonly problem: {
    readonly kind?: string;
    readonly current?: unknown;
    readonly errors?: readonly { readonly code: string; readonly parameter?: string; readonly pointer?: string }[];
  };
  readonly total: number | undefined;
  readonly cursor: string | undefined;
  readonly headers: Headers;
  readonly text: string;
}

/** The access token of the seeded user with a number, from 1: that of the account of the same number. */
export async function tokenOf({ fetch }: Target, user: number): Promise<string> {
  const redirect_uri = 'http://127.0.0.1:3000/callback';
  const hint = `usr_${String(user).padStart(4, '0')}`;
  const query = new URLSearchParams({ client_id: 'understudy-web', redirect_uri, login_hint: hint });
  const answer = await fetch(`/api/oauth/authorize?${query}`);
  const { data } = (await answer.json()) as { data: readonly { access_token: string }[] };
  return data[0]?.access_token ?? '';
}

/** What a request says beside its method and path. */
export interface Sending {
  readonly token?: string | undefined;
  readonly body?: object | undefined;
  readonly key?: string;
}

/** Sends a request. */
export async function send<Data = unknown>(
  { fetch }: Target,
  [method, path]: readonly [method: string, path: string],
  { token, body, key }: Sending = {},
): Promise<Answered<Data>> {
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const answer = await fetch(`${SOCIAL}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  const json = (text.startsWith('{') ? JSON.parse(text) : {}) as {
    readonly data?: Data | readonly [Data];
    readonly pagination?: { readonly total: number; readonly nextCursor?: string | null };
  } & Answered['problem'];
  const { data, pagination } = json;
  return {
    status: answer.status,
    data: (method !== 'GET' && Array.isArray(data) ? data[0] : data) as Data,
    problem: json,
    total: pagination?.total,
    cursor: pagination?.nextCursor ?? undefined,
    headers: answer.headers,
    text,
  };
}

/** Status, kind and first code of an answer. */
export const refusal = ({ status, problem }: Answered): readonly [number, string?, string?] => {
  const code = problem.errors?.[0]?.code;
  return problem.kind === undefined
    ? [status]
    : code === undefined
      ? [status, problem.kind]
      : [status, problem.kind, code];
};

/** Writes a post, and answers it. */
export async function write(of: Target, token: string, body: object): Promise<Post> {
  const { status, data, text } = await send<Post>(of, ['POST', '/posts'], { token, body });
  if (status !== 201) throw new Error(`writing a post gave ${status}: ${text}`);
  return data;
}

/** A post, as somebody sees it. */
export const postNow = async (of: Target, id: string, token?: string): Promise<Post> =>
  (await send<Post>(of, ['GET', `/posts/${id}`], { token })).data;

/** An account, as somebody sees it. */
export const accountNow = async (of: Target, id: string, token?: string): Promise<Account> =>
  (await send<Account>(of, ['GET', `/accounts/${id}`], { token })).data;

/** A thread, as somebody sees it. */
export const threadNow = async (of: Target, path: string, token?: string): Promise<Thread> =>
  (await send<Thread>(of, ['GET', `/posts/${path}`], { token })).data;

/** All records of a list, as somebody sees them, page by page. */
export async function allOf<Data>(of: Target, path: string, token?: string): Promise<Data[]> {
  const found: Data[] = [];
  for (let page = 1; ; page++) {
    const own = `${path}${path.includes('?') ? '&' : '?'}per_page=50&page=${page}`;
    const { data } = await send<Data[]>(of, ['GET', own], { token });
    found.push(...data);
    if (data.length < 50) return found;
  }
}
