/** Random histories of buying, paying, refunding and cancelling, on every store: the sums and the stock always agree. */
import { currencies, type Order, type Product, type Variant } from '@understudy/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stores } from '../stores/stores.js';
import { inProcess, NOW, type TestServer } from '../support.js';

/** Histories in memory; on other stores there are fewer. */
const RUNS = 40;

const SIZE = { products: 6, orders: 4 };

const variantIds = Array.from({ length: 7 }, (_, i) => `var_000${i + 1}`);

const cards = ['4242424242424242', '4000000000000002', '4000000000000119', '4000000000003220', '4000000000005043'];

/** A step of a history; numbers choose among what there is by then. */
const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('buy' as const),
      what: fc.array(fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 3 }),
      currency: fc.constantFrom(...currencies),
      code: fc.constantFrom(null, 'WELCOME10', 'TENOFF'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('pay' as const),
      order: fc.nat(9),
      card: fc.constantFrom(...cards),
      key: fc.option(fc.constantFrom('k1', 'k2')),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('confirm' as const),
      order: fc.nat(9),
      code: fc.constantFrom('123456', '1'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('refund' as const),
      order: fc.nat(9),
      line: fc.nat(3),
      units: fc.integer({ min: 1, max: 3 }),
      amount: fc.option(fc.integer({ min: 1, max: 9000 })),
      restock: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('refund all' as const), order: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('cancel' as const), order: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('wait' as const), minutes: fc.constantFrom(5, 15, 130) }) },
);

type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never;

/** A shop in a sandbox of its own. */
class Shop {
  readonly #server: TestServer;
  readonly #path: string;

  constructor(server: TestServer, sandbox: string) {
    this.#server = server;
    this.#path = `/sandboxes/${sandbox}`;
  }

  async send(method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) {
    const answer = await this.#server.fetch(`${this.#path}/api/commerce/${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'if-match': '*', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const told = (await answer.json()) as { data: readonly { id: string }[] };
    expect(answer.status, JSON.stringify(told)).not.toBe(500);
    return { status: answer.status, id: told.data?.[0]?.id ?? '' };
  }

  async all<Item>(list: string): Promise<readonly Item[]> {
    const answer = await this.#server.fetch(`${this.#path}/api/commerce/${list}?per_page=50`);
    return ((await answer.json()) as { data: readonly Item[] }).data;
  }

