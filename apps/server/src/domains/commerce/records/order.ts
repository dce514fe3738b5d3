/** Orders. */
import {
  type Order,
  order as orderSchema,
  type OrderLine,
  type Payment,
  type Refund,
  type ShippingAddress,
} from '@understudy/contract/commerce';
import {
  approaching,
  type Dataset,
  drawEmail,
  drawName,
  EPOCH,
  storedCard,
  moneyIn,
  type Random,
  seededId,
  type Transition,
  type VersionedCollection,
} from '../../../kit/index.js';
import { orderCount, type OrderPlan, orderPlanOf, refundedUnits, variants } from './product.js';
import { refundOf, sumUp } from './cart.js';
import type { Town } from '../words/towns.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How long an order waits to be paid, in ms. */
export const PAYMENT_MS = 15 * MINUTE_MS;

/** How long after its payment an order is shipped, in ms. */
const SHIPPING_MS = 120 * MINUTE_MS;

/** The number of the order at a position. */
export const orderNumber = (position: number): string => `U-${100_001 + position}`;

/** Orders were placed in the order of index, and left time for all that became of them. */
const placedAt = approaching({ from: Date.UTC(2025, 0, 2, 9), to: EPOCH - 45 * DAY_MS, half: 150 });

const iso = (ms: number): string => new Date(ms).toISOString();

function drawAddress(random: Random, name: string, { streets, isNumberFirst, ...town }: Town): ShippingAddress {
  const [street, number] = [random.pick(streets), random.int(1, 240)];
  return {
    name,
    line1: isNumberFirst ? `${number} ${street}` : `${street} ${number}`,
    line2: random.chance(0.15) ? `Floor ${random.int(1, 9)}` : null,
    city: town.city,
    postal_code: town.postal.replaceAll('#', () => String(random.int(0, 9))),
    country: town.country,
  };
}

function linesOf(dataset: Dataset, id: string, plan: OrderPlan) {
  const { currency } = plan.town;
  const wanted = plan.lines.map(({ variant, quantity }) => {
    const { id: variant_id, sku, title, prices } = dataset.record(variants.name, variant, variants.seeded);
    const unit_price = prices.find((price) => price.currency === currency) ?? moneyIn(currency, 0);
    return { variant_id, sku, title, quantity, unit_price };
  });
  const { lines, ...sums } = sumUp(wanted, { currency, discount_code: plan.code });
  const refunded = refundedUnits(plan);
  const ordered = lines.map((line, i): OrderLine => {
    const units = refunded[i] ?? 0;
    const own = { refunded_quantity: units, restocked_quantity: plan.isRestocked ? units : 0 };
    return { id: `${id}.${i + 1}`, ...line, ...own };
  });
  return { lines: ordered, ...sums };
}

const CARDS = ['4242424242424242', '4242424242424242', '5555555555554444'];

/** The payments of an order: some cards were declined first. */
function paymentsOf(
  random: Random,
  { id, amount, at }: Pick<Payment, 'id' | 'amount'> & { at: number },
  plan: OrderPlan,
) {
  const index = 2 * (Number(id.slice(4)) - 1);
  const card = storedCard({
    number: random.pick(CARDS),
    exp_month: random.int(1, 12),
    exp_year: random.int(2027, 2031),
    cvc: '',
  });
  const payment = { order_id: id, amount, card, next_action: null };
  const isDeclined = random.chance(plan.isPaid ? 0.12 : 0.4);
  const payments: Payment[] = [];
  if (isDeclined) {
    const created_at = iso(at - MINUTE_MS);
    const decline_code = random.pick(['insufficient_funds', 'incorrect_cvc', 'card_declined'] as const);
    payments.push({ ...payment, id: seededId('pay', index), status: 'failed', decline_code, created_at });
  }
  if (plan.isPaid) {
    const own = { id: seededId('pay', index + 1), status: 'succeeded' as const, decline_code: null };
    payments.push({ ...payment, ...own, created_at: iso(at) });
  }
  return payments;
}

