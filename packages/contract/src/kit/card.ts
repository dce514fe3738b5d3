/** Payment cards: what a client sends of one, and what is kept of it. */
import { z } from 'zod';
import { choice } from './field.js';

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
    .max(2099)
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
