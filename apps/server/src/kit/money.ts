/** Arithmetic with amounts of money: whole minor units in, whole minor units out. */
import type { Currency, Money } from '@understudy/contract/kit';

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
