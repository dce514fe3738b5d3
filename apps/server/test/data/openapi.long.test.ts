/** The document of a server with data: clean in two linters, and true to what is answered. */
import { patient } from '@understudy/tooling/patience';
import { describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../src/http/openapi/openapi-document.js';
import { AnswerCheck } from '../openapi/answer-check.js';
import { isOfDomains, linters, partOf } from '../openapi/linters.js';
import { ourDomains } from '../our-domains.js';
import { ask, serving } from './files.js';
import { ending } from '../use.js';

/** Our domains but for those that are always there. */
const beside = ourDomains
  .map(({ contract }) => contract.name)
  .filter((name) => !['auth', 'oauth', 'sandboxes', 'webhooks'].includes(name))
  .join();

describe.each([
  ['with an envelope', false],
  ['bare', true],
])('%s', { timeout: patient(40_000) }, (_name, bare) => {
  it('is described without findings', async () => {
    const server = ending(serving('people', { bare, without: beside }));
    const document = (await ask(server, 'GET /openapi.json')).json as OpenApiDocument;
    const ours = ourDomains.map(({ contract }) => contract.name);
    const tags = (document['tags'] as { name: string }[]).map(({ name }) => name);
    const part = partOf(document, isOfDomains(...tags.filter((name) => !ours.includes(name))));
    for (const [name, run] of linters) expect(await run(part), name).toEqual([]);
  });

  it('answers as it is described', async () => {
    const server = ending(serving('people', { bare, without: beside }));
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
  });

  it('names components after the collections, and those that we have already after their domain as well', async () => {
    const server = ending(serving('people', { bare }));
    const { components } = (await ask(server, 'GET /openapi.json')).json as OpenApiDocument;
    const names = Object.keys(components['schemas'] ?? {});
    expect(names).toEqual(expect.arrayContaining(['BlogPost', 'Settings', 'UsersUser', 'CreateBlogPostBody']));
  });
});
