/** How bodies are read: the levels they nest, and the content codings they come in, over REST and tRPC alike. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { hosts, useServer } from '../support.js';
import { course } from '../sandboxes/client.js';

interface Problem {
  readonly status: number;
  readonly detail: string;
  readonly errors?: { pointer?: string; parameter?: string; code: string }[];
}

/** An object whose member `deep` makes it nest so many levels, or the start of one that is never closed. */
function nested(levels: number, members: object = {}): string {
  const deep = `${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`;
  return JSON.stringify({ ...members, deep: 0 }).replace('"deep":0', `"deep":${deep}`);
}
const broken = (levels: number) => `{"deep":${'['.repeat(levels - 1)}`;

/** The problem of an answer: over tRPC it stands under `data`, in a batch once for each call. */
async function problemOf(response: Response): Promise<Problem> {
  const body = (await response.json()) as object;
  const first: object = Array.isArray(body) ? (body[0] as object) : body;
  const problem =
    'error' in first && 'jsonrpc' in first === false ? (first as Trpc).error.data.problem : (first as Problem);
  return { ...problem, status: response.status };
}
interface Trpc {
  readonly error: { data: { problem: Problem } };
}

/** Ways to send an input that creates a course. */
const writes = [
  ['REST', 'POST', '/api/education/courses', (text: string) => text],
  ['tRPC', 'POST', '/trpc/education.createCourse', (text: string) => text],
  ['a batch of tRPC', 'POST', '/trpc/education.createCourse?batch=1', (text: string) => `{"0":${text}}`],
] as const;

