/** Faults that a call asks for: what stands in the query, and which failures are retried. */
import { describe, expect, test } from 'vitest';
import { type CallControls, type ClientOptions, createClient, type Faults } from '../src/index.js';
import { baseUrl, failureOf, json, noWaiting, realServer, scripted } from './server.js';

const course = { title: 'T', category: 'C', difficulty: 'expert', instructor: 'I', duration_hours: 3 } as const;
const ok = json({ data: [{ id: 'crs_0001' }], pagination: { page: 1, totalPages: 1 }, meta: { delayMs: 0 } });

type Answer = () => Response | Promise<Response>;

/** A problem as the server forces it. */
function forced(kind: string, status: number): Answer {
  return json({ kind, status, detail: `simulated: ${kind}`, simulated: true }, { status });
}

const reset = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }));
const gateway = () => new Response('<h1>Bad Gateway</h1>', { status: 502 });

function played(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const server = scripted(...answers);
  return { ...server, api: createClient({ baseUrl, fetch: server.fetch, ...noWaiting(), ...options }) };
}

/** How many attempts a read makes that meets a failure and then an answer. */
async function attemptsOf(controls: CallControls, failure: Answer): Promise<number> {
  const { api, sent } = played([failure, ok]);
  await api.education.listCourses({}, controls).then(undefined, () => undefined);
  return sent.length;
}

describe('the query', () => {
  test.each<[Faults, string]>([
    ['server_error', 'server_error'],
    ['rate_limit;retry_after=30, delay;ms=300', 'rate_limit;retry_after=30, delay;ms=300'],
    [{ fault: 'rate_limit', retry_after: 30 }, 'rate_limit;retry_after=30'],
    [{ retry_after: 'past', fault: 'rate_limit', times: 2 }, 'rate_limit;retry_after=past;times=2'],
    [{ fault: 'reset', at: undefined, commit: 'after' }, 'reset;commit=after'],
    [['hang;seconds=5', { fault: 'delay', p50: 200, p99: 4000 }], 'hang;seconds=5,delay;p50=200;p99=4000'],
    [{ fault: 'malformed', at: 1 / 3 }, 'malformed;at=0.333'],
    [{ fault: 'wrong_type', type: 'text/plain' }, 'wrong_type;type=text/plain'],
    [{ fault: 'wrong_type', type: 'text/plain; charset=x' }, 'wrong_type;type="text/plain; charset=x"'],
    [{ fault: 'unknown_value', at: '/data/*/status' }, 'unknown_value;at="/data/*/status"'],
    [{ fault: 'outage', seconds: 5, as: 'status;code=500' }, 'outage;seconds=5;as="status;code=500"'],
  ])('%j is %s', async (fault, text) => {
    const { api, sent } = played([ok]);
    await api.education.listCourses({ q: 'sql' }, { fault });
    await api.education.createCourse(course, { fault });
    expect(sent.map(({ url }) => url.searchParams.get('fault'))).toEqual([text, text]);
    expect(sent[0]?.url.searchParams.get('q')).toBe('sql');
  });

  test('has none where there is none', async () => {
    const { api, sent } = played([ok]);
    await api.education.listCourses({}, { fault: [] });
    await api.education.listCourses({}, { fault: undefined });
    expect(sent.map(({ url }) => url.search)).toEqual(['', '']);
  });

  test('has them in every call of a client that asks for them, but not in calls of the control API', async () => {
    const { api, sent } = played([ok]);
    const poor = api.with({ fault: 'preset;name=bad_wifi' });
    await poor.education.listCourses();
    await poor.sandboxes.listSandboxes();
    expect(sent.map(({ url }) => url.searchParams.get('fault'))).toEqual(['preset;name=bad_wifi', null]);
  });

  test('leaves what no type allows to the server', async () => {
    const { api, sent } = played([ok]);
    for (const value of [5, true, [null]]) {
      // As from JavaScript, or through a cast.
      await api.education.listCourses({}, { fault: value as unknown as Faults });
    }
    expect(sent.map(({ url }) => url.searchParams.get('fault'))).toEqual(['5', 'true', 'null']);
  });

  test('goes on to the next page, whatever the style', async () => {
    const next = `<${baseUrl}/api/education/courses?page=2&fault=delay%3Bms%3D1>; rel="next"`;
    const { api, sent } = played([
      json({ data: [{}], pagination: { page: 1 }, meta: {} }, { headers: { link: next } }),
      ok,
    ]);
    const all = api.education.listCourses({}, { fault: 'delay;ms=1', paginationStyle: 'link' });
    expect(await all.toArray({ limit: 5 })).toHaveLength(2);
    expect(sent.map(({ url }) => url.searchParams.getAll('fault'))).toEqual([['delay;ms=1'], ['delay;ms=1']]);
  });

  test('what a call forces replaces what its client forces, in whichever way', async () => {
    const { api, sent } = played([ok]);
    const failing = api.with({ fault: 'reset' });
    await failing.education.listCourses({}, { simulateError: undefined });
    await failing.education.listCourses({}, { scenario: ['ok'] });
    await failing.with({ fault: 'close' }).education.listCourses();
    await api.with({ simulateError: 'timeout' }).education.listCourses({}, { fault: 'empty' });
    const forces = ({ url }: { url: URL }) => ['fault', 'simulate_error'].map((name) => url.searchParams.get(name));
    expect(sent.map(forces)).toEqual([
      [null, null],
      [null, null],
      ['close', null],
      ['empty', null],
    ]);
  });
});

