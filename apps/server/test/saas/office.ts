/** Calls of the SaaS domain, for its tests: by users who have logged in, and by API keys. */
import type { AuditEntry, Contact, ImportJob, Invoice, Member, Organization } from '@understudy/contract';
import type { Target } from '../target.js';

/** An answer. */
export interface Answered<Data = unknown> {
  readonly status: number;
  readonly kind: string | undefined;
  /** Codes of the faults that it lists. */
  readonly codes: readonly string[];
  readonly data: Data;
  readonly headers: Headers;
  readonly text: string;
}

/** What a request says beside its method and path. */
export interface Sending {
  readonly body?: object | undefined;
  /** A body that is no JSON, and its media type. */
  readonly lines?: { readonly type: string; readonly text: string } | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Who sends requests in one sandbox. */
export interface Caller {
  readonly on: Target;
  readonly token: string;
}

/** Path of the domain. */
export const SAAS = '/api/saas/organizations';

/** A sandbox of a server. */
export const sandbox = ({ fetch }: Target, name: string): Target => ({
  fetch: (path, init) => fetch(`/sandboxes/${name}${path}`, init),
});

/** Servers that are asked in turn. */
export function inTurn(servers: readonly Target[]): Target {
  let next = 0;
  return { fetch: (path, init) => (servers[next++ % servers.length] as Target).fetch(path, init) };
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Addresses of seeded users, by their number. */
export const emails: Readonly<Record<number, string>> = {
  1: 'marcelo.abbott.1@example.com',
  2: 'sven.weber.2@example.net',
  3: 'janis.tremblay.3@example.org',
};

/** A seeded user who has logged in. */
export async function user(on: Target, number = 1): Promise<Caller> {
  const body = JSON.stringify({ email: emails[number], password: 'Passw0rd!' });
  const answer = await on.fetch('/api/auth/login', { method: 'POST', headers: JSON_TYPE, body });
  const { data } = (await answer.json()) as { data: [{ access_token: string }] };
  return { on, token: data[0].access_token };
}

/** An API key: of a seeded organization, by its number, or a secret. */
export const key = (on: Target, which: number | string): Caller => ({
  on,
  token: typeof which === 'string' ? which : `usk_seed_${String(which).padStart(4, '0')}`,
});

/** Nobody in particular. */
export const nobody = (on: Target): Caller => ({ on, token: '' });

/** Sends a request to the domain. */
export async function send<Data = unknown>(
  { on, token }: Caller,
  [method, path]: readonly [method: string, path: string],
  { body, lines, headers }: Sending = {},
): Promise<Answered<Data>> {
  const own = {
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    ...(lines === undefined ? (body === undefined ? {} : JSON_TYPE) : { 'content-type': lines.type }),
    ...headers,
  };
  const sent = lines?.text ?? (body === undefined ? undefined : JSON.stringify(body));
  const answer = await on.fetch(`${SAAS}${path}`, {
    method,
    headers: own,
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await answer.text();
  const isJson = /^application\/(?:problem\+)?json/.test(answer.headers.get('content-type') ?? '');
  const json = (isJson ? JSON.parse(text) : {}) as { kind?: string; data?: Data | [Data]; errors?: { code: string }[] };
  const { data, kind, errors = [] } = json;
  const one = (Array.isArray(data) && method !== 'GET' ? data[0] : data) as Data;
  const { status, headers: head } = answer;
  return { status, kind, codes: errors.map(({ code }) => code), data: one, headers: head, text };
}

/** Lets the clock of a sandbox go on. */
export async function wait(on: Target, seconds: number): Promise<void> {
  const body = JSON.stringify({ action: 'advance', seconds });
  await (await on.fetch('/clock', { method: 'POST', headers: JSON_TYPE, body })).text();
}

/** Sets the clock of a sandbox to an instant. */
export async function setClock(on: Target, to: string): Promise<void> {
  const body = JSON.stringify({ action: 'freeze', at: to });
  const answer = await on.fetch('/clock', { method: 'POST', headers: JSON_TYPE, body });
  if (!answer.ok) throw new Error(await answer.text());
}

/** All records of a list. */
export async function all<Data>(by: Caller, path: string): Promise<Data[]> {
  const found: Data[] = [];
  for (let page = 1; ; page++) {
    const and = path.includes('?') ? '&' : '?';
    const { data, status, text } = await send<Data[]>(by, ['GET', `${path}${and}per_page=50&page=${page}`]);
    if (status !== 200) throw new Error(`${status} for ${path}: ${text}`);
    found.push(...data);
    if (data.length < 50) return found;
  }
}

/** An organization as it is now. */
export const organizationNow = async (by: Caller, id: string): Promise<Organization> =>
  (await send<Organization>(by, ['GET', `/${id}`])).data;

/** Everything of an organization that its owner can list. */
export async function everything(by: Caller, id: string) {
  const organization = await organizationNow(by, id);
  const isFree = organization.subscription.plan === 'free';
  return {
    organization,
    members: await all<Member>(by, `/${id}/members`),
    keys: await all<object>(by, `/${id}/keys`),
    contacts: await all<Contact>(by, `/${id}/contacts`),
    invoices: await all<Invoice>(by, `/${id}/invoices`),
    audit: isFree ? [] : await all<AuditEntry>(by, `/${id}/audit`),
    exported: isFree ? undefined : await send(by, ['GET', `/${id}/contacts/export?format=ndjson`]),
  };
}

/** An import as it is now. */
export const importNow = async (by: Caller, id: string, job: string): Promise<ImportJob> =>
  (await send<ImportJob>(by, ['GET', `/${id}/imports/${job}`])).data;

/** A card that is always charged. */
export const goodCard = { number: '4242424242424242', exp_month: 12, exp_year: 2090, cvc: '123' };

/** A card that can be put on file, and never be charged. */
export const lateCard = { ...goodCard, number: '4000000000000341' };

/** Creates an organization. */
export const founded = async (by: Caller, slug = 'acme-tools'): Promise<Organization> =>
  (await send<Organization>(by, ['POST', ''], { body: { name: 'Acme Tools', slug } })).data;

/** Sets the subscription of an organization. */
export const subscribe = (by: Caller, id: string, body: object) =>
  send<Organization>(by, ['PUT', `/${id}/subscription`], { body });
