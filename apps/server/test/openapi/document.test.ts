/** The OpenAPI document: clean in two linters, true to the contract and to the controls. */
import { writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import { Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { contract, controls, type Operation, pagingControls } from '@understudy/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OpenApiDocument } from '../../src/adapters/openapi.js';
import { inProcess } from '../support.js';

const operations = Object.values(contract).flatMap((domain) => Object.values<Operation>(domain));

let document: OpenApiDocument;
beforeAll(async () => {
  const server = await inProcess();
  const response = await server.fetch('/openapi.json');
  expect(response.status).toBe(200);
  document = (await response.json()) as OpenApiDocument;
  await server.close();
});

async function redocly(linted: object): Promise<string[]> {
  const file = join(await mkdtemp(join(tmpdir(), 'understudy-')), 'openapi.json');
  await writeFile(file, JSON.stringify(linted));
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lint({ ref: file, config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

async function spectral(linted: object): Promise<string[]> {
  const linter = new Spectral();
  // Both packages type rulesets on their own, and do not agree.
  linter.setRuleset({ extends: [[oas as never, 'recommended']] });
  const findings = await linter.run(structuredClone(linted) as Record<string, unknown>);
  return findings.map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`);
}

describe.each([
  ['Redocly, recommended', redocly],
  ['Spectral, spectral:oas', spectral],
] as const)('%s', (_linter, run) => {
  it('finds nothing', async () => {
    expect(await run(document)).toEqual([]);
  });

  it('would find a fault', async () => {
    const broken = structuredClone(document);
    const [methods] = Object.values(broken.paths);
    for (const operation of Object.values(methods ?? {})) operation.responses = {};
    expect((await run(broken)).length).toBeGreaterThan(0);
  });
});

describe.each(operations)('$name', (operation) => {
  const found = () => document.paths[operation.path]?.[operation.method.toLowerCase()];
  const parameterNames = () =>
    (found()?.parameters ?? []).map((parameter) => {
      const ref = parameter['$ref'];
      return typeof ref === 'string' ? ref.split('/').at(-1) : parameter['name'];
    });

  const isControl = operation.meta.scope === 'registry';
  const hasKey = operation.method === 'POST' || operation.method === 'PATCH';

  it('has its name, its answers and its credential', () => {
    const security = isControl ? [{}, { adminToken: [] }] : [];
    expect(found()).toMatchObject({ operationId: operation.name, security });
    expect(found()?.['x-understudy-answers']).toBe(operation.answers);
  });

  it('has every control that it takes', () => {
    const taken = Object.keys(isControl ? pagingControls : controls.shape);
    const names = parameterNames();
    expect(Object.keys(controls.shape).filter((name) => names.includes(name))).toEqual(taken);
    expect(names.includes('IdempotencyKey')).toBe(hasKey);
  });

  it('has the responses it really gives', () => {
    const statuses = isControl
      ? ['200', '400', '401', '403', '404', '503']
      : ['200', '400', '401', '403', '404', '429', '500', '503', '504'];
    const ofBodies = operation.meta.bodies.length === 0 ? [] : ['413', '415'];
    const ofWrites = operation.method === 'GET' || isControl ? [] : ['422', '507'];
    expect(Object.keys(found()?.responses ?? {})).toEqual(
      expect.arrayContaining([...statuses, ...ofBodies, ...ofWrites]),
    );
  });

  it('names the headers that tell of a page, and of a limit', () => {
    const ok = found()?.responses['200']?.['headers'] ?? {};
    const ofPages = ['Link', 'X-Total-Count', 'Content-Range'];
    expect(Object.keys(ok)).toEqual(operation.answers === 'list' ? ofPages : []);
    if (isControl) return;
    expect(document.components['responses']?.['rate_limit']?.['headers']).toMatchObject({
      'Retry-After': {},
      RateLimit: {},
      'RateLimit-Policy': {},
      'X-RateLimit-Limit': {},
      'X-RateLimit-Remaining': {},
      'X-RateLimit-Reset': {},
    });
  });

  it('carries every description and example of the contract', () => {
    const text = JSON.stringify(document);
    let count = 0;
    const visit = (schema: z.ZodType): void => {
      const { description, examples } = schema.meta() ?? {};
      for (const part of [description, ...(Array.isArray(examples) ? examples : [])]) {
        if (part === undefined || part === '') continue;
        expect(text).toContain(JSON.stringify(part));
        count += 1;
      }
      if (schema instanceof z.ZodObject) Object.values(schema.shape).forEach((s) => visit(s as z.ZodType));
      if (schema instanceof z.ZodArray) visit(schema.element as z.ZodType);
      if ('unwrap' in schema && typeof schema.unwrap === 'function') visit(schema.unwrap() as z.ZodType);
    };
    visit(operation.input);
    visit(operation.output);
    expect(count).toBeGreaterThan(10);
  });
});

it('names the base URL it was asked under', async () => {
  const server = await inProcess({ publicUrl: 'https://mock.example.com' });
  const response = await server.fetch('/openapi.json');
  expect(await response.json()).toMatchObject({ servers: [{ url: 'https://mock.example.com' }] });
  await server.close();
});

it('is made the same again', async () => {
  const server = await inProcess();
  const texts = await Promise.all(
    [1, 2].map(async () => (await server.fetch('/openapi.json', { headers: { 'x-n': '1' } })).text()),
  );
  expect(texts[0]).toBe(texts[1]);
  await server.close();
});
