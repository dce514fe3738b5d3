import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AskedRequest, Counting, rulesOf, START } from '../../test/faults/counting.js';
import { Model, type ModelRule } from '../../test/faults/naive.js';
import { type FaultOutcome } from './outcome.js';

const times = (count: number, request: AskedRequest = {}): AskedRequest[] =>
  Array.from({ length: count }, () => request);

describe('sequences', () => {
  test.each<[string, object[], string]>([
    [
      'A twice, then B once',
      [
        { times: 2, fault: 'server_error' },
        { times: 1, fault: 'rate_limit' },
      ],
      'server_error server_error rate_limit - -',
    ],
    [
      'B waits for its turn',
      [
        { times: 1, fault: 'server_error' },
        { after: 1, times: 1, fault: 'reset' },
      ],
      'server_error reset - - -',
    ],
    ['each third', [{ every: 3, fault: 'empty' }], 'empty - - empty -'],
    ['each second after the first, twice', [{ after: 1, every: 2, times: 2, fault: 'empty' }], '- empty - empty -'],
    [
      'delays add to answers',
      [{ fault: 'delay;ms=5' }, { times: 1, fault: 'reset' }],
      'delay;ms=5+reset delay;ms=5 delay;ms=5 delay;ms=5 delay;ms=5',
    ],
    [
      'a hang beats all, and is alone',
      [{ fault: 'delay;ms=5' }, { every: 2, fault: 'hang, reset' }],
      'hang delay;ms=5 hang delay;ms=5 hang',
    ],
    [
      'the first of each kind of time fault',
      [
        { times: 1, fault: 'drip' },
        { times: 2, fault: 'drip;bytes=1, stall' },
      ],
      'drip+stall drip;bytes=1+stall - - -',
    ],
    ['a rule that is off', [{ enabled: false, fault: 'reset' }], '- - - - -'],
    ['a share of nothing', [{ probability: 0, fault: 'reset' }], '- - - - -'],
    ['a fixed answer', [{ times: 1, answer: { status: 204 } }], 'answer - - - -'],
    [
      'an outage comes before what stands before it',
      [{ fault: 'empty' }, { times: 1, fault: 'outage;seconds=1;as=reset' }],
      'outage;seconds=1;as=reset empty empty empty empty',
    ],
  ])('%s', (_name, settings, expected) => {
    expect(new Counting(rulesOf(...settings)).sequence(times(5))).toBe(expected);
  });

  test('what a request asks for comes first, and is a sequence by itself', () => {
    const sandbox = new Counting(rulesOf({ fault: 'not_found' }));
    const fault = 'server_error;times=2, rate_limit;times=1';
    expect(sandbox.sequence(times(4, { fault }))).toBe('server_error server_error rate_limit not_found');
    // Another URL counts by itself.
    expect(sandbox.sequence(times(1, { fault, path: '/api/b' }))).toBe('server_error');
  });

  test('equal faults of a request are counted one by one', () => {
    const fault = 'server_error;times=1, server_error;times=1';
    expect(new Counting([]).sequence(times(3, { fault }))).toBe('server_error server_error -');
  });

  test('a preset in a request is bounded by its times', () => {
    const fault = 'preset;name=captive_portal;times=2';
    expect(new Counting([]).sequence(times(3, { fault }))).toBe('captive_portal captive_portal -');
  });

  test('a fault that always strikes alike needs no count', () => {
    const sandbox = new Counting([]);
    expect(sandbox.sequence(times(2, { fault: 'reset, delay;ms=5' }))).toBe('reset+delay;ms=5 reset+delay;ms=5');
    expect(sandbox.tallies.size).toBe(0);
  });

  test('everything strikes each fault once', () => {
    const sandbox = new Counting(rulesOf({ fault: 'preset;name=everything' }));
    const struck = sandbox
      .sequence(times(60))
      .split(/[ +]/)
      .filter((fault) => fault !== '-');
    const rules = rulesOf({ fault: 'preset;name=everything' });
    expect(new Set(struck.map((fault) => fault.split(';')[0])).size).toBeGreaterThanOrEqual(rules.length - 1);
    expect(struck.length).toBeGreaterThanOrEqual(rules.length - 1);
  });
});

