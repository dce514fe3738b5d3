/** A delivery in single steps, with a clock that stands still: what an order is at each instant, and what can be done then. */
import type { FoodOrder, Quote } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { inProcess, NOW } from '../support.js';
import { advance, askOrder, askQuote, cancel, eventsNow, freeze, orderNow, placed, send } from './calls.js';
import { openEach } from '../use.js';

const server = openEach(inProcess);

const at = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1000).toISOString();
const change = (id: string, body: object) => send<FoodOrder>(server, ['PATCH', `/orders/${id}`], { body });

/** When the courier has an order, in seconds after it was placed: what it tells once it is accepted. */
async function pickUpOf({ id }: FoodOrder): Promise<number> {
  await freeze(server, at(30));
  const { eta } = await orderNow(server, id);
  // The way of a kilometre takes four minutes.
  return (Date.parse(eta ?? '') - Date.parse(NOW)) / 1000 - 240;
}

describe('an order', () => {
  it('is accepted later: 202 with the place to ask, and with when', async () => {
    const quote = (await askQuote(server)).data;
    const { status, data, headers } = await askOrder(server, quote, { tip: 200 });
    expect([status, headers.get('retry-after')]).toEqual([202, '30']);
    expect(headers.get('location')).toBe(`http://understudy.local/api/food/orders/${data.id}`);
    expect(data).toMatchObject({ status: 'placed', quote_id: quote.id, eta: null, courier: null, version: 1 });
    expect(data.total.amount).toBe(quote.total.amount + 200);
    expect((await send<Quote>(server, ['GET', `/quotes/${quote.id}`])).data.status).toBe('used');
    // The same quote again is the same order, whatever else is said.
    const again = await askOrder(server, quote, { total: 1, scheduled_for: '1999-01-01T00:00' });
    expect([again.status, again.data, again.headers.get('location')]).toEqual([202, data, headers.get('location')]);
  });

  it('goes its way step by step, each at its instant', async () => {
    const order = await placed(server);
    await freeze(server, at(29.999));
    expect(await orderNow(server, order.id)).toEqual(order);
    const pickUp = await pickUpOf(order);
    expect(pickUp >= 600 && pickUp <= 900).toBe(true);
    const steps: readonly [seconds: number, status: string, version: number, isFound: boolean][] = [
      [30, 'accepted', 2, false],
      [89.999, 'accepted', 2, false],
      [90, 'preparing', 3, false],
      [209.999, 'preparing', 3, false],
      [210, 'preparing', 4, true],
      [pickUp - 0.001, 'preparing', 4, true],
      [pickUp, 'picked_up', 5, true],
      [pickUp + 239.999, 'picked_up', 5, true],
      [pickUp + 240, 'delivered', 6, true],
      [pickUp + 99_999, 'delivered', 6, true],
    ];
    for (const [seconds, status, version, isFound] of steps) {
      await freeze(server, at(seconds));
      const { data, headers } = await send<FoodOrder>(server, ['GET', `/orders/${order.id}`]);
      expect([data.status, data.version, data.courier !== null]).toEqual([status, version, isFound]);
      expect(data.history.at(-1)?.status).toBe(status);
      expect(data.eta === null).toBe(status === 'delivered');
      expect(headers.has('retry-after')).toBe(status !== 'delivered');
      expect(JSON.stringify(data)).not.toContain('kitchen');
    }
    const list = await send<FoodOrder[]>(server, ['GET', '/orders?per_page=1']);
    expect(list.data[0]).toEqual(await orderNow(server, order.id));
  });

  it('says after how many seconds to ask again', async () => {
    const { id } = await placed(server);
    for (const [seconds, expected] of [
      [0.001, '30'],
      [1, '29'],
      [29.5, '1'],
      [30, '30'],
      [80.5, '10'],
    ] as const) {
      await freeze(server, at(seconds));
      expect((await send(server, ['GET', `/orders/${id}`])).headers.get('retry-after')).toBe(expected);
    }
  });

  it('goes sixty times as fast where that is asked for', async () => {
    const { id } = await placed(server, { pace: 'fast' });
    for (const [seconds, status] of [
      [0.499, 'placed'],
      [0.5, 'accepted'],
      [1.5, 'preparing'],
      [9.999, 'preparing'],
      [15, 'picked_up'],
      [19, 'delivered'],
    ] as const) {
      await freeze(server, at(seconds));
      expect((await orderNow(server, id)).status).toBe(status);
    }
    expect(await eventsNow(server, id)).toHaveLength(46);
  });

  it('is rejected at rst_0004, and not answered at rst_0005: all of it is refunded', async () => {
    for (const [restaurant_id, status, seconds] of [
      ['rst_0004', 'rejected', 30],
      ['rst_0005', 'unanswered', 300],
    ] as const) {
      const { id, total } = await placed(server, { tip: 100 }, { restaurant_id });
      await advance(server, seconds - 0.001);
      expect(await orderNow(server, id)).toMatchObject({ status: 'placed', refund: { amount: 0 } });
      await advance(server, 0.001);
      expect(await orderNow(server, id)).toMatchObject({ status, refund: total, eta: null, courier: null });
      expect((await eventsNow(server, id)).map(({ event }) => event)).toEqual(['status', 'status', 'end']);
      expect(await cancel(server, id)).toMatchObject({ status: 409, kind: 'too_late', current: { id, status } });
    }
  });
});

