/** Invoices of a subscription: one for each period that was billed, made of the runs when they are asked for. */
import type { Invoice } from '@understudy/contract/saas';
import { type EntryAt, instantText, moneyIn, naturalId, type Rows } from '../../kit/index.js';
import { numberIn, settled, startIn } from './billing.js';
import { prices } from './plans.js';
import type { KeptSubscription, Run } from './records/subscription.js';

/** A period that was billed, by its number in a run. */
interface Billed {
  readonly run: number;
  readonly period: number;
}

/** An organization, as far as its invoices go. */
export interface Subscriber {
  readonly id: string;
  readonly subscription: KeptSubscription;
}

/** The invoice for a period. */
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
export function invoicesOf({ id, subscription: kept }: Subscriber, now: number): Rows<EntryAt<Invoice>> {
  const subscription = settled(kept, now);
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
