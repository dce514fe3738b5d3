/** What happens at once: one quote ordered by many, and cancellations that race the clock. */
import type { FoodOrder } from '@understudy/contract';
import { patient } from '@understudy/tooling/patience';
import { describe, expect, it } from 'vitest';
import { allPages } from '../calling.js';
import { atOnce, useReplicas } from '../replicas/use-replicas.js';
import { stores } from '../stores/stores.js';
import { inProcess, inSandbox, NOW, type Target, useServer } from '../support.js';
import { advance, askOrder, askQuote, cancel, orderNow, placed, send } from './calls.js';

const total = async (of: Target) => {
  const { total: count = 0 } = await send(of, ['GET', `/orders?created_after=${NOW}`]);
  return count;
};

/** All orders that were made since the beginning. */
const made = (of: Target): Promise<FoodOrder[]> =>
  allPages((query) => send<FoodOrder[]>(of, ['GET', query]), `/orders?created_after=${NOW}`);

const orderOnce = async (of: Target, restaurant_id: string) => {
  const { data: quote } = await askQuote(of, { restaurant_id });
  const before = await total(of);
  const answers = await atOnce(16, (tip) => askOrder(of, quote, { tip }));
  return { answers, more: (await total(of)) - before };
};

describe.each(stores)('on %s', (_name, open) => {
  const inTurn = useReplicas(open);

  it('one quote makes one order, however many place it at once', async () => {
    const { answers, more } = await orderOnce(inTurn, 'rst_0001');
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 202));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(more).toBe(1);
    // Of one whose price has risen there is one new quote, and it makes one order.
    const risen = await orderOnce(inTurn, 'rst_0003');
    expect(new Set(risen.answers.map(({ kind }) => kind))).toEqual(new Set(['price_changed']));
    expect(new Set(risen.answers.map(({ current }) => current['id'])).size).toBe(1);
    expect(risen.more).toBe(0);
  });
});

const server = useServer(inProcess);

/** Cancellations that race the clock. */
const RACES = 1000;

it('a cancellation wins or loses against the courier, and never both', { timeout: patient(60_000) }, async () => {
  for (let n = 0; n < RACES / 50; n += 1) await Promise.all(Array.from({ length: 50 }, () => placed(server)));
  await advance(server, 30);
  const bySecond = new Map<number, FoodOrder[]>();
  for (const order of await made(server)) {
    const pickUp = (Date.parse(order.eta ?? '') - Date.parse(NOW)) / 1000 - 240;
    bySecond.set(pickUp, [...(bySecond.get(pickUp) ?? []), order]);
  }
  const cancelled = new Map<string, number>();
  const attempt = async ({ id }: FoodOrder) => cancelled.set(id, (await cancel(server, id)).status);
  let second = 30;
  // The clock is moved onto each second in which a courier takes an order, while that is being cancelled.
  for (const [next, all] of [...bySecond].toSorted(([one], [other]) => one - other)) {
    await advance(server, next - second - 1);
    second = next;
    const moved = advance(server, 1);
    // One after the other, the last when the clock has moved for sure.
    await Promise.all(
      all.map(async (order, i) => {
        if (i > 0 && i === all.length - 1) await moved;
        else for (let turn = 0; turn < i; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        await attempt(order);
      }),
    );
  }
  await advance(server, 3600);
  const ended = await made(server);
  expect([ended.length, cancelled.size]).toEqual([RACES, RACES]);
  for (const { id, status, history, refund } of ended) {
    const answer = cancelled.get(id);
    expect([answer, status]).toEqual(answer === 200 ? [200, 'cancelled'] : [409, 'delivered']);
    expect(history.some((one) => one.status === 'picked_up')).toBe(answer === 409);
    expect(refund.amount > 0).toBe(answer === 200);
  }
  const won = ended.filter(({ status }) => status === 'cancelled').length;
  expect([won > 0, won < RACES]).toEqual([true, true]);
});

it('of twenty who change an order with one tag, one gets through', async () => {
  const of = inSandbox(server);
  const { id } = await placed(of);
  const tag = (await send(of, ['GET', `/orders/${id}`])).tag;
  const change = (tip: number) => send(of, ['PATCH', `/orders/${id}`], { body: { tip }, tag });
  const answers = await atOnce(20, (n) => change(n + 1));
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
  const now = await orderNow(of, id);
  expect([now.version, now.tip.amount]).toEqual([2, answers.findIndex(({ status }) => status === 200) + 1]);
  expect((await change(7)).status).toBe(412);
});
