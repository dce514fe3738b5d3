/** What a call of an operation needs that no fixed example can give: tokens expire, ids belong to a server. */
import type { Operation } from '../kit/operation-meta.js';
import { sampleInput } from './sample-input.js';

/** What a request says beside its path, as `fetch` takes it. */
interface AskInit {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Sends a request to a server, such as `fetch` does: a path below its base URL. */
export type Ask = (path: string, init?: AskInit) => Promise<{ json(): Promise<unknown> }>;

/** The token of a bearer, or a client and its secret. */
export interface SampleCredential {
  readonly token?: string;
  readonly client?: typeof CLIENT;
}

/** All that a call of an operation needs. */
export interface PreparedCall {
  readonly input: Record<string, unknown>;
  readonly headers: Record<string, string>;
}

/** Placeholders in examples. */
const PLACEHOLDER = /^<([A-Z_]+)>$/;

/** A client that every server knows. */
const CLIENT = { client_id: 'understudy-web', client_secret: 'understudy-secret' };

/** The same as it stands in a header (RFC 7617 §2). */
const BASIC = 'Basic dW5kZXJzdHVkeS13ZWI6dW5kZXJzdHVkeS1zZWNyZXQ=';

/** What a sample is made by: a body, and headers beside its type. */
interface Making {
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

async function post(ask: Ask, path: string, { body, headers = {} }: Making): Promise<Readonly<Record<string, string>>> {
  const all = { 'content-type': 'application/json', ...headers };
  const response = await ask(path, { method: 'POST', headers: all, body: JSON.stringify(body) });
  const { data = [] } = (await response.json()) as { data?: readonly Record<string, string>[] };
  // What cannot be made at the end of time, such as an order that waits, the caller is told by the operation itself.
  return data[0] ?? {};
}

/** The tokens of a seeded user, fresh. */
export async function logIn(ask: Ask): Promise<{ access_token: string; refresh_token: string }> {
  const { access_token = '', refresh_token = '' } = await post(ask, '/api/auth/login', {
    body: { email: 'marcelo.abbott.1@example.com', password: 'Passw0rd!' },
  });
  return { access_token, refresh_token };
}

/** An order that waits to be paid: of a seeded cart, so that it is the same one each time. */
async function placedOrder(ask: Ask, cart: string): Promise<string> {
  const headers = { 'if-match': '*', 'idempotency-key': `sample-order-${cart}` };
  const { id = 'ord_0001' } = await post(ask, `/api/commerce/carts/${cart}/checkout`, { body: {}, headers });
  return id;
}

/** Where the client of the samples waits for browsers. */
const CALLBACK = 'http://127.0.0.1:3000/callback';

/** A client that has registered itself: the same one for as long as nobody deletes it. */
async function registered(ask: Ask): Promise<{ readonly id: string; readonly token: string }> {
  for (let n = 0; ; n++) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': `sample-client-${n}` };
    const body = JSON.stringify({ redirect_uris: [CALLBACK] });
    const response = await ask('/api/oauth/register', { method: 'POST', headers, body });
    const answer = (await response.json()) as { client_id?: string; registration_access_token?: string };
    const { client_id: id = '', registration_access_token: token = '' } = answer;
    const read = await ask(`/api/oauth/register/${id}`, { headers: { authorization: `Bearer ${token}` } });
    const { client_id } = (await read.json()) as { client_id?: string };
    // A sandbox that is full has no other.
    if (client_id === id || id === '') return { id, token };
  }
}

const ofRegistered = async (ask: Ask): Promise<Record<string, unknown>> => {
  const { id } = await registered(ask);
  return { registration: id };
};

/** An order of food that was just placed: of a seeded quote, so that it is the same one each time. */
async function placedFoodOrder(ask: Ask, quote_id: string): Promise<string> {
  const { id = 'fod_0001' } = await post(ask, '/api/food/orders', { body: { quote_id, total: 2190 } });
  return id;
}

/** Inputs that name what the server must have made. */
const made: Readonly<Record<string, (ask: Ask) => Promise<Record<string, unknown>>>> = {
  'sandboxes.restoreSnapshot': async (ask) => {
    const response = await ask('/sandboxes/default/snapshot');
    return (await response.json()) as Record<string, unknown>;
  },
  'sandboxes.updateFault': async (ask) => {
    const id = 'first-try-fails';
    await ask(`/sandboxes/default/faults/${id}`, { method: 'DELETE' });
    await post(ask, '/sandboxes/default/faults', { body: { id, enabled: false, fault: 'server_error' } });
    return { id, enabled: false };
  },
  'sandboxes.redeliver': async (ask) => {
    const own = '/sandboxes/default';
    await post(ask, `${own}/api/webhooks/register`, { body: { url: 'http://127.0.0.1:3000/sample', events: ['*'] } });
    await post(ask, `${own}/api/webhooks/test/invoice.paid`, { body: {} });
    const response = await ask(`${own}/deliveries?sort=-id&per_page=1`);
    const { data = [] } = (await response.json()) as { data?: readonly { readonly id: string }[] };
    return data[0] === undefined ? {} : { delivery_id: data[0].id };
  },
  'commerce.payOrder': async (ask) => ({ order_id: await placedOrder(ask, 'cart_0003') }),
  'commerce.confirmPayment': async (ask) => {
    const order_id = await placedOrder(ask, 'cart_0004');
    const card = { number: '4000000000003220', exp_month: 12, exp_year: 9999, cvc: '123' };
    const headers = { 'idempotency-key': 'sample-payment' };
    const { id } = await post(ask, `/api/commerce/orders/${order_id}/payments`, { body: { card }, headers });
    return { order_id, ...(id === undefined ? {} : { payment_id: id }) };
  },
  'commerce.cancelOrder': async (ask) => ({ order_id: await placedOrder(ask, 'cart_0005') }),
  'food.updateFoodOrder': async (ask) => ({ order_id: await placedFoodOrder(ask, 'qte_0002') }),
  'food.cancelFoodOrder': async (ask) => ({ order_id: await placedFoodOrder(ask, 'qte_0003') }),
  'realestate.bookViewing': async (ask) => {
    const response = await ask('/api/realestate/listings/lst_0001/slots?status=free&per_page=50&page=2');
    const { data } = (await response.json()) as { data: { starts_at: string }[] };
    return { listing_id: 'lst_0001', starts_at: data.at(-1)?.starts_at ?? '2030-06-17T11:30:00+01:00' };
  },
  // A client revokes its own tokens only, and those of a login belong to another one.
  'oauth.revokeToken': async (ask) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ grant_type: 'client_credentials', ...CLIENT });
    const response = await ask('/api/oauth/token', { method: 'POST', headers, body });
    const { access_token: token } = (await response.json()) as { access_token: string };
    return { token };
  },
  'oauth.pushRequest': async () => ({ response_type: 'code', redirect_uri: CALLBACK }),
  'oauth.registerClient': async () => ({ redirect_uris: [CALLBACK] }),
  'oauth.getClient': ofRegistered,
  'oauth.updateClient': async (ask) => {
    const { id } = await registered(ask);
    return { registration: id, client_id: id, redirect_uris: [CALLBACK] };
  },
  'oauth.deleteClient': ofRegistered,
  'oauth.decideDevice': async (ask) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ client_id: 'understudy-spa' });
    const response = await ask('/api/oauth/device', { method: 'POST', headers, body });
    const { user_code } = (await response.json()) as { user_code?: string };
    return { user_code };
  },
  'webhooks.deleteRegistration': async (ask) => {
    const body = { url: 'http://127.0.0.1:3000/sample', events: ['*'] };
    const { id } = await post(ask, '/api/webhooks/register', { body });
    return { registration_id: id };
  },
};

