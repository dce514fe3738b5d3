/** Lines, as a client reads and sends them: through a declaration and through a generated file. */
import { createUnderstudy } from '@understudy/server';
import {
  collection,
  defineDomain,
  get,
  implement,
  linesInput,
  linesOf,
  listing,
  post,
  readRows,
  rowsOf,
  writtenOf,
  z,
} from '@understudy/server/domain';
import { domainsFile } from '@understudy/server/generate';
import { afterAll, expect, expectTypeOf, test } from 'vitest';
import { createClient, isApiError, type Lines, type Upload } from '../src/index.js';
import { baseUrl, noWaiting, recorded } from './server.js';

const text = z
  .string()
  .min(1)
  .meta({ description: 'What it says.', examples: ['Chalk'] });
const line = z
  .object({ id: z.string(), text, size: z.int() })
  .meta({ id: 'SlateLine', description: 'A line of a slate.' });
const row = z.object({
  text,
  size: z
    .int()
    .default(1)
    .meta({ description: 'Size.', examples: [2] }),
});

const slates = defineDomain({
  name: 'slates',
  description: 'Slates.',
  operations: {
    exportLines: get('/api/slates/export', {
      summary: 'Export lines',
      description: 'All lines.',
      searches: ['text'],
      sorts: ['size'],
      input: linesInput({}),
      output: linesOf(line, { name: 'slates' }),
    }),
    importLines: post('/api/slates/{slate}/import', {
      summary: 'Import lines',
      description: 'Adds lines.',
      bodies: ['json', 'csv', 'ndjson'],
      input: z.object({
        slate: z.string().meta({ description: 'Slate.', examples: ['a'] }),
        rows: rowsOf(row, { most: 50 }),
        mode: z
          .enum(['skip', 'abort'])
          .default('skip')
          .meta({ description: 'What to do.', examples: ['skip'] }),
      }),
      output: writtenOf(z.object({ id: z.string(), texts: z.array(z.string()), mode: z.string() })),
    }),
  },
});

const seeded = collection({
  name: 'lines',
  prefix: 'line',
  size: 250,
  schema: line,
  seed: ({ index }) => ({ text: ['a,"b"', 'zażółć 😀', 'two\nlines'][index % 3] ?? '', size: index }),
});

const served = implement(slates, {
  collections: [seeded],
  handlers: {
    exportLines: () => listing(seeded),
    importLines: ({ input }) => {
      const rows = readRows(row, input.rows);
      const texts = rows.map((one) => ('value' in one ? one.value.text : one.faults[0].code));
      return { value: [{ id: input.slate, texts, mode: input.mode }] };
    },
  },
});

const understudy = createUnderstudy({ clock: '2026-01-01T00:00:00Z', log: 'off', domains: [served] });
afterAll(() => understudy.close());

function client(fetch: (request: Request) => Promise<Response> = understudy.fetch) {
  const recorder = recorded(fetch);
  return {
    api: createClient({ baseUrl, fetch: recorder.fetch, domains: { slates }, ...noWaiting() }),
    sent: recorder.sent,
  };
}

test('lines are rows, wherever their chunks end', async () => {
  const { api, sent } = client();
  const rows = api.slates.exportLines({ sort: '-size', chunk_bytes: 3 });
  expectTypeOf(rows).toEqualTypeOf<Lines<{ id: string; text: string; size: number }>>();
  const all = await rows.toArray({ limit: 1000 });
  expect(all).toHaveLength(250);
  expect(all.slice(0, 2)).toEqual([
    { id: 'line_0250', text: 'a,"b"', size: 249 },
    { id: 'line_0249', text: 'two\nlines', size: 248 },
  ]);
  expect(all.filter(({ text: said }) => said === 'zażółć 😀')).toHaveLength(83);
  expect(sent[0]?.url.search).toContain('format=ndjson');
  expect(await rows.toArray({ limit: 2 })).toEqual(all.slice(0, 2));
  let count = 0;
  for await (const { text: said } of api.slates.exportLines({ q: 'two' })) count += said.includes('\n') ? 1 : 0;
  expect(count).toBe(83);
});

