/** Hostile and mistaken requests: each gets its 4xx, names every fault, and the server lives. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { hosts, jsonRequest, overSocket, type TestServer } from '../support.js';
import { sendRaw } from './raw.js';
import { openOnce } from '../use.js';
import { eventually } from '../eventually.js';
import { course } from '../sandboxes/client.js';

const COURSES = '/api/education/courses';

function post(server: TestServer, body: string | Uint8Array<ArrayBuffer>, type?: string): Promise<Response> {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  return server.fetch(COURSES, { method: 'POST', body, headers });
}

describe.each(hosts)('%s', (_host, start) => {
  const server = openOnce(start);
  afterAll(async () => {
    expect((await server.fetch('/healthz')).status).toBe(200);
  });

  it('lists all faults of the controls at once', async () => {
    const query = 'page=0&per_page=51&delay=11&simulate_error=nope';
    const response = await server.fetch(`${COURSES}?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      kind: 'bad_request',
      detail: '4 fields are invalid',
      instance: COURSES,
      errors: [
        { parameter: 'page', code: 'too_small', detail: 'must be at least 1' },
        { parameter: 'per_page', code: 'too_big', detail: 'must be at most 50' },
        { parameter: 'delay', code: 'too_big', detail: 'must be at most 10' },
        { parameter: 'simulate_error', code: 'invalid_value' },
      ],
    });
  });

  it('lists all faults of a body at once, by JSON pointer', async () => {
    const body = { title: '', duration_hours: '12', difficulty: 'easy', instructor: 'x'.repeat(121) };
    const response = await post(server, JSON.stringify(body), 'application/json');
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: { pointer: string; code: string }[] };
    expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['#/title', 'too_small'],
      ['#/category', 'required'],
      ['#/difficulty', 'invalid_value'],
      ['#/instructor', 'too_big'],
      ['#/duration_hours', 'invalid_type'],
    ]);
  });

  it.each([
    ['{"title":"x",,}', 'line 1, column 14 (offset 13)'],
    ['{\n  "title": nope\n}', 'line 2, column 12 (offset 13)'],
    ['{"title":"x"', 'line 1, column 13 (offset 12)'],
    ['{"a":1}//', 'line 1, column 8 (offset 7)'],
  ])('says where JSON is broken: %s', async (body, where) => {
    const response = await post(server, body, 'application/json');
    expect(response.status).toBe(400);
    const { detail } = (await response.json()) as { detail: string };
    expect(detail).toContain(where);
  });

  it.each([
    ['[]', 'an array'],
    ['"text"', 'a string'],
    ['null', 'null'],
    ['12', 'a number'],
  ])('refuses a body that is no object: %s', async (body, what) => {
    const response = await post(server, body, 'application/json');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ pointer: '#', code: 'invalid_type', detail: `must be an object, but is ${what}` }],
    });
  });

  it('refuses a body that is not UTF-8', async () => {
    const response = await post(server, new Uint8Array([0x7b, 0xff, 0x7d]), 'application/json');
    expect(response.status).toBe(400);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'refuses %s with the header to send',
    async (type) => {
      const response = await post(server, 'a=1', type);
      expect(response.status).toBe(415);
      expect(response.headers.get('accept')).toBe('application/json');
      expect(((await response.json()) as { detail: string }).detail).toContain('Content-Type: application/json');
    },
  );

  it.each(['application/json; charset=latin1', 'Application/JSON', 'application/vnd.api+json'])(
    'takes %s as JSON',
    async (type) => {
      expect((await post(server, JSON.stringify(course), type)).status).toBe(200);
    },
  );

  it('refuses a body over the limit, announced or not', async () => {
    const large = JSON.stringify({ ...course, title: 'x'.repeat(200_000) });
    expect((await post(server, large, 'application/json')).status).toBe(413);
    const stream = new Blob([large]).stream();
    // Streams are sent in chunks, with no length announced; undici needs to know.
    const headers = { 'content-type': 'application/json' };
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: stream, headers, duplex: 'half' };
    const response = await server.fetch(COURSES, init);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ kind: 'payload_too_large' });
  });

  it('refuses a large body over tRPC as well', async () => {
    const response = await server.fetch(
      '/trpc/education.createCourse',
      jsonRequest('POST', { title: 'x'.repeat(200_000) }),
    );
    expect(response.status).toBe(413);
  });

  it('refuses a URL over 8 kB', async () => {
    const response = await server.fetch(`${COURSES}?q=${'a'.repeat(10_000)}`);
    expect(response.status).toBe(414);
    expect(await response.json()).toMatchObject({ kind: 'uri_too_long' });
  });

  it.each([`${COURSES}/%zz`, '/%', '/api/%E0%A4%A', `${COURSES}/%ff`])(
    'refuses the broken escape in %s',
    async (path) => {
      const response = await server.fetch(path);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ kind: 'bad_request' });
    },
  );

  it.each(['__proto__=1', 'constructor=1', 'toString=', '%zz', '=', '&&&', 'a[b]=c'])(
    'ignores the unknown query %s',
    async (query) => {
      const response = await server.fetch(`${COURSES}?${query}&per_page=1`);
      expect(response.status).toBe(200);
    },
  );

  it('ignores unknown members of a body, __proto__ among them', async () => {
    const body = `{"__proto__":{"title":"y"},"extra":1,${JSON.stringify(course).slice(1)}`;
    const response = await post(server, body, 'application/json');
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: object[] };
    expect(data[0]).not.toHaveProperty('extra');
    expect({}).not.toHaveProperty('title');
  });

  it.each(['status=nope', 'difficulty=', 'category=', 'status=draft&status=draft'])(
    'refuses the bad filter %s',
    async (query) => {
      const response = await server.fetch(`${COURSES}?${query}`);
      expect(response.status).toBe(400);
      const [name] = query.split('=');
      expect(await response.json()).toMatchObject({ errors: [{ parameter: name }] });
    },
  );

  it('answers 404 for an unknown path, 405 with Allow for a wrong method', async () => {
    expect((await server.fetch('/api/education/nothing')).status).toBe(404);
    const wrong = await server.fetch(COURSES, { method: 'DELETE' });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
    expect(await wrong.json()).toMatchObject({ kind: 'method_not_allowed' });
  });

  it('names the unknown fields of an enrollment', async () => {
    const response = await server.fetch(
      '/api/education/enrollments',
      jsonRequest('POST', { student_id: 'stu_99999', course_id: 'crs_00001' }),
    );
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      kind: 'not_found',
      errors: [{ pointer: '#/student_id' }, { pointer: '#/course_id' }],
    });
  });

  it('says nothing of its own files or stack', async () => {
    const paths = [`${COURSES}?page=0`, '/trpc/nope', '/trpc/education.getCourse?input={', '/x'];
    for (const path of paths) {
      const text = await (await server.fetch(path)).text();
      expect(text).not.toMatch(/node_modules|\.ts|\.js\b|at \w+ \(|stack/);
    }
  });
});

describe('over a raw socket', () => {
  const server = openOnce(overSocket);

  const host = 'Host: 127.0.0.1\r\nConnection: close\r\n';

  it.each([
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${host}\r\n`],
    ['a malformed Host', 'GET / HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n'],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['headers over 16 kB', `GET / HTTP/1.1\r\n${host}X: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['no HTTP at all', 'hello\r\n\r\n'],
  ])('answers %s with a 4xx and lives', async (_what, text) => {
    expect(await sendRaw(server.origin, text)).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await server.fetch('/healthz')).status).toBe(200);
  });

  it('lives through a client that hangs up in the middle of its body, and takes that for no fault of its own', async () => {
    await using logged = await overSocket({ log: 'json' });
    const { hostname, port } = new URL(logged.origin);
    const socket = connect(Number(port), hostname);
    const begun = `POST ${COURSES} HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"ti`;
    socket.write(begun, () => socket.destroy());
    await once(socket, 'close');
    await eventually(() => expect(logged.lines.join('')).toContain('"POST"'));
    const [line = '', ...more] = logged.lines.join('').trim().split('\n');
    expect(JSON.parse(line)).toMatchObject({ level: 'info', method: 'POST', status: 400, kind: 'bad_request' });
    expect(more).toEqual([]);
    expect((await logged.fetch('/healthz')).status).toBe(200);
  });
});
