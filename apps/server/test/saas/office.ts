/** Calls of the SaaS domain, for its tests: by users who have logged in, and by API keys. */
import type { AuditEntry, Contact, ImportJob, Invoice, Member, Organization } from '@understudy/contract';
import { allPages, type Answered, calling, type Sending } from '../calling.js';
import { jsonAt, jsonRequest, moveClock, type Target } from '../support.js';

/** Who sends requests in one sandbox. */
export interface Caller {
  readonly on: Target;
  readonly token: string;
}

/** Path of the domain. */
export const SAAS = '/api/saas/organizations';

/** Addresses of seeded users, by their number. */
export const emails: Readonly<Record<number, string>> = {
  1: 'marcelo.abbott.1@example.com',
  2: 'sven.weber.2@example.net',
  3: 'janis.tremblay.3@example.org',
};

/** A seeded user who has logged in. */
export async function user(on: Target, number = 1): Promise<Caller> {
  const login = jsonRequest('POST', { email: emails[number], password: 'Passw0rd!' });
  const { data } = await jsonAt(on, '/api/auth/login', login);
  return { on, token: data[0].access_token };
}

/** An API key: of a seeded organization, by its number, or a secret. */
export const key = (on: Target, which: number | string): Caller => ({
  on,
  token: typeof which === 'string' ? which : `usk_seed_${String(which).padStart(4, '0')}`,
});

/** Nobody in particular. */
export const nobody = (on: Target): Caller => ({ on, token: '' });

const call = calling(SAAS);

/** Sends a request to the domain. */
export const send = <Data = unknown>(
  { on, token }: Caller,
  request: readonly [method: string, path: string],
  sending: Sending = {},
): Promise<Answered<Data>> => call<Data>(on, request, { ...sending, token });

/** Lets the clock of a sandbox go on. */
export const wait = (on: Target, seconds: number): Promise<void> => moveClock(on, { action: 'advance', seconds });

/** Sets the clock of a sandbox to an instant. */
export const setClock = (on: Target, at: string): Promise<void> => moveClock(on, { action: 'freeze', at });

/** All records of a list. */
export const all = <Data>(by: Caller, path: string): Promise<Data[]> =>
  allPages((query) => send<Data[]>(by, ['GET', query]), path);

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
