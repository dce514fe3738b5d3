/** An API that is served below another path than `/api`: everything that names its address names that one. */
import * as openid from 'openid-client';
import { describe, expect, it } from 'vitest';
import { inProcess, jsonRequest, overSocket, type TestServer } from '../support.js';
import { ending } from '../use.js';

let server: TestServer;
const get = async (path: string, init?: RequestInit) => {
  const answer = await server.fetch(path, init);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: () => JSON.parse(text) as never };
};

interface Document {
  readonly paths: Readonly<Record<string, unknown>>;
}

describe.each([
  ['/v1', '/v1'],
  ['/acme/api/v2/', '/acme/api/v2'],
  ['/', ''],
])('--base %s', (base, path) => {
  it('is where the operations are, in every sandbox, and nowhere else', async () => {
    server = ending(await inProcess({ base }));
    for (const sandbox of ['', '/sandboxes/a']) {
      const list = await get(`${sandbox}${path}/education/courses?per_page=2&pagination_style=link`);
      expect(list.status).toBe(200);
      expect(list.headers.get('link')).toContain(
        `<http://understudy.local${sandbox}${path}/education/courses?per_page=2&pagination_style=link&page=2>; rel="next"`,
      );
      expect((await get(`${sandbox}/api/education/courses`)).status).toBe(404);
      const wrong = await get(`${sandbox}${path}/education/courses?page=x`);
      expect(wrong.json()).toMatchObject({ instance: `${sandbox}${path}/education/courses` });
    }
    expect((await get('/sandboxes')).status).toBe(200);
    expect((await get('/trpc/education.getCourse?input=%7B%22course_id%22%3A%22crs_0001%22%7D')).status).toBe(200);
  });

  it('is in the document and on the pages, wherever they name a path', async () => {
    server = ending(await inProcess({ base }));
    const { paths } = (await get('/openapi.json')).json() as Document;
    const named = Object.keys(paths).filter((one) => !/^\/(sandboxes|tokens)\b/.test(one));
    expect(named.length).toBeGreaterThan(20);
    expect(named.every((one) => one.startsWith(`${path}/`))).toBe(true);
    const texts = await Promise.all(
      ['/openapi.json', '/', '/problems/rate_limit'].map(async (page) => (await get(page)).text),
    );
    for (const text of texts) expect(text.replaceAll('/acme/api/v2', '')).not.toMatch(/(?<![\w.])\/api\b(?!\.)/);
  });

  it('is part of the issuer, of its metadata and of its tokens', async () => {
    server = ending(await overSocket({ base }));
    const issuer = `${server.origin}/sandboxes/a${path}/oauth`;
    const options = { execute: [openid.allowInsecureRequests] };
    const config = await openid.discovery(new URL(issuer), 'understudy-web', undefined, undefined, options);
    expect(config.serverMetadata()).toMatchObject({ issuer, token_endpoint: `${issuer}/token` });
    const wellKnown = await get(`/.well-known/oauth-authorization-server/sandboxes/a${path}/oauth`);
    expect(wellKnown.json()).toMatchObject({ issuer });
    const body = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };
    const init = jsonRequest('POST', body);
    const registered = await get(`/sandboxes/a${path}/auth/register`, init);
    expect(registered.status).toBe(200);
    const login = (await get(`/sandboxes/a${path}/auth/login`, init)).json() as {
      readonly data: readonly { readonly access_token: string }[];
    };
    const authorization = `Bearer ${login.data[0]?.access_token}`;
    expect((await get(`/sandboxes/a${path}/auth/profile`, { headers: { authorization } })).status).toBe(200);
    expect((await get(`/sandboxes/b${path}/auth/profile`, { headers: { authorization } })).status).toBe(401);
  });

  it('is what the journal remembers', async () => {
    server = ending(await inProcess({ base }));
    for (const one of [`${path}/events`, `${path}/nothing`, '/', '/docs', '/openapi.json'])
      await get(`/sandboxes/a${one}`);
    const { data } = (await get('/sandboxes/a/requests')).json() as {
      readonly data: readonly { readonly path: string }[];
    };
    expect(data.map((entry) => entry.path)).toEqual([`${path}/events`, `${path}/nothing`]);
  });
});

it.each(['', 'v1', '//', '/a b', '/%2f', '/..', '/docs', '/trpc/x', '/sandboxes', '/é', 7])(
  'refuses %j',
  async (base) => {
    server = ending(await inProcess());
    await expect(inProcess({ base })).rejects.toThrow(/base is .* \/, or a path of letters|base is .*nothing else/);
  },
);
