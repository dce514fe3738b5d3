/** What is true of posts and accounts whatever their clients do: counts, threads and the stream fit, equally on every store. */
import type { Account, Post, ThreadNode } from '@understudy/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alwaysTrue } from '../always-true.js';
import { eventsIn } from '../streams/read-events.js';
import type { Target } from '../support.js';
import { accountNow, allOf, postNow, send, SOCIAL, threadNow, tokenOf } from './network.js';

const size = { accounts: 6, posts: 24 };

/** Users who are active; the last one has no account before the first write. */
const USERS = [1, 2, 3, 5, 8] as const;

/** A step of a history: which post or account it is about is counted from those that there are. */
type Step =
  | { readonly does: 'write'; readonly by: number; readonly body: object }
  | { readonly does: 'reply'; readonly by: number; readonly post: number }
  | { readonly does: 'delete' | 'like' | 'unlike'; readonly by: number; readonly post: number }
  | { readonly does: 'follow' | 'unfollow' | 'block' | 'unblock'; readonly by: number; readonly account: number };

const by = fc.nat({ max: USERS.length - 1 });
const post = fc.nat({ max: 30 });
const account = fc.nat({ max: 6 });
const bodies = [
  { text: 'Hello #world' },
  { text: '', attachments: [{ type: 'image', url: 'https://example.com/a.png' }] },
  { text: 'For friends', visibility: 'followers' },
  { text: 'See', attachments: [{ type: 'quote', post_id: 'pst_0001' }] },
];
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('write'), by, body: fc.constantFrom(...bodies) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('reply'), by, post }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constantFrom('delete', 'like', 'unlike'), by, post }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('follow', 'unfollow', 'block', 'unblock'), by, account }) },
) as fc.Arbitrary<Step>;

const histories = fc.array(step, { minLength: 5, maxLength: 25 });

const methods = {
  delete: 'DELETE',
  like: 'PUT',
  unlike: 'DELETE',
  follow: 'PUT',
  unfollow: 'DELETE',
  block: 'PUT',
  unblock: 'DELETE',
};