describe('conditions', () => {
  test.each<[object, AskedRequest, boolean]>([
    [{ operation: 'education.*' }, { operation: 'education.listCourses' }, true],
    [{ operation: 'education.*' }, { operation: 'auth.login' }, false],
    [{ operation: '**' }, {}, false],
    [{ method: ['post', 'PUT'] }, { method: 'POST' }, true],
    [{ method: 'post' }, { method: 'GET' }, false],
    [{}, { method: 'OPTIONS' }, false],
    [{ method: '*' }, { method: 'OPTIONS' }, false],
    [{ method: ['GET', 'options'] }, { method: 'OPTIONS' }, true],
    [{ path: '/api/**' }, { path: '/api/a/b' }, true],
    [{ path: ['/x', '/api/*'] }, { path: '/api/a/b' }, false],
    [{ path: '/api/a/' }, { path: '/api/a' }, true],
    [{ path: ['/x', '/api/*/'] }, { path: '/api/a' }, true],
    [{ path: '/' }, { path: '/' }, true],
    [{ query: { q: 'sq*' } }, { query: 'q=sql' }, true],
    [{ query: { q: 'sq*' } }, { query: 'p=sql' }, false],
    [{ query: { q: '' } }, { query: 'q=' }, true],
    [{ query: { q: 'b' } }, { query: 'q=a&q=b' }, true],
    [{ header: { 'User-Agent': '*MOBILE*' } }, { headers: { 'user-agent': 'a Mobile b' } }, true],
    [{ header: { 'user-agent': '*' } }, {}, false],
    [{ method: 'GET', path: '/api/a', query: { q: '1' } }, { query: 'q=2' }, false],
  ])('%j and %j: %s', (when, request, isMet) => {
    const sandbox = new Counting(rulesOf({ when, fault: 'reset' }));
    expect(sandbox.ask(request) !== undefined).toBe(isMet);
    expect(sandbox.tallies.get('1')?.matched ?? 0).toBe(isMet ? 1 : 0);
  });

  test('from and until go by the clock of the sandbox', () => {
    const sandbox = new Counting(
      rulesOf({ from: '2026-01-01T00:00:01Z', until: '2026-01-01T00:00:03Z', fault: 'reset' }),
    );
    const seconds = [0, 0.999, 1, 2.999, 3].map((second) => ({ now: START + second * 1000 }));
    expect(sandbox.sequence(seconds)).toBe('- - reset reset -');
  });
});

describe('what is counted by itself', () => {
  test.each<[string, AskedRequest, AskedRequest]>([
    ['operation', { operation: 'a.b' }, { operation: 'a.c' }],
    ['url', { path: '/api/a' }, { path: '/api/b' }],
    ['url', { query: 'q=1' }, { query: 'q=2' }],
    ['url', { body: 'x' }, { body: 'y' }],
    ['token', { headers: { authorization: 'Bearer a' } }, { headers: { authorization: 'Bearer b' } }],
    ['client', { headers: { 'user-agent': 'a' } }, { headers: { 'user-agent': 'b' } }],
  ])('%s', (per, one, other) => {
    const sandbox = new Counting(rulesOf({ per, times: 1, fault: 'reset' }));
    expect(sandbox.sequence([one, other, one, other])).toBe('reset reset - -');
    // All of it is counted under the serial.
    expect(sandbox.tallies.get('1')).toMatchObject({ matched: 4, struck: 2 });
  });
});

