/** Orders, which carts become. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';
import { currencyCode, moneyOf } from '../kit/money.js';
import { lineMembers, shippingAddress, sumMembers, versionMember } from './cart.js';
import { payment } from './payment.js';
import { refund } from './refund.js';

/** States of an order. */
export const orderStatuses = ['pending_payment', 'paid', 'shipped', 'refunded', 'cancelled', 'expired'] as const;

const units = (description: string) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [0] });

/** A line of an order. */
export const orderLine = z
  .object({
    id: recordId('Id of the line: that of the order, and a number.', 'ord_0001.1'),
    ...lineMembers,
    refunded_quantity: units('Units of it that were refunded.'),
    restocked_quantity: units('Units of it that were put back into stock.'),
  })
  .meta({ id: 'OrderLine', description: 'A line of an order.' });

/** A line of an order. */
export type OrderLine = z.infer<typeof orderLine>;

/** An order. */
export const order = z
  .object({
    id: recordId('Id of the order.', 'ord_0001'),
    version: versionMember,
    number: z.string().meta({ description: 'Its number, for people; unique.', examples: ['U-100001'] }),
    cart_id: recordId('The cart that it was made from.', 'cart_n000001')
      .nullable()
      .meta({ description: 'The cart that it was made from; null for seeded orders.', examples: [null] }),
    status: choice(
      orderStatuses,
      'State: `pending_payment` until it is paid, `expired` if that took more than 15 minutes, `shipped` 2 hours after it was paid, `refunded` when all that was paid is refunded.',
    ),
    currency: currencyCode('Currency of all its amounts.'),
    email: z.email().meta({ description: 'E-mail address of the buyer.', examples: ['ada@example.com'] }),
    shipping_address: shippingAddress,
    lines: z.array(orderLine).meta({ description: 'What was bought.' }),
    ...sumMembers,
    paid_total: moneyOf('What was paid: 0, or the total.', 8820),
    refunded_total: moneyOf('Sum of the refunds.', 0),
    payments: z.array(payment).meta({ description: 'The payments, including failed ones, the oldest first.' }),
    refunds: z.array(refund).meta({ description: 'The refunds, the oldest first.' }),
    placed_at: instant('When it was placed.', '2025-11-03T09:30:00.000Z'),
    expires_at: instant('When it expires unless it is paid.', '2026-01-05T10:20:00.000Z')
      .nullable()
      .meta({ description: 'When it expires unless it is paid; null once it is paid or cancelled.', examples: [null] }),
    paid_at: instant('When it was paid.', '2025-11-03T09:32:00.000Z')
      .nullable()
      .meta({ description: 'When it was paid; null until then.', examples: ['2025-11-03T09:32:00.000Z'] }),
    shipped_at: instant('When it was shipped.', '2025-11-03T11:32:00.000Z')
      .nullable()
      .meta({ description: 'When it was shipped; null until then.', examples: ['2025-11-03T11:32:00.000Z'] }),
    updated_at: instant('When it was last changed.', '2025-11-03T11:32:00.000Z'),
  })
  .meta({ id: 'Order', description: 'An order.' });

/** An order. */
export type Order = z.infer<typeof order>;

/** The id of an order, in a path. */
export const orderId = recordId('Id of the order.', 'ord_0001');
