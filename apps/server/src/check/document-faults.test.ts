/** What generators of clients fail at is found in a document. */
import { expect, it } from 'vitest';
import type { OpenApiDocument } from '../http/openapi/openapi-document.js';
import { documentFaults } from './checks/openapi.js';

type Operation = OpenApiDocument['paths'][string][string];

/** A document of one operation. */
const documentOf = (path: string, operation: object, more: object = {}): OpenApiDocument => ({
  openapi: '3.1.1',
  info: { title: 'Lamps', version: '1' },
  servers: [],
  tags: [{ name: 'lamps', description: 'Lamps.' }],
  webhooks: {},
  components: { schemas: { Lamp: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } } },
  paths: { [path]: { get: { ...good, ...operation } as Operation, ...more } },
});

const content = (schema: object) => ({ 'application/json': { schema } });
const good = {
  operationId: 'lamps.get',
  summary: 'Get a lamp',
  description: 'One lamp.',
  responses: {
    '200': { description: 'It.', content: content({ $ref: '#/components/schemas/Lamp' }) },
    '404': { description: 'Not there.' },
  },
};
const id = { name: 'lamp_id', in: 'path', required: true, schema: { type: 'string' } };
const answering = (schema: object) => ({ responses: { ...good.responses, '200': { content: content(schema) } } });

const PATH = '/lamps/{lamp_id}';
const faultsOf = (document: OpenApiDocument): string[] => documentFaults(document, ['lamps.get']);

it('finds nothing in a good document', () => {
  expect(faultsOf(documentOf(PATH, { parameters: [id] }))).toEqual([]);
});

it.each<[OpenApiDocument, string]>([
  [documentOf(PATH, {}), 'does not document the path parameter lamp_id'],
  [documentOf('/lamps', { parameters: [id] }), 'which its path has not'],
  [documentOf(PATH, { parameters: [id, id] }), 'has the parameter path lamp_id twice'],
  [documentOf(PATH, { parameters: [{ ...id, schema: { type: 'text' } }] }), 'has the type text'],
  [documentOf(PATH, { parameters: [{ name: 'lamp_id', in: 'path', required: true }] }), 'has no schema'],
  [documentOf('/lamps', { responses: { '404': {} } }), 'has no response of a success'],
  [documentOf('/lamps', { responses: { '200': {} } }), 'has no response of a failure'],
  [documentOf('/lamps', { summary: '' }), 'has no summary'],
  [documentOf('/lamps', answering({ $ref: '#/components/schemas/Lump' })), 'refers to #/components/schemas/Lump'],
  [documentOf('/lamps', answering({ type: 'array' })), 'is a list of anything'],
  [documentOf('/lamps', answering({ enum: [] })), 'an enum without values'],
  [documentOf('/lamps', answering({ properties: {}, required: ['id'] })), 'requires id, which is none'],
  [documentOf('/lamps', {}, { post: good }), 'have the same operationId lamps.get'],
  [{ ...documentOf('/lamps', {}), tags: [] }, 'the tag lamps is not described'],
  [{ ...documentOf('/lamps', {}), components: { schemas: { 'A B': {} } } }, 'A B is no name of a component'],
])('finds what is wrong in %#', (document, fault) => {
  expect(faultsOf(document).join('; ')).toContain(fault);
});
