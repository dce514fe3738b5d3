/** The arithmetic of carts, orders and refunds: whole minor units of one currency. */
import type { Cart, CartLine, OrderLine } from '@understudy/contract/commerce';
import type { Currency } from '@understudy/contract/kit';
import { moneyIn, shareOf, splitAmount } from '../../kit/index.js';

/** What is to be bought. */
export interface Wanted extends Pick<CartLine, 'variant_id' | 'sku' | 'title' | 'quantity' | 'unit_price'> {}

/** Lines with their prices, and the sums of them. */
export type Sums = Pick<Cart, 'lines' | 'subtotal' | 'discount_total' | 'shipping_total' | 'total'>;

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
