/** Money: amounts in whole minor units, and cards whose numbers say what becomes of a charge. */
import type { CardBrand, Currency, DeclineCode, GivenCard, KeptCard, Money } from '@understudy/contract/kit';

/** An amount in a currency. */
export const moneyIn = (currency: Currency, amount: number): Money => ({ amount, currency });

/** `amount` × `part` ÷ `whole`, rounded half up. It is exact, however large the product is. None may be negative. */
export function shareOf(amount: number, part: number, whole: number): number {
  const [product, divisor] = [BigInt(amount) * BigInt(part), BigInt(whole)];
  return Number((2n * product + divisor) / (2n * divisor));
}

/**
 * Splits an amount in proportion to weights, by largest remainder: the parts add up to it, and none is off by a whole
 * unit. Of equal remainders the earlier one is rounded up. Weights that are all 0 get nothing.
 */
export function splitAmount(amount: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum === 0n) return weights.map(() => 0);
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = products.map((product) => Number(product / sum));
  const left = amount - parts.reduce((total, part) => total + part, 0);
  const byRemainder = products
    .map((product, index) => ({ index, remainder: product % sum }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  const raised = new Set(byRemainder.slice(0, left).map(({ index }) => index));
  return parts.map((part, index) => (raised.has(index) ? part + 1 : part));
}

/** That a card is not charged. */
export interface Decline {
  readonly is: 'declined';
  readonly code: DeclineCode;
  readonly detail: string;
}

/** What becomes of a charge. */
export type ChargeOutcome =
  | { readonly is: 'succeeded' }
  /** It is charged, and nobody hears of it. */
  | { readonly is: 'lost' }
  /** It waits for a code. */
  | { readonly is: 'requires_action' }
  | Decline;

/** The code that the second step takes. */
export const CARD_CODE = '123456';

const details: Readonly<Record<DeclineCode, string>> = {
  card_declined: 'the bank declined the card; use another one',
  insufficient_funds: 'there is not enough money on the card; use another one',
  expired_card: 'the card has expired; use another one',
  incorrect_cvc: 'the security code is wrong; check it',
  processing_error: 'the bank could not work on the charge; try the same again',
  authentication_failed: `the code is wrong; it is ${CARD_CODE}`,
  card_not_supported: 'no test card has this number; the description of the operation lists those that there are',
};

/** That a card was declined. */
export const declined = (code: DeclineCode): Decline => ({ is: 'declined', code, detail: details[code] });

const succeeded: ChargeOutcome = { is: 'succeeded' };

/** Number of a card that can be kept on file, and is declined whenever it is charged. */
const NEVER_CHARGED = '4000000000000341';

const outcomes: Readonly<Record<string, ChargeOutcome>> = {
  '4242424242424242': succeeded,
  '5555555555554444': succeeded,
  '4000000000000002': declined('card_declined'),
  '4000000000009995': declined('insufficient_funds'),
  '4000000000000069': declined('expired_card'),
  '4000000000000127': declined('incorrect_cvc'),
  '4000000000000119': declined('processing_error'),
  '4000000000003220': { is: 'requires_action' },
  '4000000000005043': { is: 'lost' },
  [NEVER_CHARGED]: declined('card_declined'),
};

/** Whether the last digit of a number is the check digit of the others (ISO/IEC 7812-1, annex B: Luhn). */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [i, digit] of Array.from(number, Number).toReversed().entries()) {
    const value = i % 2 === 0 ? digit : 2 * digit;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

function brandOf(number: string): CardBrand {
  if (number.startsWith('4')) return 'visa';
  return /^(?:5[1-5]|2[2-7])/.test(number) ? 'mastercard' : 'other';
}

/** What is kept of a card. */
export function storedCard({ number, exp_month, exp_year }: GivenCard): KeptCard {
  return { brand: brandOf(number), last4: number.slice(-4), exp_month, exp_year };
}

/** Whether a card has expired by an instant, in ms since 1970: it holds to the end of its month. */
export function hasExpired({ exp_month, exp_year }: Pick<GivenCard, 'exp_month' | 'exp_year'>, now: number): boolean {
  return Date.UTC(exp_year, exp_month, 1) <= now;
}

/** Whether a card that is on file is declined whenever it is charged. */
export const isNeverCharged = ({ number }: Pick<GivenCard, 'number'>): boolean => number === NEVER_CHARGED;

/** What becomes of a charge to a card. `isRetry`: the bank has failed to work on an earlier one. */
export function charge(
  card: GivenCard,
  { now, isRetry }: { readonly now: number; readonly isRetry: boolean },
): ChargeOutcome {
  const outcome = Object.hasOwn(outcomes, card.number) ? outcomes[card.number] : undefined;
  if (outcome === undefined) return declined('card_not_supported');
  if (hasExpired(card, now)) return declined('expired_card');
  const isProcessing = outcome.is === 'declined' && outcome.code === 'processing_error';
  return isProcessing && isRetry ? succeeded : outcome;
}
