/** Every operation that answers a file, over every transport: ranges, conditions, controls, faults (RFC 9110 §13 and §14). */
import { type Operation, simulatedErrors } from '@understudy/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareCall } from '@understudy/contract/samples';
import { apiOf } from '../../src/call/api.js';
import { ourDomains } from '../our-domains.js';
import { inProcess, jsonAt, overSocket, type TestServer } from '../support.js';
import { papersDomain, scanOf } from './papers-domain.js';
import { type CallOptions, transports } from './transport.js';
import { openOnce } from '../use.js';

const serves = apiOf([...ourDomains, papersDomain]);
const files = [...serves.operations.values()].filter(({ answers }) => answers === 'file');
const [rest, trpc] = transports;

const server = openOnce(() => inProcess({ serves }));
const socket = openOnce(() => overSocket({ serves }));

/** Calls an operation, by default over REST and in process. */
async function call(operation: Operation, { of = server, over = rest, ...options }: Given = {}) {
  const { input } = await prepareCall((path, init) => of.fetch(path, init), operation);
  return over.call(of, operation, input, options);
}

type Given = CallOptions & { readonly of?: TestServer; readonly over?: (typeof transports)[number] };

/** The path of the file of a sample call. */
async function pathOf(operation: Operation): Promise<string> {
  const { input } = await prepareCall((path, init) => server.fetch(path, init), operation);
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
}

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

