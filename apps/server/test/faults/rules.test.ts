/** The fault rules of a sandbox: set, added, changed, removed, and what of them is refused. */
import { createTRPCUntypedClient, httpBatchLink } from '@trpc/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { sandboxOf, send } from '../sandboxes/client.js';
import { rulesIn, rulesOf, setRules, texts, wrongIn } from './rules.js';
import { eachServer, overSocket } from '../support.js';

const server = eachServer();

const FAULTS = '/sandboxes/a/faults';

/** What a rule says where nothing is set. */
const DEFAULTS = {
  enabled: true,
  when: {},
  after: 0,
  times: null,
  every: 1,
  per: 'sandbox',
  probability: 1,
  from: null,
  until: null,
  fault: null,
  answer: null,
  matched: 0,
  struck: 0,
};

describe('putFaults', () => {
  it('sets all rules, with all members filled in', async () => {
    const answer = await setRules(server, 'a', [
      {
        fault: [
          { fault: 'delay', ms: 300 },
          { fault: 'rate_limit', retry_after: 30 },
        ],
        times: 1,
      },
      { id: 'fixed', answer: { body: { ok: true } }, when: { method: ['POST'], path: '/api/**' } },
      { fault: '  status; code=451 ', per: 'url', from: '2026-01-01T00:00:00Z', until: '2026-01-01T02:00:00+01:00' },
    ]);
    expect(answer.status).toBe(200);
    const expected = [
      { ...DEFAULTS, id: 'rule_1', order: 1, times: 1, fault: 'delay;ms=300, rate_limit;retry_after=30' },
      {
        ...DEFAULTS,
        id: 'fixed',
        order: 2,
        when: { method: ['POST'], path: '/api/**' },
        answer: { status: 200, headers: {}, body: { ok: true } },
      },
      {
        ...DEFAULTS,
        id: 'rule_2',
        order: 3,
        per: 'url',
        from: '2026-01-01T00:00:00Z',
        until: '2026-01-01T02:00:00+01:00',
        fault: 'status;code=451',
      },
    ];
    expect(rulesOf(answer)).toEqual(expected);
    expect(await rulesIn(server, 'a')).toEqual(expected);
    expect(await rulesIn(server, 'b')).toEqual([]);
    await setRules(server, 'a', [{ fault: 'reset' }]);
    expect(await texts(server, 'a')).toEqual(['rule_1: reset']);
  });

  it('puts the rules of a preset in its place', async () => {
    const from = '2026-03-01T00:00:00Z';
    const when = { path: '/api/**' };
    await setRules(server, 'a', [
      { fault: 'preset;name=lost_answers', when, from, enabled: false },
      { id: 'bad', fault: { fault: 'preset', name: 'flaky' } },
    ]);
    const [lost, ...others] = await rulesIn(server, 'a');
    expect(lost).toEqual({
      ...DEFAULTS,
      id: 'lost_answers_1',
      order: 1,
      when: { method: ['POST', 'PUT', 'PATCH', 'DELETE'], path: '/api/**' },
      from,
      enabled: false,
      probability: 0.2,
      fault: 'reset;commit=after',
    });
    expect(others.map(({ id, fault }) => `${id}: ${fault}`)).toEqual([
      'bad_1: service_unavailable',
      'bad_2: reset',
      'bad_3: truncate',
    ]);
  });

  it('is no first write: seed, sizes and clock can still be set, and they stay', async () => {
    await setRules(server, 'a', [{ fault: 'reset' }]);
    const put = await send(server, 'PUT', '/sandboxes/a', { seed: 'other', clock: '2020-01-01T00:00:00.000Z' });
    expect(sandboxOf(put)).toMatchObject({ seed: 'other', clock: { now: '2020-01-01T00:00:00.000Z' } });
    expect(await texts(server, 'a')).toEqual(['rule_1: reset']);
    const { counts } = sandboxOf(await send(server, 'GET', '/sandboxes/a'));
    expect(counts).toMatchObject({ changed: 0, fault_rules: 1 });
    expect(counts.bytes).toBeGreaterThan(100);
  });
});

