/** What is true of a shop whatever its clients do: any history keeps stock, sums and versions right, equally on every store. */
import { type Cart, currencies, type Order } from '@understudy/contract';
import fc from 'fast-check';
import { expect } from 'vitest';
import { alwaysTrue } from '../always-true.js';
import { moveClock, type Target } from '../support.js';
import { everything, goodCard, send } from './shop.js';

const size = { products: 4, orders: 6 };

/** A step of a history: which cart or order it is about is counted from those that there are. */
type Step =
  | { readonly does: 'fill'; readonly cart: number; readonly variant: number; readonly quantity: number }
  | { readonly does: 'choose'; readonly cart: number; readonly code: string | null }
  | { readonly does: 'check out'; readonly cart: number }
  | { readonly does: 'create'; readonly cart: number }
  | { readonly does: 'pay'; readonly order: number; readonly number: string; readonly key: string | undefined }
  | { readonly does: 'confirm'; readonly order: number; readonly code: string }
  | { readonly does: 'refund'; readonly order: number; readonly body: object }
  | { readonly does: 'cancel'; readonly order: number }
  | { readonly does: 'wait'; readonly seconds: number };

const small = fc.nat({ max: 9 });
const numbers = ['4242424242424242', '4000000000000002', '4000000000000119', '4000000000005043', '4000000000003220'];
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('fill'),
      cart: small,
      variant: fc.nat({ max: 7 }),
      quantity: fc.constantFrom(0, 1, 1, 1, 2, 3, 30),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('choose'),
      cart: small,
      code: fc.constantFrom('WELCOME10', 'TENOFF', null),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('check out'), cart: small }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('create'), cart: small }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('pay'),
      order: small,
      number: fc.constantFrom(...numbers),
      key: fc.constantFrom(undefined, undefined, 'k1', 'k2'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('confirm'), order: small, code: fc.constantFrom('123456', '1') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('refund'),
      order: small,
      body: fc.constantFrom({}, { amount: 700 }, { restock: false }, { lines: [{ line_id: '1', quantity: 1 }] }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel'), order: small }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait'), seconds: fc.constantFrom(60, 450, 899, 900, 3600) }) },
) as fc.Arbitrary<Step>;

const histories = fc.array(step, { minLength: 5, maxLength: 30 });

/** Carts and orders that a history has made. */
interface Known {
  readonly carts: string[];
  readonly orders: string[];
}

/** What a request is about. */
async function found<Kept extends { readonly version: number }>(of: Target, path: string): Promise<Kept> {
  return (await send<Kept>(of, ['GET', path])).data;
}

const oneOf = (ids: readonly string[], n: number): string => ids[n % ids.length] ?? 'cart_0001';

