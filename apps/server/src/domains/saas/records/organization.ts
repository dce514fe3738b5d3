/** Organizations, with their subscriptions. */
import { organization } from '@understudy/contract/saas';
import type { z } from 'zod';
import {
  type Collection,
  type Dataset,
  drawCompany,
  type DueEvent,
  instantText,
  keptOf,
  nowhere,
  range,
  seededId,
  type Transition,
} from '../../../kit/index.js';
import { newestInvoice } from '../bills.js';
import { nextInvoiceAt, nextOf, runFrom, showSubscription, TRIAL_MS } from '../billing.js';
import { anchorOf, organizationCount, organizationCreatedAt, planOf } from './seats.js';
import { type KeptSubscription, keptSubscription } from './subscription.js';

const organizationRecord = organization
  .pick({ id: true, name: true, slug: true, created_at: true })
  .extend({ subscription: keptSubscription });

/** An organization as it is kept. */
export type OrganizationRecord = z.infer<typeof organizationRecord>;

/** Indexes of organizations that have not paid. */
const PAST_DUE = 4;
const PAUSED = 5;

function subscriptionOf(index: number): KeptSubscription {
  const plan = planOf(index);
  const status = index === PAST_DUE ? 'past_due' : index === PAUSED ? 'paused' : 'active';
  const isDeclined = status !== 'active';
  const number = isDeclined ? '4000000000000341' : index % 2 === 0 ? '4242424242424242' : '5555555555554444';
  const card = { ...keptOf({ number, exp_month: 12, exp_year: 2099, cvc: '' }), is_declined: isDeclined };
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

/** The organization once the clock has changed its subscription. */
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
