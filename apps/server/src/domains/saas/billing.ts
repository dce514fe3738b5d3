/** What the clock makes of a subscription: trials end, periods are charged, and what is not paid is paused. */
import type { Subscription } from '@understudy/contract/saas';
import { hasExpired, instantText } from '../../kit/index.js';
import { periodAt, periodFrom, periodStart } from './months.js';
import type { KeptSubscription, Run } from './records/subscription.js';

const DAY_MS = 86_400_000;

/** How long a trial lasts. */
export const TRIAL_MS = 14 * DAY_MS;

/** How long a subscription is past due before it is paused. */
const GRACE_MS = 7 * DAY_MS;

/** Invoices that a seeded subscription has. */
const SEEDED_INVOICES = 12;

type Card = KeptSubscription['card'];

/** When a period of a run begins, in ms since 1970. */
export const startIn = ({ anchor }: Run, number: number): number => periodStart(Date.parse(anchor), number);

/** The number of the period of a run that an instant lies in. */
export const numberIn = ({ anchor }: Run, at: number): number => periodAt(Date.parse(anchor), at);

/** The months that are billed, or were last. */
export const lastRun = ({ runs }: Pick<KeptSubscription, 'runs'>): Run | undefined => runs.at(-1);

/** A subscription whose months are counted: a seeded one has the last twelve of them behind it. */
export function settled(kept: KeptSubscription, now: number): KeptSubscription {
  const run = lastRun(kept);
  if (!kept.is_rolling) return kept;
  const own = { ...kept, is_rolling: false, changed_at: instantText(now) };
  if (run === undefined) return own;
  const number = numberIn(run, now);
  const isOpen = kept.status !== 'active';
  const months = { ...run, first: number - SEEDED_INVOICES + 1, end: isOpen ? number + 1 : null };
  const since = kept.status === 'past_due' ? instantText(startIn(run, number)) : null;
  return { ...own, runs: [months], open_run: isOpen ? 0 : null, past_due_since: since };
}

/** Whether a card that is on file is declined at an instant. */
export const isDeclinedAt = (card: NonNullable<Card>, at: number): boolean => card.is_declined || hasExpired(card, at);

/** The runs once the last of them has ended before a period. */
export function endedBefore({ runs }: Pick<KeptSubscription, 'runs'>, end: number): Run[] {
  return runs.map((run, i) => (i === runs.length - 1 ? { ...run, end: Math.min(run.end ?? end, end) } : run));
}

/** A subscription to the plan free: what was billed before stays. */
export function freed(kept: KeptSubscription, runs: readonly Run[]): KeptSubscription {
  const none = { cancel_at_period_end: false, ends_at: null, past_due_since: null };
  return { ...kept, ...none, plan: 'free', status: 'active', runs: [...runs] };
}

/** Months that begin at an instant. */
export const runFrom = (plan: Run['plan'], at: number): Run => ({
  plan,
  anchor: instantText(at),
  first: 0,
  end: null,
  late: [],
});

/** A subscription whose card is declined at the beginning of a period. */
function overdue(kept: KeptSubscription, runs: readonly Run[], at: number): KeptSubscription {
  const since = instantText(at);
  return { ...kept, status: 'past_due', runs: [...runs], open_run: runs.length - 1, past_due_since: since };
}

/** What the clock makes of a subscription next. */
interface Next {
  readonly at: number;
  readonly subscription: KeptSubscription;
}

function afterTrial(kept: KeptSubscription, at: number): Next {
  const { card, plan, runs } = kept;
  if (kept.cancel_at_period_end) return { at, subscription: freed(kept, runs) };
  if (card === null) return { at, subscription: { ...kept, status: 'paused' } };
  const run = runFrom(plan, at);
  if (!isDeclinedAt(card, at)) return { at, subscription: { ...kept, status: 'active', runs: [...runs, run] } };
  return { at, subscription: overdue(kept, [...runs, { ...run, end: 1 }], at) };
}

/** The end of an active plan: that which was asked for, or the first period for which the card is declined. */
function afterActive(kept: KeptSubscription, run: Run): Next | undefined {
  const { card, ends_at } = kept;
  if (ends_at !== null) {
    const at = Date.parse(ends_at);
    return { at, subscription: freed(kept, endedBefore(kept, numberIn(run, at))) };
  }
  if (card === null) return undefined;
  const next = numberIn(run, Date.parse(kept.changed_at)) + 1;
  const expires = Date.UTC(card.exp_year, card.exp_month, 1);
  const number = card.is_declined ? next : Math.max(next, periodFrom(Date.parse(run.anchor), expires));
  const at = startIn(run, number);
  return { at, subscription: overdue(kept, endedBefore(kept, number + 1), at) };
}

/** What the clock makes of a subscription next; undefined where nothing comes of it. A seeded one stays as it is. */
export function nextOf(kept: KeptSubscription): Next | undefined {
  const { status, trial_ends_at: trial, past_due_since: since } = kept;
  if (kept.is_rolling) return undefined;
  if (status === 'trialing' && trial !== null) return afterTrial(kept, Date.parse(trial));
  if (status === 'past_due' && since !== null) {
    return { at: Date.parse(since) + GRACE_MS, subscription: { ...kept, status: 'paused', past_due_since: null } };
  }
  const run = lastRun(kept);
  return status === 'active' && kept.plan !== 'free' && run !== undefined ? afterActive(kept, run) : undefined;
}

/** When the next invoice is issued after the last change; undefined where none is. */
export function nextInvoiceAt(kept: KeptSubscription): number | undefined {
  const { status, trial_ends_at: trial, card, ends_at } = kept;
  if (status === 'trialing') {
    return trial === null || card === null || kept.cancel_at_period_end ? undefined : Date.parse(trial);
  }
  const run = lastRun(kept);
  if (status !== 'active' || kept.plan === 'free' || ends_at !== null || run === undefined) return undefined;
  return startIn(run, numberIn(run, Date.parse(kept.changed_at)) + 1);
}

/** The period that is paid for or owed, by its number; undefined where there is none. */
export function currentNumber(kept: KeptSubscription, now: number): number | undefined {
  const run = lastRun(kept);
  if (run === undefined || kept.plan === 'free') return undefined;
  if (kept.status === 'active') return numberIn(run, now);
  return kept.status === 'past_due' && run.end !== null ? run.end - 1 : undefined;
}

/** A subscription as clients see it at an instant, and until when it is so. */
export function showSubscription(
  kept: KeptSubscription,
  now: number,
): { readonly subscription: Subscription; readonly until: number } {
  const counted = settled(kept, now);
  const { plan, status, trial_ends_at, cancel_at_period_end, card } = counted;
  const run = lastRun(counted);
  const number = currentNumber(counted, now);
  const [start, end] =
    run === undefined || number === undefined ? [] : [startIn(run, number), startIn(run, number + 1)];
  const subscription = {
    plan,
    status,
    trial_ends_at,
    current_period_start: start === undefined ? null : instantText(start),
    current_period_end: end === undefined ? null : instantText(end),
    cancel_at_period_end,
    card: card && { brand: card.brand, last4: card.last4 },
  };
  return { subscription, until: end ?? Infinity };
}