  async play(step: Step): Promise<void> {
    if (step.is === 'buy') {
      const cart = await this.send('POST', 'carts', { currency: step.currency });
      for (const [variant, quantity] of step.what) {
        await this.send('PUT', `carts/${cart.id}/lines/${variantIds[variant]}`, { quantity });
      }
      const shipping_address = { name: 'A', line1: 'B', city: 'C', postal_code: '1', country: 'DE' };
      const { code: discount_code } = step;
      await this.send('PATCH', `carts/${cart.id}`, { email: 'a@example.com', shipping_address, discount_code });
      await this.send('POST', `carts/${cart.id}/checkout`);
      return;
    }
    if (step.is === 'wait') {
      const body = JSON.stringify({ action: 'advance', seconds: step.minutes * 60 });
      const headers = { 'content-type': 'application/json' };
      const moved = await this.#server.fetch(`${this.#path}/clock`, { method: 'POST', headers, body });
      expect(moved.status, await moved.text()).toBe(200);
      return;
    }
    const orders = await this.all<Order>('orders');
    const order = orders[step.order % orders.length];
    if (order === undefined) return;
    const path = `orders/${order.id}`;
    if (step.is === 'pay') {
      const key: Readonly<Record<string, string>> = step.key === null ? {} : { 'idempotency-key': step.key };
      const card = { number: step.card, exp_month: 12, exp_year: 2030, cvc: '123' };
      await this.send('POST', `${path}/payments`, { card }, key);
    } else if (step.is === 'confirm') {
      const waiting = order.payments.find(({ status }) => status === 'requires_action');
      if (waiting !== undefined) await this.send('POST', `${path}/payments/${waiting.id}/confirm`, { code: step.code });
    } else if (step.is === 'refund') {
      const line_id = order.lines[step.line % order.lines.length]?.id;
      const lines = [{ line_id, quantity: step.units }];
      const what = step.amount === null ? { lines, restock: step.restock } : { amount: step.amount };
      await this.send('POST', `${path}/refunds`, what);
    } else await this.send('POST', `${path}/${step.is === 'cancel' ? 'cancel' : 'refunds'}`, {});
  }
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

function expectSums(order: Order): void {
  const { lines, subtotal, discount_total, shipping_total, total, paid_total, refunded_total, refunds } = order;
  expect(sumOf(lines.map(({ discount }) => discount.amount))).toBe(discount_total.amount);
  expect(sumOf(lines.map((line) => line.total.amount))).toBe(subtotal.amount - discount_total.amount);
  expect(subtotal.amount - discount_total.amount + shipping_total.amount).toBe(total.amount);
  expect([0, total.amount]).toContain(paid_total.amount);
  expect(sumOf(refunds.map(({ amount }) => amount.amount))).toBe(refunded_total.amount);
  expect(refunded_total.amount).toBeLessThanOrEqual(paid_total.amount);
  const isWhole = paid_total.amount > 0 && refunded_total.amount === paid_total.amount;
  expect(isWhole && order.status !== 'cancelled').toBe(order.status === 'refunded');
  expect(order.payments.filter(({ status }) => status === 'succeeded')).toHaveLength(paid_total.amount > 0 ? 1 : 0);
  for (const { quantity, refunded_quantity, restocked_quantity } of lines) {
    expect(restocked_quantity <= refunded_quantity && refunded_quantity <= quantity).toBe(true);
  }
}

function expectStock(orders: readonly Order[], products: readonly Product[], variants: readonly Variant[]): void {
  for (const { id, stock, prices } of variants) {
    const own = orders.flatMap((order) =>
      order.lines.filter(({ variant_id }) => variant_id === id).map((line) => ({ order, line })),
    );
    const waiting = own.filter(({ order }) => order.status === 'pending_payment').map(({ line }) => line.quantity);
    const paid = own.filter(({ order }) => order.paid_at !== null);
    expect(stock.reserved, id).toBe(sumOf(waiting));
    expect(stock.sold, id).toBe(sumOf(paid.map(({ line }) => line.quantity - line.restocked_quantity)));
    expect(stock.available, id).toBe(stock.received - stock.sold - stock.reserved);
    expect(stock.available, id).toBeGreaterThanOrEqual(0);
    expect(prices.map(({ currency }) => currency)).toEqual(currencies);
  }
  for (const { id, variant_count, in_stock, price_from } of products) {
    const own = variants.filter(({ product_id }) => product_id === id);
    expect(own).toHaveLength(variant_count);
    expect(in_stock, id).toBe(own.some(({ stock }) => stock.available > 0));
    expect(price_from.amount).toBe(Math.min(...own.map(({ prices }) => prices[0]?.amount ?? 0)));
  }
}

it.each(stores)('sums and stock agree after every step: %s', { timeout: 120_000 }, async (name, make) => {
  const backend = await make();
  const server = await inProcess({ size: SIZE, store: await backend.open(), clock: NOW });
  let histories = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 24 }), async (history) => {
        const shop = new Shop(server, `history-${++histories}`);
        const versions = new Map<string, number>();
        for (const [i, one] of history.entries()) {
          await shop.play(one);
          const orders = await shop.all<Order>('orders');
          for (const order of orders) {
            expectSums(order);
            expect(order.version).toBeGreaterThanOrEqual(versions.get(order.id) ?? 1);
            versions.set(order.id, order.version);
          }
          // What takes three requests is looked at where it matters most.
          if (i % 4 !== 3 && i < history.length - 1) continue;
          expectStock(orders, await shop.all<Product>('products'), await shop.all<Variant>('variants'));
        }
      }),
      { numRuns: name === 'memory' ? RUNS : RUNS / 5, seed: 11, endOnFailure: false },
    );
  } finally {
    await server.close();
    await backend.remove();
  }
});