describe('cancelling', () => {
  it.each([
    [0, 'all'],
    [89.999, 'all'],
    [90, 'half of the items'],
    [599.999, 'half of the items'],
  ] as const)('after %d s gives back %s', async (seconds, back) => {
    const { id, total, items_total } = await placed(
      server,
      {},
      { items: [{ menu_item_id: 'mni_0004', quantity: 1, option_ids: ['mni_0004.1.1'] }] },
    );
    await freeze(server, at(seconds));
    const { status, data } = await cancel(server, id);
    const kept = back === 'all' ? 0 : Math.ceil(items_total.amount / 2);
    expect([status, data.status, data.refund.amount]).toEqual([200, 'cancelled', total.amount - kept]);
    expect(data).toMatchObject({ eta: null, courier: null });
    // Once more changes nothing, and the clock brings nothing any more.
    expect((await cancel(server, id)).data).toEqual(data);
    await advance(server, 7200);
    expect(await orderNow(server, id)).toEqual(data);
    expect((await eventsNow(server, id)).at(-1)).toMatchObject({ event: 'end', data: { status: 'cancelled' } });
  });

  it('comes too late once the courier has it', async () => {
    const order = await placed(server);
    const pickUp = await pickUpOf(order);
    await freeze(server, at(pickUp));
    const { status, kind, current } = await cancel(server, order.id);
    expect([status, kind, current]).toEqual([409, 'too_late', await orderNow(server, order.id)]);
  });

  it('is done only in the state that was seen, where If-Match says which', async () => {
    const { id } = await placed(server);
    const tag = (await send(server, ['GET', `/orders/${id}`])).tag;
    await advance(server, 30);
    expect((await cancel(server, id, tag)).status).toBe(412);
    const now = (await send(server, ['GET', `/orders/${id}`])).tag;
    expect((await cancel(server, id, now)).status).toBe(200);
  });
});

describe('changing', () => {
  it('the note goes until the courier has it, the tip until an hour after the delivery', async () => {
    const order = await placed(server);
    const { id } = order;
    const pickUp = await pickUpOf(order);
    const changed = (await change(id, { tip: 150, note: 'Ring twice.' })).data;
    expect(changed).toMatchObject({ tip: { amount: 150 }, dropoff: { note: 'Ring twice.' }, version: 3 });
    expect(changed.total.amount).toBe(order.total.amount + 150);
    expect((await change(id, { note: null })).data.dropoff.note).toBeNull();
    expect((await change(id, { tip: null })).faults).toEqual(['#/tip required']);
    await freeze(server, at(pickUp));
    expect(await change(id, { note: 'Now.' })).toMatchObject({ status: 409, kind: 'too_late', current: { id } });
    // What is so already is no change, and needs no time.
    const same = await change(id, { note: null, tip: 150 });
    expect([same.status, same.data]).toEqual([200, await orderNow(server, id)]);
    await freeze(server, at(pickUp + 240 + 3600));
    expect((await change(id, { tip: 500 })).data.tip.amount).toBe(500);
    await freeze(server, at(pickUp + 240 + 3600.001));
    expect((await change(id, { tip: 501 })).kind).toBe('too_late');
  });

  it('ends with an order that was cancelled', async () => {
    const { id } = await placed(server);
    await cancel(server, id);
    for (const body of [{ tip: 1 }, { note: 'x' }]) expect((await change(id, body)).kind).toBe('too_late');
  });
});