describe('quota', () => {
  const headers = (faultOutcome: FaultOutcome | undefined) => [
    faultOutcome?.headers?.['ratelimit'],
    faultOutcome?.effect !== undefined,
  ];

  test('counts in windows by the clock, and says what is left', () => {
    const sandbox = new Counting(rulesOf({ fault: 'quota;limit=2;window=10' }));
    const ask = (seconds: number) => sandbox.ask({ now: START + seconds * 1000 });
    expect(headers(ask(0))).toEqual(['"default";r=1;t=10', false]);
    expect(headers(ask(3.5))).toEqual(['"default";r=0;t=7', false]);
    const over = ask(4);
    expect(headers(over)).toEqual(['"default";r=0;t=6', true]);
    expect(over?.effect).toMatchObject({ fault: { fault: 'rate_limit', retry_after: 6 }, isFirst: true });
    expect(over?.headers).toMatchObject({
      'ratelimit-policy': '"default";q=2;w=10',
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(START / 1000 + 10),
    });
    expect(headers(ask(9.999))).toEqual(['"default";r=0;t=1', true]);
    expect(headers(ask(10))).toEqual(['"default";r=1;t=10', false]);
    // A clock that was set back begins anew.
    expect(headers(ask(-5))).toEqual(['"default";r=1;t=10', false]);
    expect(sandbox.tallies.get('1')).toMatchObject({ matched: 6, struck: 2 });
  });

  test.each([
    ['client', 'user-agent'],
    ['token', 'authorization'],
  ])('of each %s', (per, header) => {
    const struck = `quota;limit=1;per=${per}`;
    const sandbox = new Counting(rulesOf({ fault: struck }));
    const by = (value: string) => ({ headers: { [header]: value } });
    expect(sandbox.sequence([by('a'), by('b'), by('a')]).trim()).toBe(`  ${struck}`.trim());
    expect(sandbox.ask(by('c'))?.effect).toBeUndefined();
  });

  test('the one with the least left is shown', () => {
    const sandbox = new Counting(rulesOf({ fault: 'quota;limit=9' }, { fault: 'quota;limit=3' }));
    expect(headers(sandbox.ask())).toEqual(['"default";r=2;t=60', false]);
  });
});

test('an outage begins with the first request, and never again', () => {
  const sandbox = new Counting(rulesOf({ fault: 'outage;seconds=5' }));
  const seconds = [7, 7, 11.999, 12, 100].map((second) => ({ now: START + second * 1000 }));
  expect(sandbox.sequence(seconds)).toBe('outage;seconds=5 outage;seconds=5 outage;seconds=5 - -');
  expect(new Counting(rulesOf({ fault: 'outage;seconds=5' })).ask()?.effect).toEqual({
    fault: { fault: 'service_unavailable', commit: 'before' },
    isFirst: true,
    by: { rule: 'rule_1', fault: 'outage;seconds=5' },
  });
});

test('deploy: resets, then 503, then good', () => {
  const sandbox = new Counting(rulesOf({ fault: 'preset;name=deploy' }));
  const at = (second: number) => sandbox.ask({ now: START + second * 1000 })?.effect;
  expect([at(0), at(4), at(6), at(11)].map((strike) => strike && 'fault' in strike && strike.fault.fault)).toEqual([
    'reset',
    'reset',
    'service_unavailable',
    undefined,
  ]);
});

test('what forces an answer leaves answers nothing to strike, but a quota strikes all the same', () => {
  const sandbox = new Counting(rulesOf({ times: 1, fault: 'reset, delay;ms=5' }, { fault: 'quota;limit=1' }));
  expect(sandbox.ask({ isForced: true })?.applied).toEqual([{ rule: 'rule_1', fault: 'delay;ms=5' }]);
  expect(sandbox.ask({ isForced: true })?.applied).toEqual([{ rule: 'rule_2', fault: 'quota;limit=1' }]);
});

test('a request that is refused for its controls counts, and nothing strikes', () => {
  const sandbox = new Counting(rulesOf({ fault: 'reset' }));
  expect(sandbox.ask({ isRefused: true })?.applied ?? []).toEqual([]);
  expect(sandbox.tallies.get('1')).toMatchObject({ matched: 1, struck: 0 });
});

