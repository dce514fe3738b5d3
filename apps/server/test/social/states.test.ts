/** What writing does: posts and what is attached to them, deletions, likes and follows, each once and again. */
import type { Attachment, Post } from '@understudy/contract';
import { MAX_POST_TEXT } from '@understudy/contract/social';
import { beforeEach, describe, expect, it } from 'vitest';
import { inProcess, inSandbox, moveClock, type Target, useServer } from '../support.js';
import { register } from '../webhooks/hooks.js';
import { startReceiver } from '../webhooks/receiver.js';
import { accountNow, allOf, postNow, refusal, send, threadNow, tokenOf, write } from './network.js';

const server = useServer(inProcess, { webhookDelivery: 'on' });
let of: Target;
let token: string;
let other: string;
beforeEach(async () => {
  of = inSandbox(server);
  [token, other] = await Promise.all([tokenOf(of, 1), tokenOf(of, 2)]);
});

const create = (body: object, more: { readonly key?: string } = {}) =>
  send<Post>(of, ['POST', '/posts'], { token, body, ...more });

describe('writing a post', () => {
  it('answers 201 with its address, and lists it first', async () => {
    const { status, headers, data } = await create({ text: 'Hello #World, hello #world and #1 and #été!' });
    expect([status, headers.get('location')]).toEqual([201, expect.stringMatching(`/api/social/posts/${data.id}$`)]);
    expect(data).toMatchObject({
      id: 'pst_n000001',
      account: { id: 'acc_0001' },
      thread_id: 'pst_n000001',
      in_reply_to: null,
      tags: ['world', 'été'],
      visibility: 'public',
      language: 'en',
      viewer: { liked: false },
    });
    const [first] = (await send<Post[]>(of, ['GET', '/timeline'], { token })).data;
    expect(first).toEqual(data);
    expect(await postNow(of, data.id)).toEqual({ ...data, viewer: null });
  });

  it('writes another one when it is sent again, and the same one under an Idempotency-Key', async () => {
    const ids = [await create({ text: 'x' }), await create({ text: 'x' })].map(({ data }) => data.id);
    expect(ids).toEqual(['pst_n000001', 'pst_n000002']);
    const keyed = [await create({ text: 'y' }, { key: 'k' }), await create({ text: 'y' }, { key: 'k' })];
    expect(keyed.map(({ status, data }) => [status, data.id])).toEqual([
      [201, 'pst_n000003'],
      [201, 'pst_n000003'],
    ]);
    expect(keyed[1]?.headers.get('location')).toBe(keyed[0]?.headers.get('location'));
  });

  it('counts code points, not the units of JavaScript', async () => {
    expect((await create({ text: '🦉'.repeat(MAX_POST_TEXT) })).status).toBe(201);
    expect(refusal(await create({ text: '🦉'.repeat(MAX_POST_TEXT + 1) }))).toEqual([400, 'bad_request', 'too_big']);
  });

  it.each([
    [{ text: '' }, 'required', '#/text'],
    [{}, 'required', '#/text'],
    [{ text: 'x', language: 'not a language' }, 'invalid_format', '#/language'],
    [{ text: 'x', visibility: 'friends' }, 'invalid_value', '#/visibility'],
    [
      { text: 'x', attachments: [{ type: 'image', url: 'javascript:alert(1)' }] },
      'invalid_format',
      '#/attachments/0/url',
    ],
    [
      { text: 'x', attachments: [{ type: 'poll', options: ['a'], duration_minutes: 5 }] },
      'too_small',
      '#/attachments/0/options',
    ],
    [
      { text: 'x', attachments: [{ type: 'poll', options: ['a', 'b'], duration_minutes: 4 }] },
      'too_small',
      '#/attachments/0/duration_minutes',
    ],
    [
      { text: 'x', attachments: [1, 2].map(() => ({ type: 'link', url: 'https://example.com' })) },
      'too_many',
      '#/attachments',
    ],
    [
      {
        text: 'x',
        attachments: Array.from({ length: 5 }, () => ({ type: 'image', url: 'https://example.com/a.png' })),
      },
      'too_big',
      '#/attachments',
    ],
    [{ text: 'x', in_reply_to: 'pst_9999' }, 'not_found', '#/in_reply_to'],
  ])('refuses %j', async (body, code, pointer) => {
    const { json } = await create(body);
    expect(json.errors).toMatchObject([{ code, pointer }]);
    expect((await accountNow(of, 'acc_0001')).post_count).toBe((await accountNow(server, 'acc_0001')).post_count);
  });

  it('adds what it knows of each attachment, and fetches nothing', async () => {
    const attached = async (attachments: object[]): Promise<Attachment[]> =>
      (await create({ text: '', attachments })).data.attachments;
    expect(await attached([{ type: 'link', url: 'http://127.0.0.1:9/secret?x=1' }])).toEqual([
      { type: 'link', url: 'http://127.0.0.1:9/secret?x=1', title: '127.0.0.1', description: null },
    ]);
    const images = [1, 2, 3, 4].map((n) => ({ type: 'image', url: `https://example.com/${n}.png` }));
    expect(await attached(images)).toMatchObject(
      images.map((image) => ({ ...image, alt: null, width: expect.any(Number), height: expect.any(Number) })),
    );
  });
});

