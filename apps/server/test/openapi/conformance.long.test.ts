/** The running server held against its own document: every operation, as it succeeds and as it fails. */
import { type Operation, simulatedErrors } from '@understudy/contract';
import { operations, prepareCall, sampleInput } from '@understudy/tooling/operations';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../src/http/openapi/openapi-document.js';
import { type CallOptions, defaultSandbox, transports } from '../../src/check/host.js';
import { inProcess } from '../support.js';
import { AnswerCheck, type Answered } from './answer-check.js';
import { openOnce } from '../use.js';

const [rest] = transports;
const forced = simulatedErrors.filter((kind) => kind !== 'malformed');

let document: OpenApiDocument;
let check: AnswerCheck;
const server = openOnce(inProcess);
beforeAll(async () => {
  document = (await (await server.fetch('/openapi.json')).json()) as OpenApiDocument;
  check = new AnswerCheck(document);
});

type Sent = Readonly<Record<string, unknown>>;

/** Calls an operation, and expects an answer of a status, as it is documented. */
async function meets(operation: Operation, input: Sent, expected: { status: number } & CallOptions): Promise<Headers> {
  const { status, ...options } = expected;
  const { headers, text, status: came } = await rest.call(defaultSandbox(server), operation, { input, ...options });
  const { method, path } = operation;
  expect({ status: came, faults: check.faults({ method, path, status: came, headers, text }) }).toEqual({
    status,
    faults: [],
  });
  return headers;
}

/** Asks an address of the document with a request of its own making. */
async function asks(path: string, init: RequestInit & { query?: string }, status: number): Promise<Headers> {
  const { query = '', ...sent } = init;
  const response = await server.fetch(`${path}${query}`, { redirect: 'manual', ...sent });
  const { method = 'GET' } = init;
  const answered: Answered = { method, path, status, headers: response.headers, text: await response.text() };
  expect({ status: response.status, faults: check.faults(answered) }).toEqual({ status, faults: [] });
  return response.headers;
}

/** The headers of whoever may call an operation that nobody else may. */
const asMember = async (operation: Operation): Promise<Record<string, string>> =>
  operation.meta.credential === 'member' ? (await prepareCall(server.fetch, operation)).headers : {};

