/** The document of a server with data: clean in two linters, and true to what is answered. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import { Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { patient } from '@understudy/tooling/patience';
import { describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../src/http/openapi/document.js';
import { AnswerCheck } from '../openapi/answer-check.js';
import { ask, serving } from './files.js';

async function redocly(document: object): Promise<string[]> {
  const file = join(mkdtempSync(join(tmpdir(), 'understudy-')), 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const problems = await lint({ ref: file, config: await createConfig({ extends: ['recommended'] }) });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** A document in which each shared response stands once: Spectral would look at it again for each operation. */
function eachResponseOnce(linted: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(linted);
  const seen = new Set<unknown>();
  for (const operation of Object.values(copy.paths).flatMap((methods) => Object.values(methods))) {
    const responses = Object.entries(operation.responses).filter(([, { $ref }]) => {
      const isNew = $ref === undefined || !seen.has($ref);
      return isNew && seen.add($ref);
    });
    operation.responses = Object.fromEntries(responses);
  }
  return copy;
}

async function spectral(document: OpenApiDocument): Promise<string[]> {
  const linter = new Spectral();
  // Both packages type rulesets on their own, and do not agree.
  linter.setRuleset({ extends: [[oas as never, 'recommended']] });
  const findings = await linter.run(eachResponseOnce(document));
  return findings.map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`);
}

describe.each([
  ['with an envelope', false],
  ['bare', true],
])('%s', { timeout: patient(40_000) }, (_name, bare) => {
  it('is described without findings', async () => {
    const server = serving('people', { bare, without: 'education,events' });
    const document = (await ask(server, 'GET /openapi.json')).json as OpenApiDocument;
    expect(await redocly(document)).toEqual([]);
    expect(await spectral(document)).toEqual([]);
    await server.close();
  });

  it('answers as it is described', async () => {
    const server = serving('people', { bare });
    const document = (await ask(server, 'GET /openapi.json')).json as OpenApiDocument;
    const check = new AnswerCheck(document);
    const asked = [
      ['GET', '/api/users', '/api/users'],
      ['GET', '/api/users/{user_id}', '/api/users/1'],
      ['POST', '/api/users', '/api/users', { nick: 'x' }],
      ['PUT', '/api/users/{user_id}', '/api/users/1', { name: null }],
      ['PATCH', '/api/users/{user_id}', '/api/users/1', { extra: [1] }],
      ['GET', '/api/users/{user_id}/blog-posts', '/api/users/1/blog-posts'],
      ['GET', '/api/blog-posts', '/api/blog-posts'],
      ['GET', '/api/blog-posts/{blog_post_id}', '/api/blog-posts/none'],
      ['POST', '/api/blog-posts', '/api/blog-posts', { id: 7 }],
      ['DELETE', '/api/blog-posts/{blog_post_id}', '/api/blog-posts/7'],
      ['GET', '/api/settings', '/api/settings'],
      ['PATCH', '/api/settings', '/api/settings', { languages: [] }],
    ] as const;
    for (const [method, path, address, body] of asked) {
      const { status, headers, text } = await ask(server, `${method} ${address}`, body);
      expect(check.faults({ method, path, status, headers, text }), `${method} ${path} ${status}`).toEqual([]);
    }
    await server.close();
  });

  it('names components after the collections, and those that we have already after their domain as well', async () => {
    const server = serving('people', { bare });
    const { components } = (await ask(server, 'GET /openapi.json')).json as OpenApiDocument;
    const names = Object.keys(components['schemas'] ?? {});
    expect(names).toEqual(expect.arrayContaining(['BlogPost', 'Settings', 'UsersUser', 'CreateBlogPostBody']));
    await server.close();
  });
});
