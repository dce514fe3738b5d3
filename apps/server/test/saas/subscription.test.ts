/** Subscriptions by the clock: trials, periods of months of different lengths, cards that fail, and what is paused then. */
import type { Invoice, Organization } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { inProcess, inSandbox, jsonRequest, useServer } from '../support.js';
import {
  all,
  type Caller,
  founded,
  goodCard,
  lateCard,
  organizationNow,
  send,
  setClock,
  subscribe,
  user,
} from './office.js';

const server = useServer(inProcess);

/** A sandbox at an instant, with an organization that begins there. */
async function begun(at: string): Promise<{ id: string; go: (to: string) => Promise<Caller> }> {
  const on = inSandbox(server);
  const go = async (to: string): Promise<Caller> => {
    await setClock(on, to);
    return user(on);
  };
  return { id: (await founded(await go(at))).id, go };
}

const stateOf = ({ subscription: { plan, status, current_period_start, current_period_end } }: Organization) => [
  plan,
  status,
  current_period_start?.slice(0, 16) ?? null,
  current_period_end?.slice(0, 16) ?? null,
];

const state = async (by: Caller, id: string) => stateOf(await organizationNow(by, id));

const invoices = async (by: Caller, id: string) =>
  (await all<Invoice>(by, `/${id}/invoices`)).map(({ status, amount, period_start, period_end }) => [
    status,
    amount.amount,
    period_start.slice(0, 10),
    period_end.slice(0, 10),
  ]);

describe('a trial', () => {
  it('ends paused without a card: reads go on, and a plan with a card is the way out', async () => {
    const { id, go } = await begun('2026-03-01T12:00:00.000Z');
    expect(await state(await go('2026-03-15T11:59:59.999Z'), id)).toEqual(['team', 'trialing', null, null]);
    const by = await go('2026-03-15T12:00:00.000Z');
    expect(await state(by, id)).toEqual(['team', 'paused', null, null]);
    const body = { email: 'a@example.com', name: 'A' };
    expect((await send(by, ['POST', `/${id}/contacts`], { body })).kind).toBe('subscription_required');
    expect((await send(by, ['GET', `/${id}/contacts`])).status).toBe(200);
    const none = await subscribe(by, id, { plan: 'team' });
    expect([none.status, none.kind, none.codes]).toEqual([402, 'payment_declined', ['required']]);
    const bad = await subscribe(by, id, { plan: 'team', card: lateCard });
    expect([bad.status, bad.codes]).toEqual([402, ['card_declined']]);
    expect(await state(by, id)).toEqual(['team', 'paused', null, null]);
    const paid = await subscribe(by, id, { plan: 'team', card: goodCard });
    expect(stateOf(paid.data)).toEqual(['team', 'active', '2026-03-15T12:00', '2026-04-15T12:00']);
    expect((await send(by, ['POST', `/${id}/contacts`], { body })).status).toBe(201);
    expect(await invoices(by, id)).toEqual([['paid', 2900, '2026-03-15', '2026-04-15']]);
    // A repeated change has had its effect.
    const again = await subscribe(by, id, { plan: 'team', card: goodCard });
    expect([again.status, stateOf(again.data)]).toEqual([200, stateOf(paid.data)]);
    expect(await invoices(by, id)).toHaveLength(1);
  });

  it('goes on with a card, and charges nothing before its end', async () => {
    const { id, go } = await begun('2026-01-17T10:00:00.000Z');
    const by = await go('2026-01-20T10:00:00.000Z');
    const changed = await subscribe(by, id, { plan: 'business', card: goodCard });
    expect(stateOf(changed.data)).toEqual(['business', 'trialing', null, null]);
    expect(changed.data.subscription.card).toEqual({ brand: 'visa', last4: '4242' });
    expect(await invoices(by, id)).toEqual([]);
    const after = await go('2026-01-31T10:00:00.000Z');
    expect(await state(after, id)).toEqual(['business', 'active', '2026-01-31T10:00', '2026-02-28T10:00']);
  });

  it('ends in the plan free where that was asked for', async () => {
    const { id, go } = await begun('2026-03-01T12:00:00.000Z');
    await subscribe(await go('2026-03-02T12:00:00.000Z'), id, {
      plan: 'team',
      card: goodCard,
      cancel_at_period_end: true,
    });
    const by = await go('2026-03-15T12:00:00.000Z');
    expect(await state(by, id)).toEqual(['free', 'active', null, null]);
    expect(await invoices(by, id)).toEqual([]);
  });
});