describe('a poll', () => {
  it('closes by the clock, to the millisecond, wherever it is read', async () => {
    const poll = { type: 'poll', options: ['Tea', 'Coffee'], duration_minutes: 5 };
    const { id } = await write(of, token, { text: '', attachments: [poll] });
    const isClosed = async (): Promise<unknown[]> => {
      const [listed] = (await send<Post[]>(of, ['GET', '/timeline?has=poll'])).data;
      return [await postNow(of, id), listed].map((post) => {
        const [first] = post?.attachments ?? [];
        return first?.type === 'poll' && post?.id === id ? first.is_closed : undefined;
      });
    };
    expect(await isClosed()).toEqual([false, false]);
    const clock = (seconds: number) => moveClock(of, { action: 'advance', seconds });
    await clock(299.999);
    expect(await isClosed()).toEqual([false, false]);
    await clock(0.001);
    expect(await isClosed()).toEqual([true, true]);
    // A seeded one was over before.
    const seeded = await allOf<Post>(server, '/timeline?has=poll');
    expect(seeded.length).toBeGreaterThan(5);
    for (const { attachments } of seeded) expect(attachments).toMatchObject([{ type: 'poll', is_closed: true }]);
  });
});

describe('a quote', () => {
  it('shows what is quoted as far as who asks may see it, and that it is gone', async () => {
    const quoted = await write(of, other, { text: 'Quote me.' });
    const secret = await write(of, other, { text: 'For friends.', visibility: 'followers' });
    const quote = async (post_id: string) =>
      (await write(of, token, { text: '', attachments: [{ type: 'quote', post_id }] })).id;
    const [open, closed] = [await quote(quoted.id), await quote(secret.id)];
    const state = async (id: string, by?: string) => {
      const [first] = (await postNow(of, id, by)).attachments;
      return first?.type === 'quote' ? [first.state, first.text] : undefined;
    };
    expect(await state(open)).toEqual(['available', 'Quote me.']);
    expect(await state(closed, token)).toEqual(['available', 'For friends.']);
    expect(await state(closed)).toEqual(['blocked', null]);
    const third = await tokenOf(of, 6);
    await send(of, ['PUT', '/accounts/acc_0002/block'], { token: third });
    expect(await state(open, third)).toEqual(['blocked', null]);
    await send(of, ['DELETE', `/posts/${quoted.id}`], { token: other });
    expect(await state(open, token)).toEqual(['deleted', null]);
  });
});

describe('deleting a post', () => {
  it('is 204 once and again, leaves the replies, and is for its author alone', async () => {
    const { id } = await write(of, token, { text: 'Short-lived' });
    const reply = await write(of, other, { text: 'Still here', in_reply_to: id });
    const count = (await accountNow(of, 'acc_0001')).post_count;
    expect(refusal(await send(of, ['DELETE', `/posts/${id}`], { token: other }))).toEqual([
      403,
      'forbidden',
      'not_yours',
    ]);
    for (let n = 0; n < 2; n++) {
      const { status, text, headers } = await send(of, ['DELETE', `/posts/${id}`], { token });
      expect([status, text, headers.get('content-type')]).toEqual([204, '', null]);
    }
    expect((await accountNow(of, 'acc_0001')).post_count).toBe(count - 1);
    expect(refusal(await send(of, ['DELETE', `/posts/${id}`], { token: other }))).toEqual([410, 'gone']);
    const { ancestors, post } = await threadNow(of, `${reply.id}/thread`);
    expect(ancestors).toEqual([{ kind: 'deleted', id, replies: [], more_replies: 1 }]);
    expect(post).toMatchObject({ kind: 'post', post: { thread_id: id } });
    // A like of it can still be taken back, and one of what never was is 404.
    expect((await send(of, ['DELETE', `/posts/${id}/like`], { token: other })).status).toBe(204);
    expect((await send(of, ['DELETE', '/posts/pst_9999/like'], { token })).status).toBe(404);
  });

  it('takes a reply off the count of what it answers, once', async () => {
    const { id } = await write(of, token, { text: 'Count' });
    const reply = await write(of, other, { text: 'One', in_reply_to: id });
    expect((await postNow(of, id)).reply_count).toBe(1);
    for (let n = 0; n < 2; n++) await send(of, ['DELETE', `/posts/${reply.id}`], { token: other });
    expect((await postNow(of, id)).reply_count).toBe(0);
  });
});

