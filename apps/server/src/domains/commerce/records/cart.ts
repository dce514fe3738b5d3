/** Carts, and what a cart or an order comes to. */
import { type Cart, cart, type CartLine, type OrderLine, type Variant } from '@understudy/contract/commerce';
import {
  type Dataset,
  EPOCH,
  moneyIn,
  seededId,
  shareOf,
  splitAmount,
  type VersionedCollection,
} from '../../../kit/index.js';
import { variants } from './product.js';
import type { Currency } from '@understudy/contract/kit';

/** What is to be bought. */
export interface Wanted extends Pick<CartLine, 'variant_id' | 'sku' | 'title' | 'quantity' | 'unit_price'> {}

type Sums = Pick<Cart, 'lines' | 'subtotal' | 'discount_total' | 'shipping_total' | 'total'>;

type Amounts = Readonly<Record<Currency, number>>;

const SHIPPING: Amounts = { EUR: 490, USD: 590, GBP: 450, JPY: 800, KWD: 1500 };

/** Shipping is free from so many times its price on. */
const FREE_FROM = 10;

const TENOFF: Amounts = { EUR: 1000, USD: 1000, GBP: 1000, JPY: 1500, KWD: 3000 };

/** What codes take off, of a subtotal in a currency. */
const discounts: Readonly<Record<string, (subtotal: number, currency: Currency) => number>> = {
  WELCOME10: (subtotal) => shareOf(subtotal, 1, 10),
  TENOFF: (subtotal, currency) => Math.min(subtotal, TENOFF[currency]),
};

const expired: ReadonlySet<string> = new Set(['SPRING25']);

/** A code of a discount as it is kept. */
export const discountCode = (given: string): string => given.toUpperCase();

/** What is wrong with the code of a discount, once it is read as it is kept; undefined where it can be used. */
export function discountFault(code: string): 'discount_expired' | 'discount_unknown' | undefined {
  if (expired.has(code)) return 'discount_expired';
  return Object.hasOwn(discounts, code) ? undefined : 'discount_unknown';
}

function shippingOf(subtotal: number, discounted: number, currency: Currency): number {
  return subtotal === 0 || discounted >= FREE_FROM * SHIPPING[currency] ? 0 : SHIPPING[currency];
}

/** The lines of a cart or an order with their prices, and the sums. The discount is split over the lines. */
export function sumUp(
  wanted: readonly Wanted[],
  { currency, discount_code: code }: Pick<Cart, 'currency' | 'discount_code'>,
): Sums {
  const subtotals = wanted.map(({ quantity, unit_price: { amount } }) => quantity * amount);
  const subtotal = subtotals.reduce((sum, amount) => sum + amount, 0);
  const discount = code === null ? 0 : (discounts[code]?.(subtotal, currency) ?? 0);
  const parts = splitAmount(discount, subtotals);
  const shipping = shippingOf(subtotal, subtotal - discount, currency);
  const money = (amount: number) => moneyIn(currency, amount);
  return {
    lines: wanted.map(({ variant_id, sku, title, quantity, unit_price }, i) => {
      const [own, off] = [subtotals[i] ?? 0, parts[i] ?? 0];
      const amounts = { subtotal: money(own), discount: money(off), total: money(own - off) };
      return { variant_id, sku, title, quantity, unit_price, ...amounts };
    }),
    subtotal: money(subtotal),
    discount_total: money(discount),
    shipping_total: money(shipping),
    total: money(subtotal - discount + shipping),
  };
}

/**
 * What so many more units of a line are worth: the refunds of all its units add up to its total, whatever the steps they
 * are made in.
 */
export function refundOf(
  { total, quantity, refunded_quantity: before }: Pick<OrderLine, 'total' | 'quantity' | 'refunded_quantity'>,
  units: number,
): number {
  return shareOf(total.amount, before + units, quantity) - shareOf(total.amount, before, quantity);
}

/** A line for so many units of a variant, at its list price. */
export function wantedOf(
  { id, sku, title, prices }: Pick<Variant, 'id' | 'sku' | 'title' | 'prices'>,
  quantity: number,
  currency: Cart['currency'],
): Wanted {
  const unit_price = prices.find((price) => price.currency === currency) ?? moneyIn(currency, 0);
  return { variant_id: id, sku, title, quantity, unit_price };
}

const COUNT = 20;

/** What is in the others: so many of the first variants. */
const QUANTITIES = [1, 2];

/** Index of the cart that is empty. */
const EMPTY = 1;

const CREATED = new Date(EPOCH - 3_600_000).toISOString();

const ready: Pick<Cart, 'email' | 'shipping_address' | 'discount_code'> = {
  email: 'ada.lovelace@example.com',
  shipping_address: {
    name: 'Ada Lovelace',
    line1: 'Lange Reihe 12',
    line2: null,
    city: 'Hamburg',
    postal_code: '20099',
    country: 'DE',
  },
  discount_code: 'WELCOME10',
};

const empty: typeof ready = { email: null, shipping_address: null, discount_code: null };

function seeded(dataset: Dataset, index: number): Cart {
  const currency = 'EUR';
  const isEmpty = index === EMPTY;
  const wanted = (isEmpty ? [] : QUANTITIES).map((quantity, i) =>
    wantedOf(dataset.record(variants.name, i, variants.seeded), quantity, currency),
  );
  const chosen = isEmpty ? empty : ready;
  return {
    id: seededId('cart', index),
    version: 1,
    status: 'open',
    currency,
    ...chosen,
    ...sumUp(wanted, { currency, ...chosen }),
    order_id: null,
    created_at: CREATED,
    updated_at: CREATED,
  };
}

/** Carts. They are found by their id alone. */
export const carts: VersionedCollection<Cart> = {
  name: 'carts',
  prefix: 'cart',
  noun: 'cart',
  schema: cart,
  versioned: true,
  unlisted: true,
  count: (dataset) => (dataset.size('products') === 0 ? 0 : COUNT),
  seeded,
};
