/** What Prometheus is told: which metrics there are, that they count what happened, and that their labels are bounded. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Metering } from '../../src/metrics/metering.js';
import { MemoryStore } from '../../src/store/stores/memory-store.js';
import { course, send } from '../sandboxes/client.js';
import { hosts, inProcess, NOW, type TestServer } from '../support.js';
import { advance, dispatch, register } from '../webhooks/hooks.js';
import { startReceiver, statuses } from '../webhooks/receiver.js';
import { ending } from '../use.js';

let server: TestServer;
afterEach(() => void vi.useRealTimers());

const LIST = '/api/education/courses?per_page=1';

async function metrics(of: TestServer = server): Promise<string> {
  const answer = await of.fetch('/metrics');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return answer.text();
}

/** The value of a sample; undefined where there is none. */
function valueOf(text: string, sample: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length));
}

/** What a server holds that holds nothing. */
const NOTHING = { totals: () => ({ sandboxes: 0, records: 0, bytes: 0 }), streams: () => 0, hashes: () => 0 };

const requests = (operation: string, method: string, status: number) =>
  `http_server_request_duration_seconds_count{operation="${operation}",http_request_method="${method}",http_response_status_code="${status}"}`;

it.each(hosts)(
  'counts requests by operation, method and status, also those that get a kept answer (%s)',
  async (_host, start) => {
    server = ending(await start());
    for (let i = 0; i < 5; i += 1) await send(server, 'GET', LIST);
    await send(server, 'GET', '/api/education/courses/crs_9999');
    await send(server, 'GET', '/trpc/education.listCourses');
    await server.fetch('/healthz', { method: 'PROPFIND' });
    const text = await metrics();
    expect(valueOf(text, requests('education.listCourses', 'GET', 200))).toBe(6);
    expect(valueOf(text, requests('education.getCourse', 'GET', 404))).toBe(1);
    expect(valueOf(text, requests('none', '_OTHER', 405))).toBe(1);
    const bucket = requests('education.listCourses', 'GET', 200).replace('_count{', '_bucket{le="+Inf",');
    expect(valueOf(text, bucket)).toBe(6);
  },
);

it('puts what took a time into the buckets of that time', async () => {
  const metering = new Metering();
  for (const ms of [1, 5, 5.1, 400, 20_000]) metering.watched.countStore('read', ms);
  const { body } = await metering.text(NOTHING);
  const name = 'understudy_store_duration_seconds';
  const counts = [...body.matchAll(/_bucket\{le="(?<le>[^"]+)",operation="read"\} (?<count>\d+)/g)].map(
    ({ groups = {} }) => [Number(groups['le']), Number(groups['count'])],
  );
  expect(counts.map(([le]) => le)).toEqual([
    0.005,
    0.01,
    0.025,
    0.05,
    0.075,
    0.1,
    0.25,
    0.5,
    0.75,
    1,
    2.5,
    5,
    7.5,
    10,
    NaN,
  ]);
  expect(counts.map(([, count]) => count)).toEqual([2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 5]);
  expect(valueOf(body, `${name}_sum{operation="read"}`)).toBeCloseTo(20.4111);
});

it('has no sandbox, no path and nothing else of a client in a label', async () => {
  server = ending(await inProcess());
  await send(server, 'PUT', '/sandboxes/hidden-name', {});
  await send(server, 'GET', '/sandboxes/hidden-name/api/education/courses/hidden-id?hidden=query');
  await send(server, 'GET', '/hidden-path');
  await send(server, 'GET', '/trpc/hidden.procedure');
  expect(await metrics()).not.toContain('hidden');
});

