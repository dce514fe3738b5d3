/** Organizations, with their subscriptions. */
import { organization, type Plan, type Role } from '@understudy/contract/saas';
import type { z } from 'zod';
import {
  approaching,
  type Collection,
  countBefore,
  type Dataset,
  drawCompany,
  type DueEvent,
  EPOCH,
  instantText,
  storedCard,
  nowhere,
  type Positions,
  range,
  seededId,
  Tally,
  type Transition,
} from '../../../kit/index.js';
import { newestInvoice, nextInvoiceAt, nextOf, runFrom, showSubscription, TRIAL_MS } from '../billing.js';
import { type StoredSubscription, storedSubscription } from './subscription.js';

const DAY_MS = 86_400_000;

/** How many organizations are seeded. Without users nobody could own any. */
export const organizationCount = (dataset: Dataset): number =>
  dataset.size('users') === 0 ? 0 : dataset.size('organizations');

/** How many contacts are seeded. */
export const contactCount = (dataset: Dataset): number =>
  organizationCount(dataset) === 0 ? 0 : dataset.size('contacts');

const FIRST_PLANS: readonly Plan[] = ['business', 'free', 'team', 'team', 'team', 'team'];
const PLANS: readonly Plan[] = ['team', 'free', 'business'];

const planOf = (index: number): Plan => FIRST_PLANS[index] ?? PLANS[index % PLANS.length] ?? 'team';

const SEATS: Readonly<Record<Plan, number>> = { free: 2, team: 5, business: 8 };
const ROLES: readonly Role[] = ['owner', 'admin', 'member', 'viewer', 'member', 'viewer', 'member', 'member'];

/** Where the first user has another role than owner: the second one, who is the owner, has the first seat. */
const OTHER_ROLES: Readonly<Record<number, readonly Role[]>> = {
  1: ['owner', 'admin', 'member'],
  2: ['owner', 'viewer', 'admin', 'member', 'member'],
};

const WITHOUT_FIRST = 3;

/** How many members an organization has. */
export function seatCount(dataset: Dataset, index: number): number {
  const users = dataset.size('users');
  const wanted = OTHER_ROLES[index]?.length ?? SEATS[planOf(index)];
  return Math.min(wanted, index === WITHOUT_FIRST ? Math.max(1, users - 1) : users);
}

/** Index of the user on the first seat. Every tenth user is active, so that an owner can log in. */
function firstUser(dataset: Dataset, index: number): number {
  const users = dataset.size('users');
  if (index < FIRST_PLANS.length && index !== WITHOUT_FIRST) return 0;
  const tens = Math.ceil(users / 10);
  if (index === WITHOUT_FIRST || tens === 1) return users > 1 ? 1 : 0;
  return 10 * (1 + (index % (tens - 1)));
}

/** The seat or user that has the position of another one, where the first two have changed seats; its own elsewhere. */
function changed(dataset: Dataset, index: number, seat: number): number {
  return index in OTHER_ROLES && seat < 2 && dataset.size('users') > 1 ? 1 - seat : seat;
}

/** Index of the user on a seat. The owner has the first one. */
export const userOn = (dataset: Dataset, index: number, seat: number): number =>
  (firstUser(dataset, index) + changed(dataset, index, seat)) % dataset.size('users');

/** The seat of a user in an organization, by their indexes; undefined where the user has none. */
export function seatOf(dataset: Dataset, index: number, user: number): number | undefined {
  const users = dataset.size('users');
  const seat = changed(dataset, index, (((user - firstUser(dataset, index)) % users) + users) % users);
  return user >= 0 && user < users && seat < seatCount(dataset, index) ? seat : undefined;
}

/** The role on a seat. */
export const roleOn = (index: number, seat: number): Role => (OTHER_ROLES[index] ?? ROLES)[seat] ?? 'member';

function seatsOf(dataset: Dataset): Tally {
  return dataset.relation('organization seats', () => {
    const counts = new Uint32Array(organizationCount(dataset) + 1);
    for (let i = 0; i + 1 < counts.length; i++) counts[i + 1] = seatCount(dataset, i);
    return new Tally(counts);
  });
}

/** Position of the first seat of an organization, and behind the last of them how many seats there are. */
export const firstSeat = (dataset: Dataset, index: number): number => seatsOf(dataset).start(index);

/** The last organization whose first thing has a position or one before it, where each has at least one. */
export function organizationAt(dataset: Dataset, position: number, firstOf: (index: number) => number): number {
  return countBefore(organizationCount(dataset), (index) => firstOf(index) > position) - 1;
}

/** When a seeded organization was created, in ms since 1970. */
const organizationCreatedAt = approaching({ from: Date.UTC(2024, 0, 8, 9), to: Date.UTC(2024, 11, 2), half: 8 });

/** When the nth of some things happened in the beginning of an organization: before the next one was created. */
export function momentOf(index: number, nth: number, of: number): number {
  const created = organizationCreatedAt(index);
  return created + Math.floor(((organizationCreatedAt(index + 1) - created) * nth) / of);
}

