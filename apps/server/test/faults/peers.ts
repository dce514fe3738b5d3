/**
 * The faults that other tools know at the level of HTTP, each with what says it here. The names are those of their
 * documentation: wiremock.org/docs/simulating-faults and /docs/stateful-behaviour, Toxiproxy's README, Envoy's
 * http_filters/fault_filter, Dev Proxy's technical reference, speakeasy-api-test-service, mockoon.com/docs, mswjs.io/docs.
 */
import type { FaultRuleSettings } from '@understudy/contract';

/** A fault of another tool, and its counterpart. */
export interface Counterpart {
  readonly tool: string;
  /** What it is called there. */
  readonly theirs: string;
  /** Rules of the sandbox, or the header that a client sends with each request. */
  readonly here: readonly FaultRuleSettings[] | string;
  /** Requests that are sent one after the other, and the shortest time that all of them can take, in ms. */
  readonly requests: number;
  readonly leastMs: number;
}

type Row = readonly [
  theirs: string,
  here: FaultRuleSettings | readonly FaultRuleSettings[] | string,
  more?: { readonly requests?: number; readonly leastMs?: number },
];

const rule = (fault: string, more: Omit<FaultRuleSettings, 'fault'> = {}): FaultRuleSettings => ({ fault, ...more });
const once = { times: 1 };
const many = { requests: 20 };

const tools: Readonly<Record<string, readonly Row[]>> = {
  WireMock: [
    ['fixed delay', rule('delay;ms=30'), { leastMs: 30 }],
    ['uniform delay', rule('delay;min=20;max=40'), { leastMs: 20 }],
    ['log-normal delay', rule('delay;p50=20;p99=60')],
    ['chunked dribble delay', rule('drip;bytes=100;every=10'), { leastMs: 30 }],
    ['`EMPTY_RESPONSE`', rule('close')],
    ['`MALFORMED_RESPONSE_CHUNK`', rule('garbage;at=body')],
    ['`RANDOM_DATA_THEN_CLOSE`', rule('garbage')],
    ['`CONNECTION_RESET_BY_PEER`', rule('reset')],
    ['scenario of several states', [rule('service_unavailable', once), rule('status;code=409', once)], { requests: 3 }],
  ],
  Toxiproxy: [
    ['`latency` with `jitter`', rule('delay;min=20;max=40'), { leastMs: 20 }],
    ['`toxicity`', rule('reset', { probability: 0.5 }), many],
    ['`down`', rule('outage;seconds=600;as=reset'), { requests: 2 }],
    ['`bandwidth`', rule('bandwidth;bytes_per_second=10000'), { leastMs: 30 }],
    ['`slow_close`', rule('stall;after_bytes=100;seconds=0.05'), { leastMs: 50 }],
    ['`timeout`', rule('hang;seconds=0.05'), { leastMs: 50 }],
    ['`reset_peer` after a time', rule('delay;ms=30, reset'), { leastMs: 30 }],
    ['`slicer`', rule('drip;bytes=64;every=1')],
    ['`limit_data`', rule('truncate;after_bytes=100')],
  ],
  Envoy: [
    ['`abort` with `http_status`', rule('status;code=503')],
    ['`abort` with a status below 400', { answer: { status: 204 } }],
    ['`delay` with `fixed_delay`', rule('delay;ms=30'), { leastMs: 30 }],
    ['`percentage`', rule('status;code=503', { probability: 0.25 }), many],
    ['`response_rate_limit`', rule('bandwidth;bytes_per_second=10000'), { leastMs: 30 }],
    ['`header_abort` and `header_delay`', 'delay;ms=30, status;code=503', { leastMs: 30 }],
    ['`headers` to match', { when: { header: { 'user-agent': 'node*' } }, fault: 'server_error' }],
  ],
  'Dev Proxy': [
    [
      'GenericRandomErrorPlugin',
      ['rate_limit;retry_after=5', 'server_error'].map((fault) => rule(fault, { probability: 0.25 })),
      many,
    ],
    ['RateLimitingPlugin', rule('quota;limit=2;window=3600'), { requests: 3 }],
    ['LatencyPlugin', rule('delay;min=20;max=40'), { leastMs: 20 }],
  ],
  'Speakeasy test service': [
    [
      '`fault-settings` with `reset_count`, `reject_count`, `error_count`',
      'reset;times=1, close;times=1, status;code=503;times=1',
      { requests: 4 },
    ],
    ['`delay_count`', 'delay;ms=30;times=1', { requests: 2, leastMs: 30 }],
    ['`num-retries` with `retry-after-val`', 'service_unavailable;retry_after=7;times=2', { requests: 3 }],
  ],
  Mockoon: [
    [
      'sequential responses, again and again',
      [rule('server_error', { after: 1, every: 3 }), rule('not_found', { after: 2, every: 3 })],
      { requests: 5 },
    ],
    ['random responses', rule('server_error', { probability: 0.5 }), many],
    ['latency', rule('delay;ms=30'), { leastMs: 30 }],
    [
      'a response with its rules',
      { when: { method: 'GET', path: '/api/**' }, answer: { status: 418, body: { short: 'and stout' } } },
    ],
  ],
  MSW: [
    ['`HttpResponse.error()`', rule('reset')],
    ['`once: true`', rule('server_error', once), { requests: 2 }],
    [
      'a generator of responses',
      [
        { answer: { status: 202, body: {} }, times: 2 },
        { answer: { status: 410, body: {} }, after: 2 },
      ],
      { requests: 4 },
    ],
    ['`delay()` of a realistic time', rule('delay;min=10;max=40'), { leastMs: 10 }],
    ["`delay('infinite')`", rule('hang')],
  ],
};

/** All of them. */
export const counterparts: readonly Counterpart[] = Object.entries(tools).flatMap(([tool, rows]) =>
  rows.map(([theirs, here, { requests = 1, leastMs = 0 } = {}]) => {
    const rules = typeof here === 'string' ? here : [here].flat();
    return { tool, theirs, here: rules, requests, leastMs };
  }),
);
