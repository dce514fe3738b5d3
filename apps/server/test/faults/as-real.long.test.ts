/** Forced failures beside real ones with the same status: what a client reads of them is the same, at each kind of operation. */
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareCall } from '@understudy/contract/samples';
import { defaultSandbox, transports } from '../../src/check/host.js';
import { createUnderstudy } from '../../src/index.js';
import { builtinDomains } from '../../src/server/builtin-domains.js';
import { servedApi } from '../../src/server/served-api.js';
import { faulty } from '../own-domain/faulty.js';
import { api, inProcess, jsonRequest, overSocket, type TestServer, useServer } from '../support.js';
import { openOnce } from '../use.js';
import { course } from '../sandboxes/client.js';

type Host = Pick<TestServer, 'fetch'>;

/** A request to a server. */
type Asked = readonly [host: Host, path: string, init?: RequestInit | undefined];

const query = (path: string, more: string): string => `${path}${path.includes('?') ? '&' : '?'}${more}`;

const problemIn = (body: Record<string, unknown>): Record<string, unknown> => {
  const { error } = body;
  return typeof error === 'object' ? (error as { data: { problem: Record<string, unknown> } }).data.problem : body;
};

/** What a client reads of a failure, but for its words. */
async function looksOf(host: Host, path: string, init?: RequestInit) {
  const answer = await host.fetch(path, { redirect: 'manual', ...init });
  const text = await answer.text();
  const { status, headers } = answer;
  const type = headers.get('content-type');
  const isJson = type?.includes('json') === true;
  const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
  const problem = isJson ? problemIn(body) : {};
  const looks = {
    status,
    type,
    caching: headers.get('cache-control'),
    members: [Object.keys(body), Object.keys(problem)],
    oauth: typeof body['error'] === 'string' ? body['error'] : undefined,
    // Where a fault is follows from the fault.
    faults: (problem['errors'] as object[] | undefined)?.map((fault) => Object.keys(fault).length),
    has: ['www-authenticate', 'retry-after', 'ratelimit', 'ratelimit-policy', 'allow'].filter((name) =>
      headers.has(name),
    ),
  };
  return { looks, simulated: problem['simulated'] };
}

/** Expects forced failures to look as a real one; answers how that is. */
async function expectAlike(real: Asked, forced: Asked, faults: readonly string[]) {
  const { looks, simulated } = await looksOf(...real);
  // What json-server answers says nothing at all.
  const says = looks.type?.includes('json') === true && looks.members.some((names) => names.length > 0);
  if (says) expect(simulated).toBe(false);
  const [host, path, init] = forced;
  for (const fault of faults) {
    const found = await looksOf(host, query(path, fault), init);
    if (says) expect(found.simulated).toBe(true);
    expect(found.looks).toEqual(looks);
  }
  return looks;
}

/** How a failure is forced: by its name, and by its status. */
const by = (name: string, code: number): string[] => [`simulate_error=${name}`, `fault=status;code%3D${code}`];

const client = { client_id: 'understudy-web', client_secret: 'understudy-secret' };
const form = (fields: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams({ ...client, ...fields }),
});
const browser = { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } };
const data = { posts: [{ id: 1, title: 'a' }] };

/** Our domains that are asked beside it. */
const ours = ['auth', 'education', 'oauth', 'social'];

/** A request of each kind of operation, as it succeeds or comes near to it. */
const kinds: Readonly<Record<string, readonly [path: string, init?: RequestInit]>> = {
  'a list': ['/api/education/courses'],
  'a record': ['/api/education/courses/crs_0001'],
  'a write': ['/api/education/courses', jsonRequest('POST', {})],
  'a stream': ['/api/social/timeline/stream'],
  'own data': ['/api/posts'],
  'a token': ['/api/oauth/token', form({ grant_type: 'client_credentials' })],
  'a pushed request': ['/api/oauth/par', form()],
  introspection: ['/api/oauth/introspect', form({ token: 'x' })],
  revocation: ['/api/oauth/revoke', form({ token: 'x' })],
  'a device': ['/api/oauth/device', form()],
  registration: ['/api/oauth/register', jsonRequest('POST', {})],
  userinfo: ['/api/oauth/userinfo'],
  'an authorization': ['/api/oauth/authorize'],
  discovery: ['/api/oauth/.well-known/openid-configuration'],
};

describe('a 400', () => {
  let host: Host;
  beforeAll(() => {
    host = createUnderstudy({ data, bare: true, with: ours, log: 'off' });
  });

  it.each<[string, string, RequestInit?]>([
    ['a query', '/api/education/courses?difficulty=none'],
    ['a body', '/api/education/courses', jsonRequest('POST', { ...course, title: 1 })],
    ['own data', '/api/posts?_limit=x'],
    ['a token', '/api/oauth/token', form()],
    ['a pushed request', '/api/oauth/par', form()],
    ['introspection', '/api/oauth/introspect', form()],
    ['revocation', '/api/oauth/revoke', form()],
    ['registration', '/api/oauth/register', { ...jsonRequest('POST', {}), body: '{' }],
    ['a procedure', `/trpc/education.listCourses?input=${encodeURIComponent('{"difficulty":"none"}')}`],
    ['authorization in a browser', '/api/oauth/authorize?client_id=none', browser],
    ['logout in a browser', '/api/oauth/logout?id_token_hint=none', browser],
    ['a device in a browser', '/api/oauth/device?user_code=none', browser],
  ])('of %s', async (_what, path, init) => {
    const { members, faults } = await expectAlike([host, path, init], [host, path, init], by('bad_request', 400));
    if (init !== browser) expect([members[1], faults?.length]).toEqual([expect.arrayContaining(['errors']), 1]);
  });

  it('names a member of the operation, called as it is there', async () => {
    const named = async (path: string, init?: RequestInit) => {
      const answer = await host.fetch(query(path, 'simulate_error=bad_request'), init);
      const { errors } = (await answer.json()) as { errors: Record<string, string>[] };
      return errors.map(({ pointer, parameter }) => pointer ?? parameter);
    };
    expect(await named('/api/education/courses', jsonRequest('POST', {}))).toEqual(['#/title']);
    expect(await named('/api/education/courses/crs_0001')).toEqual(['course_id']);
    expect(await named('/api/oauth/token', form())).toEqual(['#/grant_type']);
  });
});

