import { expect, it } from 'vitest';
import { FaultApplier } from '../call/apply-faults.js';
import { apiOf } from '../call/api.js';
import type { FaultOutcome } from '../faults/outcome.js';
import type { Answer } from './answer.js';
import type { Exchange } from './exchange.js';
import { withFaults } from './unrouted.js';

const waits: number[] = [];
const sleep = async (ms: number): Promise<void> => {
  waits.push(ms);
};
const faultApplier = new FaultApplier({ sleep, machineNow: () => 0 });
const { kinds } = apiOf([]);

// What is asked of a request that has no operation.
const exchange = {
  sandbox: { now: () => 0 },
  origin: 'http://127.0.0.1:4010',
  fullPath: '/api/nothing',
  search: '',
  allow: () => 'OPTIONS',
  request: { header: () => null, signal: () => new AbortController().signal },
} as unknown as Exchange;

const preflight: Answer = { status: 204, type: '', body: null, caching: 'none' };
const missing: Answer = { status: 404, type: 'application/problem+json', body: '{}', caching: 'none' };

const by = { rule: 'r', fault: 'x' };
const asked = (faultOutcome: Partial<FaultOutcome> | undefined, own: Answer) =>
  withFaults(exchange, faultOutcome && { delayMs: 0, applied: [by], ...faultOutcome }, {
    kinds,
    faultApplier,
    otherwise: () => own,
  });

it('is answered as it would be where it meets nothing', async () => {
  expect(await asked(undefined, missing)).toBe(missing);
});

it.each([preflight, missing])(
  'waits, and is struck by problems, pages, fixed answers and its connection',
  async (own) => {
    const problem = { fault: { fault: 'status', code: 503, commit: 'before' }, isFirst: false } as const;
    expect(await asked({ delayMs: 20, effect: problem }, own)).toMatchObject({
      status: 503,
      kind: 'status',
      struck: [by],
    });
    expect(waits).toEqual([20]);
    waits.length = 0;
    const page = { fault: { fault: 'bad_gateway', code: 502, commit: 'before' }, isFirst: false } as const;
    expect(await asked({ effect: page }, own)).toMatchObject({ status: 502, type: 'text/html', isSpoiled: true });
    const answer = { status: 200, headers: { 'X-Own': 'a', 'Content-Length': '9' }, body: { a: 1 } };
    expect(await asked({ effect: { answer } }, own)).toMatchObject({ body: '{"a":1}', headers: { 'x-own': 'a' } });
    const reset = { fault: { fault: 'reset', at: 'head', commit: 'before' }, isFirst: false } as const;
    expect(await asked({ effect: reset }, own)).toMatchObject({ status: own.status, wire: { end: { by: 'reset' } } });
    const hang = { fault: 'hang', seconds: 2, commit: 'before' } as const;
    expect(await asked({ hang }, own)).toMatchObject({ wire: { hangMs: 2000 } });
  },
);

it('is struck after it has succeeded, and not where it fails by itself', async () => {
  const strike = { fault: { fault: 'server_error', commit: 'after' }, isFirst: false } as const;
  expect(await asked({ effect: strike }, preflight)).toMatchObject({ status: 500 });
  expect(await asked({ effect: strike }, missing)).toMatchObject({ status: 404, corruption: undefined });
});

it('is struck by a quota before it waits, with the headers of the quota', async () => {
  const headers = { 'retry-after': '42', ratelimit: '"default";r=0;t=42' };
  const strike = { fault: { fault: 'rate_limit', commit: 'before' }, isFirst: true, headers } as const;
  const answer = await asked(
    { delayMs: 500, effect: strike, headers: { ratelimit: 'other', 'ratelimit-policy': 'p' } },
    missing,
  );
  expect(answer).toMatchObject({ status: 429, headers: { ...headers, 'ratelimit-policy': '"default";q=60;w=60' } });
  expect(answer.body).toContain('try again in 42 seconds');
  expect(waits).toEqual([]);
});
