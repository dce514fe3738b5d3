/** What one viewer may see and another may not: the table of the domain, row by row. */
import type { Account, Post, Thread, ThreadNode } from '@understudy/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { inProcess, inSandbox, useServer } from '../support.js';
import { accountNow, allOf, refusal, send, threadNow, tokenOf, write } from './network.js';

const server = useServer(inProcess);
let ada: string;
let followed: string;
beforeAll(async () => {
  // The accounts acc_0001 and acc_0002; the first follows the second.
  [ada, followed] = await Promise.all([tokenOf(server, 1), tokenOf(server, 2)]);
});

/** How a post answers one viewer: in the timeline, in a thread, by its id, and to those who act on it. */
async function seen(id: string, token?: string) {
  const { data: list } = await send<Post[]>(server, ['GET', `/timeline?account_id=${authors[id]}&per_page=50`], {
    token,
  });
  return {
    listed: list.some((post) => post.id === id),
    get: refusal(await send(server, ['GET', `/posts/${id}`], { token })),
    thread: refusal(await send(server, ['GET', `/posts/${id}/thread`], { token })),
    like: refusal(await send(server, ['PUT', `/posts/${id}/like`], { token })),
    reply: refusal(await send(server, ['POST', '/posts'], { token, body: { text: 'Hm.', in_reply_to: id } })),
    quote: refusal(
      await send(server, ['POST', '/posts'], {
        token,
        body: { text: '', attachments: [{ type: 'quote', post_id: id }] },
      }),
    ),
  };
}

const authors: Readonly<Record<string, string>> = {
  pst_0001: 'acc_0002',
  pst_0002: 'acc_0001',
  pst_0012: 'acc_0005',
  pst_0013: 'acc_0003',
  pst_0014: 'acc_0004',
};

const all = (get: readonly unknown[], act: readonly unknown[] = get) => ({
  get,
  thread: get,
  like: act,
  reply: act,
  quote: act,
});

const rows: readonly (readonly [what: string, id: string, byAda: boolean, expected: object])[] = [
  ['no token, public', 'pst_0001', false, { listed: true, ...all([200], [401, 'unauthorized']) }],
  ['a token, public', 'pst_0001', true, { listed: true, ...all([200]), like: [204], reply: [201], quote: [201] }],
  ['the author blocks the viewer', 'pst_0013', true, { listed: false, ...all([404, 'not_found', 'not_found']) }],
  ['the viewer blocks the author', 'pst_0014', true, { listed: false, ...all([403, 'forbidden', 'blocked']) }],
  ['followers only, not following', 'pst_0012', true, { listed: false, ...all([403, 'forbidden', 'followers_only']) }],
  ['followers only, no token', 'pst_0012', false, { listed: false, ...all([401, 'unauthorized']) }],
  ['deleted', 'pst_0002', true, { listed: false, ...all([410, 'gone']) }],
  ['deleted, no token', 'pst_0002', false, { listed: false, ...all([410, 'gone'], [401, 'unauthorized']) }],
];

it.each(rows)('%s', async (_what, id, byAda, expected) => {
  expect(await seen(id, byAda ? ada : undefined)).toEqual(expected);
});

it('names the field where what is refused stands in a body', async () => {
  const at = async (body: object) => {
    const { json } = await send(server, ['POST', '/posts'], { token: ada, body: { text: 'x', ...body } });
    return json.errors?.[0]?.pointer;
  };
  for (const id of ['pst_0012', 'pst_0013', 'pst_0014', 'pst_9999']) {
    expect(await at({ in_reply_to: id })).toBe('#/in_reply_to');
    expect(await at({ attachments: [{ type: 'quote', post_id: id }] })).toBe('#/attachments/0/post_id');
  }
});

it('does not tell a post of somebody who blocks the viewer from one that was never there', async () => {
  const [hidden, never] = [
    await send(server, ['GET', '/posts/pst_0013'], { token: ada }),
    await send(server, ['GET', '/posts/pst_9999'], { token: ada }),
  ];
  expect(hidden.text.replaceAll('pst_0013', 'pst_9999')).toBe(never.text);
});

