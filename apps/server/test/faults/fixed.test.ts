/** Fixed responses that rules answer, in the place of the true answer. */
import { expect, it } from 'vitest';
import { courses } from './asking.js';
import { eachServer, jsonRequest } from '../support.js';
import { course } from '../sandboxes/client.js';

const COURSES = '/api/education/courses';

const server = eachServer();

/** Sets one rule for all requests. */
async function fixed(answer: object, rule: object = {}): Promise<void> {
  const rules = [{ ...rule, answer }];
  const init = { ...jsonRequest('POST', { rules }), method: 'PUT' };
  expect((await server.fetch('/sandboxes/default/faults', init)).status).toBe(200);
}

it('is what was set, and keeps the headers of every answer', async () => {
  await fixed({ status: 203, headers: { 'X-Own': 'a', 'Cache-Control': 'max-age=9' }, body: { a: [1] } });
  for (const path of [COURSES, '/api/nothing', '/trpc/education.listCourses', '/api/oauth/token']) {
    const answer = await server.fetch(path, { headers: { 'x-request-id': 'mine-1234', 'accept-encoding': 'gzip' } });
    expect([path, answer.status, await answer.text()]).toEqual([path, 203, '{"a":[1]}']);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('x-own')).toBe('a');
    expect(answer.headers.get('cache-control')).toBe('max-age=9');
    expect(answer.headers.get('x-request-id')).toBe('mine-1234');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('etag')).toBeNull();
  }
});

it.each([
  [{ body: 'a text' }, 200, 'text/plain; charset=utf-8', 'a text'],
  [{ body: '<p>', headers: { 'content-type': 'text/html' } }, 200, 'text/html', '<p>'],
  [{ body: 'x'.repeat(5000) }, 200, 'text/plain; charset=utf-8', 'x'.repeat(5000)],
  [{ status: 204 }, 204, null, ''],
  [{ status: 304 }, 304, null, ''],
  [{ status: 500 }, 500, null, ''],
  [{ body: null }, 200, 'application/json', 'null'],
])('%j is sent as %s %s', async (answer, status, type, text) => {
  await fixed(answer);
  const came = await server.fetch(COURSES, { headers: { 'accept-encoding': 'gzip' } });
  expect([came.status, came.headers.get('content-type'), await came.text()]).toEqual([status, type, text]);
  expect(came.headers.get('content-encoding')).toBeNull();
});

it('writes nothing', async () => {
  await fixed({ status: 200, body: {} }, { when: { method: 'POST' } });
  const count = await courses(server);
  const revision = server.revision();
  expect((await server.fetch(COURSES, jsonRequest('POST', course, { 'idempotency-key': 'k' }))).status).toBe(200);
  expect(server.revision()).toBe(revision);
  await server.fetch('/sandboxes/default/faults', { method: 'DELETE' });
  const own = await server.fetch(COURSES, jsonRequest('POST', course, { 'idempotency-key': 'k' }));
  expect(own.headers.get('idempotency-replayed')).toBeNull();
  expect(await courses(server)).toBe(count + 1);
});

it('answers a preflight only where the rule names OPTIONS', async () => {
  await fixed({ status: 418 });
  expect((await server.fetch(COURSES, { method: 'OPTIONS' })).status).toBe(204);
  await fixed({ status: 418 }, { when: { method: 'OPTIONS' } });
  expect((await server.fetch(COURSES, { method: 'OPTIONS' })).status).toBe(418);
});
