/** Every operation that answers lines or reads them: formats, cuts, chunks, and rows that are wrong (RFC 4180). */
import type { Operation } from '@understudy/contract';
import { prepareCall } from '@understudy/contract/samples';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { ourDomains } from '../our-domains.js';
import { inProcess, jsonAt, overSocket, type TestServer } from '../support.js';
import { HARD, ledgerDomain } from './ledger-domain.js';
import { transports } from './transport.js';
import { openOnce } from '../use.js';

const serves = apiOf([...ourDomains, ledgerDomain]);
const exporting = [...serves.operations.values()].filter(({ answers }) => answers === 'lines');
const [, trpc] = transports;

const server = openOnce(() => inProcess({ serves }));
const socket = openOnce(() => overSocket({ serves }));

async function asked(of: TestServer, operation: Operation, query = '') {
  const { input, headers } = await prepareCall((path, init) => of.fetch(path, init), operation);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
  return of.fetch(`${path}${query === '' ? '' : `?${query}`}`, { headers });
}

describe.each(exporting)('$name', (operation) => {
  it('is the same over a socket, in chunks, and over tRPC', async () => {
    const first = await asked(server, operation);
    const text = await first.text();
    const over = await asked(socket, operation);
    expect([over.headers.get('transfer-encoding'), over.headers.get('content-length')]).toEqual(['chunked', null]);
    expect(await over.text()).toBe(text);
    const { input, headers } = await prepareCall((path, init) => server.fetch(path, init), operation);
    const said = await trpc.call(server, operation, input, { headers });
    expect(said.value).toEqual({ media_type: 'text/csv; charset=utf-8', text });
  });

  it('comes in pieces of exactly so many bytes', async () => {
    const answer = await asked(server, operation, 'chunk_bytes=5&format=ndjson');
    const sizes: number[] = [];
    for await (const piece of answer.body ?? []) sizes.push(piece.byteLength);
    expect(new Set(sizes.slice(0, -1))).toEqual(new Set([5]));
  });

  it('is documented with its media types, and an example of each', async () => {
    const { paths } = await jsonAt(server, '/openapi.json');
    const { content, headers } = paths[operation.path].get.responses['200'];
    expect(Object.keys(content)).toEqual(['text/csv; charset=utf-8', 'application/x-ndjson']);
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(['Content-Disposition', 'X-Total-Count']));
    const { 'text/csv; charset=utf-8': csv, 'application/x-ndjson': ndjson } = content;
    const answered = (await (await asked(server, operation)).text()).split('\r\n', 1);
    expect(csv.example.split('\r\n')).toEqual([...answered, expect.stringContaining(','), '']);
    const { data } = Papa.parse<object>(csv.example, { header: true, skipEmptyLines: true });
    const members = Object.keys(JSON.parse(ndjson.example) as object);
    // The columns of a CSV may be some of the members that a line of NDJSON has.
    expect(data.length).toBe(1);
    expect(members).toEqual(expect.arrayContaining(Object.keys(data[0] ?? {})));
  });
});