it('has no more than 2,000 series of one metric: all others are one', async () => {
  const metering = new Metering();
  for (let status = 0; status < 5000; status += 1) {
    metering.watched.requestsOf({ operation: 'a', method: 'GET', status })?.add(1);
  }
  const { body } = await metering.text(NOTHING);
  expect(body.match(/^http_server_request_duration_seconds_count\{/gm)).toHaveLength(2001);
  expect(valueOf(body, 'http_server_request_duration_seconds_count{otel_metric_overflow="true"}')).toBe(3000);
});

it('counts the faults that struck, by name, and keeps them apart from what the server refuses by itself', async () => {
  server = ending(await inProcess({ maxBody: 100 }));
  await send(server, 'GET', `${LIST}&simulate_error=service_unavailable`);
  await send(server, 'PUT', '/sandboxes/default/faults', { rules: [{ fault: 'rate_limit;retry_after=7', times: 1 }] });
  await send(server, 'GET', LIST);
  await send(server, 'POST', '/api/education/courses', { title: 'x'.repeat(200) });
  const text = await metrics();
  expect(valueOf(text, 'understudy_faults_total{fault="service_unavailable"}')).toBe(1);
  expect(valueOf(text, 'understudy_faults_total{fault="rate_limit"}')).toBe(1);
  expect(valueOf(text, 'understudy_refusals_total{kind="service_unavailable"}')).toBe(0);
  expect(valueOf(text, 'understudy_refusals_total{kind="payload_too_large"}')).toBe(1);
});

it('shows what the process holds, and what it forgot', async () => {
  let now = 0;
  server = ending(await inProcess({ monotonic: () => now, sandboxTtl: '1m' }));
  for (const name of ['a', 'b']) await send(server, 'POST', `/sandboxes/${name}/api/education/courses`, course);
  const before = await metrics();
  expect(valueOf(before, 'understudy_sandboxes')).toBe(3);
  expect(valueOf(before, 'understudy_records')).toBe(2);
  expect(valueOf(before, 'understudy_record_size_bytes')).toBeGreaterThan(100);
  expect(valueOf(before, 'understudy_store_duration_seconds_count{operation="write"}')).toBe(2);
  now = 120_000;
  const after = await metrics();
  expect(valueOf(after, 'understudy_sandboxes')).toBe(1);
  expect(valueOf(after, 'understudy_records')).toBe(0);
  expect(valueOf(after, 'understudy_forgotten_sandboxes_total{reason="idle"}')).toBe(2);
});

it('counts writers that lose to another process', async () => {
  const metering = new Metering();
  const store = metering.watching(new MemoryStore());
  const mark = await store.admit('a', 10);
  if (typeof mark === 'string') throw new Error(mark);
  const record = { collection: 'c', id: '1', order: null, expires_at: null, value: {} } as never;
  await store.write('a', mark, [[record]]);
  expect(await store.write('a', mark, [[record]])).toBe('conflict');
  const { body } = await metering.text(NOTHING);
  expect(valueOf(body, 'understudy_commit_conflicts_total')).toBe(1);
  server = ending(await inProcess());
});

it('counts attempts at deliveries by what came of them', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
  server = ending(await inProcess({ webhookDelivery: 'on' }));
  const receiver = await startReceiver(statuses(500, 204, 410));
  await register(server, receiver.url);
  await dispatch(server);
  await server.idle();
  await advance(server, 1);
  await server.idle();
  await dispatch(server);
  await server.idle();
  await receiver.close();
  const text = await metrics();
  const counts = ['retried', 'succeeded', 'failed'].map((outcome) =>
    valueOf(text, `understudy_deliveries_total{outcome="${outcome}"}`),
  );
  expect(counts).toEqual([1, 1, 1]);
});

it('counts verdicts once, however often they are asked for', async () => {
  server = ending(await inProcess());
  const page = (number: number) => `/api/education/courses?per_page=1&simulate_eror=${number}`;
  for (let i = 0; i < 2; i += 1) await send(server, 'GET', page(i), undefined, { 'user-agent': 'shop/1.0' });
  const judged = async (): Promise<number> => {
    const { json } = await send(server, 'GET', '/sandboxes/default/conduct');
    return (json['data'] as { rule: string }[]).filter(({ rule }) => rule === 'off_contract').length;
  };
  const found = await judged();
  expect(found).toBeGreaterThan(0);
  await judged();
  const sample = 'understudy_conduct_total{rule="off_contract"}';
  expect(valueOf(await metrics(), sample)).toBe(found);
  await send(server, 'DELETE', '/sandboxes/default/requests').catch(() => undefined);
  await judged();
  expect(valueOf(await metrics(), sample)).toBe(found);
});

it('says how the process is', async () => {
  server = ending(await inProcess());
  const text = await metrics();
  expect(valueOf(text, 'process_memory_usage_bytes')).toBeGreaterThan(1e6);
  expect(valueOf(text, 'nodejs_eventloop_delay_p99_seconds')).toBeGreaterThanOrEqual(0);
});

describe('who may see it', () => {
  it('is whoever has the admin token, where there is one', async () => {
    server = ending(await inProcess({ adminToken: 'a-token' }));
    expect((await server.fetch('/metrics')).status).toBe(401);
    expect((await server.fetch('/metrics', { headers: { authorization: 'Bearer another' } })).status).toBe(401);
    expect((await server.fetch('/metrics', { headers: { authorization: 'Bearer a-token' } })).status).toBe(200);
    expect((await server.fetch('/healthz')).status).toBe(200);
  });

  it('is no page of another origin', async () => {
    server = ending(await inProcess());
    expect((await server.fetch('/metrics', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
  });

  it('is nobody with metrics off', async () => {
    server = ending(await inProcess({ metrics: 'off' }));
    expect((await server.fetch('/metrics')).status).toBe(404);
  });
});
