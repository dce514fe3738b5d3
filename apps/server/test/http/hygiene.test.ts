/** What every answer does right: validators, HEAD, compression, request ids, timings, media types. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { hosts, inProcess, jsonRequest } from '../support.js';
import { openOnce } from '../use.js';

const COURSES = '/api/education/courses';

describe.each(hosts)('%s', (_host, start) => {
  const server = openOnce(start);

  // The second round is answered from the cache of responses.
  it.each(['first', 'again'])('revalidates a read by its weak ETag (%s)', async () => {
    const first = await server.fetch(COURSES, { headers: { 'accept-encoding': 'identity' } });
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]+"$/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    await first.text();
    for (const value of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await server.fetch(COURSES, { headers: { 'if-none-match': value } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('access-control-allow-origin')).toBe('*');
    }
    const other = await server.fetch(COURSES, { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
    await other.text();
  });

  it.each(['first', 'again'])('answers HEAD as GET without a body (%s)', async () => {
    const headers = { 'accept-encoding': 'identity' };
    const get = await server.fetch(COURSES, { headers });
    const length = (await get.arrayBuffer()).byteLength;
    const head = await server.fetch(COURSES, { method: 'HEAD', headers });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(head.headers.get('content-length')).toBe(String(length));
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
  });

  it('sees a write at once, with another ETag', async () => {
    const tag = (await server.fetch(COURSES)).headers.get('etag') ?? '';
    const created = await server.fetch(
      COURSES,
      jsonRequest('POST', {
        title: 'Welding',
        category: 'Crafts',
        difficulty: 'Expert',
        instructor: 'Bo Li',
        duration_hours: 4,
      }),
    );
    const { data } = (await created.json()) as { data: [{ id: string; difficulty: string }] };
    expect(data[0].difficulty).toBe('expert');
    const after = await server.fetch(COURSES, { headers: { 'if-none-match': tag } });
    expect(after.status).toBe(200);
    expect(await after.json()).toMatchObject({ pagination: { total: 201 } });
    const one = await server.fetch(`${COURSES}/${data[0].id}`);
    expect(await one.json()).toEqual({ data: data[0], meta: { delayMs: 0 } });
  });

  it('echoes a request id that is well formed, and makes one otherwise', async () => {
    const own = await server.fetch(COURSES, { headers: { 'x-request-id': 'my-id:1' } });
    expect(own.headers.get('x-request-id')).toBe('my-id:1');
    const made = new Set<string | null>();
    for (const id of ['with space', 'x'.repeat(129), '<script>']) {
      made.add((await server.fetch(COURSES, { headers: { 'x-request-id': id } })).headers.get('x-request-id'));
    }
    expect(made.size).toBe(3);
    for (const id of made) expect(id).toMatch(/^req_[\w-]+$/);
  });

  it('reports its timings, and lets other origins read them', async () => {
    const { headers } = await server.fetch(`${COURSES}?delay=0.5`);
    expect(headers.get('server-timing')).toMatch(/^delay;dur=\d+\.\d, app;dur=\d+\.\d\d$/);
    expect(headers.get('timing-allow-origin')).toBe('*');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('speaks problem+json, or plain JSON to who names it', async () => {
    const type = async (accept?: string) => {
      const headers: Record<string, string> = accept === undefined ? {} : { accept };
      return (await server.fetch('/api/nope', { headers })).headers.get('content-type');
    };
    expect(await type()).toBe('application/problem+json');
    expect(await type('*/*')).toBe('application/problem+json');
    expect(await type('application/json')).toBe('application/json');
    expect(await type('text/html, application/json;q=0.9')).toBe('application/json');
  });

  it('tolerates one slash at the end', async () => {
    expect((await server.fetch(`${COURSES}/`)).status).toBe(200);
    expect((await server.fetch(`${COURSES}//`)).status).toBe(404);
  });
});

describe('compression', () => {
  const identity = { 'accept-encoding': 'identity' };

  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['gzip, identity;q=0', 'gzip', gunzipSync],
  ] as const)('answers Accept-Encoding: %s with %s', async (accepted, coding, decompress) => {
    await using server = await inProcess();
    const plain = await (await server.fetch(COURSES, { headers: identity })).text();
    // The second answer comes from the cache of responses.
    for (let round = 0; round < 2; round++) {
      const response = await server.fetch(COURSES, { headers: { 'accept-encoding': accepted } });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('content-encoding')).toBe(coding);
      expect(response.headers.get('vary')).toContain('Accept-Encoding');
      expect(response.headers.get('content-length')).toBe(String(bytes.byteLength));
      expect(decompress(bytes).toString()).toBe(plain);
    }
  });

  // The last is that of Ruby's Net::HTTP, which undoes no coding of an answer with Content-Range.
  const uncoded = ['identity', 'deflate', 'br;q=0', 'gzip;q=0, *;q=0', 'gzip;q=1.0,deflate;q=0.6,identity;q=0.3'];
  it.each(uncoded)('leaves a list alone for %s', async (accepted) => {
    await using server = await inProcess();
    const response = await server.fetch(COURSES, { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
  });

  it('leaves small bodies alone', async () => {
    await using server = await inProcess();
    const response = await server.fetch('/healthz', { headers: { 'accept-encoding': 'br' } });
    expect(response.headers.get('content-encoding')).toBeNull();
  });
});
