/** What faults answer in the place of the true answer: problems of any status, pages of proxies, redirects. */
import { describe, expect, it } from 'vitest';
import { inProcess, jsonRequest, NOW, useServer } from '../support.js';
import { ask, courses } from './asking.js';
import { course } from '../sandboxes/client.js';

const COURSES = '/api/education/courses';
/** The machine is at another time than the sandbox. */
const MACHINE = Date.parse('2031-05-05T05:05:05.250Z');

const server = useServer(inProcess, { machineNow: () => MACHINE });

/** The routes that are struck alike: a read, a list, a write, a removal, the token endpoint, tRPC. */
const token = { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) };
const routes: readonly { readonly name: string; readonly path: string; readonly init?: RequestInit }[] = [
  { name: 'a list', path: COURSES },
  { name: 'a record', path: `${COURSES}/crs_0001` },
  { name: 'a write', path: COURSES, init: jsonRequest('POST', {}) },
  { name: 'a token', path: '/api/oauth/token', init: token },
  { name: 'a redirecting endpoint', path: '/api/oauth/authorize' },
  { name: 'a procedure', path: '/trpc/education.listCourses' },
];

describe.each(routes)('$name', ({ path, init }) => {
  it('answers as simulate_error does, byte for byte', async () => {
    for (const kind of ['rate_limit', 'server_error', 'unauthorized', 'bad_request', 'timeout'] as const) {
      const [forced, simulated] = [
        await ask(server, path, kind, init),
        await server.fetch(`${path}?simulate_error=${kind}`, init),
      ];
      expect(forced.status).toBe(simulated.status);
      expect(await forced.text()).toBe(await simulated.text());
      const own = (response: Response) =>
        [...response.headers].filter(([name]) => name !== 'x-request-id' && name !== 'server-timing');
      expect(own(forced)).toEqual(own(simulated));
    }
  });

  it('has any status, with the problem kind status', async () => {
    for (const code of [400, 418, 451, 499, 507, 599]) {
      const answer = await ask(server, path, `status;code=${code}`, init);
      expect(answer.status).toBe(code);
      const body: unknown = await answer.json();
      const problem = path.startsWith('/trpc')
        ? (body as { error: { data: { problem: unknown } } }).error.data.problem
        : body;
      expect(problem).toMatchObject({ kind: 'status', status: code, simulated: true });
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it.each([
    ['bad_gateway', 502, 'text/html'],
    ['bad_gateway;code=504', 504, 'text/html'],
    ['captive_portal', 200, 'text/html; charset=utf-8'],
    ['redirect', 307, null],
  ])('is answered with %s as a whole', async (fault, status, type) => {
    const answer = await ask(server, path, fault, {
      ...init,
      headers: { ...init?.headers, 'x-request-id': 'mine-1234' },
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect(answer.headers.get('x-request-id')).toBe('mine-1234');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('etag')).toBeNull();
  });

  it('ends without an answer', async () => {
    for (const fault of ['reset', 'close', 'garbage']) {
      await expect(ask(server, path, fault, init)).rejects.toThrow(TypeError);
    }
  });
});

describe('status', () => {
  const headers = async (code: number, path = COURSES) => (await ask(server, path, `status;code=${code}`)).headers;

  it('brings the headers that belong to it', async () => {
    expect((await headers(401)).get('www-authenticate')).toMatch(/^Bearer /);
    expect((await headers(407)).get('proxy-authenticate')).toMatch(/^Basic /);
    expect((await headers(405)).get('allow')).toBe('GET, HEAD, POST, OPTIONS');
    expect((await headers(405, `${COURSES}/crs_0001`)).get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await headers(426)).get('upgrade')).toBe('TLS/1.3, HTTP/1.1');
    expect((await headers(451)).get('link')).toBe(`<${server.origin}/>; rel="blocked-by"`);
    expect((await headers(503)).get('retry-after')).toBeNull();
  });

  it('is titled as the registry has it', async () => {
    const title = async (code: number) =>
      ((await (await ask(server, COURSES, `status;code=${code}`)).json()) as { title: string }).title;
    expect(await title(418)).toBe("I'm a Teapot");
    expect(await title(507)).toBe('Insufficient Storage');
    expect(await title(599)).toBe('Forced Status');
  });

  it('is called what OAuth calls such a failure', async () => {
    const error = async (code: number) =>
      ((await (await ask(server, '/api/oauth/token', `status;code=${code}`, token)).json()) as { error: string }).error;
    expect(await error(401)).toBe('invalid_client');
    expect(await error(500)).toBe('server_error');
    expect(await error(503)).toBe('temporarily_unavailable');
    expect(await error(418)).toBe('invalid_request');
    const redirect = 'client_id=understudy-web&redirect_uri=http%3A%2F%2F127.0.0.1%3A3000%2Fcallback&state=s';
    const path = `/api/oauth/authorize?response_type=code&response_mode=query&${redirect}`;
    for (const [fault, code] of [
      ['status;code=403', 'access_denied'],
      ['status;code=502', 'server_error'],
      ['empty', 'server_error'],
    ] as const) {
      const answer = await ask(server, path, fault);
      expect(answer.status).toBe(302);
      expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe(code);
    }
  });
});

describe('Retry-After', () => {
  const wait = async (faults: string) => (await ask(server, COURSES, faults)).headers.get('retry-after');

  it.each([
    ['rate_limit', '1'],
    ['rate_limit;retry_after=30', '30'],
    ['service_unavailable', '1'],
    ['service_unavailable;retry_after=0', '0'],
    ['rate_limit;retry_after=none', null],
    ['server_error', null],
    ['server_error;retry_after=5', '5'],
    ['status;code=413;retry_after=7', '7'],
    ['rate_limit;retry_after=huge', '315360000'],
    ['rate_limit;retry_after=garbage', 'soon'],
    // By the machine's clock, which clients have too; the sandbox's stands still.
    ['rate_limit;retry_after=date', 'Mon, 05 May 2031 05:05:07 GMT'],
    ['rate_limit;retry_after=past', 'Mon, 05 May 2031 04:05:05 GMT'],
  ])('%s says %s', async (fault, header) => {
    expect(await wait(fault)).toBe(header);
  });

  it('agrees with what else is said of the limit', async () => {
    const answer = await ask(server, COURSES, 'rate_limit;retry_after=30');
    expect(answer.headers.get('ratelimit')).toBe('"default";r=0;t=30');
    expect(answer.headers.get('x-ratelimit-reset')).toBe(String(Date.parse(NOW) / 1000 + 30));
    expect(await answer.json()).toMatchObject({ detail: 'simulated: too many requests, try again in 30 seconds' });
  });
});

describe('redirect', () => {
  const location = async (fault: string, path = `${COURSES}?per_page=2`) =>
    (await ask(server, path, fault)).headers.get('location') ?? '';

  it.each([301, 302, 303, 307, 308])('%s leads to its own address, once', async (code) => {
    const first = await ask(server, `${COURSES}?per_page=2`, `redirect;code=${code}`);
    expect(first.status).toBe(code);
    const to = first.headers.get('location') ?? '';
    const url = new URL(to);
    expect([url.origin, url.pathname, url.searchParams.get('per_page')]).toEqual([server.origin, COURSES, '2']);
    const there = await server.fetch(to);
    expect(there.status).toBe(200);
    expect(await there.json()).toMatchObject({ pagination: { perPage: 2 } });
  });

  it('passes in a strict sandbox, for a write, and over tRPC too', async () => {
    await using strict = await inProcess({ strict: true });
    const before = await courses(strict);
    for (const [path, init] of [
      [COURSES, jsonRequest('POST', course)],
      ['/trpc/education.createCourse', jsonRequest('POST', course)],
    ] as const) {
      const to = (await ask(strict, path, 'redirect;code=308', init)).headers.get('location') ?? '';
      expect((await strict.fetch(to, init)).status).toBe(200);
    }
    expect(await courses(strict)).toBe(before + 2);
  });

  it('leads to itself for ever', async () => {
    const to = await location('redirect;to=loop');
    const again = await server.fetch(to, { redirect: 'manual' });
    expect([again.status, again.headers.get('location')]).toEqual([307, to]);
  });

  it('leads to another origin of the same server, or to http:', async () => {
    const elsewhere = async (host: string) => {
      const own = await inProcess({ publicUrl: `http://${host}:4010` });
      const to = (await ask(own, COURSES, 'redirect;to=elsewhere')).headers.get('location') ?? '';
      expect((await own.fetch(to)).status).toBe(200);
      await own.close();
      return new URL(to).origin;
    };
    expect(await elsewhere('127.0.0.1')).toBe('http://localhost:4010');
    expect(await elsewhere('[::1]')).toBe('http://localhost:4010');
    expect(await elsewhere('localhost')).toBe('http://127.0.0.1:4010');
    await using secure = await inProcess({ publicUrl: 'https://mock.example.com' });
    const down = await ask(secure, COURSES, 'redirect;to=downgrade');
    expect(down.headers.get('location')).toMatch(/^http:\/\/mock\.example\.com\/api\/education\/courses\?/);
  });
});

it('waits before it strikes, and holds a timeout', async () => {
  await using own = await inProcess();
  await ask(own, COURSES, 'delay;ms=300, server_error');
  await ask(own, `${COURSES}?delay=1`, 'delay;ms=300, delay;ms=200');
  await ask(own, COURSES, 'timeout');
  await ask(own, `${COURSES}?delay=0`, 'timeout');
  expect(own.waits).toEqual([300, 1500, 3000]);
  // A page may show the delay that it asked for: what else slows the network is none of it.
  const { meta } = (await (await ask(own, `${COURSES}?delay=1`, 'delay;ms=300')).json()) as { meta: object };
  expect([own.waits.at(-1), meta]).toEqual([1300, expect.objectContaining({ delayMs: 1000 })]);
});

it('comes after simulate_error, and after faulty controls', async () => {
  expect((await ask(server, `${COURSES}?simulate_error=not_found`, 'server_error')).status).toBe(404);
  expect((await ask(server, `${COURSES}?page=0`, 'server_error')).status).toBe(400);
});
