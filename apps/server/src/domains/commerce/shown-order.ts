/** What is shown of an order: payments that wait for a second step say where it is made. */
import type { Order, Payment } from '@understudy/contract/commerce';

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
