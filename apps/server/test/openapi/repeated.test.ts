/** The same request for an operation of a document again: its answer is kept, and is given to nobody whom it does not suit. */
import { expect, test, vi } from 'vitest';
import { ResponseCache } from '../../src/http/cached-answers.js';
import { createUnderstudy } from '../../src/index.js';
import { ending } from '../use.js';

const note = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer', readOnly: true }, text: { type: 'string' } },
};
const notes = { type: 'array', items: note };
const openapi = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  security: [{ token: [] }],
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [{ name: 'X-Tenant', in: 'header', schema: { type: 'integer' } }],
        responses: {
          200: {
            description: 'Notes',
            content: { 'application/json': { schema: notes }, 'application/xml': { schema: notes } },
          },
        },
      },
      post: {
        operationId: 'addNote',
        requestBody: { content: { 'application/json': { schema: note } } },
        responses: { 201: { description: 'Added', content: { 'application/json': { schema: note } } } },
      },
    },
  },
};

const mine = { authorization: 'Bearer mine' };

test('is answered from what is kept, until somebody writes', async () => {
  const understudy = ending(createUnderstudy({ openapi, log: 'off' }));
  const get = vi.spyOn(ResponseCache.prototype, 'get');
  const ask = async (headers: Record<string, string> = mine) => {
    const answer = await understudy.fetch('/notes', { headers });
    const kept = get.mock.results.at(-1)?.value !== undefined;
    return { status: answer.status, id: answer.headers.get('x-request-id'), text: await answer.text(), kept };
  };
  const [first, , third] = [await ask(), await ask(), await ask()];
  expect(third).toMatchObject({ status: 200, text: first.text, kept: true });
  expect(third.id).not.toBe(first.id);

  // What else a request says is regarded.
  expect((await ask({})).status).toBe(401);
  expect((await ask({ ...mine, 'x-tenant': 'none' })).status).toBe(400);
  expect((await ask({ ...mine, accept: 'application/xml' })).text).toMatch(/^</);
  expect((await ask({ ...mine, prefer: 'dynamic=true' })).kept).toBe(false);
  expect((await ask({ ...mine, prefer: 'code=200' })).kept).toBe(false);
  expect((await ask()).kept).toBe(true);

  const added = { method: 'POST', headers: { ...mine, 'content-type': 'application/json' }, body: '{"text":"new"}' };
  expect((await understudy.fetch('/notes', added)).status).toBe(201);
  const after = await ask();
  expect(after.kept).toBe(false);
  expect(JSON.parse(after.text)).toContainEqual(expect.objectContaining({ text: 'new' }));
  get.mockRestore();
});
