/** Changes subscriptions: plan, card and cancellation, charged or not. */
import type { GivenCard, ProblemFault } from '@understudy/contract/kit';
import type { Organization, Plan, Role, saas as declared } from '@understudy/contract/saas';
import {
  charge,
  type ContextOf,
  declined,
  type Failure,
  instantText,
  isNeverCharged,
  storedCard,
  passesLuhn,
  type ProblemDetails,
  type Records,
  type Result,
} from '../../kit/index.js';
import { audit, changesOf } from './audit.js';
import {
  currentNumber,
  endedBefore,
  freed,
  invoicesOf,
  isDeclinedAt,
  lastRun,
  limitsOf,
  numberIn,
  runFrom,
  billed,
  showSubscription,
  startIn,
} from './billing.js';
import { admit, type Caller } from './caller.js';
import { type OrganizationRecord, organizations } from './records/organization.js';
import { shownUsage, usageOf } from './records/usage.js';
import { type Run, type StoredSubscription } from './records/subscription.js';

/** An organization as a caller sees it, and until when it is so. */
export function showOrganization(
  { id, name, slug, created_at, subscription: stored }: OrganizationRecord,
  { records, now, role }: { readonly records: Records; readonly now: number; readonly role: Role | null },
): { readonly value: Organization; readonly until: number } {
  const { subscription, until } = showSubscription(stored, now);
  const used = shownUsage(records, id, now);
  return {
    value: { id, name, slug, role, subscription, limits: limitsOf[stored.plan], usage: used.usage, created_at },
    until: Math.min(until, used.until),
  };
}

interface SubscriptionChange {
  /** The subscription as it is. */
  readonly stored: StoredSubscription;
  readonly input: ContextOf<typeof declared, 'changeSubscription'>['input'];
  readonly now: number;
}

/** What becomes of a card: it is good, it is charged and nobody hears of it, or it is declined. */
type Outcome = 'good' | 'lost' | { readonly code: string; readonly detail: string };

function outcomeOf(card: GivenCard, now: number, isRetry: boolean): Outcome {
  const outcome = charge(card, { now, isRetry });
  if (outcome.is === 'succeeded') return 'good';
  if (outcome.is === 'lost') return 'lost';
  if (outcome.is === 'declined') return outcome;
  const detail = 'the bank wants a second step of the buyer, which subscriptions do not have; use another card';
  return { code: 'authentication_failed', detail };
}

function withOpenPaid(stored: StoredSubscription, now: number): StoredSubscription {
  const { open_run: open, runs } = stored;
  const run = open === null ? undefined : runs[open];
  if (open === null || run === undefined || run.end === null) return stored;
  const late = [...run.late, { period: run.end - 1, paid_at: instantText(now) }];
  return { ...stored, open_run: null, runs: runs.with(open, { ...run, late }) };
}

/** A subscription that was charged: it goes on where its open invoice was for the present, and else begins anew. */
function charged(stored: StoredSubscription, plan: Plan, now: number): StoredSubscription {
  const isOpen = stored.open_run === stored.runs.length - 1 && stored.plan === plan;
  const paid = withOpenPaid(stored, now);
  const run = lastRun(paid);
  const own = { ...paid, plan, status: 'active' as const, past_due_since: null, had_processing_error: false };
  if (isOpen && run !== undefined && run.end !== null && now < startIn(run, run.end)) {
    return { ...own, runs: paid.runs.with(paid.runs.length - 1, { ...run, end: null }) };
  }
  const before: readonly Run[] = run === undefined ? [] : endedBefore(paid, numberIn(run, now) + 1);
  return { ...own, runs: [...before, runFrom(plan, now)] };
}

function ending(stored: StoredSubscription, isWanted: boolean, now: number): StoredSubscription {
  const [run, number] = [lastRun(stored), currentNumber(stored, now)];
  const end = run === undefined || number === undefined ? undefined : instantText(startIn(run, number + 1));
  return { ...stored, cancel_at_period_end: isWanted, ends_at: isWanted && end !== undefined ? end : null };
}

interface Changed {
  readonly next: StoredSubscription;
  readonly outcome: Outcome;
}

