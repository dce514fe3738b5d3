/** The states of carts and orders: every event in every state, as the table of the domain says. */
import type { Cart, Order, Product, Variant } from '@understudy/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inProcess, inSandbox, NOW, type Target } from '../support.js';
import type { Answered } from '../calling.js';
import { filledCart, goodCard, orderNow, pay, placed, send } from './shop.js';
import { openOnce } from '../use.js';

const START = Date.parse(NOW);
const MINUTE = 60_000;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
const server = openOnce(() => inProcess({ clock: 'real', size: { products: 12, orders: 5 } }));
afterEach(() => void vi.setSystemTime(START));
afterAll(async () => {
  vi.useRealTimers();
});

/** Lets minutes pass since the beginning. */
const after = (minutes: number) => vi.setSystemTime(START + minutes * MINUTE);

/** What brings an order into a state. */
const states: Readonly<Record<Order['status'], (of: Target) => Promise<string>>> = {
  pending_payment: async (of) => (await placed(of, { var_0001: 2 })).id,
  paid: async (of) => {
    const { id } = await placed(of, { var_0001: 2 });
    await pay(of, id);
    return id;
  },
  shipped: async (of) => {
    const id = await states.paid(of);
    after(120);
    return id;
  },
  refunded: async (of) => {
    const id = await states.paid(of);
    await send(of, ['POST', `/orders/${id}/refunds`], { body: {} });
    return id;
  },
  cancelled: async (of) => {
    const id = await states.pending_payment(of);
    await send(of, ['POST', `/orders/${id}/cancel`]);
    return id;
  },
  expired: async (of) => {
    const id = await states.pending_payment(of);
    after(15);
    return id;
  },
};

const events = {
  pay: (of: Target, id: string) => pay(of, id),
  'pay with a bad card': (of: Target, id: string) => pay(of, id, { ...goodCard, number: '4000000000000002' }),
  refund: (of: Target, id: string) => send(of, ['POST', `/orders/${id}/refunds`], { body: {} }),
  'refund a little': (of: Target, id: string) => send(of, ['POST', `/orders/${id}/refunds`], { body: { amount: 1 } }),
  cancel: (of: Target, id: string) => send(of, ['POST', `/orders/${id}/cancel`]),
} as const;

type Outcome = readonly [answer: number | string, state: Order['status']];

const closed = (state: Order['status']): Outcome => ['order_closed', state];
const isPaid = (state: Order['status']): Outcome => ['already_paid', state];

/** What each event comes to in each state: the status or the kind of its answer, and the state after it. */
const table: Readonly<Record<Order['status'], Readonly<Record<keyof typeof events, Outcome>>>> = {
  pending_payment: {
    pay: [201, 'paid'],
    'pay with a bad card': ['payment_declined', 'pending_payment'],
    refund: closed('pending_payment'),
    'refund a little': closed('pending_payment'),
    cancel: [200, 'cancelled'],
  },
  paid: {
    pay: isPaid('paid'),
    'pay with a bad card': isPaid('paid'),
    refund: [201, 'refunded'],
    'refund a little': [201, 'paid'],
    cancel: [200, 'cancelled'],
  },
  shipped: {
    pay: isPaid('shipped'),
    'pay with a bad card': isPaid('shipped'),
    refund: [201, 'refunded'],
    'refund a little': [201, 'shipped'],
    cancel: closed('shipped'),
  },
  refunded: {
    pay: isPaid('refunded'),
    'pay with a bad card': isPaid('refunded'),
    refund: closed('refunded'),
    'refund a little': closed('refunded'),
    cancel: closed('refunded'),
  },
  cancelled: {
    pay: closed('cancelled'),
    'pay with a bad card': closed('cancelled'),
    refund: closed('cancelled'),
    'refund a little': closed('cancelled'),
    cancel: [200, 'cancelled'],
  },
  expired: {
    pay: closed('expired'),
    'pay with a bad card': closed('expired'),
    refund: closed('expired'),
    'refund a little': closed('expired'),
    cancel: closed('expired'),
  },
};

