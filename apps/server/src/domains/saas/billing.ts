/** Plans and bills of subscriptions. */
import type { Invoice, Plan, PlanLimits, Subscription } from '@understudy/contract/saas';
import { type EntryAt, hasExpired, instantText, moneyIn, naturalId, type Rows } from '../../kit/index.js';
import type { Run, StoredSubscription } from './records/subscription.js';

const DAY_MS = 86_400_000;

/** When the period with a number begins, in ms since 1970. The first, with the number 0, begins at the anchor. */
function periodStart(anchor: number, number: number): number {
  const first = new Date(anchor);
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + number];
  // Date.UTC takes the years 0 to 99 for those of the last century.
  const lastDay = new Date(new Date(0).setUTCFullYear(year, month + 1, 0)).getUTCDate();
  const day = Math.min(first.getUTCDate(), lastDay);
  return new Date(0).setUTCFullYear(year, month, day) + (((anchor % DAY_MS) + DAY_MS) % DAY_MS);
}

/** The number of the period that an instant lies in. */
function periodAt(anchor: number, at: number): number {
  const [first, then] = [new Date(anchor), new Date(at)];
  const months = (then.getUTCFullYear() - first.getUTCFullYear()) * 12 + then.getUTCMonth() - first.getUTCMonth();
  return periodStart(anchor, months) <= at ? months : months - 1;
}

/** The number of the first period that begins at an instant or later. */
function periodFrom(anchor: number, at: number): number {
  const number = periodAt(anchor, at);
  return periodStart(anchor, number) === at ? number : number + 1;
}

/** How long a trial lasts. */
export const TRIAL_MS = 14 * DAY_MS;

/** How long a subscription is past due before it is paused. */
const GRACE_MS = 7 * DAY_MS;

const SEEDED_INVOICES = 12;

type Card = StoredSubscription['card'];

/** When a period of a run begins, in ms since 1970. */
export const startIn = ({ anchor }: Run, number: number): number => periodStart(Date.parse(anchor), number);

/** The number of the period of a run that an instant lies in. */
export const numberIn = ({ anchor }: Run, at: number): number => periodAt(Date.parse(anchor), at);

/** The months that are billed, or were last. */
export const lastRun = ({ runs }: Pick<StoredSubscription, 'runs'>): Run | undefined => runs.at(-1);

/** A subscription whose months are counted: a seeded one has the last twelve of them behind it. */
export function billed(stored: StoredSubscription, now: number): StoredSubscription {
  const run = lastRun(stored);
  if (!stored.is_rolling) return stored;
  const own = { ...stored, is_rolling: false, changed_at: instantText(now) };
  if (run === undefined) return own;
  const number = numberIn(run, now);
  const isOpen = stored.status !== 'active';
  const months = { ...run, first: number - SEEDED_INVOICES + 1, end: isOpen ? number + 1 : null };
  const since = stored.status === 'past_due' ? instantText(startIn(run, number)) : null;
  return { ...own, runs: [months], open_run: isOpen ? 0 : null, past_due_since: since };
}

/** Whether a card that is on file is declined at an instant. */
export const isDeclinedAt = (card: NonNullable<Card>, at: number): boolean => card.is_declined || hasExpired(card, at);

/** The runs once the last of them has ended before a period. */
export function endedBefore({ runs }: Pick<StoredSubscription, 'runs'>, end: number): Run[] {
  return runs.map((run, i) => (i === runs.length - 1 ? { ...run, end: Math.min(run.end ?? end, end) } : run));
}

