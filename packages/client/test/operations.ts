/** Operations of the contract as rows: what they are to a client, an input they take, and the credential they read. */
import type { Operation } from '@understudy/contract';
import { type Ask, credentialFor, freshInput } from '@understudy/tooling/operations';
import type { Client } from '../src/index.js';
import type { WholeFetch } from './server.js';

/** A method of the client, its types forgotten: the rows come from the contract. */
export type AnyMethod = (input?: object, controls?: object) => PromiseLike<unknown> & AnyAnswer;

/** As much of a list or a reply as every answer has. */
interface AnyAnswer {
  withResponse(): Promise<{
    readonly data: unknown;
    readonly meta?: unknown;
    readonly pagination?: unknown;
    readonly response: Response;
    readonly attempts: readonly { readonly status: number | undefined; readonly kind: string }[];
  }>;
}

/** Names of the operations that lie outside all sandboxes, and take no controls but paging. */
export const isControl = ({ meta }: Operation): boolean => meta.scope === 'registry';

/** Whether the client adds an Idempotency-Key to a call of the operation that is retried: a condition holds only once. */
export const isKeyed = ({ method, meta }: Operation): boolean =>
  meta.scope === 'sandbox' &&
  (method === 'POST' || method === 'PATCH' || (method !== 'GET' && meta.versioned === 'required'));

/** An input as the client takes it: the condition of a write is a control. */
export function asGiven({ if_match: ifMatch, ...input }: Readonly<Record<string, unknown>>, controls: object) {
  return { input, controls: ifMatch === undefined ? controls : { ifMatch, ...controls } };
}

/** The method that calls an operation. */
export function methodOf(api: Client, { name }: Operation): AnyMethod {
  const [domain = '', method = ''] = name.split('.');
  const table = api as unknown as Readonly<Record<string, Readonly<Record<string, AnyMethod>>>>;
  const found = table[domain]?.[method];
  if (found === undefined) throw new Error(`the client has no ${name}`);
  return found;
}

/** A client, and another way to ask the sandbox that it is in. */
export interface Asking {
  readonly api: Client;
  readonly ask: Ask;
}

/** Asks a sandbox without a client. */
export function askIn(
  sandbox: string,
  { baseUrl, fetch }: { readonly baseUrl: string; readonly fetch: WholeFetch },
): Ask {
  return (path, init) => fetch(new Request(`${baseUrl}/sandboxes/${sandbox}${path}`, init));
}

/** An input with every member that is required, at the values of the contract's own examples. */
export async function inputOf(operation: Operation, { api, ask }: Asking): Promise<Record<string, unknown>> {
  const input = await freshInput(ask, operation);
  // The client sends these as members of its input.
  const own = operation.meta.credential === 'client' ? (await credentialFor(ask, operation)).client : {};
  const isNamed = isControl(operation) && 'name' in input;
  const isCheckOut = operation.name === 'commerce.checkOut';
  const isRestore = operation.name === 'sandboxes.restoreSnapshot';
  return {
    ...input,
    ...own,
    ...(isNamed ? { name: api.sandbox } : {}),
    ...(isNamed ? await ruleFor(operation, api) : {}),
    ...(operation.name === 'sandboxes.redeliver' ? { delivery_id: await delivered(api) } : {}),
    ...(isCheckOut ? { cart_id: await openCart(api) } : {}),
    // No example restores what this server has.
    ...(isRestore ? await api.sandboxes.getSnapshot({ name: api.sandbox }) : {}),
  };
}

/** A seeded cart that was not checked out yet. */
async function openCart(api: Client): Promise<string> {
  for (let n = 3; ; n++) {
    const { id, status } = await api.commerce.getCart({ cart_id: `cart_${String(n).padStart(4, '0')}` });
    if (status === 'open') return id;
  }
}

/** The rule that is changed; it strikes nothing. */
async function ruleFor({ name }: Operation, api: Client): Promise<object> {
  if (name !== 'sandboxes.updateFault') return {};
  const { id } = await api.sandboxes.addFault({ name: api.sandbox, enabled: false, fault: 'server_error' });
  return { id };
}

/** A delivery that was made. */
async function delivered(api: Client): Promise<string> {
  await api.webhooks.registerWebhook({ url: 'http://127.0.0.1:3000/sample', events: ['*'] });
  await api.webhooks.sendTestEvent({ event_type: 'invoice.paid' });
  const { data } = await api.sandboxes.listDeliveries({ name: api.sandbox, sort: '-id' });
  return data[0]?.id ?? '';
}

/** A client like the one given that has the credential an operation reads. */
export async function clientFor(operation: Operation, { api, ask }: Asking): Promise<Client> {
  const { token } = await credentialFor(ask, operation);
  return token === undefined ? api : api.withToken(token);
}