function toFree({ stored, now }: SubscriptionChange): Changed {
  if (stored.plan === 'free') return { next: stored, outcome: 'good' };
  const run = lastRun(stored);
  const runs = run === undefined ? [] : endedBefore(stored, numberIn(run, now) + 1);
  return { next: freed(stored, runs), outcome: 'good' };
}

function toPaid({ stored, input, now }: SubscriptionChange): Changed {
  const { plan, card: given } = input;
  const known = given === undefined ? stored.card : { ...storedCard(given), is_declined: isNeverCharged(given) };
  const isSame = JSON.stringify(known) === JSON.stringify(stored.card);
  const withCard = { ...stored, card: known };
  const asked: Outcome = given === undefined || isSame ? 'good' : outcomeOf(given, now, stored.had_processing_error);
  if (stored.status === 'trialing') {
    const isKept = given !== undefined && isNeverCharged(given);
    return { next: ending({ ...withCard, plan }, input.cancel_at_period_end, now), outcome: isKept ? 'good' : asked };
  }
  if (stored.status === 'active' && stored.plan === plan) {
    return { next: ending(withCard, input.cancel_at_period_end, now), outcome: asked };
  }
  const detail = 'there is no card on file; send one';
  const onFile: Outcome = known === null ? { code: 'required', detail } : fileOutcome(known, now);
  const outcome = given === undefined ? onFile : outcomeOf(given, now, stored.had_processing_error);
  return { next: ending(charged(withCard, plan, now), input.cancel_at_period_end, now), outcome };
}

function fileOutcome(card: NonNullable<StoredSubscription['card']>, now: number): Outcome {
  if (!isDeclinedAt(card, now)) return 'good';
  return declined(card.is_declined ? 'card_declined' : 'expired_card');
}

function nextSubscription(asked: SubscriptionChange): Changed {
  return asked.input.plan === 'free' ? toFree(asked) : toPaid(asked);
}

type ChangeContext = ContextOf<typeof declared, 'changeSubscription'>;

interface Changing {
  readonly ctx: ChangeContext;
  readonly caller: Caller;
  /** The subscription as it is. */
  readonly stored: StoredSubscription;
}

function shown({ ctx, caller }: Changing, record: OrganizationRecord): Organization {
  return showOrganization(record, { ...ctx, role: caller.role }).value;
}

function fault(changing: Changing, kind: 'payment_declined' | 'conflict', details: ProblemDetails) {
  return changing.ctx.problem(kind, { ...details, current: shown(changing, changing.caller.organization) });
}

/** Refuses a plan that allows less than is used. */
function checkUsage(changing: Changing, plan: Plan): void {
  const { ctx, caller, stored } = changing;
  if (plan === stored.plan) return;
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
function announce({ ctx, stored, caller }: Changing, record: OrganizationRecord): void {
  const { emit, now, records } = ctx;
  const { id, subscription } = record;
  emit('customer.subscription.updated', { ...showSubscription(subscription, now).subscription, organization_id: id });
  const before = new Map(entriesOf({ id, subscription: stored }, now).map((one) => [one.id, one.status]));
  for (const invoice of entriesOf({ id, subscription }, now)) {
    if (invoice.status === 'paid' && before.get(invoice.id) !== 'paid') emit('invoice.paid', invoice);
  }
  const names = ['plan', 'status', 'cancel_at_period_end', 'card'] as const;
  const [was, is] = [stored, subscription].map((one) => showSubscription(one, now).subscription);
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
  const caller = admit(ctx, { role: 'owner' });
  const { organization } = caller;
  const stored = billed(organization.subscription, now);
  const changing: Changing = { ctx, caller, stored };
  checkUsage(changing, input.plan);
  const { next, outcome } = nextSubscription({ stored, input, now });
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
  if (JSON.stringify(next) === JSON.stringify(stored)) return { value: [shown(changing, organization)] };
  const changed = records.put(organizations, {
    ...organization,
    subscription: { ...next, changed_at: instantText(now) },
  });
  announce(changing, changed);
  if (outcome === 'good') return { value: [shown(changing, changed)] };
  const detail = `the answer of the bank was lost, and the change was made; send the same again, or read ${changed.id}`;
  return { failure: problem('timeout', { detail }) };
}
