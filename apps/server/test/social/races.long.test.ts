/** Many writers at once, on replicas that share a store: what is done twice counts once, and no count is lost. */
import type { Account } from '@understudy/contract';
import { patient } from '@understudy/tooling/patience';
import { describe, expect, it } from 'vitest';
import { atOnce, useReplicas } from '../replicas/use-replicas.js';
import { stores } from '../stores/stores.js';
import { accountNow, allOf, postNow, send, tokenOf, write } from './network.js';

const AT_ONCE = 30;
const size = { accounts: 12, posts: 20 };

describe.each(stores)('on %s', (_name, open) => {
  const inTurn = useReplicas(open, { size });

  it('counts one like once, and takes it back once', { timeout: patient(30_000) }, async () => {
    const token = await tokenOf(inTurn, 1);
    const { id } = await write(inTurn, await tokenOf(inTurn, 2), { text: 'Like this.' });
    for (const [method, count] of [
      ['PUT', 1],
      ['DELETE', 0],
    ] as const) {
      const answers = await atOnce(AT_ONCE, () => send(inTurn, [method, `/posts/${id}/like`], { token }));
      expect(new Set(answers.map(({ status, text }) => `${status}${text}`))).toEqual(new Set(['204']));
      expect(await postNow(inTurn, id, token)).toMatchObject({ like_count: count, viewer: { liked: count === 1 } });
    }
  });

  it('loses no reply, and gives each post and each change a number of its own', async () => {
    const token = await tokenOf(inTurn, 3);
    const { id } = await write(inTurn, token, { text: 'All at once, please.' });
    const replies = await atOnce(AT_ONCE, (n) => write(inTurn, token, { text: `Reply ${n}`, in_reply_to: id }));
    expect(new Set(replies.map((reply) => reply.id)).size).toBe(AT_ONCE);
    expect((await postNow(inTurn, id)).reply_count).toBe(AT_ONCE);
  });

  it('keeps the sums of follows equal, however they race blocks', async () => {
    const [first, second] = await Promise.all([tokenOf(inTurn, 6), tokenOf(inTurn, 8)]);
    await atOnce(AT_ONCE, (n) =>
      n % 3 === 0
        ? send(inTurn, ['PUT', '/accounts/acc_0006/block'], { token: second })
        : send(inTurn, ['PUT', `/accounts/acc_000${n % 3 === 1 ? 8 : 6}/follow`], {
            token: n % 3 === 1 ? first : second,
          }),
    );
    const accounts = await allOf<Account>(inTurn, '/accounts');
    const sum = (count: (account: Account) => number) => accounts.reduce((total, account) => total + count(account), 0);
    expect(sum(({ follower_count }) => follower_count)).toBe(sum(({ following_count }) => following_count));
    expect((await accountNow(inTurn, 'acc_0006', second)).viewer).toEqual({
      following: false,
      followed_by: false,
      blocking: true,
    });
  });
});