describe('a quote', () => {
  it('holds for five minutes', async () => {
    const quote = (await askQuote(server)).data;
    await advance(server, 299.999);
    expect((await send<Quote>(server, ['GET', `/quotes/${quote.id}`])).data.status).toBe('open');
    await advance(server, 0.001);
    const expired = (await send<Quote>(server, ['GET', `/quotes/${quote.id}`])).data;
    expect(expired.status).toBe('expired');
    expect(await askOrder(server, quote)).toMatchObject({ status: 409, kind: 'quote_expired', current: expired });
  });

  it('is refused with another total, and shown as it is', async () => {
    const quote = (await askQuote(server)).data;
    const refused = await askOrder(server, quote, { total: quote.total.amount - 1 });
    expect(refused).toMatchObject({ status: 409, kind: 'price_changed', current: quote });
    expect((await askOrder(server, quote)).status).toBe(202);
  });

  it('is refused once at rst_0003, with a fresh one that goes through', async () => {
    const quote = (await askQuote(server, { restaurant_id: 'rst_0003' })).data;
    const refused = await askOrder(server, quote);
    expect([refused.status, refused.kind]).toEqual([409, 'price_changed']);
    const fresh = refused.current as unknown as Quote;
    expect(fresh).toMatchObject({ previous_id: quote.id, status: 'open', restaurant_id: 'rst_0003' });
    expect(fresh.items[0]?.unit_price.amount).toBe((quote.items[0]?.unit_price.amount ?? 0) + 50);
    expect(fresh.items_total.amount).toBe(quote.items_total.amount + 100);
    // It was kept, and is the same however often the first one is sent.
    expect((await send<Quote>(server, ['GET', `/quotes/${fresh.id}`])).data).toEqual(fresh);
    expect((await askOrder(server, quote)).current).toEqual(fresh);
    expect((await askOrder(server, fresh)).data).toMatchObject({ status: 'placed', quote_id: fresh.id });
  });

  it.each([
    [
      { items: [{ menu_item_id: 'mni_0002', quantity: 2 }] },
      409,
      'item_unavailable',
      ['#/items/0/menu_item_id item_unavailable'],
    ],
    [{ items: [{ menu_item_id: 'mni_0001', quantity: 1 }] }, 409, 'below_minimum', []],
    [
      { dropoff: { line1: 'x', city: 'Berlin', location: { latitude: 52.5, longitude: 13.4 } } },
      409,
      'out_of_range',
      [],
    ],
    [
      { items: [{ menu_item_id: 'mni_0015', quantity: 2 }] },
      400,
      'bad_request',
      ['#/items/0/menu_item_id wrong_restaurant'],
    ],
    [{ items: [{ menu_item_id: 'mni_0003', quantity: 2 }] }, 400, 'bad_request', ['#/items/0/option_ids too_few']],
    [
      { items: [{ menu_item_id: 'mni_0003', quantity: 2, option_ids: ['mni_0003.1.1', 'mni_0003.1.2'] }] },
      400,
      'bad_request',
      ['#/items/0/option_ids too_many'],
    ],
    [
      { items: [{ menu_item_id: 'mni_0003', quantity: 2, option_ids: ['mni_0003.1.1', 'mni_0003.1.1'] }] },
      400,
      'bad_request',
      ['#/items/0/option_ids/1 too_many'],
    ],
    [
      { items: [{ menu_item_id: 'mni_0001', quantity: 2, option_ids: ['mni_0003.1.1'] }] },
      404,
      'not_found',
      ['#/items/0/option_ids/0 not_found'],
    ],
    [
      { restaurant_id: 'rst_9999', items: [{ menu_item_id: 'mni_9999', quantity: 2 }] },
      404,
      'not_found',
      ['#/restaurant_id not_found', '#/items/0/menu_item_id not_found'],
    ],
    [{ items: [{ menu_item_id: 'mni_0001', quantity: 21 }] }, 400, 'bad_request', ['#/items/0/quantity too_big']],
    [{ items: [] }, 400, 'bad_request', ['#/items too_small']],
  ])('of %j is %i %s', async (basket, status, kind, faults) => {
    const answer = await askQuote(server, basket);
    expect([answer.status, answer.kind, answer.faults]).toEqual([status, kind, faults]);
  });

  it('of dishes with options counts their extras', async () => {
    const options = ['mni_0003.1.2', 'mni_0003.2.1', 'mni_0003.2.3'];
    const items = [{ menu_item_id: 'mni_0003', quantity: 3, option_ids: options }];
    const { data } = await askQuote(server, { items });
    expect(data.items[0]).toMatchObject({ unit_price: { amount: 1550 }, total: { amount: 4650 }, option_ids: options });
    expect([data.service_fee.amount, data.total.amount]).toEqual([233, 4650 + 300 + 233]);
  });

  it('at a paused restaurant can be had, but not ordered', async () => {
    const quote = (await askQuote(server, { restaurant_id: 'rst_0002' })).data;
    for (const more of [{}, { scheduled_for: '2026-03-02T18:00' }]) {
      const answer = await askOrder(server, quote, more);
      expect(answer).toMatchObject({ status: 409, kind: 'restaurant_closed', current: { is_open: false } });
      expect(answer.current['next_change_at']).toBeNull();
    }
  });
});
