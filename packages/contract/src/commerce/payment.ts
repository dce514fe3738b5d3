/** Payments of orders, and what clients send to make them. */
import { z } from 'zod';
import { declineCodes, givenCard, keptCard, moneyOf } from '../kit/money.js';
import { choice, instant, recordId } from '../kit/field.js';

/** States of a payment. */
export const paymentStatuses = ['succeeded', 'requires_action', 'failed'] as const;

/** A payment. */
export const payment = z
  .object({
    id: recordId('Id of the payment.', 'pay_0001'),
    order_id: recordId('The order that it pays.', 'ord_0001'),
    amount: moneyOf('What is paid: the total of the order.', 8820),
    status: choice(
      paymentStatuses,
      '`requires_action` while it waits for its second step, `failed` where the card was declined.',
    ),
    card: keptCard.meta({ description: 'The card. Nothing else of it is stored.' }),
    decline_code: choice(declineCodes, 'Why the card was declined.')
      .nullable()
      .meta({ description: 'Why the card was declined; null where it was not.', examples: [null] }),
    next_action: z
      .object({
        type: z.literal('enter_code').meta({ description: 'What the buyer must do.', examples: ['enter_code'] }),
        href: z.string().meta({
          description: 'Where to send the code.',
          examples: ['http://127.0.0.1:4010/api/commerce/orders/ord_0001/payments/pay_0001/confirm'],
        }),
      })
      .nullable()
      .meta({ description: 'The second step that the payment waits for; null if it waits for none.' }),
    created_at: instant('When it was made.', '2025-11-03T09:32:00.000Z'),
  })
  .meta({ id: 'Payment', description: 'A payment of an order.' });

/** A payment. */
export type Payment = z.infer<typeof payment>;

/** Body of `POST /api/commerce/orders/{order_id}/payments`. */
export const newPayment = z
  .object({
    order_id: recordId('Id of the order.', 'ord_0001'),
    card: givenCard.meta({ description: 'The card to charge. Only its brand and last four digits are stored.' }),
  })
  .meta({
    title: 'NewPayment',
    description: 'How to pay.',
    examples: [{ card: { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' } }],
  });

/** Body of `POST /api/commerce/orders/{order_id}/payments/{payment_id}/confirm`. */
export const paymentCode = z
  .object({
    order_id: recordId('Id of the order.', 'ord_0001'),
    payment_id: recordId('Id of the payment.', 'pay_0001'),
    code: z
      .string()
      .min(1)
      .max(20)
      .meta({ description: 'The code that the buyer was sent; it is always 123456.', examples: ['123456'] }),
  })
  .meta({ title: 'PaymentCode', description: 'The second step.', examples: [{ code: '123456' }] });