const rows = Object.entries(table).flatMap(([from, outcomes]) =>
  Object.entries(outcomes).map(([event, outcome]) => [from, event, outcome] as const),
) as [Order['status'], keyof typeof events, Outcome][];

const saysOf = ({ status, kind }: Answered): number | string => kind ?? status;

describe('an order', () => {
  it.each(rows)('that is %s, on %s', async (from, event, [said, to]) => {
    const of = inSandbox(server);
    const id = await states[from](of);
    const before = await orderNow(of, id);
    expect(before.status).toBe(from);
    const answer = await events[event](of, id);
    expect(saysOf(answer)).toBe(said);
    const now = await orderNow(of, id);
    expect(now.status).toBe(to);
    // What was refused changes nothing; and what is in the way is shown as it is.
    if (typeof said === 'string') expect(answer.json.current).toEqual(now);
    const isEffective = typeof said === 'number' && !(event === 'cancel' && from === 'cancelled');
    const attempts = said === 'payment_declined' ? 1 : 0;
    expect(now.version).toBe(before.version + (isEffective ? 1 : attempts));
  });

  it('expires and is shipped at exactly its instant, in lists too', async () => {
    const of = inSandbox(server);
    const [pending, paid] = [await states.pending_payment(of), await states.paid(of)];
    const inLists = async (...wanted: Order['status'][]) => {
      const { data } = await send<Order[]>(of, ['GET', `/orders?status=${wanted.join(',')}&per_page=50`]);
      return data.map(({ id }) => id).filter((id) => id === pending || id === paid);
    };
    after(15 - 1 / MINUTE);
    expect(await inLists('pending_payment', 'paid')).toEqual([paid, pending]);
    after(15);
    expect(await orderNow(of, pending)).toMatchObject({ status: 'expired', version: 2 });
    expect(await inLists('expired')).toEqual([pending]);
    after(120 - 1 / MINUTE);
    expect(await inLists('paid')).toEqual([paid]);
    after(120);
    const at = new Date(START + 120 * MINUTE).toISOString();
    expect(await orderNow(of, paid)).toMatchObject({ status: 'shipped', shipped_at: at, updated_at: at, version: 3 });
    expect(await inLists('shipped')).toEqual([paid]);
  });
});

it('holds the last unit until its order expires, and shows so in every list', async () => {
  const of = inSandbox(server);
  const inStock = async () => {
    const products = await send<Product[]>(of, ['GET', '/products?in_stock=true&per_page=50']);
    const variants = await send<Variant[]>(of, ['GET', '/variants?in_stock=true&product_id=prd_0003']);
    const { data: one } = await send<Product>(of, ['GET', '/products/prd_0003']);
    return [products.data.some(({ id }) => id === 'prd_0003'), variants.data.length, one.in_stock];
  };
  expect(await inStock()).toEqual([true, 1, true]);
  const { data } = await send<Variant[]>(of, ['GET', '/variants?in_stock=true&product_id=prd_0003']);
  await placed(of, { [data[0]?.id ?? '']: 1 });
  expect(await inStock()).toEqual([false, 0, false]);
  after(15 - 1 / MINUTE);
  expect(await inStock()).toEqual([false, 0, false]);
  after(15);
  expect(await inStock()).toEqual([true, 1, true]);
});

