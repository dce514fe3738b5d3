import { describe, expect, test } from 'vitest';
import { inProcess } from '../../test/support.js';
import { docsPolicy } from './docs-page.js';

describe('the reference', () => {
  test.each(['/docs', '/docs/', '/sandboxes/default/docs', '/sandboxes/default/docs/'])(
    '%s reads the document of its own base URL',
    async (path) => {
      const server = await inProcess();
      const text = await (await server.fetch(path)).text();
      const [, address = ''] = /data-openapi="([^"]+)"/.exec(text) ?? [];
      expect(address).toBe(`${path.replace(/\/docs\/?$/, '')}/openapi.json`);
      expect((await server.fetch(address)).status).toBe(200);
      await server.close();
    },
  );

  test.each([
    ['/docs', 'swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['/docs', 'swagger-ui.css', 'text/css; charset=utf-8'],
    ['/inspect', 'inspector.js', 'text/javascript; charset=utf-8'],
    ['/inspect', 'inspector.css', 'text/css; charset=utf-8'],
  ])('%s/%s is cached for good under its tag, and for an hour without', async (page, file, type) => {
    const server = await inProcess();
    const text = await (await server.fetch(page)).text();
    const [address = ''] = new RegExp(`${page}/${file}\\?v=[\\w-]+`).exec(text) ?? [];
    const tagged = await server.fetch(address);
    expect(tagged.headers.get('content-type')).toBe(type);
    expect(tagged.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await server.fetch(`${page}/${file}`)).headers.get('cache-control')).toBe('public, max-age=3600');
    const etag = tagged.headers.get('etag') ?? '';
    expect((await server.fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const head = await server.fetch(address, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const small = await server.fetch(address, { headers: { 'accept-encoding': 'br' } });
    expect(small.headers.get('content-encoding')).toBe('br');
    await server.close();
  });

  test.each(['/docs', '/inspect'])('%s names no other origin', async (page) => {
    const server = await inProcess();
    const answer = await server.fetch(page);
    expect(await answer.text()).not.toMatch(/(?:href|src)="(?:https?:)?\/\//);
    await server.close();
  });
});

describe('its policy', () => {
  test('lets scripts come from here only', () => {
    const policy = docsPolicy('http://127.0.0.1:4010').split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy.find((directive) => directive.startsWith('script-src'))).toMatch(
      /^script-src 'self' 'sha256-[\w+/=]+'$/,
    );
  });

  test('lets calls go to the public origin, which may be another than that of the page', () => {
    expect(docsPolicy('https://api.example.com:8443')).toContain("connect-src 'self' https://api.example.com:8443;");
  });

  test.each(['http://a;script-src', 'http://a,b', "http://a'b", 'http://*', 'http://a b'])(
    'takes nothing from the origin %s',
    (origin) => {
      expect(docsPolicy(origin)).toContain("connect-src 'self';");
    },
  );
});
