/** Changes subscriptions: plan, card and cancellation, charged or not. */
import type { contract } from '@understudy/contract';
import type { ProblemFault } from '@understudy/contract/kit';
import type { Organization, Plan } from '@understudy/contract/saas';
import {
  type ContextOf,
  type Failure,
  instantText,
  passesLuhn,
  type ProblemDetails,
  type Result,
} from '../../kit/index.js';
import { audit, changesOf } from './audit.js';
import { settled, showSubscription } from './billing.js';
import { invoicesOf } from './bills.js';
import { type Caller, enter, permit } from './caller.js';
import { nextSubscription } from './next-subscription.js';
import { limitsOf } from './plans.js';
import { type OrganizationRecord, organizations } from './records/organization.js';
import type { KeptSubscription } from './records/subscription.js';
import { usageOf } from './records/usage.js';
import { showOrganization } from './shown-organization.js';

type ChangeContext = ContextOf<typeof contract.saas, 'changeSubscription'>;

/** A change of a subscription, on its way. */
interface Changing {
  readonly ctx: ChangeContext;
  readonly caller: Caller;
  /** The subscription as it is. */
  readonly kept: KeptSubscription;
}

function shown({ ctx, caller }: Changing, record: OrganizationRecord): Organization {
  return showOrganization(record, { ...ctx, role: caller.role }).value;
}

function fault(changing: Changing, kind: 'payment_declined' | 'conflict', details: ProblemDetails) {
  return changing.ctx.problem(kind, { ...details, current: shown(changing, changing.caller.organization) });
}

/** Refuses a plan that allows less than is used. */
function checkUsage(changing: Changing, plan: Plan): void {
  const { ctx, caller, kept } = changing;
  if (plan === kept.plan) return;
  const usage = usageOf(ctx.records, caller.organization.id);
  const errors = (['members', 'contacts'] as const).flatMap((name): ProblemFault[] => {
    const most = limitsOf[plan][name];
    if (usage[name] <= most) return [];
    return [{ pointer: '#/plan', code: name, detail: `allows ${most} ${name}, and there are ${usage[name]}` }];
  });
  if (errors.length === 0) return;
  throw fault(changing, 'conflict', { detail: `the plan ${plan} allows less than is used`, errors });
}

function decline(changing: Changing, { code, detail }: { code: string; detail: string }) {
  const pointer = changing.ctx.input.card === undefined ? '#/card' : '#/card/number';
  return fault(changing, 'payment_declined', { detail, errors: [{ pointer, code, detail }] });
}

/** Tells of a change, and of the invoices that were paid with it. */
function announce({ ctx, kept, caller }: Changing, record: OrganizationRecord): void {
  const { emit, now, records } = ctx;
  const { id, subscription } = record;
  emit('customer.subscription.updated', { ...showSubscription(subscription, now).subscription, organization_id: id });
  const before = new Map(entriesOf({ id, subscription: kept }, now).map((one) => [one.id, one.status]));
  for (const invoice of entriesOf({ id, subscription }, now)) {
    if (invoice.status === 'paid' && before.get(invoice.id) !== 'paid') emit('invoice.paid', invoice);
  }
  const names = ['plan', 'status', 'cancel_at_period_end', 'card'] as const;
  const [was, is] = [kept, subscription].map((one) => showSubscription(one, now).subscription);
  const target = { type: 'organization' as const, id: caller.organization.id };
  const changes = changesOf(was, is, names);
  // A card that looks like the one before it changes nothing that the log shows.
  if (changes.length === 0) return;
  audit({ ...ctx, records }, { organization_id: id, action: 'subscription.changed', target, changes });
}

/** The newest invoices of an organization: a change pays two at most. */
function entriesOf(subscriber: Parameters<typeof invoicesOf>[0], now: number) {
  const invoices = invoicesOf(subscriber, now);
  return [0, 1, 2].flatMap((index) => invoices.at(index)?.item ?? []);
}

/** Changes the subscription of an organization. */
export function changeSubscription(ctx: ChangeContext): Result<readonly Organization[]> | Failure {
  const { input, records, now, problem } = ctx;
  if (input.card !== undefined && !passesLuhn(input.card.number)) {
    const detail = 'is no number of a card: its last digit does not fit the others';
    const errors = [{ pointer: '#/card/number', code: 'invalid_number', detail }];
    throw problem('bad_request', { detail: `#/card/number ${detail}`, errors });
  }
  const caller = enter(ctx);
  permit(ctx, caller, { role: 'owner' });
  const { organization } = caller;
  const kept = settled(organization.subscription, now);
  const changing: Changing = { ctx, caller, kept };
  checkUsage(changing, input.plan);
  const { next, outcome } = nextSubscription({ kept, input, now });
  if (typeof outcome === 'object') {
    const failure = decline(changing, outcome);
    if (outcome.code !== 'processing_error') throw failure;
    // The bank works on the next attempt.
    records.put(organizations, {
      ...organization,
      subscription: { ...organization.subscription, had_processing_error: true },
    });
    return { failure };
  }
  if (JSON.stringify(next) === JSON.stringify(kept)) return { value: [shown(changing, organization)] };
  const changed = records.put(organizations, {
    ...organization,
    subscription: { ...next, changed_at: instantText(now) },
  });
  announce(changing, changed);
  if (outcome === 'good') return { value: [shown(changing, changed)] };
  const detail = `the answer of the bank was lost, and the change was made; send the same again, or read ${changed.id}`;
  return { failure: problem('timeout', { detail }) };
}