describe.each(files)('$name', (operation) => {
  it('is joined of the parts of any split', async () => {
    const path = await pathOf(operation);
    const whole = await bytesOf(await server.fetch(path));
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: whole.length - 1 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(cuts, fc.boolean(), async (unsorted, isOpen) => {
        const starts = [0, ...unsorted.toSorted((a, b) => a - b)];
        const parts = await Promise.all(
          starts.map(async (first, index) => {
            const next = starts[index + 1];
            const last = next === undefined ? (isOpen ? '' : whole.length + 7) : next - 1;
            const part = await server.fetch(path, { headers: { range: `bytes=${first}-${last}` } });
            expect(part.status).toBe(206);
            return bytesOf(part);
          }),
        );
        expect(Buffer.concat(parts).equals(whole)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('is the same in base64 over tRPC, where there are no ranges', async () => {
    const file = await call(operation);
    const said = await call(operation, { over: trpc, headers: { range: 'bytes=0-0' } });
    expect([said.status, said.value]).toEqual([200, file.value]);
    expect(file.value).toMatchObject({ media_type: file.headers.get('content-type') });
  });

  it.each(simulatedErrors)(
    'is a problem before the first byte with simulate_error=%s, or cut in half',
    async (kind) => {
      const whole = await call(operation);
      const headers = { range: 'bytes=0-0', 'if-none-match': whole.headers.get('etag') ?? '' };
      const answer = await call(operation, { query: `simulate_error=${kind}`, headers });
      expect([answer.headers.get('etag'), answer.headers.get('content-range')]).toEqual([null, null]);
      expect(answer.headers.get('content-length')).toBe(String(answer.bytes));
      expect(answer.headers.get('cache-control')).toBe('no-store');
      if (kind !== 'malformed') {
        expect(answer.problem).toMatchObject({ kind, simulated: true });
        return;
      }
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, whole.headers.get('content-type')]);
      expect(answer.text).toBe(whole.text.slice(0, Math.floor(whole.bytes / 2)));
    },
  );

  it('shows pages of other origins what they need to go on with a download', async () => {
    const exposed = (await call(operation)).headers.get('access-control-expose-headers') ?? '';
    for (const name of ['Accept-Ranges', 'Content-Disposition', 'Content-Range', 'ETag', 'X-Total-Count']) {
      expect(exposed.split(', ')).toContain(name);
    }
    const refused = await call(operation, { query: 'cors=restrict', headers: { origin: 'https://app.example' } });
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    expect(refused.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('checks paging and q, without effect', async () => {
    const plain = await call(operation);
    expect((await call(operation, { query: 'page=7&per_page=1&q=chalk' })).text).toBe(plain.text);
    expect((await call(operation, { query: 'page=0' })).status).toBe(400);
  });

  it('can go on where a connection was lost in the middle: what came has its tag', async () => {
    const path = await pathOf(operation);
    const whole = await bytesOf(await server.fetch(path));
    for (const fault of ['reset;at=body', 'truncate', 'stall;after_bytes=10;seconds=0']) {
      const broken = await server.fetch(`${path}?fault=${encodeURIComponent(fault)}`);
      expect([broken.status, broken.headers.get('content-length')], fault).toEqual([200, String(whole.length)]);
      const chunks: Uint8Array[] = [];
      const reading = async () => {
        for await (const chunk of broken.body ?? []) chunks.push(chunk);
      };
      await expect(reading()).rejects.toThrow();
      const had = Buffer.concat(chunks);
      expect(had.length).toBeLessThan(whole.length);
      const headers = { range: `bytes=${had.length}-`, 'if-range': broken.headers.get('etag') ?? '' };
      const others = await server.fetch(path, { headers });
      expect(others.status).toBe(206);
      expect(Buffer.concat([had, await bytesOf(others)]).equals(whole)).toBe(true);
    }
  });

  it('is kept in the journal by its start, in base64 where it is no text', async () => {
    const name = operation.name.toLowerCase().replace('.', '-');
    const path = await pathOf(operation);
    const whole = await bytesOf(await server.fetch(`/sandboxes/${name}${path}`));
    const { data } = await jsonAt(server, `/sandboxes/${name}/requests`);
    const { body, body_encoding, body_bytes, body_truncated } = data[0].response;
    const kept = Buffer.from(String(body), body_encoding === 'base64' ? 'base64' : 'utf8');
    expect([body_bytes, body_truncated]).toEqual([whole.length, whole.length > 4096]);
    expect(whole.subarray(0, kept.length).equals(kept)).toBe(true);
    const { log } = await jsonAt(server, `/sandboxes/${name}/requests?format=har`);
    expect(log.entries[0].response.content).toMatchObject({ size: whole.length });
  });
});

describe('a file', () => {
  const scan = '/api/papers/paper_0001/scan';

  it('may be empty', async () => {
    const empty = '/api/papers/paper_0002/scan';
    const answer = await server.fetch(empty);
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '0']);
    expect((await server.fetch(empty, { headers: { range: 'bytes=0-' } })).status).toBe(416);
    expect((await server.fetch(empty, { headers: { range: 'bytes=-5' } })).status).toBe(200);
  });

  it('may be large, and a part of it comes as fast as of a small one', async () => {
    const large = '/api/papers/paper_0012/scan';
    const part = await socket.fetch(large, { headers: { range: 'bytes=4999990-' } });
    expect(part.headers.get('content-range')).toBe('bytes 4999990-4999999/5000000');
    expect((await bytesOf(part)).equals(Buffer.from(scanOf({ bytes: 5_000_000 }).subarray(-10)))).toBe(true);
    expect((await bytesOf(await socket.fetch(large))).length).toBe(5_000_000);
  });

  it('has a name in ASCII and in UTF-8 (RFC 6266 §4.3)', async () => {
    const answer = await server.fetch('/api/papers/paper_0001/text');
    const said = answer.headers.get('content-disposition') ?? '';
    const [, plain, own = ''] = /^attachment; filename="(.+)"; filename\*=UTF-8''(.+)$/.exec(said) ?? [];
    expect(plain).toMatch(/^_[\x20-\x7e]+_\.txt$/);
    expect(decodeURIComponent(own)).toMatch(/^“.+”\.txt$/);
    expect((await server.fetch(scan)).headers.get('content-disposition')).toBeNull();
  });

  it('is answered by what its input asks for', async () => {
    const answer = await server.fetch('/api/papers/paper_0001/text?as=svg');
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
    expect(await answer.text()).toContain('<svg');
    expect((await server.fetch('/api/papers/paper_0001/text?as=gif')).status).toBe(400);
    expect((await server.fetch('/api/papers/paper_0999/text')).status).toBe(404);
  });

  it('is not answered from memory: only what is small is kept there', async () => {
    const times = await Promise.all(Array.from({ length: 5 }, () => server.fetch(scan)));
    expect(new Set(times.map(({ headers }) => headers.get('x-request-id'))).size).toBe(5);
    expect(times.every(({ headers }) => headers.get('cache-control') === 'max-age=86400')).toBe(true);
  });

  it('is shown by the journal in base64 by its media type, also where its bytes are those of a text', async () => {
    await server.fetch('/sandboxes/shown/api/papers/paper_0001/scan', { headers: { range: 'bytes=2-3' } });
    const { data } = await jsonAt(server, '/sandboxes/shown/requests');
    expect(data[0]).toMatchObject({ status: 206, response: { body: 'Pl0=', body_encoding: 'base64' } });
  });

  it('keeps its bytes where a fault gives it another type', async () => {
    const whole = await bytesOf(await server.fetch(scan));
    const wrong = await server.fetch(`${scan}?fault=${encodeURIComponent('wrong_type')}`, {
      headers: { range: 'bytes=0-0' },
    });
    expect([wrong.status, wrong.headers.get('etag')]).toEqual([200, null]);
    expect(wrong.headers.get('content-type')).not.toBe('application/octet-stream');
    expect((await bytesOf(wrong)).equals(whole)).toBe(true);
  });

  it('is documented with its media types, its parts and its failures', async () => {
    const { paths } = await jsonAt(server, '/openapi.json');
    const { responses, parameters } = paths['/api/papers/{paper_id}/text'].get;
    for (const status of ['200', '206']) {
      expect(responses[status]).toMatchObject({
        content: {
          'text/plain; charset=utf-8': { schema: { type: 'string' } },
          'image/svg+xml': { schema: { type: 'string', format: 'binary' } },
        },
      });
    }
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['304', '412', '416']));
    const named = ['Range', 'If-Range'].map((name) => expect.objectContaining({ name }));
    expect(parameters).toEqual(expect.arrayContaining(named));
  });
});
