/** Discounts and refunds that add up to the last unit, in currencies of 0, 2 and 3 decimals. */
import { currencies } from '@understudy/contract/kit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moneyIn } from '../../../kit/index.js';
import { discountFault, refundOf, sumUp } from './cart.js';

/** How many orders are drawn: 100,000 with UNDERSTUDY_REFUNDS=100000. */
const numRuns = Number(process.env['UNDERSTUDY_REFUNDS'] ?? 2000);

const codes = fc.constantFrom(null, 'WELCOME10', 'TENOFF');

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

const drawn = fc.record({
  currency: fc.constantFrom(...currencies),
  code: codes,
  lines: fc.array(
    fc.record({ quantity: fc.integer({ min: 1, max: 99 }), price: fc.integer({ min: 1, max: 2_000_000 }) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  ),
  /** In which steps the units of a line are refunded. */
  steps: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 9 }),
});

it(`adds up, and is refunded to the last unit, in ${numRuns} orders`, { timeout: 60_000 + numRuns * 5 }, () => {
  fc.assert(
    fc.property(drawn, ({ currency, code, lines, steps }) => {
      const wanted = lines.map(({ quantity, price }, i) => ({
        variant_id: `var_${i}`,
        sku: '',
        title: '',
        quantity,
        unit_price: moneyIn(currency, price),
      }));
      const sums = sumUp(wanted, { currency, discount_code: code });
      const [subtotal, discount, shipping, total] = [
        sums.subtotal,
        sums.discount_total,
        sums.shipping_total,
        sums.total,
      ].map(({ amount }) => amount) as [number, number, number, number];
      expect(sumOf(sums.lines.map((line) => line.discount.amount))).toBe(discount);
      expect(sumOf(sums.lines.map((line) => line.total.amount))).toBe(subtotal - discount);
      expect(total).toBe(subtotal - discount + shipping);
      expect(total).toBeGreaterThan(0);
      for (const line of sums.lines) {
        expect(line.discount.amount <= line.subtotal.amount && line.total.amount >= 0).toBe(true);
        let [refunded, amount] = [0, 0];
        for (let step = 0; refunded < line.quantity; step++) {
          const units = Math.min(steps[step % steps.length] ?? 1, line.quantity - refunded);
          const more = refundOf({ ...line, refunded_quantity: refunded }, units);
          // A matcher for each of millions would take minutes.
          if (more < 0) throw new RangeError(`${units} more units are refunded with ${more}`);
          [refunded, amount] = [refunded + units, amount + more];
        }
        expect(amount).toBe(line.total.amount);
      }
    }),
    { numRuns, seed: 7 },
  );
});

const sums = (amount: number, code: string | null) =>
  sumUp([{ variant_id: '', sku: '', title: '', quantity: 1, unit_price: moneyIn('EUR', amount) }], {
    currency: 'EUR',
    discount_code: code,
  });

it.each([
  [4899, null, 0, 490],
  [4900, null, 0, 0],
  // The limit is that of what is left after the discount.
  [5000, 'WELCOME10', 500, 490],
  [5445, 'WELCOME10', 545, 0],
  [800, 'TENOFF', 800, 490],
  [2000, 'TENOFF', 1000, 490],
])('%i cents with %s: %i off, %i of shipping', (amount, code, discount, shipping) => {
  const { discount_total, shipping_total } = sums(amount, code);
  expect([discount_total.amount, shipping_total.amount]).toEqual([discount, shipping]);
});

it('ships an empty cart for nothing', () => {
  expect(sumUp([], { currency: 'JPY', discount_code: 'TENOFF' }).total).toEqual({ amount: 0, currency: 'JPY' });
});

it('knows which codes hold', () => {
  expect(['WELCOME10', 'TENOFF', 'SPRING25', 'constructor'].map(discountFault)).toEqual([
    undefined,
    undefined,
    'discount_expired',
    'discount_unknown',
  ]);
});