function refundsOf({ id, lines, total }: Pick<Order, 'id' | 'lines' | 'total'>, plan: OrderPlan, at: number): Refund[] {
  if (plan.refunds === 'nothing') return [];
  const units = lines.filter(({ refunded_quantity: count }) => count > 0);
  const some = units.reduce(
    (sum, line) => sum + refundOf({ ...line, refunded_quantity: 0 }, line.refunded_quantity),
    0,
  );
  return [
    {
      id: seededId('ref', Number(id.slice(4)) - 1),
      order_id: id,
      amount: moneyIn(total.currency, plan.refunds === 'all' ? total.amount : some),
      reason: plan.isRestocked ? 'requested_by_customer' : 'damaged',
      lines: units.map((line) => ({ line_id: line.id, quantity: line.refunded_quantity })),
      restocked: plan.isRestocked,
      created_at: iso(at),
    },
  ];
}

/** When what happened to an order happened, in ms since 1970. */
function timesOf(random: Random, placed: number, { status, isPaid, refunds }: OrderPlan) {
  const paid = placed + random.int(2, 12) * MINUTE_MS;
  const shipped = status === 'shipped' || status === 'refunded' ? paid + SHIPPING_MS : undefined;
  const refunded = (shipped ?? paid) + (shipped === undefined ? 30 * MINUTE_MS : random.int(2, 20) * DAY_MS);
  const last =
    status === 'expired' ? placed + PAYMENT_MS : refunds === 'nothing' ? (shipped ?? paid + 20 * MINUTE_MS) : refunded;
  return { placed, attempted: paid, paid: isPaid ? paid : undefined, shipped, refunded, last };
}

function seeded(dataset: Dataset, index: number): Order {
  const plan = orderPlanOf(dataset, index);
  const id = seededId('ord', index);
  const random = dataset.random('orders/people', index);
  const name = drawName(random);
  const { lines, ...sums } = linesOf(dataset, id, plan);
  const { currency } = plan.town;
  const times = timesOf(random, placedAt(index), plan);
  const payments = paymentsOf(random, { id, amount: sums.total, at: times.attempted }, plan);
  const refunds = refundsOf({ id, lines, total: sums.total }, plan, times.refunded);
  const instant = (ms: number | undefined) => (ms === undefined ? null : iso(ms));
  return {
    id,
    version: 2 + payments.length + refunds.length,
    number: orderNumber(index),
    cart_id: null,
    status: plan.status,
    currency,
    email: drawEmail(random, name, index),
    shipping_address: drawAddress(random, `${name.first} ${name.last}`, plan.town),
    lines,
    ...sums,
    paid_total: moneyIn(currency, plan.isPaid ? sums.total.amount : 0),
    refunded_total: moneyIn(currency, refunds[0]?.amount.amount ?? 0),
    payments,
    refunds,
    placed_at: iso(times.placed),
    expires_at: plan.status === 'expired' ? iso(times.placed + PAYMENT_MS) : null,
    paid_at: instant(times.paid),
    shipped_at: instant(times.shipped),
    updated_at: iso(times.last),
  };
}

/** An order that is not paid in time expires, and one that was paid is shipped. */
function transition(record: Order): Transition<Order> | undefined {
  const { status, expires_at, paid_at } = record;
  if (status === 'pending_payment' && expires_at !== null) {
    return { at: Date.parse(expires_at), record: { ...record, status: 'expired', updated_at: expires_at } };
  }
  if (status !== 'paid' || paid_at === null) return undefined;
  const at = Date.parse(paid_at) + SHIPPING_MS;
  return { at, record: { ...record, status: 'shipped', shipped_at: iso(at), updated_at: iso(at) } };
}

/** Orders. */
export const orders: VersionedCollection<Order> = {
  name: 'orders',
  prefix: 'ord',
  noun: 'order',
  schema: orderSchema,
  defaultSize: 200,
  versioned: true,
  count: orderCount,
  seeded,
  transition,
  due: (record) => {
    const next = transition(record);
    return next === undefined ? [] : [{ type: `order.${next.record.status}`, at: next.at }];
  },
};

/** A payment as it is shown. */
export function shownPayment(payment: Payment, apiUrl: string): Payment {
  if (payment.status !== 'requires_action') return payment;
  const href = `${apiUrl}/commerce/orders/${payment.order_id}/payments/${payment.id}/confirm`;
  return { ...payment, next_action: { type: 'enter_code', href } };
}

/** An order as it is shown. */
export function shownOrder(order: Order, apiUrl: string): Order {
  if (!order.payments.some(({ status }) => status === 'requires_action')) return order;
  return { ...order, payments: order.payments.map((payment) => shownPayment(payment, apiUrl)) };
}