/** Takes a step, and gives the status of its answer. */
async function take(of: Target, known: Known, one: Step): Promise<number> {
  if (one.does === 'wait') {
    await moveClock(of, { action: 'advance', seconds: one.seconds });
    return 200;
  }
  if (one.does === 'create') {
    const { status, data } = await send<Cart>(of, ['POST', '/carts'], {
      body: { currency: currencies[one.cart % currencies.length] },
    });
    known.carts.push(data.id);
    return status;
  }
  const isCart = 'cart' in one;
  const path = isCart ? `/carts/${oneOf(known.carts, one.cart)}` : `/orders/${oneOf(known.orders, one.order)}`;
  const before = await found(of, path);
  const act = async () => {
    if (one.does === 'fill') {
      const line = `${path}/lines/var_000${1 + one.variant}`;
      return send(of, ['PUT', line], { body: { quantity: one.quantity } });
    }
    if (one.does === 'choose') {
      const address = { name: 'A', line1: 'B', city: 'C', postal_code: '1', country: 'DE' };
      const body = { discount_code: one.code, email: 'a@example.com', shipping_address: address };
      return send(of, ['PATCH', path], { body });
    }
    if (one.does === 'check out') return send<Order>(of, ['POST', `${path}/checkout`]);
    if (one.does === 'pay') {
      const body = { card: { ...goodCard, number: one.number } };
      return send(of, ['POST', `${path}/payments`], { body, key: one.key });
    }
    if (one.does === 'confirm') {
      const waiting = (before as unknown as Order).payments.find(({ status }) => status === 'requires_action');
      return send(of, ['POST', `${path}/payments/${waiting?.id ?? 'pay_none'}/confirm`], { body: { code: one.code } });
    }
    if (one.does === 'cancel') return send(of, ['POST', `${path}/cancel`]);
    const { lines } = one.body as { lines?: { quantity: number }[] };
    const own = lines?.map((line) => ({ ...line, line_id: `${path.slice('/orders/'.length)}.1` }));
    return send(of, ['POST', `${path}/refunds`], { body: own === undefined ? one.body : { lines: own } });
  };
  const { status, data } = (await act()) as { status: number; data: Order | undefined };
  if (one.does === 'check out' && status === 201 && data !== undefined) known.orders.push(data.id);
  const now = await found(of, path);
  // An effective write counts one version; a payment that failed is one too.
  const grown = now.version - before.version;
  expect([0, 1]).toContain(grown);
  if (JSON.stringify(now) === JSON.stringify(before)) expect(grown).toBe(0);
  else expect(grown).toBe(1);
  return status;
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

/** Expects a shop to be as it must always be. */
function expectRight({ variants, products, orders }: Awaited<ReturnType<typeof everything>>): void {
  for (const { id, stock, in_stock, prices } of variants) {
    expect(prices.map(({ currency }) => currency)).toEqual(currencies);
    const units = (some: readonly Order[], count: (line: Order['lines'][number]) => number) =>
      sum(some.flatMap(({ lines }) => lines.filter(({ variant_id }) => variant_id === id).map(count)));
    const own = orders.filter(({ cart_id }) => cart_id !== null);
    const reserved = units(
      own.filter(({ status }) => status === 'pending_payment'),
      ({ quantity }) => quantity,
    );
    const paid = orders.filter(({ paid_total }) => paid_total.amount > 0);
    const sold = units(paid, ({ quantity, restocked_quantity }) => quantity - restocked_quantity);
    expect({ id, reserved: stock.reserved, sold: stock.sold }).toEqual({ id, reserved, sold });
    expect(stock.available).toBe(stock.received - stock.sold - stock.reserved);
    expect(stock.available).toBeGreaterThanOrEqual(0);
    expect(in_stock).toBe(stock.available > 0);
  }
  for (const { id, in_stock, variant_count, price_from } of products) {
    const own = variants.filter(({ product_id }) => product_id === id);
    expect([id, in_stock, variant_count]).toEqual([id, own.some((variant) => variant.in_stock), own.length]);
    expect(price_from.amount).toBe(Math.min(...own.map((variant) => variant.prices[0]?.amount ?? 0)));
  }
  for (const { lines, payments, refunds, ...order } of orders) {
    expect(sum(lines.map(({ discount }) => discount.amount))).toBe(order.discount_total.amount);
    expect(sum(lines.map(({ total }) => total.amount))).toBe(order.subtotal.amount - order.discount_total.amount);
    expect(order.total.amount).toBe(order.subtotal.amount - order.discount_total.amount + order.shipping_total.amount);
    expect([0, order.total.amount]).toContain(order.paid_total.amount);
    expect(sum(refunds.map(({ amount }) => amount.amount))).toBe(order.refunded_total.amount);
    expect(order.refunded_total.amount).toBeLessThanOrEqual(order.paid_total.amount);
    expect(payments.filter(({ status }) => status === 'succeeded')).toHaveLength(order.paid_total.amount > 0 ? 1 : 0);
    const isWhole = order.paid_total.amount > 0 && order.refunded_total.amount === order.paid_total.amount;
    expect(isWhole && order.status !== 'cancelled').toBe(order.status === 'refunded');
    for (const { quantity, refunded_quantity, restocked_quantity } of lines) {
      expect(restocked_quantity <= refunded_quantity && refunded_quantity <= quantity).toBe(true);
    }
  }
}

/** Lives through a history, and gives what is left of it. */
async function live(of: Target, steps: readonly Step[]) {
  const known: Known = { carts: ['cart_0001', 'cart_0002', 'cart_0003'], orders: ['ord_0001', 'ord_0002'] };
  const statuses: number[] = [];
  for (const one of steps) statuses.push(await take(of, known, one));
  expect(statuses).not.toContain(500);
  const left = await everything(of);
  expectRight(left);
  return { statuses, left };
}

alwaysTrue({ size, histories, live, runs: { inMemory: 300, onStores: 50 } });