it('changes back what was seeded: likes and follows', async () => {
  const liked = (await allOf<Post>(of, '/timeline', token)).find(({ viewer }) => viewer?.liked === true);
  const { id = '', like_count = 0 } = liked ?? {};
  await send(of, ['DELETE', `/posts/${id}/like`], { token });
  expect(await postNow(of, id, token)).toMatchObject({ like_count: like_count - 1, viewer: { liked: false } });
  const { follower_count } = await accountNow(of, 'acc_0002');
  await send(of, ['DELETE', '/accounts/acc_0002/follow'], { token });
  expect(await accountNow(of, 'acc_0002', token)).toMatchObject({
    follower_count: follower_count - 1,
    viewer: { following: false },
  });
});

it('finds posts by account, tag, language, attachment and text', async () => {
  const all = await allOf<Post>(of, '/timeline');
  const expectFound = async (query: string, isSo: (post: Post) => boolean): Promise<void> => {
    const expected = all.filter(isSo).map(({ id }) => id);
    expect([query, (await allOf<Post>(of, `/timeline?${query}`)).map(({ id }) => id)]).toEqual([query, expected]);
    expect(expected.length).toBeGreaterThan(0);
  };
  await expectFound('account_id=acc_0002', ({ account }) => account.id === 'acc_0002');
  await expectFound('tag=Gardening', ({ tags }) => tags.includes('gardening'));
  await expectFound('language=DE', ({ language }) => language === 'de');
  await expectFound('has=video', ({ attachments }) => attachments.some(({ type }) => type === 'video'));
  await expectFound('q=coffee', ({ text, tags }) => [text, ...tags].join(' ').toLowerCase().includes('coffee'));
  // A cursor holds for the feed and the viewer that it was given for.
  const { cursor } = await send(of, ['GET', '/timeline?pagination_style=cursor&has=link&per_page=2']);
  for (const query of ['has=poll', 'feed=home', '']) {
    const own = await send(of, ['GET', `/timeline?cursor=${cursor}&per_page=2&${query}`], { token });
    expect(refusal(own).slice(0, 2)).toEqual([400, 'invalid_cursor']);
  }
});

it('tells webhooks what has happened, as nobody sees it', async () => {
  const receiver = await startReceiver();
  await register(of, receiver.url);
  const { id } = await write(of, token, { text: 'Told' });
  await send(of, ['PUT', `/posts/${id}/like`], { token: other });
  await send(of, ['PUT', `/posts/${id}/like`], { token: other });
  const follower = await tokenOf(of, 8);
  for (const method of ['DELETE', 'PUT']) await send(of, [method, '/accounts/acc_0001/follow'], { token: follower });
  await send(of, ['PUT', '/accounts/acc_0008/block'], { token });
  await send(of, ['DELETE', `/posts/${id}`], { token });
  await receiver.reached(5);
  await server.idle();
  const events = receiver.received.map(
    ({ body }) => JSON.parse(String(body)) as { type: string; data: { object: object } },
  );
  await receiver.close();
  expect(events.map(({ type }) => type).toSorted()).toEqual([
    'account.blocked',
    'account.followed',
    'post.created',
    'post.deleted',
    'post.liked',
  ]);
  const objectOf = (type: string) => events.find((event) => event.type === type)?.data.object;
  expect(objectOf('post.created')).toMatchObject({ id, viewer: null });
  expect(objectOf('post.liked')).toEqual({ account_id: 'acc_0002', post_id: id, like_count: 1 });
  expect(objectOf('account.blocked')).toMatchObject({
    account_id: 'acc_0001',
    target: { id: 'acc_0008', viewer: null },
  });
});
