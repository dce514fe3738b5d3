/** What must hold of a seeded shop, whatever its seed and its size. */
import { currencies } from '@understudy/contract/kit';
import { describe, expect, it } from 'vitest';
import { Dataset, EPOCH } from '../../../kit/index.js';
import { orders } from './order.js';
import { products, variants } from './product.js';
import { allOf } from '../../../kit/all-of.fixture.js';

/** All records of all collections. */
function everything(dataset: Dataset) {
  return {
    products: allOf(dataset, products),
    variants: allOf(dataset, variants),
    orders: allOf(dataset, orders),
  };
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

describe.each([
  ['understudy', 120, 200],
  ['other', 120, 300],
  ['x', 7, 40],
  ['x', 0, 10],
  ['y', 13, 0],
])('seed %s, %i products, %i orders', (seed, productCount, orderCount) => {
  const dataset = new Dataset(seed, { products: productCount, orders: orderCount });
  const all = everything(dataset);

  it('has variants that fit their products', () => {
    if (productCount === 120) expect(all.variants).toHaveLength(360);
    for (const product of all.products) {
      const own = all.variants.filter(({ product_id }) => product_id === product.id);
      expect(own).toHaveLength(product.variant_count);
      expect(product.variant_count >= 1 && product.variant_count <= 6).toBe(true);
      expect(product.in_stock).toBe(own.some(({ stock }) => stock.available > 0));
      expect(product.price_from.amount).toBe(Math.min(...own.map(({ prices }) => prices[0]?.amount ?? 0)));
      expect(new Set(own.map(({ options }) => JSON.stringify(options))).size).toBe(own.length);
      for (const { options } of own) {
        for (const { name, values } of product.options) expect(values).toContain(options[name]);
      }
      expect(Array.from(variants.lookup?.product_id?.(dataset, product.id) ?? [])).toEqual(
        own.map((one) => all.variants.indexOf(one)),
      );
    }
    expect(new Set(all.products.map(({ slug }) => slug)).size).toBe(productCount);
  });

  it('has a price in each currency, units that add up, and one SKU for each variant', () => {
    expect(new Set(all.variants.map(({ sku }) => sku)).size).toBe(all.variants.length);
    for (const [i, variant] of all.variants.entries()) {
      expect(variant.prices.map(({ currency }) => currency)).toEqual(currencies);
      for (const { amount } of variant.prices) expect(amount).toBeGreaterThan(0);
      const { received, sold, reserved, available } = variant.stock;
      expect([received - sold - reserved, reserved]).toEqual([available, 0]);
      expect(Array.from(variants.lookup?.sku?.(dataset, variant.sku) ?? [])).toEqual([i]);
    }
    for (const sku of ['', 'CLO-00000-1', 'XXX-00001-1', 'CLO-99999-1', 'CLO-00001-9', 'CLO-00001-0']) {
      expect(variants.lookup?.sku?.(dataset, sku)).toHaveLength(0);
    }
  });

  it('has sold what its orders say', () => {
    const sold = new Map<string, number>();
    for (const order of all.orders.filter(({ paid_at }) => paid_at !== null)) {
      for (const { variant_id, quantity, restocked_quantity } of order.lines) {
        sold.set(variant_id, (sold.get(variant_id) ?? 0) + quantity - restocked_quantity);
      }
    }
    for (const { id, stock } of all.variants) expect(stock.sold).toBe(sold.get(id) ?? 0);
  });

  it('has orders that add up', () => {
    expect(all.orders).toHaveLength(productCount === 0 ? 0 : orderCount);
    for (const order of all.orders) {
      const { lines, subtotal, discount_total, shipping_total, total, paid_total, refunded_total, refunds } = order;
      expect(sumOf(lines.map(({ discount }) => discount.amount))).toBe(discount_total.amount);
      expect(sumOf(lines.map((line) => line.total.amount))).toBe(subtotal.amount - discount_total.amount);
      expect(subtotal.amount - discount_total.amount + shipping_total.amount).toBe(total.amount);
      expect([0, total.amount]).toContain(paid_total.amount);
      expect(sumOf(refunds.map(({ amount }) => amount.amount))).toBe(refunded_total.amount);
      expect(refunded_total.amount).toBeLessThanOrEqual(paid_total.amount);
      const isWhole = paid_total.amount > 0 && paid_total.amount === refunded_total.amount;
      if (order.status === 'refunded') expect(isWhole).toBe(true);
      if (isWhole) expect(['refunded', 'cancelled']).toContain(order.status);
      const succeeded = order.payments.filter(({ status }) => status === 'succeeded');
      expect(succeeded).toHaveLength(paid_total.amount > 0 ? 1 : 0);
    }
    const ids = all.orders.flatMap(({ payments }) => payments.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('was made in order, and before the present', () => {
    for (const instants of [all.products.map((one) => one.created_at), all.orders.map((one) => one.placed_at)]) {
      expect(instants).toEqual(instants.toSorted());
    }
    const times = all.orders.flatMap((order) => [
      order.placed_at,
      order.updated_at,
      ...[order.paid_at, order.shipped_at].filter((at) => at !== null),
      ...order.refunds.map(({ created_at }) => created_at),
    ]);
    for (const at of times) expect(Date.parse(at)).toBeLessThan(EPOCH);
    for (const product of all.products) expect(product.created_at < '2025' && product.updated_at < '2026').toBe(true);
  });

  it('has the records that are always there', () => {
    const statuses = all.products.slice(0, 5).map(({ status }) => status);
    expect(statuses).toEqual(['active', 'active', 'active', 'draft', 'archived'].slice(0, productCount));
    expect(all.products.slice(0, 3).map(({ in_stock }) => in_stock)).toEqual(
      [true, false, true].slice(0, productCount),
    );
    const third = all.variants
      .filter(({ product_id }) => product_id === 'prd_0003')
      .map(({ stock }) => stock.available);
    if (productCount > 2) expect(third).toEqual([1, 0]);
    const first = all.orders.slice(0, 5);
    if (first.length < 5) return;
    expect(first.map(({ status }) => status)).toEqual(['shipped', 'shipped', 'refunded', 'cancelled', 'expired']);
    expect(first.map(({ refunded_total: { amount } }) => amount > 0)).toEqual([false, true, true, false, false]);
  });
});

it('shows every state', () => {
  const all = everything(new Dataset('understudy', { products: 120, orders: 200 }));
  const share = (status: string) => all.orders.filter((order) => order.status === status).length / all.orders.length;
  expect(share('shipped')).toBeGreaterThan(0.65);
  for (const status of ['refunded', 'cancelled', 'expired']) expect(share(status)).toBeGreaterThan(0.02);
  expect(new Set(all.orders.map(({ currency }) => currency)).size).toBe(currencies.length);
  expect(new Set(all.products.map(({ category }) => category)).size).toBe(8);
  expect(all.orders.some((order) => order.payments.some(({ status }) => status === 'failed'))).toBe(true);
});

it('is the same among a million', () => {
  const [few, million] = [120, 1_000_000].map((count) => new Dataset('understudy', { products: count, orders: 200 }));
  if (few === undefined || million === undefined) return;
  for (const i of [0, 1, 57, 119]) expect(products.seeded(million, i)).toEqual(products.seeded(few, i));
  expect(variants.count(million)).toBe(3_000_000);
  expect(orders.seeded(million, 199).placed_at).toBe(orders.seeded(few, 199).placed_at);
  expect(products.seeded(million, 999_999).created_at < '2025').toBe(true);
});
