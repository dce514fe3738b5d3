/** Commands that a shell runs as they are written, and that send what was sent. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { curlOf, type CurlRequest } from './curl.js';

interface Arrived {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const arrived: Arrived[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, headers } = request;
    arrived.push({ method, url, headers, body: Buffer.concat(chunks) });
    response.end();
  });
});
let baseUrl = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const run = promisify(execFile);

const plain: CurlRequest = {
  method: 'GET',
  path: '/api/x',
  query: '',
  headers: {},
  body: null,
  body_encoding: 'utf8',
  body_truncated: false,
};

/** Runs the commands of some requests as the lines of one script, and says what arrived: of each line one request. */
async function sentAll(given: readonly Partial<CurlRequest>[]): Promise<Arrived[]> {
  const lines = given.map((one) => curlOf({ ...plain, ...one }, baseUrl));
  for (const line of lines) expect(line).not.toMatch(/[\0\r\n]/);
  const before = arrived.length;
  const script = lines.map((line) => line.replace('curl ', 'curl -q -s ')).join('\n');
  await run('sh', ['-c', script], { env: { PATH: process.env['PATH'], CANARY: 'leaked' } });
  expect(arrived).toHaveLength(before + given.length);
  return arrived.slice(before);
}

async function sent(given: Partial<CurlRequest>): Promise<Arrived> {
  const [one] = await sentAll([given]);
  if (one === undefined) throw new Error('nothing arrived');
  return one;
}

it('is as short as it can be', () => {
  const command = curlOf(
    { ...plain, query: 'q=sql', headers: { accept: '*/*', 'user-agent': 'x', host: 'a' } },
    'http://h',
  );
  expect(command).toBe("curl 'http://h/api/x?q=sql' -H 'accept: */*' -H 'user-agent: x'");
});

it('says where a body is not the whole', () => {
  expect(curlOf({ ...plain, method: 'POST', body: 'a\nb', body_truncated: true }, 'http://h')).toMatch(
    / # the body is [^']*$/,
  );
  expect(curlOf({ ...plain, method: 'POST', body_truncated: true }, 'http://h')).toMatch(
    / # the journal no longer [^']*$/,
  );
});

const HOSTILE = [
  "'; echo x; '",
  '$(echo $CANARY)`echo $CANARY`',
  '"; exit 1 #',
  String.raw`\\'\n%s%d%%`,
  '@/etc/passwd',
  '-X DELETE',
  '--output /dev/null',
  '-',
  'a\nb\r\n',
  '\n; exit 1\n',
  '\0\u0001\u007f',
  '~ * ? [a-z] {1,2} ! & | < > ; #',
  'Zürich 日本 \u{1f600}',
  '',
];

it('sends every body as it is', async () => {
  const came = await sentAll(
    HOSTILE.map((body) => ({ method: 'POST', body, headers: { 'content-type': 'text/plain' } })),
  );
  expect(came.map(({ method }) => method)).toEqual(HOSTILE.map(() => 'POST'));
  expect(came.map(({ body }) => body.toString())).toEqual(HOSTILE);
  expect(came.map(({ headers }) => headers['content-type'])).toEqual(HOSTILE.map(() => 'text/plain'));
});

it('sends every header as it is, control characters as spaces', async () => {
  const came = await sentAll(HOSTILE.map((value) => ({ headers: { 'x-hostile': value } })));
  // oxlint-disable-next-line no-control-regex
  const expected = HOSTILE.map((value) => value.replace(/[\0-\x1f\x7f]+/g, ' ').trim());
  const values = came.map(({ headers }) => Buffer.from(String(headers['x-hostile']), 'latin1').toString());
  expect(values).toEqual(expected);
});

it('sends every method', async () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const bare = await sentAll(methods.map((method) => ({ method })));
  expect(bare.map(({ method }) => method)).toEqual(methods);
  expect(bare.map(({ body }) => body.length)).toEqual(methods.map(() => 0));
  const full = await sentAll(methods.map((method) => ({ method, body: '{}' })));
  expect(full.map(({ method }) => method)).toEqual(methods);
  expect(full.map(({ body }) => body.toString())).toEqual(methods.map((method) => (method === 'HEAD' ? '' : '{}')));
});

it('sends bytes that are no text', async () => {
  const bytes = Buffer.from(Array.from({ length: 512 }, (_, i) => i % 256));
  const { body } = await sent({ method: 'PUT', body: bytes.toString('base64'), body_encoding: 'base64' });
  expect(body.equals(bytes)).toBe(true);
});

it('sends the headers that were sent, and of its own only those of the transport', async () => {
  const headers = {
    traceparent: '00-a-b-01',
    'x-empty': '',
    cookie: 'a=1',
    'content-encoding': 'gzip',
    connection: 'close',
  };
  const { headers: came } = await sent({
    method: 'POST',
    body: 'abc',
    headers: { ...headers, 'content-length': '99' },
  });
  const { host: _, ...rest } = came;
  expect(rest).toEqual({ traceparent: '00-a-b-01', 'x-empty': '', cookie: 'a=1', 'content-length': '3' });
});

it.each(['/a/../b/./c', '/a[1-3]/{x,y}', "/a'b", '/a%20b', '/a$(b)`c`'])('asks for %s as it is', async (path) => {
  expect(await sent({ path, query: 'a[]=1&b={2}&c=%00' })).toMatchObject({ url: `${path}?a[]=1&b={2}&c=%00` });
});

it('is words of the shell whatever a client sent', async () => {
  const text = fc.string({ unit: fc.constantFrom(...' !"#$%&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~é\n\t'), maxLength: 40 });
  const request = fc.record({ body: text, path: text, value: text });
  // Stands in for curl: starting a hundred of them takes long.
  const script = String.raw`curl() { printf '%s\0' "$@"; if [ "$last" = piped ]; then cat; printf '\0'; fi; }`;
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 50 }), async (requests) => {
      const given = requests.map(({ body, path, value }) => ({
        ...plain,
        method: 'PUT',
        path,
        body,
        headers: { 'x-any': value },
      }));
      const lines = given.map((one) =>
        curlOf(one, 'http://h/')
          .replace(/^(?=printf)/, 'last=piped; ')
          .replace(/^(?=curl)/, 'last=; '),
      );
      const { stdout } = await run('sh', ['-c', [script, ...lines].join('\n')], { env: {} });
      const words = stdout.split('\0');
      for (const { path, body, headers } of given) {
        const url = `http://h/${path}`.replace(/[\0-\x20]/g, encodeURIComponent);
        expect(words.splice(0, 2)).toEqual(['-X', 'PUT']);
        while (words[0]?.startsWith('--')) words.shift();
        const any = headers['x-any'].replace(/\n+/g, ' ').trim();
        const sentBody = /[\n\t]/.test(body) ? ['--data-binary', '@-', body] : body === '' ? [] : ['--data-raw', body];
        const unsent = ['accept:', 'user-agent:', ...(body === '' ? [] : ['content-type:'])].flatMap((name) => [
          '-H',
          name,
        ]);
        const expected = [url, '-H', any === '' ? 'x-any;' : `x-any: ${any}`, ...unsent, ...sentBody];
        expect(words.splice(0, expected.length)).toEqual(expected);
      }
      expect(words).toEqual(['']);
    }),
    { numRuns: 10 },
  );
});
