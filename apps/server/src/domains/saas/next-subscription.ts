/** What a change makes of a subscription: its plan, its card, its end, and whether the card is charged. */
import type { contract } from '@understudy/contract';
import type { GivenCard } from '@understudy/contract/kit';
import type { Plan } from '@understudy/contract/saas';
import { type ContextOf, charge, declined, instantText, isNeverCharged, keptOf } from '../../kit/index.js';
import { currentNumber, endedBefore, freed, isDeclinedAt, lastRun, numberIn, runFrom, startIn } from './billing.js';
import type { KeptSubscription, Run } from './records/subscription.js';

/** What is asked of a subscription. */
export interface Asked {
  /** The subscription as it is. */
  readonly kept: KeptSubscription;
  readonly input: ContextOf<typeof contract.saas, 'changeSubscription'>['input'];
  readonly now: number;
}

/** What becomes of a card: it is good, it is charged and nobody hears of it, or it is declined. */
export type Outcome = 'good' | 'lost' | { readonly code: string; readonly detail: string };

function outcomeOf(card: GivenCard, now: number, isRetry: boolean): Outcome {
  const outcome = charge(card, { now, isRetry });
  if (outcome.is === 'succeeded') return 'good';
  if (outcome.is === 'lost') return 'lost';
  if (outcome.is === 'declined') return outcome;
  const detail = 'the bank wants a second step of the buyer, which subscriptions do not have; use another card';
  return { code: 'authentication_failed', detail };
}

/** A subscription whose open invoice is paid. */
function withOpenPaid(kept: KeptSubscription, now: number): KeptSubscription {
  const { open_run: open, runs } = kept;
  const run = open === null ? undefined : runs[open];
  if (open === null || run === undefined || run.end === null) return kept;
  const late = [...run.late, { period: run.end - 1, paid_at: instantText(now) }];
  return { ...kept, open_run: null, runs: runs.with(open, { ...run, late }) };
}

/** A subscription that was charged: it goes on where its open invoice was for the present, and else begins anew. */
function charged(kept: KeptSubscription, plan: Plan, now: number): KeptSubscription {
  const isOpen = kept.open_run === kept.runs.length - 1 && kept.plan === plan;
  const paid = withOpenPaid(kept, now);
  const run = lastRun(paid);
  const own = { ...paid, plan, status: 'active' as const, past_due_since: null, had_processing_error: false };
  if (isOpen && run !== undefined && run.end !== null && now < startIn(run, run.end)) {
    return { ...own, runs: paid.runs.with(paid.runs.length - 1, { ...run, end: null }) };
  }
  const before: readonly Run[] = run === undefined ? [] : endedBefore(paid, numberIn(run, now) + 1);
  return { ...own, runs: [...before, runFrom(plan, now)] };
}

/** The subscription with its end, where it is to end. */
function ending(kept: KeptSubscription, isWanted: boolean, now: number): KeptSubscription {
  const [run, number] = [lastRun(kept), currentNumber(kept, now)];
  const end = run === undefined || number === undefined ? undefined : instantText(startIn(run, number + 1));
  return { ...kept, cancel_at_period_end: isWanted, ends_at: isWanted && end !== undefined ? end : null };
}

/** What a change makes of a subscription, and what became of the card. */
export interface Changed {
  readonly next: KeptSubscription;
  readonly outcome: Outcome;
}

/** The subscription with the plan free. */
function toFree({ kept, now }: Asked): Changed {
  if (kept.plan === 'free') return { next: kept, outcome: 'good' };
  const run = lastRun(kept);
  const runs = run === undefined ? [] : endedBefore(kept, numberIn(run, now) + 1);
  return { next: freed(kept, runs), outcome: 'good' };
}

/** The subscription with another plan or card, and what becomes of the card where it is asked. */
function toPaid({ kept, input, now }: Asked): Changed {
  const { plan, card: given } = input;
  const known = given === undefined ? kept.card : { ...keptOf(given), is_declined: isNeverCharged(given) };
  const isSame = JSON.stringify(known) === JSON.stringify(kept.card);
  const withCard = { ...kept, card: known };
  const asked: Outcome = given === undefined || isSame ? 'good' : outcomeOf(given, now, kept.had_processing_error);
  if (kept.status === 'trialing') {
    const isKept = given !== undefined && isNeverCharged(given);
    return { next: ending({ ...withCard, plan }, input.cancel_at_period_end, now), outcome: isKept ? 'good' : asked };
  }
  if (kept.status === 'active' && kept.plan === plan) {
    return { next: ending(withCard, input.cancel_at_period_end, now), outcome: asked };
  }
  const detail = 'there is no card on file; send one';
  const onFile: Outcome = known === null ? { code: 'required', detail } : fileOutcome(known, now);
  const outcome = given === undefined ? onFile : outcomeOf(given, now, kept.had_processing_error);
  return { next: ending(charged(withCard, plan, now), input.cancel_at_period_end, now), outcome };
}

function fileOutcome(card: NonNullable<KeptSubscription['card']>, now: number): Outcome {
  if (!isDeclinedAt(card, now)) return 'good';
  return declined(card.is_declined ? 'card_declined' : 'expired_card');
}

/** The subscription as it is asked to be. */
export function nextSubscription(asked: Asked): Changed {
  return asked.input.plan === 'free' ? toFree(asked) : toPaid(asked);
}
