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
  readonly rules?: readonly FaultRuleSettings[];
  readonly header?: string;
  /** Requests that are sent one after the other; 1 where left out. */
  readonly requests?: number;
  /** What a client sees of each; left out where the chance of a rule decides. */
  readonly sees?: readonly string[];
  /** The shortest time that all of them can take, in ms. */
  readonly leastMs?: number;
}

const OK = '200 JSON';
const LOST = 'TypeError (ECONNRESET)';
const CLOSED = 'TypeError (UND_ERR_SOCKET)';
const CUT = '200 JSON, then TypeError (terminated)';

const of = (tool: string, counterparts: readonly Omit<Counterpart, 'tool'>[]): Counterpart[] =>
  counterparts.map((one) => ({ tool, ...one }));

const wireMock = of('WireMock', [
  { theirs: 'fixed delay', rules: [{ fault: 'delay;ms=30' }], sees: [OK], leastMs: 30 },
  { theirs: 'uniform delay', rules: [{ fault: 'delay;min=20;max=40' }], sees: [OK], leastMs: 20 },
  { theirs: 'log-normal delay', rules: [{ fault: 'delay;p50=20;p99=60' }], sees: [OK] },
  { theirs: 'chunked dribble delay', rules: [{ fault: 'drip;bytes=100;every=10' }], sees: [OK], leastMs: 30 },
  { theirs: '`EMPTY_RESPONSE`', rules: [{ fault: 'close' }], sees: [CLOSED] },
  { theirs: '`MALFORMED_RESPONSE_CHUNK`', rules: [{ fault: 'garbage;at=body' }], sees: [CUT] },
  { theirs: '`RANDOM_DATA_THEN_CLOSE`', rules: [{ fault: 'garbage' }], sees: ['TypeError (HPE_INVALID_CONSTANT)'] },
  { theirs: '`CONNECTION_RESET_BY_PEER`', rules: [{ fault: 'reset' }], sees: [LOST] },
  {
    theirs: 'scenario of several states',
    rules: [
      { fault: 'service_unavailable', times: 1 },
      { fault: 'status;code=409', times: 1 },
    ],
    requests: 3,
    sees: ['503 problem, Retry-After: 1', '409 problem', OK],
  },
]);

const toxiproxy = of('Toxiproxy', [
  { theirs: '`latency` with `jitter`', rules: [{ fault: 'delay;min=20;max=40' }], sees: [OK], leastMs: 20 },
  { theirs: '`toxicity`', rules: [{ fault: 'reset', probability: 0.5 }], requests: 20 },
  { theirs: '`down`', rules: [{ fault: 'outage;seconds=600;as=reset' }], requests: 2, sees: [LOST, LOST] },
  { theirs: '`bandwidth`', rules: [{ fault: 'bandwidth;bytes_per_second=10000' }], sees: [OK], leastMs: 30 },
  { theirs: '`slow_close`', rules: [{ fault: 'stall;after_bytes=100;seconds=0.05' }], sees: [CUT], leastMs: 50 },
  { theirs: '`timeout`', rules: [{ fault: 'hang;seconds=0.05' }], sees: [CLOSED], leastMs: 50 },
  { theirs: '`reset_peer` after a time', rules: [{ fault: 'delay;ms=30, reset' }], sees: [LOST], leastMs: 30 },
  { theirs: '`slicer`', rules: [{ fault: 'drip;bytes=64;every=1' }], sees: [OK] },
  { theirs: '`limit_data`', rules: [{ fault: 'truncate;after_bytes=100' }], sees: [CUT] },
]);

