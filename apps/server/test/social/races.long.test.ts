/** Many writers at once, on replicas that share a store: what is done twice counts once, and no count is lost. */
import type { Account } from '@understudy/contract';
import { patient } from '@understudy/tooling/patience';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inThisProcess } from '../replicas/in-process.js';
import { type Backend, stores } from '../stores/stores.js';
import { inProcess } from '../support.js';
import type { Target } from '../target.js';
import { accountNow, allOf, postNow, send, tokenOf, write } from './network.js';

const AT_ONCE = 30;
const size = { accounts: 12, posts: 20 };

describe.each(stores)('on %s', (name, open) => {
  let backend: Backend;
  let replicas: (Target & { readonly close: () => Promise<void> })[];
  beforeAll(async () => {
    backend = await open();
    const start = () => (name === 'memory' ? inProcess({ size }) : inThisProcess(backend.address, { size }));
    replicas = await Promise.all(Array.from({ length: name === 'memory' ? 1 : 2 }, start));
  });
  afterAll(async () => {
    await Promise.all(replicas.map(({ close }) => close()));
    await backend.remove();
  });

  const one = (): Target => replicas[0] as Target;

  /** Does something so often at once, in turn on each replica. */
  const atOnce = <Result>(act: (of: Target, n: number) => Promise<Result>): Promise<Result[]> =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, n) => act(replicas[n % replicas.length] as Target, n)));

  it('counts one like once, and takes it back once', { timeout: patient(30_000) }, async () => {
    const token = await tokenOf(one(), 1);
    const { id } = await write(one(), await tokenOf(one(), 2), { text: 'Like this.' });
    for (const [method, count] of [
      ['PUT', 1],
      ['DELETE', 0],
    ] as const) {
      const answers = await atOnce((of) => send(of, [method, `/posts/${id}/like`], { token }));
      expect(new Set(answers.map(({ status, text }) => `${status}${text}`))).toEqual(new Set(['204']));
      expect(await postNow(one(), id, token)).toMatchObject({ like_count: count, viewer: { liked: count === 1 } });
    }
  });

  it('loses no reply, and gives each post and each change a number of its own', async () => {
    const token = await tokenOf(one(), 3);
    const { id } = await write(one(), token, { text: 'All at once, please.' });
    const replies = await atOnce((of, n) => write(of, token, { text: `Reply ${n}`, in_reply_to: id }));
    expect(new Set(replies.map((reply) => reply.id)).size).toBe(AT_ONCE);
    expect((await postNow(one(), id)).reply_count).toBe(AT_ONCE);
  });

  it('keeps the sums of follows equal, however they race blocks', async () => {
    const [first, second] = await Promise.all([tokenOf(one(), 6), tokenOf(one(), 8)]);
    await atOnce((of, n) =>
      n % 3 === 0
        ? send(of, ['PUT', '/accounts/acc_0006/block'], { token: second })
        : send(of, ['PUT', `/accounts/acc_000${n % 3 === 1 ? 8 : 6}/follow`], { token: n % 3 === 1 ? first : second }),
    );
    const accounts = await allOf<Account>(one(), '/accounts');
    const sum = (count: (account: Account) => number) => accounts.reduce((total, account) => total + count(account), 0);
    expect(sum(({ follower_count }) => follower_count)).toBe(sum(({ following_count }) => following_count));
    expect((await accountNow(one(), 'acc_0006', second)).viewer).toEqual({
      following: false,
      followed_by: false,
      blocking: true,
    });
  });
});
