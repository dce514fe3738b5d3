/** The commerce domain: its handlers over its records. */
import { type Cart, commerce as declared, MAX_CART_LINES, type Order } from '@understudy/contract/commerce';
import {
  type ContextOf,
  type Dataset,
  implement,
  indexOfSeededId,
  instantText,
  listing,
  moneyIn,
  numberedId,
  type Result,
} from '../../kit/index.js';
import { confirm, giveBack, leftOf, pay, refundOrder, unitsLeft } from './payments.js';
import { carts, discountCode, discountFault, sumUp, wantedOf } from './records/cart.js';
import { orderNumber, orders, PAYMENT_MS, shownOrder } from './records/order.js';
import { changeStock, type ProductRecord, products, type VariantRecord, variants } from './records/product.js';
import type { Currency, Money } from '@understudy/contract/kit';
import { planOf, priceOf } from './catalogue.js';

/** The lowest price of a product in a currency. */
function priceIn(dataset: Dataset, { id }: ProductRecord, currency: Currency): Money {
  return priceOf(planOf(dataset, indexOfSeededId('prd', id)), 0, currency);
}

type UpdateContext = ContextOf<typeof declared, 'updateCart'>;
type LineContext = ContextOf<typeof declared, 'setCartLine'>;
type CartContext = UpdateContext | LineContext | ContextOf<typeof declared, 'checkOut'>;

type Chosen = Pick<Cart, 'email' | 'shipping_address' | 'discount_code'>;

const nothingChosen: Chosen = { email: null, shipping_address: null, discount_code: null };

function createCart({ input, records, now }: ContextOf<typeof declared, 'createCart'>): Result<Cart[]> {
  const { currency } = input;
  const at = new Date(now).toISOString();
  const cart = records.put(carts, {
    id: numberedId(records, carts.prefix),
    version: 1,
    status: 'open',
    currency,
    ...nothingChosen,
    ...sumUp([], { currency, ...nothingChosen }),
    order_id: null,
    created_at: at,
    updated_at: at,
  });
  return { value: [cart], location: `/api/commerce/carts/${cart.id}` };
}

/** The cart that a call is about. A variant that is missing is reported first. */
function cartToChange({ input, records }: CartContext): Cart {
  if (!('variant_id' in input)) return records.find(carts, input.cart_id);
  const [cart] = records.findAll<[Cart, VariantRecord]>([carts, input.cart_id], [variants, input.variant_id]);
  return cart;
}

function checkOpen(cart: Cart, { problem }: Pick<CartContext, 'problem'>): void {
  if (cart.status === 'open') return;
  throw problem('cart_closed', { detail: `${cart.id} was checked out as ${cart.order_id}`, current: cart });
}

/** Keeps a cart with other contents, and with the sums that follow from them. */
function changed({ records, now }: UpdateContext | LineContext, cart: Cart): Result<Cart[]> {
  const updated_at = new Date(now).toISOString();
  return { value: [records.put(carts, { ...cart, ...sumUp(cart.lines, cart), updated_at })] };
}

function checkCode(code: string, { problem }: UpdateContext): void {
  const fault = discountFault(code);
  if (fault === undefined) return;
  const detail = `must be a code that holds, and ${code} ${fault === 'discount_expired' ? 'has expired' : 'is none'}`;
  const errors = [{ pointer: '#/discount_code', code: fault, detail }];
  throw problem('bad_request', { detail: `#/discount_code ${detail}`, errors });
}

/** Changes who buys, and for less. */
function updateCart(ctx: UpdateContext): Result<Cart[]> {
  const { input, records, merged, patch } = ctx;
  const cart = records.find(carts, input.cart_id);
  const { discount_code: given } = patch;
  const code = typeof given === 'string' ? discountCode(given) : undefined;
  if (code !== undefined) checkCode(code, ctx);
  checkOpen(cart, ctx);
  const next = merged(cart, code === undefined ? patch : { ...patch, discount_code: code });
  return next === cart ? { value: [cart] } : changed(ctx, next);
}

/** The lines once there are so many units of a variant: a line keeps its position, and a new one comes last. */
function withLine(ctx: LineContext, cart: Cart): Cart['lines'] {
  const { input, records, problem } = ctx;
  const { variant_id, quantity } = input;
  const others = cart.lines.filter((line) => line.variant_id !== variant_id);
  if (quantity === 0) return others;
  const variant = records.find(variants, variant_id);
  const { id, status } = records.find(products, variant.product_id);
  if (status !== 'active') throw problem('not_for_sale', { detail: `${id} is ${status}` });
  const { available } = variant.stock;
  if (available < quantity) {
    const detail = `must be at most ${available}, which is what is available of ${variant_id}`;
    const errors = [{ pointer: '#/quantity', code: 'out_of_stock', detail }];
    throw problem('out_of_stock', { detail: `#/quantity ${detail}`, errors, current: cart });
  }
  const {
    lines: [line],
  } = sumUp([wantedOf(variant, quantity, cart.currency)], { ...cart, discount_code: null });
  if (line === undefined) return others;
  if (others.length < cart.lines.length) return cart.lines.map((one) => (one.variant_id === variant_id ? line : one));
  if (others.length < MAX_CART_LINES) return [...others, line];
  throw problem('conflict', { detail: `${cart.id} has ${MAX_CART_LINES} lines, and can have no more`, current: cart });
}