describe.each(operations)('$name', (operation) => {
  const { meta, method } = operation;

  it('succeeds', async () => {
    const { input, headers } = await prepareCall(server.fetch, operation);
    await meets(operation, input, { status: meta.status, headers });
  });

  if (operation.answers === 'list') {
    it.each(['link', 'cursor'])('is paged by %s', async (style) => {
      const { input, headers } = await prepareCall(server.fetch, operation);
      const own = meta.credential === 'member' ? { headers } : {};
      await meets(operation, input, { status: 200, query: `per_page=1&pagination_style=${style}`, ...own });
    });

    it('refuses a cursor of another query', async () => {
      const headers = await asMember(operation);
      await meets(operation, sampleInput(operation), { status: 400, query: 'cursor=none', headers });
    });
  }

  if (meta.scope === 'sandbox') {
    it.each(forced)('is forced to fail with %s', async (kind) => {
      const input = sampleInput(operation);
      const { status } = await rest.call(defaultSandbox(server), operation, { input, query: `simulate_error=${kind}` });
      await meets(operation, input, { status, query: `simulate_error=${kind}` });
    });
  }

  if (meta.cache !== 'none') {
    it('is not modified', async () => {
      const input = sampleInput(operation);
      const own = await asMember(operation);
      const headers = await meets(operation, input, { status: 200, headers: own });
      await meets(operation, input, { status: 304, headers: { ...own, 'if-none-match': headers.get('etag') ?? '' } });
    });
  }

  it('refuses a bad control', async () => {
    await meets(operation, sampleInput(operation), { status: 400, query: 'page=0' });
  });

  it('refuses a target that is too long', async () => {
    await meets(operation, sampleInput(operation), { status: 414, query: 'x'.repeat(9000) });
  });

  if (meta.credential === 'bearer') {
    it.each([
      ['none', {}],
      ['a wrong one', { authorization: 'Bearer wrong' }],
    ])('refuses a call whose credential is %s', async (_, headers) => {
      await meets(operation, sampleInput(operation), { status: 401, headers });
    });
  }

  if (meta.bodies.length > 0) {
    it('refuses a body of another type, and one that is too large', async () => {
      const input = sampleInput(operation);
      await meets(operation, input, { status: 415, headers: { 'content-type': 'text/plain' } });
      const size = meta.bodyLimit === 'snapshot' ? 10_100_000 : 101_000;
      await meets(operation, { ...input, padding: 'x'.repeat(size) }, { status: 413 });
    });

    it('refuses a body that is no object', async () => {
      const headers = { 'content-type': 'application/json' };
      const path = operation.path.replace(/\{\w+\}/g, 'default');
      const response = await server.fetch(path, { method, headers, body: '7' });
      const { status } = response;
      expect(status).toBe(400);
      const answered = { method, path: operation.path, status, headers: response.headers, text: await response.text() };
      expect(check.faults(answered)).toEqual([]);
    });
  }

  // Whether a client has registered is told to nobody without its token: that is 401 (RFC 7592 §2.1).
  const isSecret = meta.credential === 'registration' || operation.path.includes('{event_type}');
  if (operation.path.includes('{') && meta.scope === 'sandbox' && !isSecret) {
    it('does not find a record that is not there', async () => {
      const input = sampleInput(operation);
      const [, name = ''] = /\{(\w+)\}/.exec(operation.path) ?? [];
      const { headers } = await prepareCall(server.fetch, operation);
      await meets(operation, { ...input, [name]: 'none' }, { status: 404, headers });
    });
  }
});