/** The sample input of an operation, with fresh tokens in the place of placeholders. */
export async function freshInput(ask: Ask, operation: Operation): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {
    ...sampleInput(operation),
    ...(await made[operation.name]?.(ask)),
  };
  const placeholders = Object.entries(input).flatMap(([name, value]) => {
    const [, placeholder] = PLACEHOLDER.exec(String(value)) ?? [];
    return placeholder === undefined ? [] : [[name, placeholder.toLowerCase()] as const];
  });
  if (placeholders.length === 0) return input;
  const tokens: Readonly<Record<string, string>> = await logIn(ask);
  return { ...input, ...Object.fromEntries(placeholders.map(([name, token]) => [name, tokens[token]])) };
}

/** A credential of the kind that an operation reads, if it reads any. */
export async function credentialFor(ask: Ask, { meta }: Pick<Operation, 'meta'>): Promise<SampleCredential> {
  if (meta.credential === 'client') return { client: CLIENT };
  if (meta.credential === 'registration') return { token: (await registered(ask)).token };
  return meta.credential === 'bearer' || meta.credential === 'member' ? { token: (await logIn(ask)).access_token } : {};
}

/** The headers that carry a credential. */
export function headersOf({ client, token }: SampleCredential): Record<string, string> {
  if (client !== undefined) return { authorization: BASIC };
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/**
 * All that a call of an operation needs.
 *
 * @example
 * ```ts
 * import { contract } from '@understudy/contract';
 * import { prepareCall } from '@understudy/contract/samples';
 * const { input, headers } = await prepareCall((path, init) => fetch(path, init), contract.auth.operations.getProfile);
 * ```
 */
export async function prepareCall(ask: Ask, operation: Operation): Promise<PreparedCall> {
  return { input: await freshInput(ask, operation), headers: headersOf(await credentialFor(ask, operation)) };
}
