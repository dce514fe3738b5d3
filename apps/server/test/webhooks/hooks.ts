/** Calls of the webhooks domain, for the tests. */
import type { DispatchedEvent, Webhook, WebhookRegistration } from '@understudy/contract';
import { patient } from '@understudy/tooling/patience';
import { expect } from 'vitest';
import type { Target } from '../replicas/cluster.js';
import { type JsonAnswer, send } from '../sandboxes/client.js';
import type { TestServer } from '../support.js';

/** A secret that is base64 after its prefix. */
export const BASE64_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

/** A secret that is taken as it is. */
export const RAW_SECRET = 'a secret of one’s own'.replace('’', "'");

/** The first item of an answer. */
export function firstOf<Item>({ json, status }: JsonAnswer): Item {
  const { data } = json as { data?: Item[] };
  const [first] = data ?? [];
  if (first === undefined) throw new Error(`a ${status} without items: ${JSON.stringify(json)}`);
  return first;
}

/** Registers a URL. */
export async function register(
  server: Target,
  url: string,
  { base = '', events = ['*'], secret }: { base?: string; events?: readonly string[]; secret?: string } = {},
): Promise<Webhook> {
  return firstOf<Webhook>(await send(server, 'POST', `${base}/api/webhooks/register`, { url, events, secret }));
}

/** All registrations. */
export async function registrations(server: Target, base = ''): Promise<WebhookRegistration[]> {
  const { json } = await send(server, 'GET', `${base}/api/webhooks/registrations?per_page=50`);
  return json['data'] as WebhookRegistration[];
}

/** The registration with an id. */
export async function registrationOf(server: Target, { id }: Webhook, base = ''): Promise<WebhookRegistration> {
  const found = (await registrations(server, base)).find((registration) => registration.id === id);
  if (found === undefined) throw new Error(`there is no registration ${id}`);
  return found;
}

/** Dispatches a test event. */
export async function dispatch(
  server: Target,
  type = 'payment_intent.succeeded',
  { base = '', ...body }: { base?: string; data?: object; registration_id?: string } = {},
): Promise<DispatchedEvent> {
  return firstOf<DispatchedEvent>(await send(server, 'POST', `${base}/api/webhooks/test/${type}`, body));
}

/** Moves the clock of a sandbox, and answers how many deliveries became due. */
export async function advance(server: Target, seconds: number, sandbox = 'default'): Promise<unknown> {
  const { json } = await send(server, 'POST', `/sandboxes/${sandbox}/clock`, { action: 'advance', seconds });
  return (json as { data: [{ due: number }] }).data[0].due;
}

/** Settles once nothing waits for delivery. */
export async function quiet(server: TestServer): Promise<void> {
  const pending = async () =>
    (await registrations(server)).reduce((sum, { deliveries }) => sum + deliveries.pending, 0);
  await expect.poll(pending, { timeout: patient(60_000) }).toBe(0);
  await server.idle();
}
