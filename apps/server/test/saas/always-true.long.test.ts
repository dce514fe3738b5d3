/** What is true of organizations whatever their clients do: after every step of any history, and equally on every store. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alwaysTrue } from '../always-true.js';
import type { Answered } from '../calling.js';
import type { Target } from '../support.js';
import {
  type Caller,
  everything,
  founded,
  goodCard,
  importNow,
  key,
  lateCard,
  send,
  subscribe,
  user,
  wait,
} from './office.js';

const size = { organizations: 6, contacts: 40, users: 20 };

const small = fc.nat({ max: 5 });

/** A step of a history in one organization. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('create' as const), n: small }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('change' as const), n: small, to: small }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('delete' as const), n: small }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('import' as const),
      rows: fc.array(small, { minLength: 1, maxLength: 8 }),
      mode: fc.constantFrom('skip', 'abort'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('put' as const),
      n: fc.nat({ max: 14 }),
      role: fc.constantFrom('viewer', 'member', 'admin'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('remove' as const), n: fc.nat({ max: 14 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('key' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('revoke' as const), n: small }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('subscribe' as const),
      plan: fc.constantFrom('free', 'team', 'team', 'business'),
      card: fc.constantFrom(undefined, goodCard, lateCard, { ...goodCard, number: '4000000000000119' }),
      cancel: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 1.25, 60, 8 * 86_400, 15 * 86_400, 40 * 86_400, 800 * 86_400),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const histories = fc.array(step, { minLength: 4, maxLength: 16 });

/** What a history has made in an organization, and how many of its writes were accepted in the minute of the clock. */
interface Known {
  by: Caller;
  readonly id: string;
  readonly contacts: string[];
  readonly keys: string[];
  readonly secrets: string[];
  readonly imports: { readonly id: string; readonly bad: number }[];
  minute: number;
  accepted: number;
}

const address = (n: number): string => (n === 0 ? 'no address' : `Ada.${n}@example.com`);
const row = (n: number) => ({ email: address(n), name: `Ada ${n}`, tags: n % 2 === 0 ? ['even'] : [] });

/** Takes a step. */
async function take({ by, id, ...known }: Known, one: Exclude<Step, { does: 'wait' }>): Promise<Answered> {
  const idOf = (ids: readonly string[], n: number, none: string) => ids[n % Math.max(1, ids.length)] ?? none;
  switch (one.does) {
    case 'create': {
      const answer = await send<{ id: string }>(by, ['POST', `/${id}/contacts`], { body: row(one.n) });
      if (answer.status === 201) known.contacts.push(answer.data.id);
      return answer;
    }
    case 'change': {
      const path = `/${id}/contacts/${idOf(known.contacts, one.n, 'cnt_0001')}`;
      const method = one.n % 2 === 0 ? 'PATCH' : 'PUT';
      return send(by, [method, path], { body: row(one.to) });
    }
    case 'delete':
      return send(by, ['DELETE', `/${id}/contacts/${idOf(known.contacts, one.n, 'cnt_0001')}`]);
    case 'import': {
      const body = { rows: one.rows.map((n) => row(n)), mode: one.mode };
      const before = await everything(by, id);
      const answer = await send<{ id: string }>(by, ['POST', `/${id}/imports`], { body });
      const taken = new Set(before.contacts.map(({ email }) => email.toLowerCase()));
      const bad = one.rows.filter((n) => {
        const email = address(n).toLowerCase();
        const isBad = n === 0 || taken.has(email);
        taken.add(email);
        return isBad;
      });
      // Rows of imports that still run count as well: then the number of bad ones is not known here.
      const isSure = known.imports.length === 0;
      if (answer.status === 202) known.imports.push({ id: answer.data.id, bad: isSure ? bad.length : -1 });
      return answer;
    }
    case 'put':
      return send(by, ['PUT', `/${id}/members/usr_00${String(2 + one.n).padStart(2, '0')}`], {
        body: { role: one.role },
      });
    case 'remove':
      return send(by, ['DELETE', `/${id}/members/usr_00${String(1 + one.n).padStart(2, '0')}`]);
    case 'key': {
      const body = { name: 'Sync', scopes: ['contacts:read'] };
      const answer = await send<{ id: string; secret: string }>(by, ['POST', `/${id}/keys`], { body });
      if (answer.status === 201) {
        known.keys.push(answer.data.id);
        known.secrets.push(answer.data.secret);
      }
      return answer;
    }
    case 'revoke':
      return send(by, ['DELETE', `/${id}/keys/${idOf(known.keys, one.n, 'key_0001')}`]);
    case 'subscribe':
      return subscribe(by, id, { plan: one.plan, card: one.card, cancel_at_period_end: one.cancel });
    default:
      return one satisfies never;
  }
}