const envoy = of('Envoy', [
  { theirs: '`abort` with `http_status`', rules: [{ fault: 'status;code=503' }], sees: ['503 problem'] },
  {
    theirs: '`abort` with a status below 400',
    rules: [{ answer: { status: 204 } }],
    sees: ['204 no type, then SyntaxError'],
  },
  { theirs: '`delay` with `fixed_delay`', rules: [{ fault: 'delay;ms=30' }], sees: [OK], leastMs: 30 },
  { theirs: '`percentage`', rules: [{ fault: 'status;code=503', probability: 0.25 }], requests: 20 },
  { theirs: '`response_rate_limit`', rules: [{ fault: 'bandwidth;bytes_per_second=10000' }], sees: [OK], leastMs: 30 },
  {
    theirs: '`header_abort` and `header_delay`',
    header: 'delay;ms=30, status;code=503',
    sees: ['503 problem'],
    leastMs: 30,
  },
  {
    theirs: '`headers` to match',
    rules: [{ when: { header: { 'user-agent': 'node*' } }, fault: 'server_error' }],
    sees: ['500 problem'],
  },
]);

const devProxy = of('Dev Proxy', [
  {
    theirs: 'GenericRandomErrorPlugin',
    rules: [
      { fault: 'rate_limit;retry_after=5', probability: 0.25 },
      { fault: 'server_error', probability: 0.25 },
    ],
    requests: 20,
  },
  {
    theirs: 'RateLimitingPlugin',
    rules: [{ fault: 'quota;limit=2;window=3600' }],
    requests: 3,
    sees: [OK, OK, '429 problem, Retry-After: 3600'],
  },
  { theirs: 'LatencyPlugin', rules: [{ fault: 'delay;min=20;max=40' }], sees: [OK], leastMs: 20 },
]);

const speakeasy = of('Speakeasy test service', [
  {
    theirs: '`fault-settings` with `reset_count`, `reject_count`, `error_count`',
    header: 'reset;times=1, close;times=1, status;code=503;times=1',
    requests: 4,
    sees: [LOST, CLOSED, '503 problem', OK],
  },
  { theirs: '`delay_count`', header: 'delay;ms=30;times=1', requests: 2, sees: [OK, OK], leastMs: 30 },
  {
    theirs: '`num-retries` with `retry-after-val`',
    header: 'service_unavailable;retry_after=7;times=2',
    requests: 3,
    sees: ['503 problem, Retry-After: 7', '503 problem, Retry-After: 7', OK],
  },
]);

const mockoon = of('Mockoon', [
  {
    theirs: 'sequential responses, again and again',
    rules: [
      { fault: 'server_error', after: 1, every: 3 },
      { fault: 'not_found', after: 2, every: 3 },
    ],
    requests: 5,
    sees: [OK, '500 problem', '404 problem', OK, '500 problem'],
  },
  { theirs: 'random responses', rules: [{ fault: 'server_error', probability: 0.5 }], requests: 20 },
  { theirs: 'latency', rules: [{ fault: 'delay;ms=30' }], sees: [OK], leastMs: 30 },
  {
    theirs: 'a response with its rules',
    rules: [{ when: { method: 'GET', path: '/api/**' }, answer: { status: 418, body: { short: 'and stout' } } }],
    sees: ['418 JSON'],
  },
]);

const msw = of('MSW', [
  { theirs: '`HttpResponse.error()`', rules: [{ fault: 'reset' }], sees: [LOST] },
  { theirs: '`once: true`', rules: [{ fault: 'server_error', times: 1 }], requests: 2, sees: ['500 problem', OK] },
  {
    theirs: 'a generator of responses',
    rules: [
      { answer: { status: 202, body: {} }, times: 2 },
      { answer: { status: 410, body: {} }, after: 2 },
    ],
    requests: 4,
    sees: ['202 JSON, garbled', '202 JSON, garbled', '410 JSON', '410 JSON'],
  },
  { theirs: '`delay()` of a realistic time', rules: [{ fault: 'delay;min=10;max=40' }], sees: [OK], leastMs: 10 },
  { theirs: "`delay('infinite')`", rules: [{ fault: 'hang' }], sees: ['TimeoutError'] },
]);

/** All of them. */
export const counterparts: readonly Counterpart[] = [
  ...wireMock,
  ...toxiproxy,
  ...envoy,
  ...devProxy,
  ...speakeasy,
  ...mockoon,
  ...msw,
];
