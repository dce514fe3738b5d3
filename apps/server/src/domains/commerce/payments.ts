/** Paying for an order, and getting money back. */
import type { Order, OrderLine, Payment, Refund, commerce as declared } from '@understudy/contract/commerce';
import {
  CARD_CODE,
  charge,
  type ChargeOutcome,
  type ContextOf,
  type Decline,
  declined,
  storedCard,
  moneyIn,
  numberedId,
  passesLuhn,
  type WritableRecords,
} from '../../kit/index.js';
import { orders, shownOrder, shownPayment } from './records/order.js';
import { changeStock } from './records/product.js';
import { refundOf } from './records/cart.js';

type PayContext = ContextOf<typeof declared, 'payOrder'>;
type ConfirmContext = ContextOf<typeof declared, 'confirmPayment'>;
type AnyContext = PayContext | ConfirmContext;

const paid: ReadonlySet<Order['status']> = new Set(['paid', 'shipped', 'refunded']);

/** Refuses to charge for an order that waits for no payment. */
function checkPayable({ problem, apiUrl }: AnyContext, order: Order): void {
  if (order.status === 'pending_payment') return;
  const kind = paid.has(order.status) ? 'already_paid' : 'order_closed';
  const detail = `${order.id} is ${order.status}, and is not charged`;
  throw problem(kind, { detail, current: shownOrder(order, apiUrl) });
}

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
    card: storedCard(card),
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

type RefundContext = ContextOf<typeof declared, 'refundOrder'>;

/** Units of a line to give back. */
interface Units {
  readonly line: OrderLine;
  readonly quantity: number;
}

/** What is to be given back. */
export interface Wanted extends Pick<Refund, 'reason'> {
  readonly amount: number;
  readonly units: readonly Units[];
  /** Whether the units go back into stock. */
  readonly restock: boolean;
}

/** What is left of what was paid for an order, in minor units. */
export const leftOf = ({ paid_total, refunded_total }: Order): number => paid_total.amount - refunded_total.amount;

/** All units of an order that were not refunded yet. */
export function unitsLeft({ lines }: Order): readonly Units[] {
  return lines
    .map((line) => ({ line, quantity: line.quantity - line.refunded_quantity }))
    .filter(({ quantity }) => quantity > 0);
}

function withRefund(order: Order, refund: Refund): Order {
  const { amount, lines, restocked, created_at } = refund;
  const units = new Map(lines.map(({ line_id, quantity }) => [line_id, quantity]));
  const refunded = order.refunded_total.amount + amount.amount;
  return {
    ...order,
    status: refunded === order.paid_total.amount ? 'refunded' : order.status,
    lines: order.lines.map((line) => {
      const more = units.get(line.id) ?? 0;
      const back = line.restocked_quantity + (restocked ? more : 0);
      return { ...line, refunded_quantity: line.refunded_quantity + more, restocked_quantity: back };
    }),
    refunded_total: moneyIn(order.currency, refunded),
    refunds: [...order.refunds, refund],
    updated_at: created_at,
  };
}

/** Makes the refund, puts units back into stock, and gives the order with it: who asks for it puts that. */
export function giveBack(
  { records, now }: { readonly records: WritableRecords; readonly now: number },
  order: Order,
  { amount, units, restock, reason }: Wanted,
): { readonly order: Order; readonly refund: Refund } {
  const restocked = restock && units.length > 0;
  const refund: Refund = {
    id: numberedId(records, 'ref'),
    order_id: order.id,
    amount: moneyIn(order.currency, amount),
    reason,
    lines: units.map(({ line, quantity }) => ({ line_id: line.id, quantity })),
    restocked,
    created_at: new Date(now).toISOString(),
  };
  if (restocked) {
    const back = units.map(({ line: { variant_id }, quantity }) => ({ variant_id, sold: -quantity }));
    changeStock(records, back);
  }
  return { order: withRefund(order, refund), refund };
}

/** The units that a call names, those of one line together. */
function unitsIn({ input, problem, apiUrl }: RefundContext, order: Order): readonly Units[] {
  const units = new Map<OrderLine, number>();
  for (const [i, { line_id, quantity }] of (input.lines ?? []).entries()) {
    const line = order.lines.find(({ id }) => id === line_id);
    if (line === undefined) {
      const errors = [
        { pointer: `#/lines/${i}/line_id`, code: 'not_found', detail: 'must be the id of a line of the order' },
      ];
      throw problem('not_found', { detail: `${order.id} has no line ${JSON.stringify(line_id)}`, errors });
    }
    const wanted = (units.get(line) ?? 0) + quantity;
    const left = line.quantity - line.refunded_quantity;
    if (wanted > left) {
      const errors = [{ pointer: `#/lines/${i}/quantity`, code: 'too_big', detail: `must be at most ${left}` }];
      const detail = `of ${line.id}, ${left} of ${line.quantity} units are left to refund`;
      throw problem('refund_exceeds_paid', { detail, errors, current: shownOrder(order, apiUrl) });
    }
    units.set(line, wanted);
  }
  return Array.from(units, ([line, quantity]) => ({ line, quantity }));
}

function wantedOf(ctx: RefundContext, order: Order): Wanted {
  const { amount, lines, reason, restock } = ctx.input;
  if (amount !== undefined) return { amount, units: [], reason, restock };
  if (lines === undefined) return { amount: leftOf(order), units: unitsLeft(order), reason, restock };
  const units = unitsIn(ctx, order);
  return { amount: units.reduce((sum, one) => sum + refundOf(one.line, one.quantity), 0), units, reason, restock };
}

/** Refunds an order. */
export function refundOrder(ctx: RefundContext) {
  const { input, records, problem, apiUrl } = ctx;
  if (input.amount !== undefined && input.lines !== undefined) {
    const detail = 'must be left out where amount is given';
    throw problem('bad_request', {
      detail: `#/lines ${detail}`,
      errors: [{ pointer: '#/lines', code: 'not_both', detail }],
    });
  }
  const order = records.find(orders, input.order_id);
  const current = shownOrder(order, apiUrl);
  if (order.status !== 'paid' && order.status !== 'shipped') {
    throw problem('order_closed', {
      detail: `${order.id} is ${order.status}, and nothing of it can be refunded`,
      current,
    });
  }
  const wanted = wantedOf(ctx, order);
  if (wanted.amount > leftOf(order)) {
    const detail = `${leftOf(order)} of ${order.paid_total.amount} are left to refund, in minor units of ${order.currency}; asked for: ${wanted.amount}`;
    throw problem('refund_exceeds_paid', { detail, current });
  }
  const given = giveBack(ctx, order, wanted);
  records.put(orders, given.order);
  ctx.emit('refund.created', given.refund);
  return { value: [given.refund], location: `/api/commerce/orders/${order.id}` };
}