it('shows what is left of a deleted post', async () => {
  const { json } = await send(server, ['GET', '/posts/pst_0002']);
  expect(json.current).toEqual({ id: 'pst_0002', removed_at: expect.any(String) });
});

it('answers a wrong token with 401, and lets nobody else keep an answer', async () => {
  const wrong = await send(server, ['GET', '/timeline'], { token: 'nobody' });
  expect(refusal(wrong)).toEqual([401, 'unauthorized']);
  const { headers } = await send(server, ['GET', '/timeline']);
  expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
    'private, no-cache',
    expect.stringContaining('Authorization'),
  ]);
});

describe('accounts', () => {
  it('hide from those whom they block', async () => {
    expect(refusal(await send(server, ['GET', '/accounts/acc_0003'], { token: ada }))[0]).toBe(404);
    expect((await send(server, ['GET', '/accounts/acc_0003'])).status).toBe(200);
    const ids = async (token?: string) => (await allOf<Account>(server, '/accounts', token)).map(({ id }) => id);
    expect(await ids()).toContain('acc_0003');
    expect(await ids(ada)).not.toContain('acc_0003');
  });

  it('say what they are to the viewer', async () => {
    expect((await accountNow(server, 'acc_0002')).viewer).toBeNull();
    expect((await accountNow(server, 'acc_0002', ada)).viewer).toMatchObject({ following: true, blocking: false });
    expect((await accountNow(server, 'acc_0004', ada)).viewer).toEqual({
      following: false,
      followed_by: false,
      blocking: true,
    });
    expect((await accountNow(server, 'acc_0001', followed)).viewer).toMatchObject({ following: expect.any(Boolean) });
  });

  it.each([
    ['PUT follow of one that blocks the viewer', 'PUT', 'acc_0003/follow', [404, 'not_found', 'not_found']],
    ['PUT follow of one that the viewer blocks', 'PUT', 'acc_0004/follow', [403, 'forbidden', 'blocked']],
    ['PUT follow of a protected one', 'PUT', 'acc_0005/follow', [204]],
    ['DELETE follow', 'DELETE', 'acc_0005/follow', [204]],
    ['PUT follow of oneself', 'PUT', 'acc_0001/follow', [409, 'conflict']],
    ['PUT block of oneself', 'PUT', 'acc_0001/block', [409, 'conflict']],
    ['DELETE follow of what never was', 'DELETE', 'acc_0007/follow', [204]],
    ['DELETE block of what never was', 'DELETE', 'acc_0007/block', [204]],
    ['PUT follow of nobody', 'PUT', 'acc_9999/follow', [404, 'not_found', 'not_found']],
  ] as const)('%s', async (_what, method, path, expected) => {
    expect(refusal(await send(server, [method, `/accounts/${path}`], { token: ada }))).toEqual(expected);
    expect(refusal(await send(server, [method, `/accounts/${path}`]))).toEqual([401, 'unauthorized']);
  });
});

describe('following and blocking', () => {
  it('shows the posts for followers to who follows, and hides them again', async () => {
    const own = inSandbox(server);
    const token = await tokenOf(own, 1);
    const status = async () => (await send(own, ['GET', '/posts/pst_0012'], { token })).status;
    const listed = async (feed: string) =>
      (await allOf<Post>(own, `/timeline?feed=${feed}&account_id=acc_0005`, token)).length;
    expect([await status(), await listed('public'), await listed('home')]).toEqual([403, 0, 0]);
    await send(own, ['PUT', '/accounts/acc_0005/follow'], { token });
    expect([await status(), (await listed('public')) > 0, (await listed('home')) > 0]).toEqual([200, true, true]);
    await send(own, ['DELETE', '/accounts/acc_0005/follow'], { token });
    expect([await status(), await listed('public'), await listed('home')]).toEqual([403, 0, 0]);
  });

  it('ends both follows with a block, and restores none', async () => {
    const own = inSandbox(server);
    const [one, other] = await Promise.all([tokenOf(own, 6), tokenOf(own, 8)]);
    await send(own, ['PUT', '/accounts/acc_0008/follow'], { token: one });
    await send(own, ['PUT', '/accounts/acc_0006/follow'], { token: other });
    const between = async () => (await accountNow(own, 'acc_0008', one)).viewer;
    expect(await between()).toEqual({ following: true, followed_by: true, blocking: false });
    const before = await accountNow(own, 'acc_0008');
    expect((await send(own, ['PUT', '/accounts/acc_0008/block'], { token: one })).status).toBe(204);
    expect(await between()).toEqual({ following: false, followed_by: false, blocking: true });
    const after = await accountNow(own, 'acc_0008');
    expect([after.follower_count, after.following_count]).toEqual([
      before.follower_count - 1,
      before.following_count - 1,
    ]);
    expect((await send(own, ['GET', '/accounts/acc_0006'], { token: other })).status).toBe(404);
    await send(own, ['DELETE', '/accounts/acc_0008/block'], { token: one });
    expect(await between()).toEqual({ following: false, followed_by: false, blocking: false });
  });
});

