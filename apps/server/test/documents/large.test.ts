/** Documents that are large, deep or round: they start in a time that a test can wait for, and answer. */
import { describe, expect, it } from 'vitest';
import { createUnderstudy } from '../../src/index.js';

type Node = Record<string, unknown>;

const answering = (schema: Node): Node => ({
  responses: { '200': { description: 'An answer', content: { 'application/json': { schema } } } },
});

const documentOf = (paths: Node, schemas: Node = {}): Node => ({
  openapi: '3.1.0',
  info: { title: 'Large', version: '1' },
  paths,
  components: { schemas },
});

async function answered(openapi: Node, path: string): Promise<{ status: number; body: unknown; ms: number }> {
  const since = performance.now();
  const understudy = createUnderstudy({ openapi });
  try {
    const answer = await understudy.fetch(path);
    return { status: answer.status, body: await answer.json(), ms: performance.now() - since };
  } finally {
    await understudy.close();
  }
}

/** Far above what it takes, also beside other tests: what hangs takes for ever. */
const PATIENCE_MS = 20_000;

describe('a large document', () => {
  it('of 5 MB and 2,000 operations starts and answers', async () => {
    const paths: Node = {};
    const schemas: Node = {};
    for (let index = 0; index < 1000; index += 1) {
      const properties = Object.fromEntries(
        Array.from({ length: 40 }, (_, member) => [
          `member_${member}`,
          { type: 'string', description: 'x'.repeat(100), maxLength: 40 },
        ]),
      );
      schemas[`Thing${index}`] = {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'integer' }, ...properties },
      };
      const schema = { $ref: `#/components/schemas/Thing${index}` };
      paths[`/things${index}`] = { get: answering({ type: 'array', items: schema }) };
      paths[`/things${index}/{id}`] = {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: answering(schema),
      };
    }
    const document = documentOf(paths, schemas);
    expect(JSON.stringify(document).length).toBeGreaterThan(4_500_000);
    const { status, body, ms } = await answered(document, '/things900');
    expect(status).toBe(200);
    expect(Array.isArray(body)).toBe(true);
    expect(ms).toBeLessThan(PATIENCE_MS);
  });

  it('of a thousand schemas in a circle, each of which names all others, answers with an end', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => {
        const named = Array.from({ length: 10 }, (__, step) => `S${(index * 7 + step * 13 + 1) % 1000}`);
        const properties = Object.fromEntries(named.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
        return [`S${index}`, { type: 'object', properties: { ...properties, name: { type: 'string' } } }];
      }),
    );
    const { status, body, ms } = await answered(
      documentOf({ '/one': { get: answering({ $ref: '#/components/schemas/S0' }) } }, schemas),
      '/one',
    );
    expect(status).toBe(200);
    expect(JSON.stringify(body).length).toBeLessThan(1_000_000);
    expect(ms).toBeLessThan(PATIENCE_MS);
  });

  it('that requires an object within itself without an end is not answered with one', async () => {
    const Node = { type: 'object', required: ['next'], properties: { next: { $ref: '#/components/schemas/Node' } } };
    const { ms } = await answered(
      documentOf({ '/one': { get: answering({ $ref: '#/components/schemas/Node' }) } }, { Node }),
      '/one',
    );
    expect(ms).toBeLessThan(PATIENCE_MS);
  });

  it('with names of Object itself answers them as members', async () => {
    const text = `{ "openapi": "3.1.0", "info": { "title": "Names", "version": "1" }, "paths": { "/one": { "get": { "responses":
      { "200": { "description": "It", "content": { "application/json": { "schema": { "type": "object",
      "required": ["__proto__", "constructor", "toString"], "properties": { "__proto__": { "type": "integer", "minimum": 7 },
      "constructor": { "type": "boolean" }, "toString": { "const": "it" } } } } } } } } } } }`;
    const { status, body } = await answered(JSON.parse(text) as Node, '/one');
    expect(status).toBe(200);
    expect(Object.keys(body as Node).toSorted()).toEqual(['__proto__', 'constructor', 'toString']);
  });

  it('that is 5,000 objects deep is refused or answered, and does not end the process', async () => {
    let schema: Node = { type: 'string' };
    for (let depth = 0; depth < 5000; depth += 1) schema = { type: 'object', properties: { in: schema } };
    const outcome = await answered(documentOf({ '/one': { get: answering(schema) } }), '/one').catch(
      (error: unknown) => error,
    );
    if (outcome instanceof Error) expect(outcome.message).toMatch(/deep|nest|level/i);
    else expect(outcome).toHaveProperty('status', 200);
  });
});
