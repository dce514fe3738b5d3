/** What a server answers over HTTP/2: the same as over HTTP/1.1, but for what the versions differ in. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { overSocket } from '../support.js';
import { certified } from './certified.js';
import { type Answered, answered, Http2Client } from './http2-client.js';
import { eventually } from '../eventually.js';
import { openEach, openOnce } from '../use.js';

const CANCEL = 8;

const server = openOnce(() =>
  overSocket({ size: 'contacts=4000', trustProxy: 1, corsAllow: 'https://app.example' }, { certified }),
);
const client = openEach(() => Http2Client.to(Number(new URL(server.origin).port)));

const json = ({ body }: Answered): Record<string, unknown> => JSON.parse(body) as Record<string, unknown>;
const DISCOVERY = '/api/oauth/.well-known/openid-configuration';
const post = { ':method': 'POST', 'content-type': 'application/json' };

it('names itself by https, in links and documents', async () => {
  const list = await client.ask('/api/education/courses?pagination_style=link');
  const origin = `https://localhost:${new URL(server.origin).port}`;
  expect(list.headers.link).toContain(`<${origin}/api/education/courses?`);
  const found = await client.ask(DISCOVERY);
  expect(json(found)).toMatchObject({ issuer: `${origin}/api/oauth`, token_endpoint: `${origin}/api/oauth/token` });
  expect(json(await client.ask('/openapi.json'))['servers']).toMatchObject([{ url: origin }]);
  const problem = json(await client.ask('/api/education/courses/crs_9999'));
  expect(problem['type']).toBe(`${origin}/problems/not_found`);
});

it('drops the port of https from its name, and keeps that of http', async () => {
  const issuer = async (authority: string) =>
    json(await client.ask({ ':path': DISCOVERY, ':authority': authority }))['issuer'];
  expect([await issuer('localhost:443'), await issuer('localhost:80')]).toEqual([
    'https://localhost/api/oauth',
    'https://localhost:80/api/oauth',
  ]);
});

it('believes a proxy that it trusts rather than itself', async () => {
  const said = { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'mock.example' };
  const found = await client.ask({ ':path': DISCOVERY, ...said });
  expect(json(found)['issuer']).toBe('http://mock.example/api/oauth');
});

it('refuses a host that is not its own, by either name of it', async () => {
  for (const named of [{ ':authority': 'evil.example' }, { host: 'evil.example', ':authority': 'evil.example' }]) {
    expect(await client.ask({ ':path': '/api/education/courses', ...named })).toMatchObject({ status: 421 });
  }
});

it.each([
  { ':path': '*', ':method': 'OPTIONS' },
  { ':path': '/', ':authority': 'user@localhost' },
  { ':path': '/', ':authority': 'localhost', host: 'other.localhost' },
])('refuses a target that is none: %j', async (headers) => {
  expect(await client.ask(headers)).toMatchObject({ status: 400, ended: 'end' });
});

it('keeps pages of foreign origins from the control API, and lets its own in', async () => {
  const from = (origin: string) => client.ask({ ':path': '/sandboxes', origin });
  const own = `https://127.0.0.1:${new URL(server.origin).port}`;
  const statuses = [await from('https://evil.example'), await from('https://app.example'), await from(own)];
  expect(statuses.map(({ status }) => status)).toEqual([403, 200, 200]);
});

it('answers a preflight', async () => {
  const asked = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
  const answer = await client.ask({ ':path': '/api/education/courses', ':method': 'OPTIONS', ...asked });
  expect(answer).toMatchObject({ status: 204, ended: 'end', headers: { 'access-control-allow-origin': '*' } });
});

it('answers HEAD and 304 with a head alone', async () => {
  const path = '/api/education/courses';
  const { headers } = await client.ask({ ':path': path, ':method': 'HEAD' });
  expect(headers).toMatchObject({ ':status': 200, 'content-type': 'application/json' });
  expect(Number(headers['content-length'])).toBeGreaterThan(1000);
  const again = await client.ask({ ':path': path, 'if-none-match': headers.etag });
  expect(again).toMatchObject({ status: 304, body: '', ended: 'end' });
});

it('leaves out headers about connections, which HTTP/2 forbids', async () => {
  const answer = await client.ask('/api/education/courses?fault=status;code=426');
  expect(answer).toMatchObject({ status: 426, ended: 'end' });
  expect(answer.headers).not.toHaveProperty('upgrade');
  expect(answer.headers).not.toHaveProperty('connection');
});

it('takes bodies, and asks for one that waits to be asked for', async () => {
  const sandbox = '/sandboxes/bodies';
  const path = `${sandbox}/api/education/enrollments`;
  const body = JSON.stringify({ student_id: 'stu_0001', course_id: 'crs_0001' });
  const stream = client.open({ ...post, ':path': path, expect: '100-continue' });
  stream.once('continue', () => stream.end(body));
  expect(await answered(stream)).toMatchObject({ status: 200 });
  expect(await client.ask({ ...post, ':path': path }, 'x'.repeat(300_000))).toMatchObject({ status: 413 });
  // The connection is as good as before.
  expect(await client.ask({ ...post, ':path': path }, body)).toMatchObject({ status: 200 });
});

it('takes nothing of a body that is broken off', async () => {
  const path = '/sandboxes/broken/api/saas/organizations/org_0001/imports';
  const headers = { authorization: `Bearer usk_seed_0001`, 'content-type': 'application/x-ndjson' };
  const stream = client.open({ ...post, ...headers, ':path': path });
  stream.write('{"email":"whole@example.com","name":"A whole line"}\n');
  await eventually(() => expect(stream.writableLength).toBe(0));
  // The head has come by then.
  await client.ask('/api/education/courses?per_page=1');
  // close() would end the body before.
  stream.destroy(new Error('changed its mind'));
  await eventually(async () => {
    const { data } = json(await client.ask('/sandboxes/broken/requests?method=POST')) as { data: object[] };
    expect(data).toMatchObject([{ ended: 'client_left' }]);
  });
  expect(json(await client.ask('/sandboxes/broken'))['data']).toMatchObject({ revision: 0 });
});

it('notes how an answer ended, also for a client that leaves once it has it', async () => {
  const path = '/sandboxes/ended/api/education/courses';
  const gone = async (headers: object) => {
    const other = await Http2Client.to(Number(new URL(server.origin).port));
    await other.ask({ ':path': path, ...headers });
    other.close();
  };
  await gone({});
  await gone({ ':method': 'HEAD' });
  await gone({ ...post, ':path': '/sandboxes/ended/api/education/enrollments' });
  await gone({ ':path': `${path}?fault=reset` });
  await eventually(async () => {
    const { data } = json(await client.ask('/sandboxes/ended/requests')) as { data: { ended: string }[] };
    expect(data.map(({ ended }) => ended)).toEqual(['complete', 'complete', 'complete', 'cut']);
  });
});

it('notes the version of HTTP in the journal, and one name for all of a connection', async () => {
  await client.ask({ ':path': '/sandboxes/noted/api/education/courses', cookie: 'a=1' });
  await client.ask('/sandboxes/noted/api/education/students');
  const { data } = json(await client.ask('/sandboxes/noted/requests')) as {
    data: { headers: object; client: { connection: string; address: string } }[];
  };
  const [one, other] = data;
  expect(one?.client).toEqual(other?.client);
  expect(one?.client).toMatchObject({ address: '127.0.0.1', connection: expect.stringMatching(/^h2_/) as string });
  const names = data.flatMap(({ headers }) => Object.keys(headers));
  expect(names).toContain('host');
  expect(names.filter((name) => name.startsWith(':'))).toEqual([]);
  const har = json(await client.ask('/sandboxes/noted/requests?format=har')) as { log: { entries: object[] } };
  const version = { httpVersion: 'HTTP/2.0' };
  expect(har.log.entries[0]).toMatchObject({ request: version, response: version });
});

it('streams events, on one connection with everything else', async () => {
  const stream = client.open({ ':path': '/sandboxes/live/requests/stream', accept: 'text/event-stream' });
  let text = '';
  stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await client.ask('/sandboxes/live/api/education/courses?q=streamed');
  await eventually(() => expect(text).toContain('q=streamed'));
  stream.close(CANCEL);
});

it('sends a long export to a client that reads at leisure, and answers others meanwhile', async () => {
  const path = '/api/saas/organizations/org_0001/contacts/export?format=ndjson';
  const stream = client.open({ ':path': path, authorization: 'Bearer usk_seed_0001' });
  const whole = answered(stream);
  stream.pause();
  await once(stream, 'response');
  expect(await client.ask('/api/education/courses?per_page=1')).toMatchObject({ status: 200 });
  stream.resume();
  const { status, body, ended, headers } = await whole;
  expect([status, ended, body.trim().split('\n').length]).toEqual([200, 'end', Number(headers['x-total-count'])]);
  // More than a client takes before it reads (RFC 9113 §6.9).
  expect(body.length).toBeGreaterThan(65_535);
});