describe('lines', () => {
  const path = '/api/ledger/export';

  it('are what another reader of CSV reads', async () => {
    const text = await (await server.fetch(path)).text();
    const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, newline: '\r\n' });
    expect(errors.filter(({ code }) => code !== 'TooFewFields')).toEqual([]);
    expect(data.slice(0, HARD.length).map(({ title }) => title)).toEqual(HARD);
    expect(data[1]).toMatchObject({
      note: 'noted',
      tags: 'one|two words',
      props: '{"size":1,"text":"x,\\"y\\"","yes":true}',
    });
    expect(data[0]).toMatchObject({ note: '', tags: '', props: '{}' });
    expect(text.split('\r\n', 1)).toEqual(['id,title,kind,worth,note,tags,props,created_at']);
    const marked = new Uint8Array(await (await server.fetch(`${path}?bom=true`)).arrayBuffer());
    expect([...marked.subarray(0, 5)]).toEqual([0xef, 0xbb, 0xbf, 0x69, 0x64]);
  });

  it('are filtered, searched and sorted as the list is, and count what is left', async () => {
    for (const query of ['kind=in', 'q=say', 'sort=-worth,title', 'kind=out&sort=title']) {
      const listed = await jsonAt(server, `/api/ledger?per_page=50&${query}`);
      const answer = await server.fetch(`${path}?format=ndjson&${query}`);
      const rows = (await answer.text())
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as object);
      expect(rows).toEqual(listed.data);
      expect(answer.headers.get('x-total-count')).toBe(String(listed.data.length));
    }
  });

  it('have a name in ASCII and in UTF-8', async () => {
    expect((await server.fetch(path)).headers.get('content-disposition')).toBe(
      `attachment; filename="entries.csv"; filename*=UTF-8''entries.csv`,
    );
    expect((await server.fetch('/api/ledger/titles?format=ndjson')).headers.get('content-disposition')).toBe(
      `attachment; filename="Titel _ kurz.ndjson"; filename*=UTF-8''Titel%20%E2%80%93%20kurz.ndjson`,
    );
  });

  it('are those of the instant at which they were asked for, whoever writes meanwhile', async () => {
    const at = '/sandboxes/meanwhile';
    await server.fetch(`${at}/api/ledger/import`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: 'title,kind,worth\nNew,in,1\n',
    });
    const answer = await server.fetch(`${at}${path}?format=ndjson&chunk_bytes=50`);
    const reader = answer.body?.getReader();
    let bytes = (await reader?.read())?.value?.byteLength ?? 0;
    const drop = (id: string) => server.fetch(`${at}/api/ledger/${id}`, { method: 'DELETE' });
    for (const id of ['ent_0020', 'ent_0030']) expect((await drop(id)).status).toBe(200);
    const chunks: Uint8Array[] = [];
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {};
      if (done || value === undefined) break;
      chunks.push(value);
      bytes += value.byteLength;
    }
    const rows = Buffer.concat(chunks).toString().split('\n').slice(0, -1);
    expect(answer.headers.get('x-total-count')).toBe('31');
    expect([rows.length >= 30, bytes > 1000]).toEqual([true, true]);
    expect(rows.at(-1)).toContain('"New"');
  });

  it('of a million records come without being made before', async () => {
    await using large = await inProcess({ serves, size: { entries: 1_000_000 } });
    const before = process.memoryUsage().heapUsed;
    const answer = await large.fetch(path);
    expect(answer.headers.get('x-total-count')).toBe('1000000');
    let bytes = 0;
    for await (const piece of answer.body ?? []) {
      bytes += piece.byteLength;
      if (bytes > 2_000_000) break;
    }
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
  });
});

