/** Carts, and what clients send to change them. */
import { z } from 'zod';
import { choice, countryCode, instant, recordId } from '../kit/field.js';
import { currencyCode, moneyOf } from '../kit/money.js';

/** States of a cart. */
export const cartStatuses = ['open', 'completed'] as const;

/** Most lines that a cart can have. */
export const MAX_CART_LINES = 50;

const text = (description: string, example: string, max = 120) =>
  z
    .string()
    .min(1)
    .max(max)
    .meta({ description, examples: [example] });

const addressExample = {
  name: 'Ada Lovelace',
  line1: 'Lange Reihe 12',
  line2: null,
  city: 'Hamburg',
  postal_code: '20099',
  country: 'DE',
};

/** Where an order is sent. */
export const shippingAddress = z
  .object({
    name: text('Who receives it.', 'Ada Lovelace'),
    line1: text('Street and number.', 'Lange Reihe 12', 200),
    line2: text('Second line, such as the floor.', 'Third floor', 200)
      .nullable()
      .default(null)
      .meta({ description: 'Second line, such as the floor; null where there is none.', examples: [null] }),
    city: text('City.', 'Hamburg'),
    postal_code: text('Postal code.', '20099', 20),
    country: countryCode('Country (ISO 3166-1 alpha-2).'),
  })
  .meta({ id: 'ShippingAddress', description: 'Where an order is sent.', examples: [addressExample] });

/** Where an order is sent. */
export type ShippingAddress = z.infer<typeof shippingAddress>;

/** What a line of a cart and one of an order have in common. */
export const lineMembers = {
  variant_id: recordId('What is bought.', 'var_0001'),
  sku: z.string().meta({ description: 'Its stock-keeping unit.', examples: ['CLO-00001-1'] }),
  title: z.string().meta({ description: 'Its title.', examples: ['Merino Crew Jumper, S, navy'] }),
  quantity: z
    .int()
    .min(1)
    .meta({ description: 'How many.', examples: [2] }),
  unit_price: moneyOf('Price of one.', 4900),
  subtotal: moneyOf('Price of all of them.', 9800),
  discount: moneyOf('Share of the discount that applies to the line.', 980),
  total: moneyOf('subtotal − discount.', 8820),
};

/** The sums of a cart and of an order. */
export const sumMembers = {
  subtotal: moneyOf('Sum of the subtotals of the lines.', 9800),
  discount_total: moneyOf('Sum of the discounts of the lines.', 980),
  shipping_total: moneyOf('Shipping.', 0),
  total: moneyOf('subtotal − discount_total + shipping_total.', 8820),
};

/** A line of a cart. */
export const cartLine = z.object(lineMembers).meta({ id: 'CartLine', description: 'A line of a cart.' });

/** A line of a cart. */
export type CartLine = z.infer<typeof cartLine>;

/** The version of a record. */
export const versionMember = z
  .int()
  .min(1)
  .meta({ description: 'Version; each write that changes something increases it by one.', examples: [3] });

/** A cart. */
export const cart = z
  .object({
    id: recordId('Id of the cart.', 'cart_0001'),
    version: versionMember,
    status: choice(cartStatuses, '`open` until it is checked out.'),
    currency: currencyCode('Currency of its prices.'),
    email: z
      .email()
      .nullable()
      .meta({ description: 'E-mail address of the buyer; null until it is known.', examples: ['ada@example.com'] }),
    shipping_address: shippingAddress
      .nullable()
      .meta({ description: 'Where it is to be sent; null until it is known.', examples: [addressExample] }),
    discount_code: z
      .string()
      .nullable()
      .meta({ description: 'Code of a discount; null without one.', examples: ['WELCOME10'] }),
    lines: z.array(cartLine).meta({ description: 'What is in it, in the order in which it was put in.' }),
    ...sumMembers,
    order_id: recordId('The order that was made from it; null until it is checked out.', 'ord_x1a2b3c4d5e6f7')
      .nullable()
      .meta({ description: 'The order that was made from it; null until it is checked out.', examples: [null] }),
    created_at: instant('When it was created.', '2026-01-05T10:00:00.000Z'),
    updated_at: instant('When it was last changed.', '2026-01-05T10:03:00.000Z'),
  })
  .meta({ id: 'Cart', description: 'A cart: what somebody means to buy.' });

/** A cart. */
export type Cart = z.infer<typeof cart>;

/** The id of a cart, in a path. */
export const cartId = recordId('Id of the cart.', 'cart_0001');

/** Body of `POST /api/commerce/carts`. */
export const newCart = z
  .object({ currency: currencyCode('Currency of its prices.') })
  .meta({ title: 'NewCart', description: 'The cart to create.', examples: [{ currency: 'EUR' }] });

/** Body of `PATCH /api/commerce/carts/{cart_id}`, as the members must be in the end. */
export const cartChange = z
  .object({
    cart_id: cartId,
    email: z
      .email()
      .max(254)
      .nullable()
      .meta({ description: 'E-mail address of the buyer.', examples: ['ada@example.com'] }),
    shipping_address: shippingAddress
      .nullable()
      .meta({ description: 'Where it is to be sent.', examples: [addressExample] }),
    discount_code: z
      .string()
      .min(1)
      .max(40)
      .nullable()
      .meta({
        description:
          'Code of a discount, upper and lower case alike: `WELCOME10` takes 10 % off, `TENOFF` a fixed amount, `SPRING25` has expired.',
        examples: ['WELCOME10'],
      }),
  })
  .meta({ title: 'CartChange', description: 'What to change.', examples: [{ discount_code: 'WELCOME10' }] });

/** Body of `PUT /api/commerce/carts/{cart_id}/lines/{variant_id}`. */
export const cartLineQuantity = z
  .object({
    cart_id: cartId,
    variant_id: recordId('What is bought.', 'var_0001'),
    quantity: z
      .int()
      .min(0)
      .max(99)
      .meta({ description: 'Quantity that the cart will have; 0 removes the line.', examples: [2] }),
  })
  .meta({ title: 'CartLineQuantity', description: 'How many of it to buy.', examples: [{ quantity: 2 }] });
