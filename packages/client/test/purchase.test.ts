/** Purchases with the client: one that goes well, one that is declined, and ones whose answer is lost on its way. */
import { expect, test } from 'vitest';
import { type Client, createClient, isApiError, type Order } from '../src/index.js';
import { baseUrl, failureOf, noWaiting, realServer } from './server.js';

const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };

const shipping_address = {
  name: 'Ada Moreno',
  line1: 'Lange Reihe 12',
  city: 'Hamburg',
  postal_code: '20099',
  country: 'DE',
};

function shop() {
  const { fetch, sent } = realServer();
  return { api: createClient({ baseUrl, fetch, ...noWaiting() }), sent };
}

/** An order of two units, which waits to be paid. */
async function ordered({ commerce }: Client): Promise<Order> {
  const { data } = await commerce.listProducts({ in_stock: true, status: 'active', sort: 'price', currency: 'JPY' });
  const { data: variants } = await commerce.listVariants({ product_id: data[0]?.id, in_stock: true });
  const [variant] = variants;
  if (variant === undefined) throw new Error('there is nothing to buy');
  const created = await commerce.createCart({ currency: 'JPY' }).withResponse();
  const { id: cart_id } = created.data;
  const line = { cart_id, variant_id: variant.id, quantity: 2 };
  const filled = await commerce.setCartLine(line, { ifMatch: created.etag }).withResponse();
  const change = { cart_id, email: 'ada@example.com', shipping_address, discount_code: 'welcome10' };
  const changed = await commerce.updateCart(change, { ifMatch: filled.etag }).withResponse();
  const { data: ready } = changed;
  expect(ready.discount_total.amount).toBe(Math.floor(ready.subtotal.amount / 10 + 0.5));
  return commerce.checkOut({ cart_id }, { ifMatch: changed.etag });
}

const unitsOf = async (api: Client, order: Order) => {
  const { data } = await api.commerce.listVariants({ ids: order.lines[0]?.variant_id });
  return data[0]?.stock;
};

test('a whole purchase: filled, checked out, paid, refunded', async () => {
  const { api } = shop();
  const order = await ordered(api);
  expect(order.status).toBe('pending_payment');
  expect(await unitsOf(api, order)).toMatchObject({ reserved: 2 });
  const payment = await api.commerce.payOrder({ order_id: order.id, card });
  expect(payment).toMatchObject({ status: 'succeeded', amount: order.total, card: { brand: 'visa', last4: '4242' } });
  expect(await unitsOf(api, order)).toMatchObject({ reserved: 0 });
  const [line] = order.lines;
  const lines = [{ line_id: line?.id ?? '', quantity: 1 }];
  const first = await api.commerce.refundOrder({ order_id: order.id, lines });
  const second = await api.commerce.refundOrder({ order_id: order.id, lines });
  expect(first.amount.amount + second.amount.amount).toBe(line?.total.amount);
  const rest = await api.commerce.refundOrder({ order_id: order.id });
  expect(rest.amount).toEqual(order.shipping_total);
  expect(await api.commerce.getOrder({ order_id: order.id })).toMatchObject({
    status: 'refunded',
    refunded_total: order.total,
  });
});

test('a card that is declined, then another one', async () => {
  const { api } = shop();
  const order = await ordered(api);
  const declined = await failureOf(
    api.commerce.payOrder({ order_id: order.id, card: { ...card, number: '4000000000009995' } }),
  );
  if (!isApiError(declined, 'payment_declined')) throw declined;
  expect(declined.faults[0]).toMatchObject({ pointer: '#/card/number', code: 'insufficient_funds' });
  // What went on is in the problem: nothing needs to be read again.
  expect(declined.current).toMatchObject({ id: order.id, status: 'pending_payment', payments: [{ status: 'failed' }] });
  await api.commerce.payOrder({ order_id: order.id, card });
  const { status, payments } = await api.commerce.getOrder({ order_id: order.id });
  expect([status, ...payments.map((payment) => payment.status)]).toEqual(['paid', 'failed', 'succeeded']);
});

test('a card that wants a second step', async () => {
  const { api } = shop();
  const order = await ordered(api);
  const waiting = await api.commerce.payOrder({ order_id: order.id, card: { ...card, number: '4000000000003220' } });
  expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'enter_code' } });
  expect(waiting.next_action?.href).toBe(`${baseUrl}/api/commerce/orders/${order.id}/payments/${waiting.id}/confirm`);
  const confirm = (code: string) => api.commerce.confirmPayment({ order_id: order.id, payment_id: waiting.id, code });
  expect(await confirm('123456')).toMatchObject({ id: waiting.id, status: 'succeeded', next_action: null });
  // Whoever sends it again hears the same.
  expect(await confirm('123456')).toMatchObject({ id: waiting.id, status: 'succeeded' });
});

/** What loses the answer of a payment that was made: the card, or a fault after the write. */
const losses: Readonly<Record<string, { readonly number?: string; readonly fault?: string }>> = {
  'the card whose answer is lost': { number: '4000000000005043' },
  'a connection that is reset after the write': { fault: 'reset;commit=after' },
  'a gateway that times out after the write': { fault: 'status;code=504;commit=after' },
};

test.each(Object.entries(losses))('%s: sent again with the same key, it charges once', async (_, loss) => {
  const { api, sent } = shop();
  const order = await ordered(api);
  if (loss.fault !== undefined) {
    const when = { operation: 'commerce.payOrder' };
    await api.sandboxes.addFault({ name: 'default', when, times: 1, fault: loss.fault });
  }
  const given = { ...card, ...(loss.number === undefined ? {} : { number: loss.number }) };
  // A write with a key is retried without being asked for: the server does it once.
  const payment = await api.commerce.payOrder({ order_id: order.id, card: given }, { idempotencyKey: 'order-1' });
  expect(payment.status).toBe('succeeded');
  expect(sent.filter(({ url }) => url.pathname.endsWith('/payments'))).toHaveLength(2);
  const read = await api.commerce.getOrder({ order_id: order.id });
  expect(read.payments).toEqual([payment]);
  expect(read.paid_total).toEqual(order.total);
});

test('a lost answer without a key: the order tells what has happened, and refuses to be charged twice', async () => {
  const { api } = shop();
  const order = await ordered(api);
  const lost = await failureOf(
    api.commerce.payOrder({ order_id: order.id, card: { ...card, number: '4000000000005043' } }),
  );
  if (!isApiError(lost, 'timeout')) throw lost;
  expect(lost.retryable).toBe(true);
  const again = await failureOf(api.commerce.payOrder({ order_id: order.id, card }));
  if (!isApiError(again, 'already_paid')) throw again;
  expect(again.current).toMatchObject({ status: 'paid', payments: [{ status: 'succeeded' }] });
});
