/** What test cards do. */
import { expect, it } from 'vitest';
import { charge, hasExpired, storedCard, passesLuhn } from './money.js';

const now = Date.UTC(2026, 0, 15);
const card = (number: string, exp_month = 12, exp_year = 2030) => ({ number, exp_month, exp_year, cvc: '123' });
const outcome = (number: string, isRetry = false) => {
  const found = charge(card(number), { now, isRetry });
  return found.is === 'declined' ? found.code : found.is;
};

it.each([
  ['4242424242424242', 'succeeded'],
  ['5555555555554444', 'succeeded'],
  ['4000000000000002', 'card_declined'],
  ['4000000000009995', 'insufficient_funds'],
  ['4000000000000069', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error'],
  ['4000000000003220', 'requires_action'],
  ['4000000000005043', 'lost'],
  ['4000000000000341', 'card_declined'],
  ['378282246310005', 'card_not_supported'],
])('%s: %s', (number, expected) => {
  expect(passesLuhn(number)).toBe(true);
  expect(outcome(number)).toBe(expected);
});

it('is worth a retry after a processing error', () => {
  expect(outcome('4000000000000119', true)).toBe('succeeded');
  expect(outcome('4000000000000002', true)).toBe('card_declined');
});

it('expires at the end of its month', () => {
  expect(hasExpired(card('', 1, 2026), now)).toBe(false);
  expect(hasExpired(card('', 12, 2025), now)).toBe(true);
  expect(hasExpired(card('', 1, 2026), Date.UTC(2026, 1, 1))).toBe(true);
  expect(charge(card('4242424242424242', 12, 2025), { now, isRetry: false })).toMatchObject({ code: 'expired_card' });
});

it('tells a wrong digit by the last one', () => {
  expect(passesLuhn('4242424242424241')).toBe(false);
  expect(passesLuhn('4242424242424224')).toBe(false);
});

it('keeps the brand and the last four digits', () => {
  expect(storedCard(card('4242424242424242'))).toEqual({ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 });
  expect(storedCard(card('5555555555554444')).brand).toBe('mastercard');
  expect(storedCard(card('378282246310005')).brand).toBe('other');
});