it('counts months of different lengths from the first: 31 January, 28 February, 31 March', async () => {
  const { id, go } = await begun('2026-01-17T10:00:00.000Z');
  await subscribe(await go('2026-01-17T10:00:00.000Z'), id, { plan: 'team', card: { ...goodCard, exp_year: 9999 } });
  expect(await state(await go('2026-02-28T09:59:59.999Z'), id)).toEqual([
    'team',
    'active',
    '2026-01-31T10:00',
    '2026-02-28T10:00',
  ]);
  expect(await state(await go('2026-02-28T10:00:00.000Z'), id)).toEqual([
    'team',
    'active',
    '2026-02-28T10:00',
    '2026-03-31T10:00',
  ]);
  const by = await go('2028-03-01T00:00:00.000Z');
  const found = await invoices(by, id);
  expect(found.at(0)).toEqual(['paid', 2900, '2028-02-29', '2028-03-31']);
  expect(found.slice(-4)).toEqual([
    ['paid', 2900, '2026-04-30', '2026-05-31'],
    ['paid', 2900, '2026-03-31', '2026-04-30'],
    ['paid', 2900, '2026-02-28', '2026-03-31'],
    ['paid', 2900, '2026-01-31', '2026-02-28'],
  ]);
  // A clock that is set thousands of years ahead costs nothing.
  const late = await send<Invoice[]>(await go('9999-06-01T00:00:00.000Z'), ['GET', `/${id}/invoices?per_page=1`]);
  expect(late.data[0]?.period_start.slice(0, 10)).toBe('9999-05-31');
});

describe('a card that is declined', () => {
  it('makes the subscription past due, and paused a week later; paying the open invoice lets it go on', async () => {
    const { id, go } = await begun('2026-03-01T12:00:00.000Z');
    await subscribe(await go('2026-03-01T12:00:00.000Z'), id, { plan: 'team', card: lateCard });
    const due = await go('2026-03-15T12:00:00.000Z');
    expect(await state(due, id)).toEqual(['team', 'past_due', '2026-03-15T12:00', '2026-04-15T12:00']);
    expect(await invoices(due, id)).toEqual([['open', 2900, '2026-03-15', '2026-04-15']]);
    expect((await send(due, ['POST', `/${id}/contacts`], { body: { email: 'a@b.co', name: 'A' } })).status).toBe(201);
    expect(await state(await go('2026-03-22T11:59:59.999Z'), id)).toContain('past_due');
    const paused = await go('2026-03-22T12:00:00.000Z');
    expect(await state(paused, id)).toEqual(['team', 'paused', null, null]);
    const { data } = await subscribe(paused, id, { plan: 'team', card: goodCard });
    expect(stateOf(data)).toEqual(['team', 'active', '2026-03-15T12:00', '2026-04-15T12:00']);
    const paid = await all<Invoice>(paused, `/${id}/invoices`);
    expect(paid.map(({ status, paid_at }) => [status, paid_at])).toEqual([['paid', '2026-03-22T12:00:00.000Z']]);
    expect(await invoices(await go('2026-04-15T12:00:00.000Z'), id)).toEqual([
      ['paid', 2900, '2026-04-15', '2026-05-15'],
      ['paid', 2900, '2026-03-15', '2026-04-15'],
    ]);
  });

  it('begins a new period where the one that was owed for is over, or for another plan', async () => {
    const { id, go } = await begun('2026-03-01T12:00:00.000Z');
    await subscribe(await go('2026-03-01T12:00:00.000Z'), id, { plan: 'team', card: lateCard });
    const by = await go('2026-06-10T08:00:00.000Z');
    const { data } = await subscribe(by, id, { plan: 'business', card: goodCard });
    expect(stateOf(data)).toEqual(['business', 'active', '2026-06-10T08:00', '2026-07-10T08:00']);
    expect(await invoices(by, id)).toEqual([
      ['paid', 9900, '2026-06-10', '2026-07-10'],
      ['paid', 2900, '2026-03-15', '2026-04-15'],
    ]);
  });

  it('is a card that has expired as well', async () => {
    const { id, go } = await begun('2026-03-01T12:00:00.000Z');
    const card = { ...goodCard, exp_month: 4, exp_year: 2026 };
    await subscribe(await go('2026-03-01T12:00:00.000Z'), id, { plan: 'team', card });
    expect(await state(await go('2026-04-15T12:00:00.000Z'), id)).toContain('active');
    expect(await state(await go('2026-05-15T12:00:00.000Z'), id)).toContain('past_due');
  });

  it.each([
    ['4000000000000002', 402, 'card_declined'],
    ['4000000000003220', 402, 'authentication_failed'],
    ['4000000000005043', 504, undefined],
    ['4000000000000001', 400, 'invalid_number'],
  ])('says so by its number: %s', async (number, status, code) => {
    const { id, go } = await begun('2026-03-01T12:00:00.000Z');
    const by = await go('2026-04-01T12:00:00.000Z');
    const answer = await subscribe(by, id, { plan: 'team', card: { ...goodCard, number } });
    expect([answer.status, answer.codes[0]]).toEqual([status, code]);
    // Only the answer is lost of a charge whose answer is lost.
    expect(await state(by, id)).toContain(status === 504 ? 'active' : 'paused');
  });

  it('is worked on at the second attempt where the bank has failed to', async () => {
    const { id, go } = await begun('2026-03-01T12:00:00.000Z');
    const by = await go('2026-04-01T12:00:00.000Z');
    const ask = () => subscribe(by, id, { plan: 'team', card: { ...goodCard, number: '4000000000000119' } });
    expect([(await ask()).codes, (await ask()).status]).toEqual([['processing_error'], 200]);
  });
});