test('a request that is refused for its controls is one of a quota, and is shown what is left', () => {
  const sandbox = new Counting(rulesOf({ fault: 'quota;limit=1' }));
  for (const left of [0, 0]) {
    const { effect: strike, applied: struck, headers } = sandbox.ask({ isRefused: true }) ?? {};
    expect([strike, struck, headers?.['ratelimit']]).toEqual([undefined, [], `"default";r=${left};t=60`]);
  }
  expect(sandbox.ask()?.effect).toBeDefined();
});

describe('draws', () => {
  const lossy = () => rulesOf({ fault: 'preset;name=flaky' }, { probability: 0.5, fault: 'delay;p50=200;p99=4000' });

  test('the same seed and sequence draw the same, another seed draws otherwise', () => {
    const outcomes = (seed: string) =>
      JSON.stringify(
        Array.from({ length: 1 }, () => new Counting(lossy(), seed)).flatMap((sandbox) =>
          times(1000).map(() => sandbox.ask()),
        ),
      );
    expect(outcomes('a')).toBe(outcomes('a'));
    expect(outcomes('a')).not.toBe(outcomes('b'));
  });

  test('shares are as they were said', () => {
    const sandbox = new Counting(rulesOf({ fault: 'preset;name=flaky' }));
    for (const request of times(5000)) sandbox.ask(request);
    const struck = [1, 2, 3].map((serial) => (sandbox.tallies.get(String(serial))?.struck ?? 0) / 5000);
    for (const [index, share] of [0.04, 0.03, 0.03].entries())
      expect(Math.abs((struck[index] ?? 0) - share)).toBeLessThan(0.012);
  });

  test.each<[string, number, number]>([
    ['delay;min=100;max=300', 200, 20],
    ['delay;p50=200;p99=4000', 200, 40],
  ])('%s', (fault, median, tolerance) => {
    const sandbox = new Counting(rulesOf({ fault }));
    const delays = times(2000)
      .map((request) => sandbox.ask(request)?.delayMs ?? 0)
      .toSorted((a, b) => a - b);
    expect(Math.abs((delays[1000] ?? 0) - median)).toBeLessThan(tolerance);
    if (fault.includes('min')) expect([(delays[0] ?? 0) >= 100, (delays.at(-1) ?? 301) <= 300]).toEqual([true, true]);
    else expect(delays[1980]).toSatisfy((ms: number) => ms > 2500 && ms < 6500);
  });

  test('a log-normal delay without a median is none, and none lasts longer than a minute', () => {
    expect(new Counting(rulesOf({ fault: 'delay;p50=0;p99=10' })).ask()?.delayMs).toBe(0);
    const sandbox = new Counting(rulesOf({ fault: 'delay;p50=50000;p99=60000' }));
    expect(Math.max(...times(300).map((request) => sandbox.ask(request)?.delayMs ?? 0))).toBe(60_000);
  });
});

test('rules strike as a model does that is as plain as the text about them', () => {
  const rule = fc.record({
    does: fc.constantFrom('answer', 'answer', 'delay', 'drip', 'hang'),
    after: fc.nat(3),
    times: fc.option(fc.nat(3)),
    every: fc.integer({ min: 1, max: 3 }),
    per: fc.constantFrom('sandbox', 'operation'),
    operation: fc.option(fc.constantFrom('a.x', 'a.y')),
  });
  const faults = { answer: 'server_error', delay: 'delay;ms=1', drip: 'drip', hang: 'hang' };
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 5 }),
      fc.array(fc.constantFrom('a.x', 'a.y'), { maxLength: 20 }),
      (drawn, asked) => {
        const rules = drawn.map((one, index) => ({ ...one, id: `rule_${index + 1}` })) as ModelRule[];
        const settings = rules.map(({ does, operation, ...counting }) => ({
          ...counting,
          ...(operation === null ? {} : { when: { operation } }),
          fault: faults[does],
        }));
        const sandbox = new Counting(rulesOf(...settings));
        const model = new Model(rules);
        for (const operation of asked) {
          const faultOutcome = sandbox.ask({ operation })?.applied ?? [];
          expect(faultOutcome.map((one) => one.rule)).toEqual(model.ask(operation));
        }
      },
    ),
  );
});