/** Expects an organization to be as it must always be. */
async function expectRight({ by, id, ...known }: Known): Promise<Awaited<ReturnType<typeof everything>>> {
  const now = await everything(by, id);
  const { organization, members, contacts, invoices, exported } = now;
  expect(organization.usage).toEqual({ members: members.length, contacts: contacts.length });
  if (exported !== undefined) {
    const rows = exported.text.split('\n').slice(0, -1);
    expect(rows.map((line) => JSON.parse(line) as unknown)).toEqual(contacts);
    expect(exported.headers.get('x-total-count')).toBe(String(contacts.length));
  }
  expect(members.filter(({ role }) => role === 'owner').length).toBeGreaterThanOrEqual(1);
  expect(new Set(contacts.map(({ email }) => email.toLowerCase())).size).toBe(contacts.length);
  for (const job of known.imports) {
    const { status, mode, processed, created, failed, total, errors } = await importNow(by, id, job.id);
    expect(errors).toHaveLength(failed);
    if (mode === 'skip') expect(processed).toBe(created + failed);
    expect(processed).toBeLessThanOrEqual(total);
    if (mode === 'abort' && status === 'failed') expect(created).toBe(0);
    if (!['queued', 'running'].includes(status) && job.bad >= 0) expect(errors).toHaveLength(job.bad);
  }
  const ascending = invoices.toReversed();
  for (const [i, one] of ascending.entries()) {
    const next = ascending[i + 1];
    const isSameRun = next?.number.split('-')[1] === one.number.split('-')[1];
    if (next !== undefined && isSameRun) expect(next.period_start).toBe(one.period_end);
  }
  expect(new Set(invoices.map((one) => one.id)).size).toBe(invoices.length);
  const open = invoices.filter(({ status }) => status === 'open').length;
  if (organization.subscription.status === 'past_due') expect(open).toBe(1);
  expect(open).toBeLessThanOrEqual(1);
  for (const secret of known.secrets) expect(JSON.stringify(now)).not.toContain(secret);
  return now;
}

/** What writes change: of the usage only what members and contacts say. */
function changeable({
  organization,
  members,
  keys,
  contacts,
  invoices,
}: Awaited<ReturnType<typeof everything>>): string {
  return JSON.stringify({ organization, members, keys, contacts, invoices });
}

/** How many writes were accepted, by a header of the answer. */
function expectCounted(known: Known, { status, headers }: Answered): void {
  const [, left] = /;r=(\d+);/.exec(headers.get('ratelimit') ?? '') ?? [];
  const [, quota] = /;q=(\d+);/.exec(headers.get('ratelimit-policy') ?? '') ?? [];
  if (left === undefined || quota === undefined) return;
  if (status < 300) known.accepted += 1;
  expect(known.accepted).toBeLessThanOrEqual(Math.max(Number(quota), known.accepted - 1));
  expect(Number(left)).toBe(Math.max(0, Number(quota) - known.accepted));
  if (status === 429) expect(Number(left)).toBe(0);
}

/** Lives through a history in an organization, and gives what is left of it. */
async function live(on: Target, { organization, steps }: { organization: string; steps: readonly Step[] }) {
  const by = await user(on);
  const id = organization === 'new' ? (await founded(by)).id : organization;
  const known: Known = { by, id, contacts: [], keys: [], secrets: [], imports: [], minute: 0, accepted: 0 };
  const statuses: number[] = [];
  let before = await expectRight(known);
  for (const one of steps) {
    if (one.does === 'wait') {
      await wait(on, one.seconds);
      // A token does not live that long.
      known.by = await user(on);
      // Whoever waits less than a minute may still be in it: the sum tells.
      known.minute += one.seconds;
      if (known.minute >= 60) [known.minute, known.accepted] = [known.minute % 60, 0];
      before = await expectRight(known);
      continue;
    }
    const answer = await take(known, one);
    statuses.push(answer.status);
    expectCounted(known, answer);
    const after = await expectRight(known);
    const entries = after.audit.length - before.audit.length;
    const isChanged = changeable(after) !== changeable(before) || answer.status === 202;
    const isLogged =
      after.organization.subscription.plan !== 'free' && before.organization.subscription.plan !== 'free';
    if (isLogged) expect([one.does, answer.status, entries]).toEqual([one.does, answer.status, isChanged ? 1 : 0]);
    before = after;
  }
  const journal = await (await on.fetch('/requests?per_page=50')).text();
  for (const secret of known.secrets) expect(journal).not.toContain(secret);
  return { statuses, left: { ...before, exported: before.exported?.text } };
}

const inOne = fc.record({
  organization: fc.constantFrom('new', 'new', 'org_0001', 'org_0005', 'org_0006'),
  steps: histories,
});

const officeOf = alwaysTrue({
  size,
  histories: inOne,
  live,
  runs: { inMemory: 300, onStores: 50 },
});

it('shows an API key no more than its own organization', async () => {
  const own = key(officeOf('keys'), 1);
  const { data } = await send<{ id: string }[]>(own, ['GET', '']);
  expect(data.map(({ id }) => id)).toEqual(['org_0001']);
  for (const path of ['', '/contacts', '/contacts/cnt_0002', '/contacts?ids=cnt_0002', '/audit']) {
    expect((await send(own, ['GET', `/org_0002${path}`])).status).toBe(404);
  }
  const foreign = await send<{ id: string }[]>(own, ['GET', '/org_0001/contacts?ids=cnt_0001,cnt_0002']);
  expect(foreign.data.map(({ id }) => id)).toEqual(['cnt_0001']);
  expect((await send(own, ['GET', '/org_0001/contacts/cnt_0002'])).status).toBe(404);
  const { headers } = await send(own, ['GET', '/org_0001/contacts?per_page=5&pagination_style=cursor']);
  expect(headers.get('vary')).toContain('Authorization');
});
