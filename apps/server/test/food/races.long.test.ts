/** What happens at once: one quote ordered by many, and cancellations that race the clock. */
import type { FoodOrder } from '@understudy/contract';
import { patient } from '@understudy/tooling/patience';
import { afterEach, expect, it } from 'vitest';
import { inThisProcess } from '../replicas/in-process.js';
import { stores } from '../stores/stores.js';
import { inProcess, NOW } from '../support.js';
import type { Target } from '../target.js';
import { advance, askOrder, askQuote, cancel, orderNow, placed, send } from './calls.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const total = async (of: Target) => {
  const { text } = await send(of, ['GET', `/orders?created_after=${NOW}`]);
  return (JSON.parse(text) as { pagination: { total: number } }).pagination.total;
};

/** All orders that were made since the beginning. */
async function made(of: Target): Promise<FoodOrder[]> {
  const found: FoodOrder[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/orders?created_after=${NOW}&per_page=50&page=${page}`;
    const { data } = await send<FoodOrder[]>(of, ['GET', path]);
    if (data.length === 0) return found;
    found.push(...data);
  }
}

const orderOnce = async (servers: readonly Target[], restaurant_id: string) => {
  const [first] = servers;
  if (first === undefined) throw new Error('there is none');
  const { data: quote } = await askQuote(first, { restaurant_id });
  const before = await total(first);
  const tries = Array.from({ length: 16 }, (_, i) => askOrder(servers[i % servers.length] ?? first, quote, { tip: i }));
  return { answers: await Promise.all(tries), more: async () => (await total(first)) - before };
};

it.each(stores)('one quote makes one order, however many place it at once: on %s', async (name, make) => {
  const { address, remove } = await make();
  closing.push(remove);
  const servers =
    name === 'memory' ? [await inProcess()] : [await inThisProcess(address), await inThisProcess(address)];
  closing.unshift(...servers.map(({ close }) => close));
  const { answers, more } = await orderOnce(servers, 'rst_0001');
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 202));
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(await more()).toBe(1);
  // Of one whose price has risen there is one new quote, and it makes one order.
  const risen = await orderOnce(servers, 'rst_0003');
  expect(new Set(risen.answers.map(({ kind }) => kind))).toEqual(new Set(['price_changed']));
  expect(new Set(risen.answers.map(({ current }) => current['id'])).size).toBe(1);
  expect(await risen.more()).toBe(0);
});

/** Cancellations that race the clock. */
const RACES = 1000;

it('a cancellation wins or loses against the courier, and never both', { timeout: patient(60_000) }, async () => {
  const server = await inProcess();
  closing.push(server.close);
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
  const server = await inProcess();
  closing.push(server.close);
  const { id } = await placed(server);
  const tag = (await send(server, ['GET', `/orders/${id}`])).headers.get('etag') ?? '';
  const change = (tip: number) => send(server, ['PATCH', `/orders/${id}`], { tip }, { 'if-match': tag });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => change(i + 1)));
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
  const now = await orderNow(server, id);
  expect([now.version, now.tip.amount]).toEqual([2, answers.findIndex(({ status }) => status === 200) + 1]);
  expect((await change(7)).status).toBe(412);
});