describe('addFault', () => {
  it('adds a rule behind the others, or at a position, with an id that is free', async () => {
    await setRules(server, 'a', [{ id: 'rule_2', fault: 'reset' }, { fault: 'close' }]);
    const added = await send(server, 'POST', FAULTS, { fault: 'hang', order: 2 });
    expect(rulesOf(added)).toEqual([{ ...DEFAULTS, id: 'rule_3', order: 2, fault: 'hang' }]);
    await send(server, 'POST', FAULTS, { id: 'x', fault: 'empty', order: 99 });
    expect(await texts(server, 'a')).toEqual(['rule_2: reset', 'rule_3: hang', 'rule_1: close', 'x: empty']);
  });

  it('refuses an id that another rule has, and one rule too many', async () => {
    await setRules(server, 'a', [{ id: 'x', fault: 'reset' }]);
    const again = await send(server, 'POST', FAULTS, { id: 'x', fault: 'hang' });
    expect([again.status, ...wrongIn(again)]).toEqual([
      409,
      '#/id must be an id that no other rule has, but one has x',
    ]);
    await setRules(
      server,
      'a',
      Array.from({ length: 200 }, () => ({ fault: 'reset' })),
    );
    const full = await send(server, 'POST', FAULTS, { fault: 'hang' });
    const detail = '# would be one more than the 200 rules that a sandbox has at most';
    expect([full.status, ...wrongIn(full)]).toEqual([400, detail]);
  });

  it('happens once under an Idempotency-Key', async () => {
    const add = () => send(server, 'POST', FAULTS, { fault: 'hang' }, { 'idempotency-key': 'once' });
    expect(rulesOf(await add())).toEqual(rulesOf(await add()));
    expect(await texts(server, 'a')).toEqual(['rule_1: hang']);
  });
});

describe('updateFault', () => {
  const change = (id: string, body: object) => send(server, 'PATCH', `${FAULTS}/${id}`, body);
  beforeEach(() =>
    setRules(
      server,
      'a',
      ['reset', 'close', 'hang'].map((fault) => ({ id: fault, fault })),
    ),
  );

  it('switches a rule off and on', async () => {
    expect(rulesOf(await change('close', { enabled: false }))).toMatchObject([
      { id: 'close', enabled: false, order: 2 },
    ]);
    expect((await rulesIn(server, 'a')).map(({ enabled }) => enabled)).toEqual([true, false, true]);
    expect(rulesOf(await change('close', { enabled: true }))).toMatchObject([{ id: 'close', enabled: true }]);
  });

  it.each([
    ['hang', 1, ['hang', 'reset', 'close']],
    ['reset', 2, ['close', 'reset', 'hang']],
    ['reset', 99, ['close', 'hang', 'reset']],
    ['close', 2, ['reset', 'close', 'hang']],
  ])('moves %s to %i', async (id, order, ids) => {
    expect(rulesOf(await change(id, { order }))).toMatchObject([{ id, order: Math.min(order, 3) }]);
    expect((await rulesIn(server, 'a')).map((rule) => rule.id)).toEqual(ids);
  });

  it('writes nothing where nothing changes', async () => {
    const revision = async () => sandboxOf(await send(server, 'GET', '/sandboxes/a')).revision;
    const before = await revision();
    for (const body of [{}, { enabled: true }, { order: 2 }]) await change('close', body);
    expect(await revision()).toBe(before);
  });

  it('takes nothing else, and no rule that is not there', async () => {
    expect(wrongIn(await change('close', { times: 3, order: 0 }))).toEqual([
      '#/order must be at least 1',
      '#/times is not known here; the members here are enabled, order',
    ]);
    const missing = await change('nope', { enabled: false });
    expect([missing.status, missing.json['detail'], ...wrongIn(missing)]).toEqual([
      404,
      'there is no rule "nope"',
      'id must be the id of a rule',
    ]);
  });
});

