/** Carts: what clients put into them, and what that makes of their sums. */
import type { contract } from '@understudy/contract';
import { type Cart, MAX_CART_LINES } from '@understudy/contract/commerce';
import { type ContextOf, numberedId, type Result } from '../../kit/index.js';
import { carts, wantedOf } from './records/cart.js';
import { products } from './records/product.js';
import { type VariantRecord, variants } from './records/variant.js';
import { discountCode, discountFault, sumUp } from './sums.js';

type Commerce = typeof contract.commerce;
type UpdateContext = ContextOf<Commerce, 'updateCart'>;
type LineContext = ContextOf<Commerce, 'setCartLine'>;
type CartContext = UpdateContext | LineContext | ContextOf<Commerce, 'checkOut'>;

type Chosen = Pick<Cart, 'email' | 'shipping_address' | 'discount_code'>;

const nothingChosen: Chosen = { email: null, shipping_address: null, discount_code: null };

/** Creates an empty cart. */
export function createCart({ input, records, now }: ContextOf<Commerce, 'createCart'>): Result<Cart[]> {
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

/** The cart that a call is about. A variant that is not there is told first. */
export function cartToChange({ input, records }: CartContext): Cart {
  if (!('variant_id' in input)) return records.find(carts, input.cart_id);
  const [cart] = records.findAll<[Cart, VariantRecord]>([carts, input.cart_id], [variants, input.variant_id]);
  return cart;
}

/** Refuses a cart that was checked out. */
export function checkOpen(cart: Cart, { problem }: Pick<CartContext, 'problem'>): void {
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
export function updateCart(ctx: UpdateContext): Result<Cart[]> {
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
export function setCartLine(ctx: LineContext): Result<Cart[]> {
  const { input, records } = ctx;
  const cart = records.find(carts, input.cart_id);
  checkOpen(cart, ctx);
  const quantity = cart.lines.find(({ variant_id }) => variant_id === input.variant_id)?.quantity ?? 0;
  return quantity === input.quantity ? { value: [cart] } : changed(ctx, { ...cart, lines: withLine(ctx, cart) });
}
