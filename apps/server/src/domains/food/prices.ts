/** What something costs in a currency, next to some euros. */
import type { Currency, Money } from '@understudy/contract/kit';
import { moneyIn } from '../../kit/index.js';

/** How many of each currency a euro counts for, and the step of its prices in minor units. */
const rates: Readonly<Record<Currency, readonly [minor: number, step: number]>> = {
  EUR: [100, 50],
  USD: [115, 50],
  GBP: [90, 50],
  JPY: [160, 10],
  KWD: [340, 50],
};

/** The price in a currency next to some euros. */
export function priceIn(currency: Currency, euros: number): Money {
  const [minor, step] = rates[currency];
  return moneyIn(currency, Math.round((euros * minor) / step) * step);
}