describe('a 404', () => {
  const host = openOnce(inProcess);

  const named = [...api.operations.values()].filter(
    ({ path, meta }) => meta.scope === 'sandbox' && meta.credential !== 'registration' && /_id\}/.test(path),
  );

  it.each(named.map(({ name }) => name))('of %s', async (name) => {
    const operation = api.operations.get(name);
    const last = operation?.path.match(/\w+(?=\})/g)?.at(-1);
    if (operation === undefined || last === undefined) throw new Error(`no operation is ${name}`);
    const { input, headers } = await prepareCall(host.fetch, operation);
    const wrong = { input: { ...input, [last]: 'none' }, headers };
    for (const over of transports) {
      const real = await over.call(defaultSandbox(host), operation, wrong);
      expect(real.problem).toMatchObject({ status: 404, kind: 'not_found', simulated: false });
      for (const more of by('not_found', 404)) {
        const { status, problem } = await over.call(defaultSandbox(host), operation, { ...wrong, query: more });
        expect([status, Object.keys(problem ?? {})]).toEqual([404, Object.keys(real.problem ?? {})]);
        expect(problem).toMatchObject({ errors: [{ parameter: last, code: 'not_found' }] });
      }
    }
  });

  it('of own data', async () => {
    const own = createUnderstudy({ data, bare: true, with: ours, log: 'off' });
    await expectAlike([own, '/api/posts/9'], [own, '/api/posts/9'], by('not_found', 404));
  });
});

describe('a 405', () => {
  const host = openOnce(inProcess);

  it.each([
    ['/api/oauth/token', 'GET', 'application/json'],
    ['/api/oauth/register/x', 'PATCH', 'application/json'],
    ['/api/oauth/userinfo', 'DELETE', 'application/json'],
    ['/api/education/courses', 'DELETE', 'application/problem+json'],
  ])('of %s', async (path, method, type) => {
    const right = [...api.operations.values()].find((operation) => operation.path === path)?.method ?? 'GET';
    const forced = [host, path, { method: right }] as const;
    const looks = await expectAlike([host, path, { method }], forced, ['fault=status;code%3D405']);
    expect(looks).toMatchObject({ type, has: ['allow'] });
  });
});

describe('a 429', () => {
  const limited = useServer(overSocket, { rateLimit: '1/1d' });
  let own: Host;
  beforeAll(async () => {
    own = createUnderstudy({ data, bare: true, with: ours, log: 'off' });
    await limited.fetch('/api/education/courses');
  });

  const cases: typeof kinds = { ...kinds, 'a procedure': ['/trpc/education.listCourses'] };

  it.each(Object.entries(cases))('of %s', async (_what, [path, init]) => {
    const looks = await expectAlike([limited, path, init], [own, path, init], ['simulate_error=rate_limit']);
    expect(looks).toMatchObject({ status: 429, has: ['retry-after', 'ratelimit', 'ratelimit-policy'] });
  });

  it('that is forced by its status says as well what is left, and when to come again only where it is asked to', async () => {
    const [path] = kinds['a list'] ?? [''];
    const { looks } = await looksOf(own, query(path, 'fault=status;code%3D429'));
    expect(looks.has).toEqual(['ratelimit', 'ratelimit-policy']);
    await expectAlike([limited, path], [own, path], ['fault=status;code%3D429;retry_after%3D7']);
  });
});

it('a 503 of a server that has too many streams looks as a forced one', async () => {
  await using host = await inProcess({ maxStreams: 1 });
  const open = await host.fetch('/api/social/timeline/stream');
  const path = '/api/social/timeline/stream';
  expect(open.status).toBe(200);
  const { has } = await expectAlike([host, path], [host, path], ['simulate_error=service_unavailable']);
  expect(has).toEqual(['retry-after']);
  await open.body?.cancel();
});

it.each(Object.entries(kinds).filter(([what]) => what !== 'own data'))(
  'a forced 503 speaks as its operation does: %s',
  async (_what, [path, init]) => {
    await using host = await inProcess();
    const { looks: forced } = await looksOf(host, query(path, 'simulate_error=service_unavailable'), init);
    const isOauth = path.startsWith('/api/oauth') && !path.includes('well-known');
    expect(forced).toMatchObject({ status: 503, has: ['retry-after'] });
    expect(forced.oauth).toBe(isOauth ? 'temporarily_unavailable' : undefined);
  },
);

it('a 500 of a handler that throws looks as a forced one', async () => {
  await using host = await inProcess({ serves: servedApi({ ours: builtinDomains, domains: [faulty] }) });
  const path = '/api/jars/jar_0001/open?how=its%20secret';
  await expectAlike([host, path], [host, path], by('server_error', 500));
});
