/** What faults do to the bytes of a true answer. */
import { constants, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '@understudy/contract';
import { prepareCall } from '@understudy/tooling/operations';
import { rooms, withRooms } from '../operations/fixture-domain.js';
import { transports } from '../operations/transport.js';
import { inProcess, jsonRequest, useServer } from '../support.js';
import { ask, courses } from './asking.js';
import { course } from '../sandboxes/client.js';

const COURSES = '/api/education/courses';

/** An operation of a domain of one's own, by its status. */
function declaring(status: number): Operation {
  const all: readonly Operation[] = Object.values(rooms.contract.operations);
  const found = all.find(({ meta }) => meta.status === status);
  if (found === undefined) throw new Error(`none declares ${status}`);
  return found;
}
const [create, remove] = [declaring(201), declaring(204)];

const server = useServer(inProcess);

/** The bytes of an answer, as far as they come. */
async function bytesOf(response: Response): Promise<Buffer> {
  const reader = response.body?.getReader();
  const pieces: Uint8Array[] = [];
  try {
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {};
      if (done) break;
      if (value !== undefined) pieces.push(value);
    }
  } catch {
    pieces.push(Buffer.from('…'));
  }
  return Buffer.concat(pieces);
}

const addresses = [
  ['a list', `${COURSES}?per_page=3`],
  ['a record', `${COURSES}/crs_0001`],
  ['a procedure', '/trpc/education.listCourses'],
  ['discovery', '/api/oauth/.well-known/openid-configuration'],
] as const;

describe.each(addresses)('%s', (_name, path) => {
  let text: string;
  beforeAll(async () => {
    text = await (await server.fetch(path)).text();
  });

  it.each(['empty', 'wrong_type', 'malformed', 'charset', 'truncate', 'bad_gzip', 'stall', 'reset;at=body'])(
    'is never kept where %s strikes, has no tag, and regards no condition',
    async (fault) => {
      const headers = { 'if-none-match': '*', 'accept-encoding': 'gzip', range: 'bytes=0-3' };
      const answer = await ask(server, path, fault, { headers });
      await answer.body?.cancel();
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('etag')).toBeNull();
      expect(answer.headers.get('content-encoding')).toBe(fault === 'bad_gzip' ? 'gzip' : null);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(await (await server.fetch(path)).text()).toBe(text);
    },
  );

  it('is empty', async () => {
    const answer = await ask(server, path, 'empty');
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('content-length')).toBe('0');
    expect(await answer.text()).toBe('');
  });

  it('is empty, and no length says so', async () => {
    const answer = await ask(server, path, 'empty;length=none');
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('content-length')).toBeNull();
    expect(await answer.text()).toBe('');
    const head = await ask(server, path, 'empty;length=none', { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBeNull();
    // The connection goes on.
    expect(await (await server.fetch(path)).text()).toBe(text);
  });

  it('is of another type', async () => {
    const answer = await ask(server, path, 'wrong_type;type="text/csv"');
    expect(answer.headers.get('content-type')).toBe('text/csv');
    expect(await answer.text()).toBe(text);
    expect((await ask(server, path, 'wrong_type')).headers.get('content-type')).toBe('text/html');
  });

  it.each([0, 0.25, 0.5, 1])('is cut at %s', async (at) => {
    const answer = await ask(server, path, `malformed;at=${at.toFixed(2)}`);
    const bytes = Math.floor(Buffer.byteLength(text) * at);
    expect(answer.headers.get('content-length')).toBe(String(bytes));
    expect(await bytesOf(answer)).toEqual(Buffer.from(text).subarray(0, bytes));
  });

  it('is no UTF-8', async () => {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const coded = async (as: string) => {
      const answer = await ask(server, path, `charset;as=${as}`);
      expect(answer.headers.get('content-type')).toBe('application/json');
      const bytes = await bytesOf(answer);
      expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength));
      return bytes;
    };
    expect(strict.decode(await coded('bom'))).toBe(`\uFEFF${text}`);
    expect((await coded('utf16')).toString('utf16le')).toBe(`\uFEFF${text}`);
    for (const as of ['latin1', 'invalid']) {
      const bytes = await coded(as);
      expect(() => strict.decode(bytes)).toThrow(TypeError);
      // It is wrong in its letters, not in its JSON.
      expect(() => JSON.parse(bytes.toString('latin1')) as unknown).not.toThrow();
    }
  });

  it('breaks off, though its head promises more', async () => {
    const length = Buffer.byteLength(text);
    for (const [fault, comes, promised] of [
      ['truncate', Math.floor(length / 2), length],
      ['truncate;after_bytes=10', 10, length],
      [`truncate;after_bytes=${length + 5}`, length, length + 1],
    ] as const) {
      const answer = await ask(server, path, fault);
      expect(answer.headers.get('content-length')).toBe(String(promised));
      expect((await bytesOf(answer)).toString()).toBe(`${Buffer.from(text).subarray(0, comes).toString()}…`);
    }
  });

  it('is gzip that breaks in the middle', async () => {
    const answer = await ask(server, path, 'bad_gzip');
    const bytes = await bytesOf(answer);
    expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength));
    expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    expect(() => gunzipSync(bytes)).toThrow('invalid block type');
    const { Z_SYNC_FLUSH: finishFlush } = constants;
    const half = Buffer.from(text).subarray(0, Math.floor(Buffer.byteLength(text) / 2));
    expect(gunzipSync(bytes.subarray(0, -1), { finishFlush })).toEqual(half);
  });
});

