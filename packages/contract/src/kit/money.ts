/** Amounts of money in the currencies of the domains, and the cards that are charged. */
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

/** Brands of cards. */
export const cardBrands = ['visa', 'mastercard', 'other'] as const;

/** A brand of cards. */
export type CardBrand = (typeof cardBrands)[number];

/** Why a card was not charged. */
export const declineCodes = [
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'authentication_failed',
  'card_not_supported',
] as const;

/** Why a card was not charged. */
export type DeclineCode = (typeof declineCodes)[number];

const expiry = {
  exp_month: z
    .int()
    .min(1)
    .max(12)
    .meta({ description: 'Month in which it expires.', examples: [12] }),
  exp_year: z
    .int()
    .min(2000)
    .max(9999)
    .meta({ description: 'Year in which it expires.', examples: [2030] }),
};

/** What is kept of a card. */
export const keptCard = z.object({
  brand: choice(cardBrands, 'Brand.'),
  last4: z.string().meta({ description: 'Last four digits.', examples: ['4242'] }),
  ...expiry,
});

/** What is kept of a card. */
export type KeptCard = z.infer<typeof keptCard>;

/** A card as a client sends it. */
export const givenCard = z.object({
  number: z
    .string()
    .regex(/^\d{12,19}$/, { error: 'must be 12 to 19 digits, without spaces' })
    .meta({ description: 'Number, of 12 to 19 digits. It decides what happens.', examples: ['4242424242424242'] }),
  ...expiry,
  cvc: z
    .string()
    .regex(/^\d{3,4}$/, { error: 'must be 3 or 4 digits' })
    .meta({ description: 'Security code, of 3 or 4 digits.', examples: ['123'] }),
});

/** A card as a client sends it. */
export type GivenCard = z.infer<typeof givenCard>;