const caught = async (rows: Lines<unknown>) => {
  const seen: unknown[] = [];
  const error: unknown = await (async () => {
    for await (const one of rows) seen.push(one);
  })().catch((thrown: unknown) => thrown);
  return { seen, error: isApiError(error) ? error : undefined };
};

test('a download that was cut is told by its count, or by the row that broke', async () => {
  const { api } = client();
  const { seen, error } = await caught(api.slates.exportLines({}, { simulateError: 'malformed' }));
  expect(seen.length).toBeGreaterThan(100);
  expect(error?.kind).toBe('malformed');
  const short = client(async (request) => {
    const answer = await understudy.fetch(request);
    const lines = (await answer.text()).split('\n').slice(0, 10);
    return new Response(`${lines.join('\n')}\n`, { headers: answer.headers });
  });
  const cut = await caught(short.api.slates.exportLines());
  expect([cut.seen.length, cut.error?.kind, cut.error?.message]).toEqual([
    10,
    'malformed',
    expect.stringContaining('10 of 250'),
  ]);
});

test('a connection that is lost, and a failure before the first row, are errors like any other', async () => {
  const { api } = client();
  const lost = await caught(api.slates.exportLines({}, { fault: 'reset;at=body' }));
  expect(lost.error?.kind).toBe('network');
  const refused = await caught(api.slates.exportLines({}, { simulateError: 'forbidden' }));
  expect([refused.seen, refused.error?.kind]).toEqual([[], 'forbidden']);
  const abort = new AbortController();
  const reading = api.slates.exportLines({ chunk_bytes: 1 }, { signal: abort.signal });
  const stopped = async () => {
    for await (const one of reading) {
      expect(one.id).toBe('line_0001');
      abort.abort();
    }
  };
  await expect(stopped()).rejects.toMatchObject({ kind: 'aborted' });
});

const csv = '\uFEFFtext,size\r\n"a,""b""",1\r\nzażółć,2\r\n';
const ndjson = '{"text":"a,\\"b\\""}\n{"text":"zażółć","size":2}\n';
const rows = [{ text: 'a,"b"' }, { text: 'zażółć', size: 2 }];

async function* oneByOne() {
  yield* rows;
}

test.each<[string, string | undefined, Upload<{ text: string; size?: number | undefined }>]>([
  ['an array', 'application/json', rows],
  ['a CSV', 'text/csv', new Blob([csv], { type: 'text/csv' })],
  ['a file without a type', 'text/csv', new File([csv], 'lines')],
  ['an NDJSON without a type', 'application/x-ndjson', new Blob([ndjson])],
  ['a stream of bytes', 'text/csv', new Blob([csv]).stream()],
  ['rows one by one', 'application/x-ndjson', oneByOne()],
  ['a set of rows', 'application/x-ndjson', new Set(rows)],
])('%s are sent as %s', async (_, type, given) => {
  const { api, sent } = client();
  const done = await api.slates.importLines({ slate: 'x', rows: given, mode: 'abort' });
  expect(done).toEqual({ id: 'x', texts: ['a,"b"', 'zażółć'], mode: 'abort' });
  expect(sent[0]?.headers['content-type']).toBe(type);
});

test('rows are sent again as they were, and what is no UTF-8 is not sent', async () => {
  const { api, sent } = client();
  const scenario = ['service_unavailable', 'ok'] as const;
  const given = { slate: 'x', rows: new Blob([csv]).stream() };
  const done = await api.slates.importLines(given, { scenario: [...scenario] });
  expect([done.texts.length, sent.length]).toEqual([2, 2]);
  expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key']);
  const latin1 = new Blob([Uint8Array.from([0x74, 0xff])]);
  await expect(api.slates.importLines({ slate: 'x', rows: latin1 })).rejects.toThrow(TypeError);
});

test('a generated file says the same', async () => {
  const document = (await (await understudy.fetch('/openapi.json')).json()) as object;
  const file = domainsFile(document, { domains: ['slates'] });
  expect(file).toContain(
    'exportLines(input?: ExportLinesInput, controls?: client.CallControls): client.Lines<SlateLine>;',
  );
  expect(file).toContain('rows: client.Upload<{');
  expect(file).toContain('rows: "rows"'.replaceAll('"', "'"));
  expect(file).not.toContain('format');
});