/** A subscription to the plan free: what was billed before stays. */
export function freed(stored: StoredSubscription, runs: readonly Run[]): StoredSubscription {
  const none = { cancel_at_period_end: false, ends_at: null, past_due_since: null };
  return { ...stored, ...none, plan: 'free', status: 'active', runs: [...runs] };
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
function overdue(stored: StoredSubscription, runs: readonly Run[], at: number): StoredSubscription {
  const since = instantText(at);
  return { ...stored, status: 'past_due', runs: [...runs], open_run: runs.length - 1, past_due_since: since };
}

interface Next {
  readonly at: number;
  readonly subscription: StoredSubscription;
}

function afterTrial(stored: StoredSubscription, at: number): Next {
  const { card, plan, runs } = stored;
  if (stored.cancel_at_period_end) return { at, subscription: freed(stored, runs) };
  if (card === null) return { at, subscription: { ...stored, status: 'paused' } };
  const run = runFrom(plan, at);
  if (!isDeclinedAt(card, at)) return { at, subscription: { ...stored, status: 'active', runs: [...runs, run] } };
  return { at, subscription: overdue(stored, [...runs, { ...run, end: 1 }], at) };
}

/** The end of an active plan: that which was asked for, or the first period for which the card is declined. */
function afterActive(stored: StoredSubscription, run: Run): Next | undefined {
  const { card, ends_at } = stored;
  if (ends_at !== null) {
    const at = Date.parse(ends_at);
    return { at, subscription: freed(stored, endedBefore(stored, numberIn(run, at))) };
  }
  if (card === null) return undefined;
  const next = numberIn(run, Date.parse(stored.changed_at)) + 1;
  const expires = Date.UTC(card.exp_year, card.exp_month, 1);
  const number = card.is_declined ? next : Math.max(next, periodFrom(Date.parse(run.anchor), expires));
  const at = startIn(run, number);
  return { at, subscription: overdue(stored, endedBefore(stored, number + 1), at) };
}

/** What the clock makes of a subscription next; undefined where nothing comes of it. A seeded one stays as it is. */
export function nextOf(stored: StoredSubscription): Next | undefined {
  const { status, trial_ends_at: trial, past_due_since: since } = stored;
  if (stored.is_rolling) return undefined;
  if (status === 'trialing' && trial !== null) return afterTrial(stored, Date.parse(trial));
  if (status === 'past_due' && since !== null) {
    return { at: Date.parse(since) + GRACE_MS, subscription: { ...stored, status: 'paused', past_due_since: null } };
  }
  const run = lastRun(stored);
  return status === 'active' && stored.plan !== 'free' && run !== undefined ? afterActive(stored, run) : undefined;
}

/** When the next invoice is issued after the last change; undefined where none is. */
export function nextInvoiceAt(stored: StoredSubscription): number | undefined {
  const { status, trial_ends_at: trial, card, ends_at } = stored;
  if (status === 'trialing') {
    return trial === null || card === null || stored.cancel_at_period_end ? undefined : Date.parse(trial);
  }
  const run = lastRun(stored);
  if (status !== 'active' || stored.plan === 'free' || ends_at !== null || run === undefined) return undefined;
  return startIn(run, numberIn(run, Date.parse(stored.changed_at)) + 1);
}

/** The period that is paid for or owed, by its number; undefined where there is none. */
export function currentNumber(stored: StoredSubscription, now: number): number | undefined {
  const run = lastRun(stored);
  if (run === undefined || stored.plan === 'free') return undefined;
  if (stored.status === 'active') return numberIn(run, now);
  return stored.status === 'past_due' && run.end !== null ? run.end - 1 : undefined;
}

/** A subscription as clients see it at an instant, and until when it is so. */
export function showSubscription(
  stored: StoredSubscription,
  now: number,
): { readonly subscription: Subscription; readonly until: number } {
  const counted = billed(stored, now);
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

/** Price of a month, in cents of EUR. */
const prices: Readonly<Record<Plan, number>> = { free: 0, team: 2900, business: 9900 };

/** What the plans allow. */
export const limitsOf: Readonly<Record<Plan, PlanLimits>> = {
  free: { members: 3, contacts: 50, writes_per_minute: 10 },
  team: { members: 10, contacts: 1000, writes_per_minute: 60 },
  business: { members: 100, contacts: 50_000, writes_per_minute: 600 },
};

/** Whether a plan has the export and the audit log. */
export const hasFeatures = (plan: Plan): boolean => plan !== 'free';

/** A period that was billed, by its number in a run. */
interface Billed {
  readonly run: number;
  readonly period: number;
}

/** An organization, as far as its invoices go. */
interface Subscriber {
  readonly id: string;
  readonly subscription: StoredSubscription;
}

function invoiceOf(
  { id, subscription: { runs, open_run } }: Subscriber,
  run: Run,
  { run: index, period }: Billed,
): Invoice {
  const [start, end] = [startIn(run, period), startIn(run, period + 1)];
  const issued_at = instantText(start);
  const isOpen = open_run === index && run.end === period + 1;
  const paid_at = run.late.find((one) => one.period === period)?.paid_at ?? issued_at;
  return {
    // A plan can be changed twice at one instant.
    id: naturalId('', 'inv', [id, issued_at, ...(runs[index - 1]?.anchor === run.anchor ? [index] : [])]),
    organization_id: id,
    number: `${issued_at.slice(0, 10).replaceAll('-', '')}-${index + 1}`,
    status: isOpen ? 'open' : 'paid',
    amount: moneyIn('EUR', prices[run.plan]),
    period_start: issued_at,
    period_end: instantText(end),
    issued_at,
    paid_at: isOpen ? null : paid_at,
  };
}

/** The periods of a run that were billed by an instant: from the first up to, but not including, the second. */
const billedIn = (run: Run, now: number): readonly [number, number] => [
  run.first,
  Math.max(run.first, run.end ?? numberIn(run, now) + 1),
];

/** The invoices of an organization at an instant, the newest first; none is made that nobody looks at. */
export function invoicesOf({ id, subscription: stored }: Subscriber, now: number): Rows<EntryAt<Invoice>> {
  const subscription = billed(stored, now);
  const { runs } = subscription;
  const spans = runs.map((run) => billedIn(run, now));
  const entryAt = (index: number): EntryAt<Invoice> | undefined => {
    let left = index;
    for (let i = runs.length - 1; i >= 0; i--) {
      const [run, [first, end] = [0, 0]] = [runs[i], spans[i]];
      if (run !== undefined && left < end - first) {
        const item = invoiceOf({ id, subscription }, run, { run: i, period: end - 1 - left });
        return { key: -Date.parse(item.issued_at), position: 0xffff_ffff - i, item };
      }
      left -= end - first;
    }
    return undefined;
  };
  return { length: spans.reduce((sum, [first, end]) => sum + end - first, 0), at: entryAt };
}

/** The newest invoice at an instant. */
export const newestInvoice = (subscriber: Subscriber, now: number): Invoice | undefined =>
  invoicesOf(subscriber, now).at(0)?.item;
