/** Calls of a shop, as its tests make them: carts that are filled, checked out and paid. */
import type { Cart, Order, Product, Variant } from '@understudy/contract';
import { allPages, calling } from '../calling.js';
import type { Target } from '../support.js';

/** Sends a request to a shop. */
export const send = calling('/api/commerce', { 'if-match': '*' });

/** A card that is always charged. */
export const goodCard = { number: '4242424242424242', exp_month: 12, exp_year: 2090, cvc: '123' };

const buyer = {
  email: 'ada@example.com',
  shipping_address: { name: 'Ada', line1: 'Lange Reihe 12', city: 'Hamburg', postal_code: '20099', country: 'DE' },
};

/** Units of variants to buy. */
export type Basket = Readonly<Record<string, number>>;

/** A cart with all that a checkout needs. */
export async function filledCart(of: Target, basket: Basket = { var_0001: 1 }): Promise<Cart> {
  const { data } = await send<Cart>(of, ['POST', '/carts'], { body: { currency: 'EUR' } });
  for (const [id, quantity] of Object.entries(basket)) {
    await send(of, ['PUT', `/carts/${data.id}/lines/${id}`], { body: { quantity } });
  }
  return (await send<Cart>(of, ['PATCH', `/carts/${data.id}`], { body: buyer })).data;
}

/** An order that waits to be paid. */
export async function placed(of: Target, basket?: Basket): Promise<Order> {
  const { id } = await filledCart(of, basket);
  return (await send<Order>(of, ['POST', `/carts/${id}/checkout`])).data;
}

/** Pays an order. */
export const pay = (of: Target, id: string, card: object = goodCard) =>
  send(of, ['POST', `/orders/${id}/payments`], { body: { card } });

/** An order as it is now. */
export const orderNow = async (of: Target, id: string): Promise<Order> =>
  (await send<Order>(of, ['GET', `/orders/${id}`])).data;

const all = <Data>(of: Target, path: string): Promise<Data[]> =>
  allPages((query) => send<Data[]>(of, ['GET', query]), path);

/** All that a shop has. */
export async function everything(of: Target) {
  const [variants, products, orders] = [
    await all<Variant>(of, '/variants'),
    await all<Product>(of, '/products'),
    await all<Order>(of, '/orders'),
  ];
  return { variants, products, orders };
}
