/** Refunds of orders, and what clients send to make them. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';
import { moneyOf } from '../kit/money.js';

/** Why something is refunded. */
export const refundReasons = ['requested_by_customer', 'damaged', 'duplicate'] as const;

const refundLines = z.array(
  z.object({
    line_id: recordId('The line of the order.', 'ord_0001.1'),
    quantity: z
      .int()
      .min(1)
      .max(99)
      .meta({ description: 'How many more units of it.', examples: [1] }),
  }),
);

/** A refund. */
export const refund = z
  .object({
    id: recordId('Id of the refund.', 'ref_0001'),
    order_id: recordId('The order that it refunds.', 'ord_0001'),
    amount: moneyOf('The amount that was refunded.', 4410),
    reason: choice(refundReasons, 'Why.'),
    lines: refundLines.meta({ description: 'The units that it is for; empty if only an amount was refunded.' }),
    restocked: z.boolean().meta({ description: 'Whether its units were put back into stock.', examples: [true] }),
    created_at: instant('When it was made.', '2025-11-10T15:00:00.000Z'),
  })
  .meta({ id: 'Refund', description: 'A refund of an order.' });

/** A refund. */
export type Refund = z.infer<typeof refund>;

/** Body of `POST /api/commerce/orders/{order_id}/refunds`. */
export const newRefund = z
  .object({
    order_id: recordId('Id of the order.', 'ord_0001'),
    amount: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Amount to refund, in minor units. Nothing is put back into stock.', examples: [500] }),
    lines: refundLines
      .min(1)
      .max(50)
      .optional()
      .meta({
        description: 'Units to refund. If this and `amount` are left out, all that is left of the order is refunded.',
        examples: [[{ line_id: 'ord_0001.1', quantity: 1 }]],
      }),
    reason: z
      .enum(refundReasons)
      .default('requested_by_customer')
      .meta({ description: 'Why.', examples: ['requested_by_customer'] }),
    restock: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether the units are put back into stock.', examples: [true] }),
  })
  .meta({ title: 'NewRefund', description: 'What to give back.', examples: [{ reason: 'damaged', restock: false }] });
