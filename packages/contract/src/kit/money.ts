/** Amounts of money in the currencies that the domains deal in. */
import { z } from 'zod';
import { choice } from './field.js';

/** Currencies (ISO 4217): JPY has no decimals, KWD has three, the others two. */
export const currencies = ['EUR', 'USD', 'GBP', 'JPY', 'KWD'] as const;

/** A currency that the domains deal in. */
export type Currency = (typeof currencies)[number];

/** How many decimals a currency has (ISO 4217). */
export const exponents: Readonly<Record<Currency, number>> = { EUR: 2, USD: 2, GBP: 2, JPY: 0, KWD: 3 };

/** A member or parameter that names a currency. */
export const currencyCode = (description: string) => choice(currencies, description);

/** An amount of money. */
export const money = z
  .object({
    amount: z
      .int()
      .min(0)
      .meta({
        description: 'Amount in minor units: cents of EUR, USD and GBP, yen of JPY, fils (thousandths) of KWD.',
        examples: [4900],
      }),
    currency: currencyCode('Currency (ISO 4217).'),
  })
  .meta({ id: 'Money', description: 'An amount of money.' });

/** An amount of money, in minor units of its currency. */
export type Money = z.infer<typeof money>;

/** A member that is an amount of money. */
export const moneyOf = (description: string, amount: number, currency: Currency = 'EUR') =>
  money.meta({ description, examples: [{ amount, currency }] });
