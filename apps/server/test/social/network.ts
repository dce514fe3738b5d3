/** Calls of the social media domain, as its tests make them. */
import type { Account, Post, Thread } from '@understudy/contract';
import { allPages, type Answered, calling } from '../calling.js';
import type { Target } from '../support.js';

/** Base of all addresses. */
export const SOCIAL = '/api/social';

/** The access token of the seeded user with a number, from 1: that of the account of the same number. */
export async function tokenOf({ fetch }: Target, user: number): Promise<string> {
  const redirect_uri = 'http://127.0.0.1:3000/callback';
  const hint = `usr_${String(user).padStart(4, '0')}`;
  const query = new URLSearchParams({ client_id: 'understudy-web', redirect_uri, login_hint: hint });
  const answer = await fetch(`/api/oauth/authorize?${query}`);
  const { data } = (await answer.json()) as { data: readonly { access_token: string }[] };
  return data[0]?.access_token ?? '';
}

/** Sends a request. */
export const send = calling(SOCIAL);

/** Status, kind and first code of an answer. */
export const refusal = ({ status, kind, codes: [code] }: Answered): readonly [number, string?, string?] =>
  kind === undefined ? [status] : code === undefined ? [status, kind] : [status, kind, code];

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
export const allOf = <Data>(of: Target, path: string, token?: string): Promise<Data[]> =>
  allPages((query) => send<Data[]>(of, ['GET', query], { token }), path);