describe('a cart', () => {
  const writes = {
    updateCart: (of: Target, id: string, tag?: string) =>
      send<Cart>(of, ['PATCH', `/carts/${id}`], { body: { discount_code: 'tenoff' }, tag }),
    setCartLine: (of: Target, id: string, tag?: string) =>
      send<Cart>(of, ['PUT', `/carts/${id}/lines/var_0002`], { body: { quantity: 1 }, tag }),
    checkOut: (of: Target, id: string, tag?: string) => send<Order>(of, ['POST', `/carts/${id}/checkout`], { tag }),
  };

  it.each(Object.entries(writes))('that was checked out takes no %s', async (_name, write) => {
    const of = inSandbox(server);
    const { id } = await filledCart(of);
    const before = await send<Cart>(of, ['GET', `/carts/${id}`]);
    const { data: order } = await writes.checkOut(of, id);
    // Whoever retries after a lost answer learns from the cart what has become of it.
    expect((await write(of, id, before.tag)).status).toBe(412);
    const refused = await write(of, id);
    const { data: now } = await send<Cart>(of, ['GET', `/carts/${id}`]);
    expect([refused.kind, refused.json.current]).toEqual(['cart_closed', now]);
    expect(now).toMatchObject({ status: 'completed', order_id: order.id, version: before.data.version + 1 });
  });

  it('is checked out once under one key, with the same answer', async () => {
    const of = inSandbox(server);
    const { id } = await filledCart(of);
    const path = ['POST', `/carts/${id}/checkout`] as const;
    const { tag } = await send(of, ['GET', `/carts/${id}`]);
    const [first, again] = [await send(of, path, { key: 'k', tag }), await send(of, path, { key: 'k', tag })];
    expect([first.status, again.status, again.json]).toEqual([201, 201, first.json]);
  });

  it('says all that is missing before it is checked out', async () => {
    const of = inSandbox(server);
    const { data: cart } = await send<Cart>(of, ['POST', '/carts'], { body: { currency: 'KWD' } });
    const refused = await writes.checkOut(of, cart.id);
    expect(refused).toMatchObject({ status: 409, kind: 'cart_incomplete', json: { current: cart } });
    expect(refused.codes).toEqual(['lines_missing', 'email_missing', 'shipping_address_missing']);
  });

  it.each([
    ['SPRING25', 'discount_expired'],
    ['nothing', 'discount_unknown'],
  ])('refuses the code %s', async (discount_code, code) => {
    const refused = await send(inSandbox(server), ['PATCH', '/carts/cart_0001'], { body: { discount_code } });
    expect(refused).toMatchObject({ status: 400, json: { errors: [{ pointer: '#/discount_code', code }] } });
  });

  it('counts a version for what changes, and none for what does not', async () => {
    const of = inSandbox(server);
    const { data, tag } = await send<Cart>(of, ['GET', '/carts/cart_0001']);
    const line = { body: { quantity: data.lines[0]?.quantity ?? 0 } };
    const same = [
      await send(of, ['PATCH', '/carts/cart_0001'], { body: {} }),
      await send(of, ['PATCH', '/carts/cart_0001'], { body: { discount_code: 'welcome10' } }),
      await send(of, ['PUT', '/carts/cart_0001/lines/var_0001'], line),
      await send(of, ['PUT', '/carts/cart_0001/lines/var_0003'], { body: { quantity: 0 } }),
    ];
    expect(same.map((one) => [one.status, one.tag])).toEqual(same.map(() => [200, tag]));
    const emptied = await send<Cart>(of, ['PATCH', '/carts/cart_0001'], { body: { discount_code: null } });
    expect(emptied.data).toMatchObject({
      version: data.version + 1,
      discount_code: null,
      discount_total: { amount: 0 },
    });
  });

  it('sells no more than there is, and nothing of what is no longer or not yet for sale', async () => {
    const of = inSandbox(server);
    const { data: cart } = await send<Cart>(of, ['POST', '/carts'], { body: { currency: 'EUR' } });
    const setLine = (id: string, quantity: number) =>
      send(of, ['PUT', `/carts/${cart.id}/lines/${id}`], { body: { quantity } });
    const first = async (product: string) =>
      (await send<{ id: string }[]>(of, ['GET', `/variants?product_id=${product}`])).data[0]?.id ?? '';
    expect((await setLine(await first('prd_0002'), 1)).kind).toBe('out_of_stock');
    expect((await setLine(await first('prd_0003'), 2)).kind).toBe('out_of_stock');
    expect((await setLine(await first('prd_0003'), 1)).status).toBe(200);
    expect((await setLine(await first('prd_0004'), 1)).kind).toBe('not_for_sale');
    expect((await setLine(await first('prd_0005'), 1)).kind).toBe('not_for_sale');
    expect((await setLine('var_9999', 1)).status).toBe(404);
  });
});
