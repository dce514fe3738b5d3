/** Gives back what was paid for orders: an amount, units of lines, or all that is left. */
import type { contract } from '@understudy/contract';
import type { Order, OrderLine, Refund } from '@understudy/contract/commerce';
import { type ContextOf, moneyIn, numberedId, type WritableRecords } from '../../kit/index.js';
import { orders } from './records/order.js';
import { shownOrder } from './shown-order.js';
import { changeStock } from './stock.js';
import { refundOf } from './sums.js';

type RefundContext = ContextOf<typeof contract.commerce, 'refundOrder'>;

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

/** An order with one more refund. */
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