/** Makes a cart hold so many units of a variant. */
function setCartLine(ctx: LineContext): Result<Cart[]> {
  const { input, records } = ctx;
  const cart = records.find(carts, input.cart_id);
  checkOpen(cart, ctx);
  const quantity = cart.lines.find(({ variant_id }) => variant_id === input.variant_id)?.quantity ?? 0;
  return quantity === input.quantity ? { value: [cart] } : changed(ctx, { ...cart, lines: withLine(ctx, cart) });
}

type CheckOutContext = ContextOf<typeof declared, 'checkOut'>;

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

function checkOut(ctx: CheckOutContext): Result<Order[]> {
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

type CancelContext = ContextOf<typeof declared, 'cancelOrder'>;

/** The order that a call is about, as its read shows it. */
function orderToCancel({ input, records, apiUrl }: CancelContext): Order {
  return shownOrder(records.find(orders, input.order_id), apiUrl);
}

/** An order with all that is left of it given back. */
function emptied(ctx: CancelContext, order: Order): Order {
  if (order.status === 'pending_payment') {
    const released = order.lines.map(({ variant_id }) => ({ variant_id, released: order.id }));
    changeStock(ctx.records, released);
    return order;
  }
  const all = { amount: leftOf(order), units: unitsLeft(order), restock: true } as const;
  const { order: refunded, refund } = giveBack(ctx, order, { ...all, reason: 'requested_by_customer' });
  ctx.emit('refund.created', refund);
  return refunded;
}

/** Cancels an order. One that is cancelled stays as it is. */
function cancel(ctx: CancelContext): Result<Order[]> {
  const { records, now, problem, apiUrl, emit } = ctx;
  const order = records.find(orders, ctx.input.order_id);
  const { id, status } = order;
  if (status === 'cancelled') return { value: [shownOrder(order, apiUrl)] };
  if (status !== 'pending_payment' && status !== 'paid') {
    const detail = `${id} is ${status}, and can no longer be cancelled`;
    throw problem('order_closed', { detail, current: shownOrder(order, apiUrl) });
  }
  const at = { expires_at: null, updated_at: new Date(now).toISOString() };
  const cancelled = shownOrder(records.put(orders, { ...emptied(ctx, order), ...at, status: 'cancelled' }), apiUrl);
  emit('order.cancelled', cancelled);
  return { value: [cancelled] };
}

/** What was sold is counted from all orders. */
const needs = () => ({ collections: [variants] });

/** The commerce domain. */
export const commerce = implement(declared, {
  collections: [products, variants, carts, orders],
  handlers: {
    listProducts: ({ input: { currency }, records: { dataset } }) => {
      const price = (product: ProductRecord) => priceIn(dataset, product, currency);
      return listing(
        products,
        {},
        {
          show: (product) => ({ ...product, price_from: price(product) }),
          compute: { price: (product) => price(product).amount },
        },
      );
    },

    getProduct: ({ input: { product_id, currency }, records }) => {
      const product = records.find(products, product_id);
      return { value: { ...product, price_from: priceIn(records.dataset, product, currency) } };
    },

    listVariants: () => listing(variants),

    listOrders: ({ input: { currency }, apiUrl }) =>
      listing(
        orders,
        {},
        {
          newestFirst: true,
          show: (order) => shownOrder(order, apiUrl),
          compute: { total: (order) => (order.currency === currency ? order.total.amount : null) },
        },
      ),

    getOrder: ({ input, records, apiUrl }) => ({ value: shownOrder(records.find(orders, input.order_id), apiUrl) }),

    createCart,

    getCart: ({ input, records }) => ({ value: records.find(carts, input.cart_id) }),

    updateCart: { current: cartToChange, handle: updateCart },

    setCartLine: { needs, current: cartToChange, handle: setCartLine },

    checkOut: { needs, current: cartToChange, handle: checkOut },

    payOrder: { needs, handle: pay },

    confirmPayment: { needs, handle: confirm },

    refundOrder: { needs, handle: refundOrder },

    cancelOrder: { needs, current: orderToCancel, handle: cancel },
  },
});