describe('threads', () => {
  const kinds = (node: ThreadNode): string =>
    node.kind === 'blocked' ? 'blocked' : `${node.kind}(${node.replies.map(kinds).join(' ')})`;
  const nodes = (node: ThreadNode): ThreadNode[] =>
    node.kind === 'blocked' ? [node] : [node, ...node.replies.flatMap(nodes)];

  it('has seven levels, a deleted and a blocked node, each with its own id', async () => {
    const fresh = inSandbox(server);
    const { post, ancestors } = await threadNow(fresh, 'pst_0001/thread?depth=6', await tokenOf(fresh, 1));
    expect(ancestors).toEqual([]);
    const found = nodes(post);
    const deepest = (node: ThreadNode): number =>
      node.kind === 'blocked' ? 1 : 1 + Math.max(0, ...node.replies.map(deepest));
    expect(deepest(post)).toBe(7);
    expect(found.filter(({ kind }) => kind === 'deleted')).toMatchObject([{ id: 'pst_0004' }]);
    expect(found.filter(({ kind }) => kind === 'blocked')).toEqual([
      { kind: 'blocked', id: 'pst_0010' },
      { kind: 'blocked', id: 'pst_0009' },
    ]);
    // Who asks without a token sees what stands below it.
    const { post: open } = await threadNow(fresh, 'pst_0001/thread?depth=6');
    expect(kinds(open)).toContain('post(post())');
    expect(kinds(open)).not.toContain('blocked');
  });

  it('shows the ancestors of a reply, also the deleted one', async () => {
    const { ancestors, post } = await threadNow(server, 'pst_0008/thread');
    expect(ancestors.map((node) => (node.kind === 'post' ? node.post.id : node.id))).toEqual([
      'pst_0001',
      'pst_0003',
      'pst_0004',
      'pst_0005',
      'pst_0006',
      'pst_0007',
    ]);
    expect(ancestors[2]).toMatchObject({ kind: 'deleted', replies: [], more_replies: 1 });
    expect(post).toMatchObject({ kind: 'post', post: { id: 'pst_0008' } });
  });

  it('shows so many replies, and goes on after one of them', async () => {
    const token = await tokenOf(server, 10);
    const { id } = await write(server, token, { text: 'How many?' });
    const replies: string[] = [];
    for (let i = 0; i < 7; i++) replies.push((await write(server, token, { text: `${i}`, in_reply_to: id })).id);
    await send(server, ['DELETE', `/posts/${replies[1]}`], { token });
    const page = async (query: string) => {
      const { post } = await threadNow(server, `${id}/thread?${query}`);
      if (post.kind === 'blocked') throw new Error('it is blocked');
      const shown = post.replies.map((node) => (node.kind === 'post' ? node.post.id : `${node.kind} ${node.id}`));
      return [shown, post.more_replies];
    };
    expect(await page('width=3')).toEqual([[replies[0], `deleted ${replies[1]}`, replies[2]], 4]);
    expect(await page(`width=3&after=${replies[2]}`)).toEqual([[replies[3], replies[4], replies[5]], 1]);
    expect(await page(`after=${replies[5]}`)).toEqual([[replies[6]], 0]);
    const odd = await send<Thread>(server, ['GET', `/posts/${id}/thread?after=pst_0001`]);
    expect(refusal(odd)).toEqual([400, 'bad_request', 'not_a_reply']);
    expect(odd.json.errors?.[0]).toMatchObject({ parameter: 'after' });
  });
});
