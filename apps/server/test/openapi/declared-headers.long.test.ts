/** Inputs that come in headers, and records with versions, as the OpenAPI document says them: clean, and true to the server. */
import { patient } from '@understudy/tooling/patience';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { sandboxes } from '../../src/domains/sandboxes/index.js';
import type { OpenApiDocument } from '../../src/http/openapi/openapi-document.js';
import { boardDomain } from '../operations/versioned-domain.js';
import { inProcess } from '../support.js';
import { AnswerCheck } from './answer-check.js';
import { linters, isOfDomains, partOf } from './linters.js';
import { openOnce } from '../use.js';

let document: OpenApiDocument;
const server = openOnce(() => inProcess({ serves: apiOf([boardDomain, sandboxes]) }));
beforeAll(async () => {
  document = (await (await server.fetch('/openapi.json')).json()) as OpenApiDocument;
});

const BOARD = '/api/boards/{board_id}';
const found = (method: string, path = BOARD) => document.paths[path]?.[method];
const inHeaders = (method: string, path = BOARD) =>
  (found(method, path)?.parameters ?? []).filter((parameter) => parameter['in'] === 'header');

it.each(linters)('%s finds nothing', { timeout: patient(20_000) }, async (_linter, run) => {
  expect(await run(partOf(document, isOfDomains(boardDomain.contract.name)))).toEqual([]);
});

it('has conditions as parameters in headers, and nowhere else', () => {
  expect(inHeaders('get')).toEqual([]);
  expect(inHeaders('patch')).toMatchObject([
    { name: 'If-Match', required: false, schema: { type: 'string' }, 'x-understudy-input': 'if_match' },
  ]);
  expect(inHeaders('put')).toMatchObject([
    { name: 'If-Match', required: true, example: '*' },
    { name: 'If-None-Match', required: false },
  ]);
  expect(inHeaders('delete')).toMatchObject([{ name: 'If-Match', required: true }]);
  const { RenameBoardBody, PinNoteBody } = document.components['schemas'] ?? {};
  expect([RenameBoardBody?.['properties'], PinNoteBody?.['properties']].map((all) => Object.keys(all ?? {}))).toEqual([
    ['title'],
    ['note'],
  ]);
  // With nothing else in its input, a write has no body.
  expect(found('post', `${BOARD}/close`)?.requestBody).toBeUndefined();
  expect(JSON.stringify(found('delete')?.parameters)).not.toContain('"in":"query","name":"if_match"');
});

it('has members that a declaration reads from headers there, with their types', () => {
  for (const method of ['get', 'post']) {
    expect(inHeaders(method, '/api/boards/greeting')).toMatchObject([
      { name: 'Accept-Language', required: false, schema: { enum: ['en', 'de'], default: 'en' } },
      { name: 'X-Times', schema: { type: 'integer', minimum: 1, maximum: 9 } },
      { name: 'X-Tags', schema: { type: 'array' } },
    ]);
  }
  const { LeaveGreetingBody } = document.components['schemas'] ?? {};
  expect(Object.keys(LeaveGreetingBody?.['properties'] ?? {})).toEqual(['text']);
});

it('has 412, 428 and the tag where an operation can answer them', () => {
  const statuses = (method: string) => Object.keys(found(method)?.responses ?? {});
  const tag = { $ref: '#/components/headers/RecordETag' };
  expect(statuses('get')).not.toContain('412');
  expect(statuses('patch')).toContain('412');
  expect(statuses('patch')).not.toContain('428');
  expect(statuses('put')).toEqual(expect.arrayContaining(['412', '428']));
  for (const method of ['get', 'patch', 'put'])
    expect(found(method)?.responses['200']?.['headers']).toMatchObject({ ETag: tag });
  expect(found('get')?.responses['304']).toMatchObject({ headers: { ETag: tag } });
  expect(found('delete')?.responses['200']?.['headers']).not.toHaveProperty('ETag');
  expect(statuses('get').some((status) => status === '410')).toBe(false);
});

describe('the server answers as it says', () => {
  const json = { 'content-type': 'application/json' };
  it.each([
    ['GET', 'brd_0005', {}, 200],
    ['GET', 'brd_0005', { 'if-none-match': '*' }, 304],
    ['PATCH', 'brd_0005', json, 200],
    ['PATCH', 'brd_0005', { ...json, 'if-match': '"x"' }, 412],
    ['PATCH', 'brd_0005', { ...json, 'if-match': 'x' }, 400],
    ['PUT', 'brd_0005', json, 428],
    ['PUT', 'brd_0005', { ...json, 'if-match': '*' }, 200],
    ['DELETE', 'brd_0006', {}, 428],
    ['DELETE', 'brd_0006', { 'if-match': '*' }, 200],
  ] as const)('%s %s %o: %i', async (method, id, headers, status) => {
    const hasBody = method === 'PATCH' || method === 'PUT';
    const body = hasBody ? { body: '{"title":"New"}' } : {};
    const response = await server.fetch(`/api/boards/${id}`, { method, headers, ...body });
    const answered = { method, path: BOARD, status, headers: response.headers, text: await response.text() };
    expect({ status: response.status, faults: new AnswerCheck(document).faults(answered) }).toEqual({
      status,
      faults: [],
    });
  });
});