/** When the periods of a seeded subscription are counted from. */
function anchorOf(index: number): number {
  // One of them begins on a day that most months do not have.
  if (index === 2) return Date.UTC(2024, 4, 31, 10, 30);
  return organizationCreatedAt(index) + 14 * DAY_MS;
}

/** Half of the contacts belong to the first organization, and the others to each of the others in turn. */
export function organizationOfContact(dataset: Dataset, index: number): number {
  const others = organizationCount(dataset) - 1;
  return index % 2 === 0 || others < 1 ? 0 : 1 + (((index - 1) / 2) % others);
}

/** The position of the first contact of an organization, and the step to the next. */
function contactsIn(dataset: Dataset, index: number): { readonly first: number; readonly step: number } {
  const others = organizationCount(dataset) - 1;
  if (others < 1) return { first: 0, step: 1 };
  return index === 0 ? { first: 0, step: 2 } : { first: 2 * index - 1, step: 2 * others };
}

/** How many contacts an organization has. */
export function contactCountOf(dataset: Dataset, index: number): number {
  const { first, step } = contactsIn(dataset, index);
  return Math.max(0, Math.ceil((contactCount(dataset) - first) / step));
}

/** Positions of the contacts of an organization. */
export function contactsOf(dataset: Dataset, index: number): Positions {
  if (index < 0 || index >= organizationCount(dataset)) return nowhere;
  const { first, step } = contactsIn(dataset, index);
  const positions = new Uint32Array(contactCountOf(dataset, index));
  for (let i = 0; i < positions.length; i++) positions[i] = first + i * step;
  return positions;
}

/** When something happened three days before the present of the seed. */
export const LATELY = EPOCH - 3 * DAY_MS;

const organizationRecord = organization
  .pick({ id: true, name: true, slug: true, created_at: true })
  .extend({ subscription: storedSubscription });

/** An organization as it is kept. */
export type OrganizationRecord = z.infer<typeof organizationRecord>;

/** Indexes of organizations that have not paid. */
const PAST_DUE = 4;
const PAUSED = 5;

function subscriptionOf(index: number): StoredSubscription {
  const plan = planOf(index);
  const status = index === PAST_DUE ? 'past_due' : index === PAUSED ? 'paused' : 'active';
  const isDeclined = status !== 'active';
  const number = isDeclined ? '4000000000000341' : index % 2 === 0 ? '4242424242424242' : '5555555555554444';
  const card = { ...storedCard({ number, exp_month: 12, exp_year: 2099, cvc: '' }), is_declined: isDeclined };
  const created = organizationCreatedAt(index);
  return {
    plan,
    status,
    trial_ends_at: instantText(created + TRIAL_MS),
    cancel_at_period_end: false,
    card: plan === 'free' ? null : card,
    is_rolling: true,
    runs: plan === 'free' ? [] : [runFrom(plan, anchorOf(index))],
    open_run: null,
    ends_at: null,
    past_due_since: null,
    had_processing_error: false,
    changed_at: instantText(created),
  };
}

/** A slug carries the number of its organization, so that finding one needs no scan. */
function slugOf(name: string, index: number): string {
  const words = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `${words.slice(0, 28)}-${index + 1}`;
}

function seeded(dataset: Dataset, index: number): OrganizationRecord {
  const name = drawCompany(dataset.random('organizations', index));
  return {
    id: seededId('org', index),
    name,
    slug: slugOf(name, index),
    created_at: instantText(organizationCreatedAt(index)),
    subscription: subscriptionOf(index),
  };
}

function bySlug(dataset: Dataset, slug: string) {
  const index = Number(/-(\d{1,8})$/.exec(slug)?.[1] ?? 0) - 1;
  if (index < 0 || index >= organizationCount(dataset)) return nowhere;
  return seeded(dataset, index).slug === slug ? range(index, index + 1) : nowhere;
}

function transition(record: OrganizationRecord): Transition<OrganizationRecord> | undefined {
  const next = nextOf(record.subscription);
  return next && { at: next.at, record: { ...record, subscription: next.subscription } };
}

/** What the clock brings next: another state of the subscription, and the next invoice. */
function due(record: OrganizationRecord): readonly DueEvent[] {
  const { id, subscription } = record;
  if (subscription.is_rolling) return [];
  const next = nextOf(subscription);
  const events: DueEvent[] = [];
  if (next !== undefined) {
    const object = { ...showSubscription(next.subscription, next.at).subscription, organization_id: id };
    events.push({ type: 'customer.subscription.updated', at: next.at, object });
  }
  const at = nextInvoiceAt(subscription);
  if (at === undefined) return events;
  const then = next !== undefined && next.at <= at ? next.subscription : subscription;
  const object = newestInvoice({ id, subscription: then }, at);
  const type = then.status === 'past_due' ? 'invoice.payment_failed' : 'invoice.paid';
  return object === undefined ? events : [...events, { type, at, object }];
}

/** Organizations. */
export const organizations: Collection<OrganizationRecord> = {
  name: 'organizations',
  prefix: 'org',
  noun: 'organization',
  schema: organizationRecord,
  defaultSize: 12,
  count: organizationCount,
  seeded,
  lookup: { slug: bySlug },
  transition,
  due,
};
