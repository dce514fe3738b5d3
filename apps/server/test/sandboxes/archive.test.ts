/** The journal as a HAR document: all that passes the filters, as a file. */
import { har } from '@understudy/contract';
import { expect, it } from 'vitest';
import { countCourses, faults, send } from './client.js';
import { eachServer } from '../support.js';

const server = eachServer();

it('has all requests that pass, as a file', async () => {
  for (let i = 0; i < 12; i++) await countCourses(server, '/sandboxes/a');
  await server.fetch('/sandboxes/a/api/education/students');
  const answer = await server.fetch('/sandboxes/a/requests?format=har&path=/api/education/courses');
  const headers = ['content-type', 'content-disposition', 'cache-control', 'link'].map((name) =>
    answer.headers.get(name),
  );
  expect(headers).toEqual(['application/json', 'attachment; filename="a.har"', 'no-store', null]);
  const document = har.parse(await answer.json());
  expect(document.log).toMatchObject({ version: '1.2', creator: { name: 'Understudy' } });
  expect(document.log.entries).toHaveLength(12);
});

it.each(['page=1', 'per_page=50', 'cursor=x', 'page=2&per_page=5&cursor=x'])('takes no %s', async (query) => {
  const answer = await send(server, 'GET', `/sandboxes/a/requests?format=har&${query}`);
  expect(answer.status).toBe(400);
  const names = Array.from(new URLSearchParams(query).keys());
  expect(faults(answer)).toEqual(names.map((name) => `${name} unsupported`));
  expect(JSON.stringify(answer.json)).toContain('format=har, which has no pages');
});

it('takes the paging of a list where the form is a page', async () => {
  const answer = await send(server, 'GET', '/sandboxes/a/requests?format=json&page=2&per_page=5');
  expect(answer.status).toBe(200);
});

it('is a page over tRPC, and says where the document is', async () => {
  const input = encodeURIComponent(JSON.stringify({ name: 'a', format: 'har' }));
  const { status, json } = await send(server, 'GET', `/trpc/sandboxes.listRequests?input=${input}`);
  const { error } = json as { error: { data: { problem: Record<string, unknown> } } };
  expect([status, faults({ status, headers: new Headers(), json: error.data.problem })]).toEqual([
    400,
    ['#/format invalid_value'],
  ]);
});
