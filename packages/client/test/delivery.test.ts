/** A delivery with the client: waited for, followed, and what goes wrong with it. */
import { expect, test } from 'vitest';
import { createClient, isApiError, type Quote } from '../src/index.js';
import { baseUrl, failureOf, realServer } from './server.js';

const name = 'default';

/** A client whose pauses move the clock of the sandbox. */
function delivery() {
  const { fetch } = realServer();
  const plain = createClient({ baseUrl, fetch, sleep: async () => undefined });
  const waits: number[] = [];
  const sleep = async (ms: number) => {
    waits.push(ms);
    await plain.sandboxes.setClock({ name, action: 'advance', seconds: ms / 1000 });
  };
  return { api: createClient({ baseUrl, fetch, sleep }), waits };
}

async function quoted({ food }: ReturnType<typeof delivery>['api'], restaurant_id = 'rst_0001'): Promise<Quote> {
  const [dish] = (await food.listMenuItems({ restaurant_id, is_available: true })).data;
  const dropoff = { line1: 'Rua do Norte 7', city: 'Lisbon', location: { latitude: 38.74512, longitude: -9.14873 } };
  return food.createQuote({ restaurant_id, items: [{ menu_item_id: dish?.id ?? '', quantity: 2 }], dropoff });
}

test('an order is a job, which is waited for as Retry-After says', async () => {
  const { api, waits } = delivery();
  const { id, total } = await quoted(api);
  const job = await api.food.placeOrder({ quote_id: id, total: total.amount, tip: 100 });
  expect(job.record).toMatchObject({ status: 'placed', quote_id: id });
  expect(job.location).toBe(`${baseUrl}/api/food/orders/${job.record.id}`);
  const done = await job.wait();
  expect(done).toMatchObject({ id: job.record.id, status: 'delivered', courier: { location: done.dropoff.location } });
  // At first half a minute until the restaurant has answered, and never longer.
  expect(waits[0]).toBe(30_000);
  expect(Math.max(...waits)).toBe(30_000);
  const passed = Date.parse(done.updated_at) - Date.parse(done.created_at);
  const waited = waits.reduce((sum, ms) => sum + ms, 0);
  expect(waited - passed).toBeGreaterThanOrEqual(0);
  expect(waited - passed).toBeLessThan(30_000);
  expect((await api.food.getFoodOrder({ order_id: done.id }).withResponse()).response.headers.has('retry-after')).toBe(
    false,
  );
});

test('a restaurant that never answers ends the wait too', async () => {
  const { api } = delivery();
  const { id, total } = await quoted(api, 'rst_0005');
  const job = await api.food.placeOrder({ quote_id: id, total: total.amount });
  expect(await job.wait()).toMatchObject({ status: 'unanswered', refund: job.record.total });
});

test('its stream is one of typed events, to the end', async () => {
  const { api } = delivery();
  const seen: string[] = [];
  for await (const { event, data } of api.food.trackFoodOrder({ order_id: 'fod_0001' })) {
    seen.push(event === 'position' ? String(data.progress) : data.status);
  }
  expect([seen.length, seen[0], seen.at(-2), seen.at(-1)]).toEqual([46, 'placed', 'delivered', 'delivered']);
});

test('a price that has changed comes with the quote that holds', async () => {
  const { api } = delivery();
  const { id, total } = await quoted(api, 'rst_0003');
  const error = await failureOf(api.food.placeOrder({ quote_id: id, total: total.amount }));
  if (!isApiError(error, 'price_changed') || error.current === undefined) throw error;
  const { id: quote_id, total: now, previous_id } = error.current;
  expect(previous_id).toBe(id);
  expect((await api.food.placeOrder({ quote_id, total: now.amount })).record.total).toEqual(now);
});

test('a restaurant that is closed says when it opens', async () => {
  const { api } = delivery();
  const dropoff = { line1: 'Lindenstraße 1', city: 'Berlin', location: { latitude: 52.49, longitude: 13.37 } };
  const [dish] = (await api.food.listMenuItems({ restaurant_id: 'rst_0006' })).data;
  const items = [{ menu_item_id: dish?.id ?? '', quantity: 2 }];
  const { id, total } = await api.food.createQuote({ restaurant_id: 'rst_0006', items, dropoff });
  await api.sandboxes.setClock({ name, action: 'freeze', at: '2026-01-01T00:01:00Z' });
  const order = { quote_id: id, total: total.amount, scheduled_for: '2026-01-02T12:00' };
  const error = await failureOf(api.food.placeOrder(order));
  if (!isApiError(error, 'restaurant_closed')) throw error;
  expect(error.current).toMatchObject({ is_open: true, next_change_at: '2026-01-01T02:00:00.000Z' });
});
