/** Charges cards for orders: at once, or in a second step. */
import type { contract } from '@understudy/contract';
import type { Order, Payment } from '@understudy/contract/commerce';
import {
  CARD_CODE,
  charge,
  type ChargeOutcome,
  type ContextOf,
  type Decline,
  declined,
  keptOf,
  numberedId,
  passesLuhn,
} from '../../kit/index.js';
import { orders } from './records/order.js';
import { shownOrder, shownPayment } from './shown-order.js';
import { changeStock } from './stock.js';

type PayContext = ContextOf<typeof contract.commerce, 'payOrder'>;
type ConfirmContext = ContextOf<typeof contract.commerce, 'confirmPayment'>;
type AnyContext = PayContext | ConfirmContext;

const paid: ReadonlySet<Order['status']> = new Set(['paid', 'shipped', 'refunded']);

/** Refuses to charge for an order that waits for no payment. */
function checkPayable({ problem, apiUrl }: AnyContext, order: Order): void {
  if (order.status === 'pending_payment') return;
  const kind = paid.has(order.status) ? 'already_paid' : 'order_closed';
  const detail = `${order.id} is ${order.status}, and is not charged`;
  throw problem(kind, { detail, current: shownOrder(order, apiUrl) });
}

/** A payment of an order, on its way. */
interface Charge {
  readonly order: Order;
  readonly payment: Payment;
}

/** Puts a payment into its order, at the position of an earlier attempt where there was one. */
function record({ records, now }: AnyContext, { order, payment }: Charge): Order {
  const position = order.payments.findIndex(({ id }) => id === payment.id);
  const payments = position < 0 ? [...order.payments, payment] : order.payments.with(position, payment);
  const at = new Date(now).toISOString();
  if (payment.status !== 'succeeded') return records.put(orders, { ...order, payments, updated_at: at });
  const bought = order.lines.map(({ variant_id, quantity }) => ({ variant_id, sold: quantity, released: order.id }));
  changeStock(records, bought);
  const times = { expires_at: null, paid_at: at, updated_at: at };
  return records.put(orders, { ...order, status: 'paid', paid_total: payment.amount, payments, ...times });
}

/** Records that a card was declined, and fails. `pointer`: where the fault is in the input. */
function decline(
  ctx: AnyContext,
  { order, payment }: Charge,
  { code, detail, pointer }: Decline & { pointer: string },
) {
  const failed: Payment = { ...payment, status: 'failed', decline_code: code };
  const current = shownOrder(record(ctx, { order, payment: failed }), ctx.apiUrl);
  ctx.emit('payment_intent.payment_failed', failed);
  return { failure: ctx.problem('payment_declined', { detail, errors: [{ pointer, code, detail }], current }) };
}

/** Records that an order is paid. */
function succeed(ctx: AnyContext, { order, payment }: Charge): Payment {
  const succeeded: Payment = { ...payment, status: 'succeeded', decline_code: null };
  record(ctx, { order, payment: succeeded });
  ctx.emit('payment_intent.succeeded', succeeded);
  return succeeded;
}

function settle(ctx: PayContext, charged: Charge, outcome: ChargeOutcome) {
  const { order, payment } = charged;
  const location = `/api/commerce/orders/${order.id}`;
  if (outcome.is === 'declined') return decline(ctx, charged, { ...outcome, pointer: '#/card/number' });
  if (outcome.is === 'requires_action') {
    record(ctx, charged);
    return { value: [shownPayment(payment, ctx.apiUrl)], location };
  }
  const succeeded = succeed(ctx, charged);
  if (outcome.is === 'succeeded') return { value: [succeeded], location };
  const detail = `${order.id} was charged, and the answer of the bank was lost; send the same again with the same Idempotency-Key, or read the order`;
  return { failure: ctx.problem('timeout', { detail }) };
}

/** Charges a card with the total of an order. With the same Idempotency-Key it is another attempt at the same payment. */
export function pay(ctx: PayContext) {
  const { input, records, now, problem } = ctx;
  const { card } = input;
  if (!passesLuhn(card.number)) {
    const detail = 'is no number of a card: its last digit does not fit the others';
    const errors = [{ pointer: '#/card/number', code: 'invalid_number', detail }];
    throw problem('bad_request', { detail: `#/card/number ${detail}`, errors });
  }
  const order = records.find(orders, input.order_id);
  const retried = ctx.retryId({ prefix: 'pay' }, [order.id]);
  const earlier = order.payments.find(({ id }) => id === retried);
  // The charge has succeeded, and its answer was lost.
  if (earlier?.status === 'succeeded') return { value: [earlier], location: `/api/commerce/orders/${order.id}` };
  checkPayable(ctx, order);
  const payment: Payment = {
    id: retried ?? numberedId(records, 'pay'),
    order_id: order.id,
    amount: order.total,
    status: 'requires_action',
    card: keptOf(card),
    decline_code: null,
    next_action: null,
    created_at: earlier?.created_at ?? new Date(now).toISOString(),
  };
  const isRetry = order.payments.some(({ decline_code: code }) => code === 'processing_error');
  return settle(ctx, { order, payment }, charge(card, { now, isRetry }));
}

/** Takes the code of a payment that waits for its second step. */
export function confirm(ctx: ConfirmContext) {
  const { input, records, problem, apiUrl } = ctx;
  const order = records.find(orders, input.order_id);
  const payment = order.payments.find(({ id }) => id === input.payment_id);
  if (payment === undefined) {
    const errors = [{ parameter: 'payment_id', code: 'not_found', detail: 'must be the id of a payment of the order' }];
    throw problem('not_found', { detail: `${order.id} has no payment ${JSON.stringify(input.payment_id)}`, errors });
  }
  if (payment.status === 'succeeded') return { value: [payment] };
  checkPayable(ctx, order);
  if (payment.status === 'failed') {
    const detail = `${payment.id} has failed, and waits for nothing; pay the order with a card again`;
    throw problem('conflict', { detail, current: shownOrder(order, apiUrl) });
  }
  if (input.code === CARD_CODE) return { value: [succeed(ctx, { order, payment })] };
  const why = declined('authentication_failed');
  return decline(ctx, { order, payment }, { ...why, pointer: '#/code' });
}