describe.each(hosts)('%s', (_host, start) => {
  const server = useServer(start);

  const send = (path: string, method: string, body: BodyInit, headers: Record<string, string> = {}) =>
    server.fetch(path, { method, body, headers: { 'content-type': 'application/json', ...headers } });

  describe.each(writes)('%s', (_way, method, path, wrap) => {
    it('reads 64 levels', async () => {
      expect((await send(path, method, wrap(nested(64, course)))).status).toBe(200);
    });

    it.each([
      ['65 levels', nested(65, course)],
      ['4,000 levels', nested(4000, course)],
      ['40,000 levels', nested(40_000, course)],
      ['4,000 levels, never closed', broken(4000)],
      ['40,000 levels, never closed', broken(40_000)],
      ['levels behind a string that is broken off', `{"a":"${'\\"'.repeat(10)}","b":${'{"a":'.repeat(5000)}`],
    ])('refuses %s', async (_what, text) => {
      const problem = await problemOf(await send(path, method, wrap(text)));
      expect(problem).toMatchObject({ status: 400, errors: [{ pointer: '#', code: 'too_deep' }] });
      expect(problem.detail).toContain('64 levels');
    });

    it('says where JSON is broken', async () => {
      const problem = await problemOf(await send(path, method, wrap('{"title":nope}')));
      expect(problem).toMatchObject({ status: 400, errors: [{ pointer: '#', code: 'invalid_json' }] });
      expect(problem.detail).toMatch(/at line 1, column \d+ \(offset \d+\)/);
    });

    it.each([
      ['gzip', gzipSync],
      ['x-gzip', gzipSync],
      ['GZip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
      ['identity', (text: string) => text],
      ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
      ['deflate, identity, gzip, gzip', (text: string) => gzipSync(gzipSync(deflateSync(text)))],
    ])('reads a body in the coding %s', async (coding, compress) => {
      const response = await send(path, method, compress(wrap(JSON.stringify(course))), { 'content-encoding': coding });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain(course.title);
    });

    it.each(['zstd', 'compress', 'gzip, zstd', 'gzip,gzip,gzip,gzip,gzip', '\u00e9'])(
      'refuses the coding %s and says which it reads',
      async (coding) => {
        const response = await send(path, method, wrap('{}'), { 'content-encoding': coding });
        expect(response.headers.get('accept-encoding')).toBe('gzip, br, deflate');
        expect(await problemOf(response)).toMatchObject({ status: 415 });
      },
    );

    it.each([
      ['gzip', Buffer.from('{"title":"plain"}')],
      ['gzip', gzipSync(JSON.stringify(course)).subarray(0, 40)],
      ['br', Buffer.from('{"title":"plain"}')],
      ['deflate', gzipSync(JSON.stringify(course))],
      ['gzip, br', gzipSync(JSON.stringify(course))],
    ])('says that %s is broken (%#)', async (coding, bytes) => {
      const problem = await problemOf(await send(path, method, bytes, { 'content-encoding': coding }));
      expect(problem).toMatchObject({ status: 400, errors: [{ pointer: '#', code: 'invalid_encoding' }] });
      expect(problem.detail).toContain('its Content-Encoding names');
    });

    it.each([
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
      ['deflate', deflateSync],
    ])('counts the limit on what comes out of %s', async (coding, compress) => {
      const large = wrap(JSON.stringify({ ...course, title: 'x'.repeat(3_000_000) }));
      const problem = await problemOf(await send(path, method, compress(large), { 'content-encoding': coding }));
      expect(problem).toMatchObject({ status: 413 });
    });

    it('counts the limit between two codings as well', async () => {
      // Many empty gzip members: megabytes that become nothing.
      const empty = Buffer.alloc(20 * 100_000, gzipSync(''));
      const bytes = gzipSync(empty);
      expect(bytes.byteLength).toBeLessThan(100_000);
      const problem = await problemOf(await send(path, method, bytes, { 'content-encoding': 'gzip, gzip' }));
      expect(problem).toMatchObject({ status: 413 });
    });
  });

  it('reads the codings of a form', async () => {
    const response = await send('/api/oauth/token', 'POST', gzipSync('grant_type=nonsense&client_id=understudy-spa'), {
      'content-type': 'application/x-www-form-urlencoded',
      'content-encoding': 'gzip',
    });
    expect(await response.json()).toMatchObject({ error: 'unsupported_grant_type' });
  });

  it.each(['', '&batch=1'])('refuses an input in the query that nests too deep (%j)', async (batch) => {
    const ask = async (input: string) => {
      const text = batch === '' ? input : `{"0":${input}}`;
      return server.fetch(`/trpc/education.listCourses?input=${encodeURIComponent(text)}${batch}`);
    };
    expect((await ask(nested(64))).status).toBe(200);
    for (const input of [nested(65), nested(1000), broken(2000)]) {
      expect(await problemOf(await ask(input))).toMatchObject({
        status: 400,
        errors: [{ parameter: 'input', code: 'too_deep' }],
      });
    }
    expect(await problemOf(await ask('{"q":'))).toMatchObject({
      status: 400,
      errors: [{ parameter: 'input', code: 'invalid_json' }],
    });
  });

  it('refuses a snapshot that nests too deep', async () => {
    const { sha256, ...snapshot } = (await (await server.fetch('/sandboxes/default/snapshot')).json()) as Snapshot;
    expect(sha256).toBeDefined();
    for (const text of [nested(65, snapshot), nested(500_000, snapshot), broken(500_000)]) {
      const problem = await problemOf(await send('/sandboxes/a/snapshot', 'PUT', text));
      expect(problem).toMatchObject({ status: 400, errors: [{ pointer: '#', code: 'too_deep' }] });
    }
  });

  it('refuses them in the order of all faults: after a forced failure, before the input', async () => {
    for (const path of ['/api/education/courses', '/trpc/education.createCourse']) {
      const forced = await send(`${path}?simulate_error=forbidden`, 'POST', broken(4000));
      expect(forced.status).toBe(403);
    }
  });

  it('takes JSON only over tRPC, and says so', async () => {
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/octet-stream']) {
      const response = await send('/trpc/education.createCourse', 'POST', '{}', { 'content-type': type });
      expect(response.headers.get('accept')).toBe('application/json');
      expect(await problemOf(response)).toMatchObject({ status: 415 });
    }
  });
});

interface Snapshot {
  readonly sha256: string;
}
