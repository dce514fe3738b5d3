/** json-server’s own expectations, of this server and of json-server itself: the same table for both. */
import { describe, expect, it } from 'vitest';
import { createUnderstudy } from '../../src/index.js';
import { pageText } from './files.js';
import { data017, data1, type Row, rows017, rows1 } from './json-server-rows.js';
import { actual017, actual1, folder, routes } from './json-server-itself.js';
import { openOnce } from '../use.js';

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

/** Makes the requests of a row, and holds the last answer against what it says. */
async function check(fetch: Fetch, { steps, status = 200, json, has, headers = {}, text }: Row): Promise<void> {
  let last: Response | undefined;
  for (const [line, body, type = 'json'] of steps) {
    const [method = '', path = ''] = line.split(' ');
    const sent = type === 'form' ? String(body) : JSON.stringify(body);
    last = await fetch(path, {
      method,
      ...(body === undefined ? {} : { body: sent, headers: { 'content-type': types[type] } }),
    });
  }
  const answer = await last?.text();
  expect(last?.status).toBe(status);
  for (const [name, value] of Object.entries(headers)) expect(last?.headers.get(name)).toContain(value);
  if (text !== undefined) expect(answer).toContain(text);
  if (json !== undefined) expect(JSON.parse(answer ?? '')).toEqual(json);
  if (has !== undefined) expect(JSON.parse(answer ?? '')).toMatchObject(has);
}

const versions = [
  ['0.17', data017, rows017, actual017],
  ['1.0', data1, rows1, actual1],
] as const;

describe.each(versions)('json-server %s', (_version, data, rows, actual) => {
  const server = openOnce(() => createUnderstudy({ data, bare: true, routes, static: folder, log: 'off' }));

  it.each(rows.map((row, index) => [row.says, row, index] as const))('here: %s', async (_says, row, index) => {
    const { fetch } = server.sandbox(`row-${index}`);
    const holds = check((path, init) => fetch(path, init), row);
    if (row.differs === undefined) await holds;
    else await expect(holds, 'it holds, whatever the reason says').rejects.toThrow();
  });

  it.each(rows.map((row) => [row.says, row] as const))('there: %s', async (_says, row) => {
    await actual(data, (fetch) => check(fetch, row));
  });
});

it('is said to hold on the page for those that hold, and each of the others has its reason there', () => {
  const [first, second] = versions.map(
    ([, , rows]) => `${rows.filter((row) => !row.differs).length} of ${rows.length}`,
  );
  expect(pageText).toContain(`${first} and ${second} hold`);
  const cells = pageText
    .slice(pageText.indexOf('### What is otherwise'), pageText.indexOf('## Without'))
    .split('\n')
    .flatMap((line) =>
      line.startsWith('| ') ? [line.split(' | ').map((cell) => cell.replace(/^\||\|$/g, '').trim())] : [],
    );
  const expected = versions.flatMap(([version, , rows]) =>
    rows.flatMap(({ says, differs }) => (differs === undefined ? [] : [[`${version}: ${says}`, differs]])),
  );
  expect(cells.slice(1).filter(([cell = '']) => !cell.startsWith('-'))).toEqual(expected);
});