/** Takes a step, and gives the status of its answer. */
async function take(of: Target, { tokens, posts }: { tokens: readonly string[]; posts: string[] }, one: Step) {
  const token = tokens[one.by];
  const about = (n: number): string => posts[n % posts.length] ?? '';
  if (one.does === 'write' || one.does === 'reply') {
    const body = one.does === 'write' ? one.body : { text: 'Re', in_reply_to: about(one.post) };
    const { status, data } = await send<Post>(of, ['POST', '/posts'], { token, body });
    if (status === 201) posts.push(data.id);
    return status;
  }
  const path =
    'post' in one
      ? `/posts/${about(one.post)}${one.does === 'delete' ? '' : '/like'}`
      : `/accounts/acc_${String(one.account + 1).padStart(4, '0')}/${one.does.replace('un', '')}`;
  const { status, text } = await send(of, [methods[one.does], path], { token });
  if (status < 300) expect([status, text]).toEqual([204, '']);
  return status;
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

/** Expects a node to show what is there; answers how many levels are below it. */
async function expectThread(
  of: Target,
  node: ThreadNode,
  { root, depth = 6 }: { root: string; depth?: number },
): Promise<number> {
  if (node.kind === 'blocked') return 0;
  expect(depth).toBeGreaterThanOrEqual(0);
  const ofKind = (kind: ThreadNode['kind']) => node.replies.filter((reply) => reply.kind === kind).length;
  if (node.kind === 'post') {
    expect(node.post.thread_id).toBe(root);
    // Whoever looks, the count is that of the live ones; what is blocked may be live or not.
    if (depth > 0 && node.more_replies === 0) {
      expect(node.post.reply_count).toBeGreaterThanOrEqual(ofKind('post'));
      expect(node.post.reply_count).toBeLessThanOrEqual(ofKind('post') + ofKind('blocked'));
    }
    for (const reply of node.replies) if (reply.kind === 'post') expect(reply.post.in_reply_to).toBe(node.post.id);
  } else {
    expect((await send(of, ['GET', `/posts/${node.id}`])).status).toBe(410);
  }
  let deepest = 0;
  for (const reply of node.replies) {
    deepest = Math.max(deepest, 1 + (await expectThread(of, reply, { root, depth: depth - 1 })));
  }
  return deepest;
}

/** Expects accounts, posts and threads to be as they must always be. */
async function expectRight(of: Target, tokens: readonly string[]) {
  const accounts = await allOf<Account>(of, '/accounts');
  expect(sum(accounts.map((one) => one.follower_count))).toBe(sum(accounts.map((one) => one.following_count)));
  for (const { id, post_count } of accounts) {
    const { total } = await send(of, ['GET', `/timeline?account_id=${id}`]);
    expect([id, total]).toEqual([id, post_count]);
  }
  for (const token of [undefined, tokens[0], tokens[2]]) {
    const roots = (await allOf<Post>(of, '/timeline', token)).filter(({ reply_count }) => reply_count > 0);
    for (const { id, reply_count } of roots) {
      const { post: whole } = await threadNow(of, `${id}/thread?depth=6&width=50`, token);
      expect(await expectThread(of, whole, { root: id })).toBeLessThanOrEqual(6);
      if (whole.kind !== 'post') throw new Error(`${id} is ${whole.kind}`);
      expect(whole.post.reply_count).toBe(reply_count);
      const { post: narrow } = await threadNow(of, `${id}/thread?depth=1&width=1`, token);
      if (narrow.kind !== 'post') throw new Error(`${id} is ${narrow.kind}`);
      expect(narrow.replies.length + narrow.more_replies).toBe(whole.replies.length + whole.more_replies);
    }
  }
  return { accounts, timeline: await allOf<Post>(of, '/timeline') };
}

/** Reads a stream as it is by now. */
async function stream(of: Target, query: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await of.fetch(`${SOCIAL}/timeline/stream?follow=false&${query}`, { headers });
  expect(answer.status).toBe(200);
  return eventsIn(await answer.text());
}

/** Expects a stream that is cut at any event, and resumed there, to be the uncut one; and its last counts to be those of the posts. */
async function expectStream(of: Target, tokens: readonly string[]) {
  for (const token of [undefined, tokens[0]]) {
    const whole = await stream(of, 'last_event_id=0', token);
    const cuts = whole;
    for (const { id } of cuts) {
      const at = whole.findIndex((event) => event.id === id);
      expect(await stream(of, `last_event_id=${id}`, token)).toEqual(whole.slice(at + 1));
    }
    const counts = new Map(
      whole.flatMap(({ event, data }) => {
        const { id, like_count, reply_count } = data as { id: string; like_count: number; reply_count: number };
        return event === 'counts' ? [[id, { like_count, reply_count }] as const] : [];
      }),
    );
    for (const [id, expected] of counts) {
      const { status, data } = await send<Post>(of, ['GET', `/posts/${id}`], { token });
      if (status === 200) expect(data).toMatchObject(expected);
    }
  }
  return stream(of, 'last_event_id=0');
}

/** Lives through a history, and gives what is left of it. */
async function live(of: Target, steps: readonly Step[]) {
  const tokens: string[] = [];
  for (const user of USERS) tokens.push(await tokenOf(of, user));
  const known = { tokens, posts: Array.from({ length: 16 }, (_, i) => `pst_${String(i + 1).padStart(4, '0')}`) };
  const statuses: number[] = [];
  for (const one of steps) statuses.push(await take(of, known, one));
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  return { statuses, left: await expectRight(of, tokens), events: await expectStream(of, tokens) };
}

const networkOf = alwaysTrue({ size, histories, live, runs: { inMemory: 200, onStores: 50 } });

it('makes an account of a user who has none, with the first write', async () => {
  const of = networkOf('first-write');
  const token = await tokenOf(of, 8);
  const before = await allOf<Account>(of, '/accounts');
  const { data } = await send<Post>(of, ['POST', '/posts'], { token, body: { text: 'Here I am.' } });
  const { id, handle } = data.account;
  expect(id).toMatch(/^acc_x[0-9a-f]{20}$/);
  expect(handle).toMatch(/^[a-z0-9_]{2,30}$/);
  expect(await accountNow(of, id)).toMatchObject({ handle, post_count: 1, follower_count: 0 });
  expect(await allOf<Account>(of, '/accounts')).toHaveLength(before.length + 1);
  await send(of, ['PUT', '/posts/pst_0001/like'], { token });
  expect((await postNow(of, 'pst_0001', token)).viewer).toEqual({ liked: true });
  expect(await allOf<Account>(of, '/accounts')).toHaveLength(before.length + 1);
});