it('passes by what fails by itself', async () => {
  for (const fault of ['empty', 'wrong_type', 'charset', 'bad_gzip', 'truncate', 'reset;commit=after']) {
    const answer = await ask(server, `${COURSES}/crs_9999`, fault);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ kind: 'not_found', simulated: false });
  }
});

it('has the length of the true body, and no body, for HEAD', async () => {
  const answer = await ask(server, `${COURSES}/crs_0001`, 'truncate', { method: 'HEAD' });
  const whole = await (await server.fetch(`${COURSES}/crs_0001`)).text();
  expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(whole)));
  expect(await answer.text()).toBe('');
});

it('slows an answer that keeps its tag', async () => {
  const { headers } = await server.fetch(`${COURSES}/crs_0001`);
  for (const fault of ['delay;ms=5', 'bandwidth;bytes_per_second=1000000', 'drip;bytes=100000']) {
    const slow = await ask(server, `${COURSES}/crs_0001`, fault);
    expect(slow.headers.get('etag')).toBe(headers.get('etag'));
    await slow.body?.cancel();
  }
});

describe('a write', () => {
  it('writes nothing where simulate_error=malformed cuts its answer', async () => {
    await using own = await inProcess();
    const [count, revision] = [await courses(own), own.revision()];
    await (await own.fetch(`${COURSES}?simulate_error=malformed`, jsonRequest('POST', course))).body?.cancel();
    expect([await courses(own), own.revision()]).toEqual([count, revision]);
  });

  it.each(['wrong_type', 'charset;as=bom', 'charset;as=utf16', 'malformed;at=1', 'drip;bytes=100000'])(
    'gives a token that is known where %s spoils a log-in',
    async (fault) => {
      await using own = await inProcess();
      const credentials = { email: 'ada@example.com', password: 'correct horse battery' };
      await own.fetch('/api/auth/register', jsonRequest('POST', { ...credentials, name: 'Ada' }));
      const answer = await ask(own, '/api/auth/login', fault, jsonRequest('POST', credentials));
      const text = new TextDecoder(fault.includes('utf16') ? 'utf-16le' : 'utf-8').decode(await answer.arrayBuffer());
      expect([answer.status, text.slice(0, 80)]).toEqual([200, expect.stringContaining('{')]);
      const [, token = ''] = /"access_token":"([^"]+)"/.exec(text) ?? [];
      const profile = await own.fetch('/api/auth/profile', { headers: { authorization: `Bearer ${token}` } });
      expect(profile.status).toBe(200);
    },
  );

  it('keeps its own status, unless that allows no body', async () => {
    const { status } = remove.meta;
    const cases = [
      ['empty', status, ''],
      ['wrong_type', 200, '{}'],
      ['malformed;at=1', 200, '{}'],
      ['malformed;commit=before', 200, '{'],
      ['malformed', 200, '{'],
    ] as const;
    expect(status).toBe(204);
    for (const [fault, came, text] of cases) {
      await using own = await withRooms();
      const { input, headers } = await prepareCall(own.fetch, remove);
      const query = `fault=${encodeURIComponent(fault)}`;
      const answer = await transports[0].call(own, remove, input, { headers, query });
      expect([fault, answer.status, answer.text]).toEqual([fault, came, text]);
    }
  });

  it('says in its head what was created, unless nothing was', async () => {
    const cases = [
      ['empty', 201, true],
      ['malformed', 201, true],
      ['malformed;commit=before', 200, false],
    ] as const;
    for (const [fault, status, hasLocation] of cases) {
      await using own = await withRooms();
      const { input, headers } = await prepareCall(own.fetch, create);
      const query = `fault=${encodeURIComponent(fault)}`;
      const answer = await transports[0].call(own, create, input, { headers, query });
      expect([fault, answer.status, answer.headers.has('location')]).toEqual([fault, status, hasLocation]);
    }
  });
});
