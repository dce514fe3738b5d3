/** A purchase that goes well, one that is declined, and one whose answers are lost. */
import { describe } from 'vitest';
import { test } from '../setup/test.js';
import { apiAt } from './courses.js';
import { order, pay, type Wanted } from './purchase.js';

const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };
const wanted: Wanted = {
  variant_id: 'var_0001',
  quantity: 2,
  email: 'ada@example.com',
  shipping_address: {
    name: 'Ada Moreno',
    line1: 'Lange Reihe 12',
    line2: null,
    city: 'Hamburg',
    postal_code: '20099',
    country: 'DE',
  },
  card,
};

describe.concurrent('a purchase on openapi-fetch', () => {
  test('is filled, checked out and paid', async ({ understudy, expect }) => {
    const bought = await order(apiAt(understudy.baseUrl), wanted);
    expect(await pay(apiAt(understudy.baseUrl), bought, wanted)).toBe('succeeded');
    const { status, paid_total, total } = await understudy.api.commerce.getOrder({ order_id: bought.id });
    expect([status, paid_total]).toEqual(['paid', total]);
  });

  test('is declined, and paid with another card', async ({ understudy, expect }) => {
    const api = apiAt(understudy.baseUrl);
    const bought = await order(api, wanted);
    expect(await pay(api, bought, { card: { ...card, number: '4000000000009995' } })).toBe('insufficient_funds');
    expect(await pay(api, bought, wanted)).toBe('succeeded');
  });

  test('is charged once, although two answers are lost', async ({ understudy, expect }) => {
    const { api, name, baseUrl } = understudy;
    const bought = await order(apiAt(baseUrl), wanted);
    const when = { operation: 'commerce.payOrder' };
    await api.sandboxes.putFaults({ name, rules: [{ when, times: 2, fault: 'reset;at=head;commit=after' }] });
    expect(await pay(apiAt(baseUrl), bought, wanted)).toBe('succeeded');
    await expect(understudy).toHaveReceived({ method: 'POST', path: /payments$/, times: 3 });
    const { payments, paid_total, total } = await api.commerce.getOrder({ order_id: bought.id });
    expect([payments.length, paid_total]).toEqual([1, total]);
  });
});