it('ends with the period where that was asked for, and can be taken back', async () => {
  const { id, go } = await begun('2026-03-01T12:00:00.000Z');
  const by = await go('2026-03-20T12:00:00.000Z');
  await subscribe(by, id, { plan: 'team', card: goodCard });
  const cancel = (value: boolean) => subscribe(by, id, { plan: 'team', cancel_at_period_end: value });
  for (const value of [true, false, true]) {
    expect((await cancel(value)).data.subscription.cancel_at_period_end).toBe(value);
  }
  expect(await state(await go('2026-04-20T11:59:59.999Z'), id)).toContain('team');
  const after = await go('2026-08-01T12:00:00.000Z');
  expect(await state(after, id)).toEqual(['free', 'active', null, null]);
  expect(await invoices(after, id)).toEqual([['paid', 2900, '2026-03-20', '2026-04-20']]);
});

it('refuses a plan that allows less than is used', async () => {
  const by = await user(inSandbox(server));
  const answer = await subscribe(by, 'org_0001', { plan: 'free' });
  expect([answer.status, answer.kind, answer.codes]).toEqual([409, 'conflict', ['members', 'contacts']]);
  expect((await subscribe(by, 'org_0001', { plan: 'team' })).data.subscription.plan).toBe('team');
});

it('keeps a seeded subscription around the present until an owner changes it', async () => {
  const at = async (to: string) => {
    // A clock goes back only where nobody has written.
    const on = inSandbox(server);
    await setClock(on, to);
    return user(on);
  };
  for (const now of ['1999-05-05T00:00:00.000Z', '2026-03-01T12:00:00.000Z', '2500-01-01T00:00:00.000Z']) {
    const by = await at(now);
    const { subscription } = await organizationNow(by, 'org_0005');
    expect(subscription.status).toBe('past_due');
    const [start = '', end = ''] = [subscription.current_period_start ?? '', subscription.current_period_end ?? ''];
    expect(start <= now && now < end).toBe(true);
    const found = await all<Invoice>(by, '/org_0005/invoices');
    expect(found.map(({ status }) => status)).toEqual(['open', ...Array.from({ length: 11 }, () => 'paid')]);
    expect(found[0]?.period_start).toBe(start);
  }
  const by = await at('2026-03-01T12:00:00.000Z');
  const before = await all<Invoice>(by, '/org_0005/invoices');
  await subscribe(by, 'org_0005', { plan: 'team', card: goodCard });
  const after = await all<Invoice>(by, '/org_0005/invoices');
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after[0]?.status).toBe('paid');
  await setClock(by.on, '2026-04-20T12:00:00.000Z');
  expect(await all<Invoice>(await user(by.on), '/org_0005/invoices')).toHaveLength(14);
});

it('tells webhooks of what the clock brings, and of what an owner changes', async () => {
  const { id, go } = await begun('2026-03-01T12:00:00.000Z');
  const by = await go('2026-03-01T12:00:00.000Z');
  const register = (events: string[]) =>
    by.on.fetch('/api/webhooks/register', jsonRequest('POST', { url: 'http://127.0.0.1:9/hook', events }));
  const types = ['customer.subscription.updated', 'invoice.paid', 'invoice.payment_failed', 'import.completed'];
  for (const type of types) expect((await register([type])).status).toBeLessThan(300);
  const counts = async () => {
    const answer = await by.on.fetch('/api/webhooks/registrations');
    const { data } = (await answer.json()) as { data: { url: string; deliveries: { succeeded: number } }[] };
    return data.filter(({ url }) => url.endsWith('/hook')).map(({ deliveries }) => deliveries.succeeded);
  };
  await subscribe(by, id, { plan: 'team', card: lateCard });
  expect(await counts()).toEqual([1, 0, 0, 0]);
  const due = await go('2026-03-15T12:00:00.000Z');
  expect(await counts()).toEqual([2, 0, 1, 0]);
  await subscribe(due, id, { plan: 'team', card: goodCard });
  expect(await counts()).toEqual([3, 1, 1, 0]);
  await send(due, ['POST', `/${id}/imports`], { body: { rows: [{ email: 'a@b.co', name: 'A' }] } });
  expect(await counts()).toEqual([3, 1, 1, 0]);
  await go('2026-04-15T12:00:00.000Z');
  expect(await counts()).toEqual([3, 2, 1, 1]);
});
