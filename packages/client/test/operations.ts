/** Every operation of the contract as a row: what it is, an input it takes, and the credential it reads. */
import { contract, type Operation } from '@understudy/contract';
import type { Client } from '../src/index.js';

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

/** A member of an input schema. */
interface Field {
  meta(): { readonly examples?: readonly unknown[] } | undefined;
  safeParse(value: unknown): { readonly success: boolean };
}

export const operations: readonly Operation[] = Object.values(contract).flatMap((domain) =>
  Object.values<Operation>(domain.operations),
);

/** Names of the operations that lie outside all sandboxes, and take no controls but paging. */
export const isControl = ({ meta }: Operation): boolean => meta.scope === 'registry';

/** Whether the operation takes an Idempotency-Key. */
export const isKeyed = ({ method, meta }: Operation): boolean =>
  meta.scope === 'sandbox' && (method === 'POST' || method === 'PATCH');

/** The method that calls an operation. */
export function methodOf(api: Client, { name }: Operation): AnyMethod {
  const [domain = '', method = ''] = name.split('.');
  const table = api as unknown as Readonly<Record<string, Readonly<Record<string, AnyMethod>>>>;
  const found = table[domain]?.[method];
  if (found === undefined) throw new Error(`the client has no ${name}`);
  return found;
}

/** Seeded users share it. */
const account = { email: 'marcelo.abbott.1@example.com', password: 'Passw0rd!' };

/** Inputs that the server must have made, or that the examples of the contract can but hint at. */
const made: Readonly<Record<string, (api: Client) => Promise<object>>> = {
  'auth.refresh': async (api) => ({ refresh_token: (await api.auth.login(account)).refresh_token }),
  'oauth.exchangeToken': async () => ({ client_id: 'understudy-web', client_secret: 'understudy-secret' }),
  'webhooks.deleteRegistration': async (api) => {
    const { id } = await api.webhooks.registerWebhook({ url: 'http://127.0.0.1:3000/sample', events: ['*'] });
    return { registration_id: id };
  },
  'sandboxes.restoreSnapshot': async (api) => api.sandboxes.getSnapshot({ name: api.sandbox }),
};

/** An input with every member that is required, at the values of the contract's own examples. */
export async function inputOf(operation: Operation, api: Client): Promise<object> {
  const shape = operation.input.shape as unknown as Readonly<Record<string, Field>>;
  const required = Object.entries(shape).filter(([, field]) => !field.safeParse(undefined).success);
  const examples = Object.fromEntries(required.map(([name, field]) => [name, field.meta()?.examples?.[0]]));
  return {
    ...examples,
    ...(isControl(operation) && 'name' in shape ? { name: api.sandbox } : {}),
    ...(await made[operation.name]?.(api)),
  };
}

/** A client like the one given that has the credential an operation reads. */
export async function clientFor({ meta }: Operation, api: Client): Promise<Client> {
  return meta.credential === 'bearer' ? api.withToken((await api.auth.login(account)).access_token) : api;
}
