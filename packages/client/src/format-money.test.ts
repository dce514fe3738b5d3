/** Amounts of money, as people read them. */
import { expect, test } from 'vitest';
import { formatMoney } from './format-money.js';

test.each([
  [4900, 'EUR', 'en-US', '€49.00'],
  [5, 'USD', 'en-US', '$0.05'],
  [123_456, 'GBP', 'en-GB', '£1,234.56'],
  [4900, 'JPY', 'en-US', '¥4,900'],
  [4900, 'KWD', 'en-US', 'KWD 4.900'],
  [0, 'EUR', ['en-IE', 'de-DE'], '€0.00'],
  [900_719_925_474_099, 'EUR', 'en-US', '€9,007,199,254,740.99'],
] as const)('%i of %s in %s is %s', (amount, currency, locale, text) => {
  expect(formatMoney({ amount, currency }, locale).replaceAll('\u{A0}', ' ')).toBe(text);
});
