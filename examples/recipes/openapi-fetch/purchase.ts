/** Buys by the OpenAPI document alone: each step names the version of the cart that it was decided on. */
import type { Client } from 'openapi-fetch';
import type { components, paths } from './generated/api.js';

type Schemas = components['schemas'];

/** What is bought, by whom, and with which card. */
export interface Wanted {
  readonly variant_id: string;
  readonly quantity: number;
  readonly email: string;
  readonly shipping_address: Schemas['ShippingAddress'];
  readonly card: Schemas['PayOrderBody']['card'];
}

/** The entity tag of an answer, which the next write goes back with. */
const tagOf = ({ headers }: Response): string => headers.get('ETag') ?? '*';

/** What went well; a problem (RFC 9457) is thrown with its kind. */
function right<Data>({ data, error }: { data?: Data | undefined; error?: Schemas['Problem'] | undefined }): Data {
  if (data === undefined) throw new Error(`${error?.kind}: ${error?.detail}`);
  return data;
}

/** Fills a cart and checks it out. */
export async function order(api: Client<paths>, wanted: Wanted): Promise<Schemas['Order']> {
  const { variant_id, quantity, email, shipping_address } = wanted;
  const created = await api.POST('/api/commerce/carts', { body: { currency: 'EUR' } });
  const cart_id = right(created).data[0]?.id ?? '';
  const filled = await api.PUT('/api/commerce/carts/{cart_id}/lines/{variant_id}', {
    params: { path: { cart_id, variant_id }, header: { 'If-Match': tagOf(created.response) } },
    body: { quantity },
  });
  right(filled);
  const changed = await api.PATCH('/api/commerce/carts/{cart_id}', {
    params: { path: { cart_id }, header: { 'If-Match': tagOf(filled.response) } },
    body: { email, shipping_address },
  });
  right(changed);
  const done = await api.POST('/api/commerce/carts/{cart_id}/checkout', {
    params: { path: { cart_id }, header: { 'If-Match': tagOf(changed.response) } },
  });
  const [made] = right(done).data;
  if (made === undefined) throw new Error('there is no order');
  return made;
}

/** Pays an order. The key is the same however often it is sent: a lost answer charges nobody twice. */
export async function pay(
  api: Client<paths>,
  { id }: Pick<Schemas['Order'], 'id'>,
  { card }: Pick<Wanted, 'card'>,
): Promise<string> {
  const { data, error } = await api.POST('/api/commerce/orders/{order_id}/payments', {
    params: { path: { order_id: id }, header: { 'Idempotency-Key': `pay/${id}` } },
    body: { card },
  });
  if (data) return data.data[0]?.status ?? '';
  // The card was declined: the code says why, and another card may do.
  if (error.kind === 'payment_declined') return error.errors?.[0]?.code ?? error.kind;
  throw new Error(error.detail);
}