describe('rows', () => {
  const path = '/api/ledger/import';
  const send = async (type: string, body: string, query = '') => {
    const answer = await server.fetch(`/sandboxes/rows${path}${query}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    const said = (await answer.json()) as {
      data?: { mode: string; created: number; faults: { row: number; pointer: string; code: string }[] }[];
      errors?: { pointer?: string; parameter?: string; code: string }[];
    };
    return { status: answer.status, data: said.data?.[0], errors: said.errors };
  };

  it('are the same as JSON, CSV and NDJSON', async () => {
    const rows = [
      { title: 'a,b "c"', kind: 'in', worth: 1.5, tags: ['x', 'y z'], props: { n: 1 } },
      { title: 'two\nlines', kind: 'out', worth: 0 },
    ];
    const csv = `\uFEFFtitle,kind,worth,tags,props\r\n"a,b ""c""",in,1.5,x|y z,"{""n"":1}"\r\n"two\nlines",out,0,,\r\n`;
    const ndjson = rows.map((row) => JSON.stringify(row)).join('\r\n');
    const answers = [
      await send('application/json', JSON.stringify({ rows, mode: 'abort' })),
      await send('text/csv; charset=utf-8; header=present', csv, '?mode=abort'),
      await send('application/x-ndjson', ndjson, '?mode=abort'),
    ];
    for (const { status, data } of answers) {
      expect([status, data]).toEqual([200, { id: 'imp', mode: 'abort', created: 2, faults: [] }]);
    }
    const listed = await jsonAt(server, '/sandboxes/rows/api/ledger?per_page=50&page=1');
    const made = listed.data.slice(30).map((row: object) => ({ ...row, id: '' }));
    expect(made).toHaveLength(6);
    expect([made[0], made[1]]).toEqual([made[2], made[3]]);
    expect([made[0], made[1]]).toEqual([made[4], made[5]]);
  });

  it('that are wrong are told apart, and are no fault of the call', async () => {
    const csv = [
      'title,kind,worth,props',
      'Good,in,1,',
      ',in,1,',
      'Bad kind,up,1,',
      'Short,in',
      'No number,in,1e3,',
      'No JSON,in,1,{',
      'Neg,in,-1,',
    ];
    expect((await send('text/csv', csv.join('\n'))).data).toEqual({
      id: 'imp',
      mode: 'skip',
      created: 1,
      faults: [
        { row: 2, pointer: '#/title', code: 'required' },
        { row: 3, pointer: '#/kind', code: 'invalid_value' },
        { row: 4, pointer: '#', code: 'wrong_columns' },
        { row: 5, pointer: '#/worth', code: 'invalid_type' },
        { row: 6, pointer: '#/props', code: 'invalid_json' },
        { row: 7, pointer: '#/worth', code: 'too_small' },
      ],
    });
    const deep = '['.repeat(100) + ']'.repeat(100);
    const ndjson = ['{"title":"Good","kind":"in","worth":1}', '{', '7', deep].join('\n');
    const { data } = await send('application/x-ndjson', ndjson);
    expect(data?.faults.map(({ row, code }) => [row, code])).toEqual([
      [2, 'invalid_json'],
      [3, 'invalid_type'],
      [4, 'too_deep'],
    ]);
    const broken = await send('text/csv', 'title,kind,worth\n"open,in,1\n');
    expect(broken.data?.faults).toEqual([{ row: 1, pointer: '#', code: 'invalid_csv' }]);
  });

  it.each([
    ['text/csv', '', '#/rows', 'required'],
    ['text/csv', 'title,kind,worth\n', '#/rows', 'too_small'],
    ['text/csv', 'Good,in,1\n', '#/rows', 'invalid_header'],
    ['text/csv', 'title,title\nA,B\n', '#/rows', 'invalid_header'],
    ['application/x-ndjson', '\n\n', '#/rows', 'too_small'],
    ['application/json', '{"rows":7}', '#/rows', 'invalid_type'],
  ])('in %s as %j are a 400 at %s', async (type, body, pointer, code) => {
    const { status, errors } = await send(type, body);
    expect([status, errors?.map((fault) => [fault.pointer, fault.code])]).toEqual([400, [[pointer, code]]]);
  });

  it('are a 400 beside a parameter that is wrong, a 413 past the limit, and a 415 in another type', async () => {
    const beside = await send('text/csv', 'title\n', '?mode=maybe');
    expect([beside.status, beside.errors?.map(({ pointer, parameter }) => pointer ?? parameter)]).toEqual([
      400,
      ['#/rows', 'mode'],
    ]);
    expect((await send('text/csv', `title\n${'x'.repeat(100_000)}`)).status).toBe(413);
    const other = await send('text/plain', 'title\n');
    expect(other.status).toBe(415);
  });

  it('are documented in each media type, with what stands beside them in the query', async () => {
    const { paths } = await jsonAt(server, '/openapi.json');
    const { requestBody, parameters } = paths[path].post;
    expect(Object.keys(requestBody.content)).toEqual(['application/json', 'text/csv', 'application/x-ndjson']);
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'mode' }));
    for (const [type, { example }] of Object.entries<{ example: unknown }>(requestBody.content)) {
      const body = typeof example === 'string' ? example : JSON.stringify(example);
      expect((await send(type, body)).data, type).toMatchObject({ created: 1, faults: [] });
    }
  });
});
