/** Checks carts out: an order that holds its units for a while, or a clear refusal. */
import type { contract } from '@understudy/contract';
import type { Cart, Order } from '@understudy/contract/commerce';
import { type ContextOf, instantText, moneyIn, type Result } from '../../kit/index.js';
import { checkOpen } from './carts.js';
import { carts } from './records/cart.js';
import { orderNumber, orders, PAYMENT_MS } from './records/order.js';
import { variants } from './records/variant.js';
import { changeStock } from './stock.js';

type CheckOutContext = ContextOf<typeof contract.commerce, 'checkOut'>;

type Complete = Cart & { readonly email: string; readonly shipping_address: NonNullable<Cart['shipping_address']> };

function isComplete(cart: Cart): cart is Complete {
  return cart.lines.length > 0 && cart.email !== null && cart.shipping_address !== null;
}

/** Refuses a cart of which the shop does not know what to send, or whom to. */
function checkComplete(cart: Cart, { problem }: CheckOutContext): Complete {
  if (isComplete(cart)) return cart;
  const gaps = [
    ...(cart.lines.length === 0 ? ['lines' as const] : []),
    ...(['email', 'shipping_address'] as const).filter((member) => cart[member] === null),
  ];
  const errors = gaps.map((member) => ({
    code: `${member}_missing`,
    detail: `${member} of the cart must not be empty`,
  }));
  throw problem('cart_incomplete', { detail: `${cart.id} has no ${gaps.join(', ')}`, errors, current: cart });
}

function checkStock(cart: Cart, { records, problem }: CheckOutContext): void {
  const all = cart.lines.map((line) => ({ line, available: records.find(variants, line.variant_id).stock.available }));
  const short = all.filter(({ line, available }) => available < line.quantity);
  if (short.length === 0) return;
  const errors = short.map(({ line: { variant_id, quantity }, available }) => ({
    code: 'out_of_stock',
    detail: `${available} of ${variant_id} are available, and the cart has ${quantity}`,
  }));
  const ids = short.map(({ line }) => line.variant_id);
  throw problem('out_of_stock', { detail: `there are too few of ${ids.join(', ')}`, errors, current: cart });
}

function orderOf(
  { id: cart_id, lines, ...cart }: Complete,
  expires_at: string,
  { records, now, onlyId }: CheckOutContext,
): Order {
  const id = onlyId(orders, [cart_id]);
  const { currency, email, shipping_address, subtotal, discount_total, shipping_total, total } = cart;
  const placed_at = new Date(now).toISOString();
  const none = moneyIn(currency, 0);
  const ordered = lines.map((line, i) => ({
    id: `${id}.${i + 1}`,
    ...line,
    refunded_quantity: 0,
    restocked_quantity: 0,
  }));
  return {
    id,
    version: 1,
    number: orderNumber(records.size(orders)),
    cart_id,
    status: 'pending_payment',
    currency,
    email,
    shipping_address,
    lines: ordered,
    subtotal,
    discount_total,
    shipping_total,
    total,
    paid_total: none,
    refunded_total: none,
    payments: [],
    refunds: [],
    placed_at,
    expires_at,
    paid_at: null,
    shipped_at: null,
    updated_at: placed_at,
  };
}

/** Checks a cart out. */
export function checkOut(ctx: CheckOutContext): Result<Order[]> {
  const { input, records, now, emit } = ctx;
  const found = records.find(carts, input.cart_id);
  checkOpen(found, ctx);
  const cart = checkComplete(found, ctx);
  checkStock(cart, ctx);
  const expires_at = instantText(now + PAYMENT_MS);
  const order = records.put(orders, orderOf(cart, expires_at, ctx));
  const { id: order_id, placed_at: updated_at } = order;
  const reserved = order.lines.map(({ variant_id, quantity }) => ({
    variant_id,
    reserved: { order_id, quantity, until: expires_at },
  }));
  changeStock(records, reserved);
  records.put(carts, { ...cart, status: 'completed', order_id, updated_at });
  emit('order.created', order);
  return { value: [order], location: `/api/commerce/orders/${order_id}` };
}