describe('a failure that the call forces on every attempt is not retried', () => {
  test.each<[Faults, Answer]>([
    ['server_error', forced('server_error', 500)],
    [{ fault: 'status', code: 503 }, forced('status', 503)],
    ['delay;ms=1, rate_limit;retry_after=0', forced('rate_limit', 429)],
    ['server_error;times=1, rate_limit', forced('rate_limit', 429)],
    ['reset', reset],
    [{ fault: 'close', at: 'body' }, reset],
    ['truncate', reset],
    ['bad_gateway', gateway],
  ])('%j', async (fault, failure) => {
    expect(await attemptsOf({ fault }, failure)).toBe(1);
  });
});

describe('a failure that ends, or that came from elsewhere, is retried', () => {
  test.each<[Faults, Answer]>([
    ['server_error;times=1', forced('server_error', 500)],
    [{ fault: 'server_error', times: 1 }, forced('server_error', 500)],
    ['reset;times=1', reset],
    [{ fault: 'bad_gateway', code: 504, times: 3 }, gateway],
    ['quota;limit=1', forced('rate_limit', 429)],
    ['outage;seconds=1', forced('service_unavailable', 503)],
    ['preset;name=flaky', reset],
    // A rule of the sandbox.
    ['delay;ms=1', forced('server_error', 500)],
    ['not_found', forced('service_unavailable', 503)],
    // The network itself.
    ['server_error', reset],
  ])('%j', async (fault, failure) => {
    expect(await attemptsOf({ fault }, failure)).toBe(2);
  });

  test('and so is a forced one where a scenario goes on', async () => {
    expect(await attemptsOf({ scenario: ['ok', 'ok'], fault: 'reset' }, reset)).toBe(2);
  });

  test('a write is retried under one key, and each attempt asks for the fault', async () => {
    const { api, sent } = played([reset, ok], { retry: { methods: ['POST'] } });
    await api.education.createCourse(course, { fault: 'reset;commit=after;times=1' });
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(sent.map(({ url }) => url.href)).size).toBe(1);
  });
});

describe('a fault as the client sees it', () => {
  const half = () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data":['));
        controller.error(new TypeError('terminated'));
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  };
  const hang = () => new Promise<Response>(() => undefined);

  test.each<[string, Answer, object]>([
    ['a connection that is reset', reset, { kind: 'network', retryable: true }],
    ['a body that breaks off', half, { kind: 'network', retryable: true }],
    ['JSON that is cut', () => new Response('{"data":['), { kind: 'malformed', status: 200, retryable: false }],
    ['an empty body', () => new Response(''), { kind: 'malformed', retryable: false }],
    ['a page of a proxy', gateway, { kind: 'unexpected_status', status: 502, retryable: true }],
    ['a page of a captive portal', () => new Response('<h1>Log in</h1>'), { kind: 'malformed', retryable: false }],
    ['no answer at all', hang, { kind: 'timeout', retryable: true }],
  ])('%s', async (_, answer, error) => {
    const { api } = played([answer], { retry: 0, timeoutMs: 20 });
    expect(await failureOf(api.education.listCourses())).toMatchObject(error);
  });
});

describe('the server', () => {
  function real(options: Partial<ClientOptions> = {}) {
    const server = realServer();
    return { ...server, api: createClient({ baseUrl, fetch: server.fetch, ...noWaiting(), ...options }) };
  }

  test('counts a fault with times, which the client then gets past', async () => {
    const { api } = real();
    const fault = [{ fault: 'rate_limit', retry_after: 1, times: 1 }, 'reset;times=1'] as const;
    const { attempts } = await api.education.listCourses({ per_page: 3 }, { fault }).withResponse();
    expect(attempts.map(({ kind }) => kind)).toEqual(['rate_limit', 'network', 'ok']);
  });

  test('makes a write whose answer is lost once, and the retry gets that answer', async () => {
    const { api } = real({ retry: { methods: ['GET', 'POST'] } });
    const { total } = (await api.education.listCourses()).pagination;
    const { attempts, response } = await api.education
      .createCourse(course, { fault: 'reset;commit=after;times=1' })
      .withResponse();
    expect(attempts.map(({ kind }) => kind)).toEqual(['network', 'ok']);
    expect(response.headers.get('idempotency-replayed')).toBe('true');
    expect((await api.education.listCourses()).pagination.total).toBe(total + 1);
  });

  test('strikes a client by the rules of its sandbox, which it sets', async () => {
    const { api } = real({ sandbox: 'checkout' });
    await api.sandboxes.putFaults({ name: 'checkout', rules: [{ per: 'url', times: 1, fault: 'server_error' }] });
    const { attempts } = await api.education.listCourses().withResponse();
    expect(attempts.map(({ status }) => status)).toEqual([500, 200]);
    const { data } = await api.sandboxes.listRequests({ name: 'checkout' });
    expect(data.map(({ fault }) => fault)).toEqual([{ rule: 'rule_1', fault: 'server_error' }, null]);
  });
});