describe('removing', () => {
  beforeEach(() => send(server, 'PUT', '/sandboxes/a', { faults: [{ fault: 'reset' }, { fault: 'close' }] }));

  it('takes one rule away, once', async () => {
    const remove = () => send(server, 'DELETE', `${FAULTS}/rule_2`);
    expect(rulesOf(await remove())).toEqual([{ ...DEFAULTS, id: 'rule_2', order: 2, fault: 'close' }]);
    expect(await texts(server, 'a')).toEqual(['rule_1: reset']);
    const again = await remove();
    expect([again.status, rulesOf(again)]).toEqual([200, []]);
  });

  it('takes all away, those of the configuration too, until a reset', async () => {
    expect(rulesOf(await send(server, 'DELETE', FAULTS))).toMatchObject([{ id: 'rule_1' }, { id: 'rule_2' }]);
    expect(await texts(server, 'a')).toEqual([]);
    expect(rulesOf(await send(server, 'DELETE', FAULTS))).toEqual([]);
    await send(server, 'POST', '/sandboxes/a/reset');
    expect(await texts(server, 'a')).toEqual(['rule_1: reset', 'rule_2: close']);
  });

  it('makes no sandbox where there is nothing to remove', async () => {
    await send(server, 'DELETE', '/sandboxes/new/faults');
    await send(server, 'DELETE', '/sandboxes/new/faults/x');
    expect(sandboxOf(await send(server, 'GET', '/sandboxes/new')).revision).toBe(0);
  });
});

it.each(['page', 'cursor', 'link'])('lists rules by %s', async (style) => {
  await setRules(
    server,
    'a',
    Array.from({ length: 7 }, () => ({ fault: 'reset' })),
  );
  const found: string[] = [];
  let cursor = '';
  for (let page = 1; page <= 4; page++) {
    const at = style === 'page' ? `page=${page}` : cursor;
    const { json, headers } = await send(server, 'GET', `${FAULTS}?per_page=2&pagination_style=${style}&${at}`);
    found.push(...rulesOf({ json }).map(({ id }) => id));
    const { nextCursor } = json['pagination'] as { nextCursor?: string };
    const next = /[?&]((?:cursor|page)=[^&>]+)[^>]*>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    cursor = next ?? `cursor=${nextCursor}`;
  }
  expect(found).toEqual(Array.from({ length: 7 }, (_, index) => `rule_${index + 1}`));
});

it('counts configured rules from zero once they are set again, and goes on where something else is set', async () => {
  const faults = [{ times: 1, fault: 'server_error' }];
  const statuses: number[] = [];
  for (const settings of [{ faults }, { strict: true }, { faults }]) {
    await send(server, 'PUT', '/sandboxes/a', settings);
    statuses.push((await send(server, 'GET', '/sandboxes/a/api/education/courses')).status);
  }
  expect(statuses).toEqual([500, 200, 500]);
});

it('finds and sorts rules', async () => {
  await setRules(server, 'a', [
    { id: 'b', fault: 'reset' },
    { id: 'c', fault: 'close' },
    { id: 'a', fault: 'reset' },
  ]);
  const ids = async (query: string) => rulesOf(await send(server, 'GET', `${FAULTS}?${query}`)).map(({ id }) => id);
  expect(await ids('q=reset')).toEqual(['b', 'a']);
  expect(await ids('sort=id')).toEqual(['a', 'b', 'c']);
  expect(await ids('sort=-order')).toEqual(['a', 'c', 'b']);
});

it('are set by a client of tRPC', async () => {
  await using socket = await overSocket();
  const api = createTRPCUntypedClient({ links: [httpBatchLink({ url: `${socket.origin}/trpc` })] });
  const named = { name: 'a' };
  await api.mutation('sandboxes.putFaults', { ...named, rules: [{ id: 'x', fault: { fault: 'delay', ms: 1 } }] });
  await api.mutation('sandboxes.addFault', { ...named, fault: 'reset' });
  await api.mutation('sandboxes.updateFault', { ...named, id: 'rule_1', order: 1 });
  expect(await texts(socket, 'a')).toEqual(['rule_1: reset', 'x: delay;ms=1']);
  const listed = (await api.query('sandboxes.listFaults', named)) as Record<string, unknown>;
  expect(rulesOf({ json: listed }).map(({ id }) => id)).toEqual(['rule_1', 'x']);
  await api.mutation('sandboxes.deleteFault', { ...named, id: 'x' });
  expect(await texts(socket, 'a')).toEqual(['rule_1: reset']);
  await api.mutation('sandboxes.deleteFaults', named);
  expect(await texts(socket, 'a')).toEqual([]);
});