describe('what single operations answer beside', () => {
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const oidc = 'client_id=understudy-web&redirect_uri=http%3A%2F%2F127.0.0.1%3A3000%2Fcallback&response_type=code';

  it.each(['', '&simulate_error=server_error', '&prompt=none&state=x'])(
    'authorize redirects a browser (%s)',
    async (more) => {
      await asks('/api/oauth/authorize', { query: `?${oidc}&response_mode=query${more}` }, 302);
    },
  );

  it.each([
    ['GET', '/api/oauth/logout', 200],
    ['POST', '/api/oauth/logout', 200],
    ['GET', '/api/oauth/logout?client_id=x&post_logout_redirect_uri=nowhere', 400],
    ['GET', '/api/oauth/device', 200],
    ['POST', '/api/oauth/device/decision', 200],
  ])('%s %s shows a browser a page', async (method, address, status) => {
    const [path = '', query = ''] = address.split('?');
    const response = await server.fetch(address, { method, headers: { accept: 'text/html' } });
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const answered = { method, path, status: response.status, headers: response.headers, text: await response.text() };
    expect({ status: response.status, query, faults: check.faults(answered) }).toEqual({ status, query, faults: [] });
  });

  it.each([301, 302, 303, 307, 308])('a fault redirects with %i', async (status) => {
    await asks('/api/education/courses', { query: `?fault=redirect;code=${status}` }, status);
  });

  it('a fault asks for any status', async () => {
    await asks('/api/education/courses', { query: '?fault=status;code=418' }, 418);
  });

  it('authorize refuses a client that it may not redirect', async () => {
    await asks('/api/oauth/authorize', { query: '?client_id=x&redirect_uri=nowhere&response_type=code' }, 400);
  });

  it('authorize takes a POST, of a browser and of a program', async () => {
    const accept = { accept: 'text/html' };
    await asks('/api/oauth/authorize', { method: 'POST', headers: { ...form, ...accept }, body: oidc }, 302);
    await asks('/api/oauth/authorize', { method: 'POST', headers: json, body: '{}' }, 200);
    await asks('/api/oauth/authorize', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }, 415);
  });

  it('userinfo takes a POST, with the token in its form', async () => {
    const { data } = (await (await server.fetch('/api/oauth/authorize')).json()) as {
      data: [{ access_token: string }];
    };
    const body = `access_token=${encodeURIComponent(data[0].access_token)}`;
    await asks('/api/oauth/userinfo', { method: 'POST', headers: form, body }, 200);
    await asks('/api/oauth/userinfo', { method: 'POST', headers: form, body: 'access_token=wrong' }, 401);
    const both = { ...form, authorization: 'Bearer x' };
    await asks('/api/oauth/userinfo', { method: 'POST', headers: both, body }, 400);
  });

  it.each([
    ['invalid_client', 'grant_type=client_credentials&client_id=understudy-web&client_secret=wrong', 401],
    ['unsupported_grant_type', 'grant_type=password&client_id=understudy-spa', 400],
    ['invalid_grant', 'grant_type=authorization_code&code=x&client_id=understudy-spa', 400],
  ])('the token route refuses with %s', async (_, body, status) => {
    await asks('/api/oauth/token', { method: 'POST', headers: form, body }, status);
  });

  it('a write is replayed under its key, and refused with another body', async () => {
    const path = '/api/education/enrollments';
    const body = JSON.stringify({ student_id: 'stu_0001', course_id: 'crs_0001' });
    const headers = { ...json, 'idempotency-key': 'conformance' };
    await asks(path, { method: 'POST', headers, body }, 200);
    const replayed = await asks(path, { method: 'POST', headers, body }, 200);
    expect(replayed.get('idempotency-replayed')).toBe('true');
    await asks(path, { method: 'POST', headers, body: body.replace('stu_0001', 'stu_0002') }, 422);
  });

  it.each([
    ['/api/auth/register', { email: 'marcelo.abbott.1@example.com', password: 'another one', name: 'M' }],
    ['/api/auth/login', { email: 'nobody@example.com', password: 'wrong' }],
  ])('%s refuses a user', async (path, body) => {
    const status = path.endsWith('login') ? 401 : 409;
    await asks(path, { method: 'POST', headers: json, body: JSON.stringify(body) }, status);
  });
});

it('a full sandbox is documented', async () => {
  await using full = await inProcess({ maxRecords: 1 });
  const path = '/api/education/courses';
  const create = (title: string) => {
    const body = { title, category: 'Crafts', difficulty: 'expert', instructor: 'Bo', duration_hours: 1 };
    const headers = { 'content-type': 'application/json' };
    return full.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  expect((await create('Knots')).status).toBe(200);
  const refused = await create('Splices');
  const { status, headers } = refused;
  expect(status).toBe(507);
  expect(check.faults({ method: 'POST', path, status, headers, text: await refused.text() })).toEqual([]);
});

describe('the check', () => {
  const path = '/api/education/courses';
  const answer = async (): Promise<Answered> => {
    const response = await server.fetch(path);
    return { method: 'GET', path, status: 200, headers: response.headers, text: await response.text() };
  };
  const faultsWith = async (change: Partial<Answered>) => check.faults({ ...(await answer()), ...change });

  it('finds what is not documented', async () => {
    expect(await faultsWith({})).toEqual([]);
    expect(await faultsWith({ status: 418 })).toEqual(['the status 418 is not documented']);
    expect(await faultsWith({ path: '/nowhere' })).toEqual(['GET /nowhere is not documented']);
    expect(await faultsWith({ text: '{"data":[],"more":1}' })).toHaveLength(3);
    const { headers } = await answer();
    headers.set('x-more', '1');
    headers.delete('etag');
    headers.set('content-type', 'text/plain');
    expect(await faultsWith({ headers })).toEqual([
      'the header x-more is not documented',
      'the header ETag is missing',
      'the media type text/plain is not documented',
    ]);
  });
});
