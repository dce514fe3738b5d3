/** A server of which everything lies below a path, by itself or behind a proxy that takes the path away: all addresses in its answers lead back to it. */
import { oneOfEach } from '@understudy/tooling/sample';
import * as oidc from 'openid-client';
import { describe, expect, it } from 'vitest';
import { createUnderstudy } from '../../src/index.js';
import { Browser, destination } from '../identity/browser.js';
import { openidLogIn } from '../identity/openid-client.js';
import { CALLBACK, form } from '../identity/relying-party.js';
import { formOf } from '../identity/response-of.js';
import { type Given, jsonRequest, overSocket, settingsOf, useServer } from '../support.js';
import { ending } from '../use.js';

const PUBLIC = 'https://shop.example.test';
const PREFIX = '/understudy';
const ROOT = PUBLIC + PREFIX;

/** What a proxy makes of a public path, and the headers it adds. */
interface Proxy {
  readonly given: Given;
  readonly path: (path: string) => string;
  readonly headers: Readonly<Record<string, string>>;
}

const asIs = (path: string): string => path;
const stripped = (path: string): string => path.replace(new RegExp(`^${PREFIX}(?=/|$)`), '') || '/';
const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example.test' };

const proxies: readonly (readonly [name: string, proxy: Proxy])[] = [
  ['--base-path, as the paths come', { given: { basePath: PREFIX, publicUrl: PUBLIC }, path: asIs, headers: {} }],
  [
    'a proxy that takes the prefix away',
    {
      given: { trustProxy: 1, allowHost: 'shop.example.test' },
      path: stripped,
      headers: { ...forwarded, 'x-forwarded-prefix': PREFIX },
    },
  ],
  [
    '--base-path and a proxy that takes it away',
    {
      given: { basePath: PREFIX, trustProxy: 1, allowHost: 'shop.example.test' },
      path: stripped,
      headers: { ...forwarded, 'x-forwarded-prefix': `${PREFIX}/` },
    },
  ],
  [
    '--base-path and a proxy that says it, but leaves it',
    {
      given: { basePath: PREFIX, trustProxy: 1, allowHost: 'shop.example.test' },
      path: asIs,
      headers: { forwarded: 'for=192.0.2.1;proto=https;host="shop.example.test"', 'x-forwarded-prefix': PREFIX },
    },
  ],
];

describe.each(proxies)('%s', (_name, { given, path, headers: added }) => {
  const server = useServer(overSocket, { clock: 'real', ...given });

  const route = (url: URL): URL => {
    expect(url.origin).toBe(PUBLIC);
    return new URL(path(url.pathname) + url.search, server.origin);
  };
  /** Asks as the proxy does. */
  const ask = async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, ROOT);
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(added)) headers.set(name, value);
    const answer = await fetch(route(url), { ...init, headers, redirect: 'manual' });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const json = async (address: string, init?: RequestInit) => JSON.parse((await ask(address, init)).text) as never;
  const posted = (body: object): RequestInit => jsonRequest('POST', body);

  it.each<[page: string, at: string, least?: number]>([
    ['the start page', '/'],
    ['the reference', '/docs'],
    ['problems', '/problems'],
    ['one problem', '/problems/rate_limit'],
    ['faults', '/faults'],
    ['conduct', '/conduct'],
    // Its script draws the rest.
    ['the inspector', '/inspect', 3],
    ['the inspector of a sandbox', '/sandboxes/a/inspect', 3],
    ['the start page of a sandbox', '/sandboxes/a/'],
    ['a path that leads nowhere', '/nothing'],
  ])('links of %s stay below the prefix and lead somewhere', async (_page, at, least = 5) => {
    const { text } = await ask(ROOT + at, { headers: { accept: 'text/html' } });
    const named = [...text.matchAll(/(?:href|src|action|data-openapi)="(\/[^"]*)"/g)].map(([, to = '']) => to);
    expect(named.length).toBeGreaterThan(least);
    for (const to of named) expect(to).toMatch(new RegExp(`^${PREFIX}/`));
    expect(text.replaceAll(ROOT, '').includes(PUBLIC)).toBe(false);
    // What follows # is the browser's own; of addresses below one path, one is asked.
    const asked = named.map((link) => link.split('#', 1)[0] ?? '');
    for (const to of oneOfEach(asked, (link) => link.split('/').slice(0, 4).join('/'))) {
      const { status } = await ask(to.replaceAll('&amp;', '&'), { headers: { accept: 'text/html' } });
      expect([to, status < 400 || to.includes('simulate_error=')]).toEqual([to, true]);
    }
  });

  it('documents, problems and records name addresses below it', async () => {
    expect(await json(`${ROOT}/openapi.json`)).toMatchObject({ servers: [{ url: ROOT }] });
    expect(await json(`${ROOT}/sandboxes/a/openapi.json`)).toMatchObject({ servers: [{ url: `${ROOT}/sandboxes/a` }] });
    expect(await json(`${ROOT}/api/education/courses/none`)).toMatchObject({
      type: `${ROOT}/problems/not_found`,
      instance: `${PREFIX}/api/education/courses/none`,
    });
    expect(await json(`${ROOT}/problems/not_found`)).toMatchObject({ data: { type: `${ROOT}/problems/not_found` } });
    expect(await json(`${ROOT}/trpc/education.getCourse?input={"course_id":"none"}`)).toMatchObject({
      error: { data: { problem: { type: `${ROOT}/problems/not_found` } } },
    });
    expect(await json(`${ROOT}/sandboxes/a`)).toMatchObject({ data: { base_url: `${ROOT}/sandboxes/a` } });
    const blocked = await ask(`${ROOT}/api/education/courses?fault=status;code=451`);
    expect(blocked.headers.get('link')).toBe(`<${ROOT}/>; rel="blocked-by"`);
    expect((await ask(`${ROOT}/healthz`)).status).toBe(200);
  });

  it('a list is walked by its links, also where its pages are kept', async () => {
    for (let round = 0; round < 3; round += 1) {
      let next: string | undefined = `${ROOT}/sandboxes/a/api/education/courses?pagination_style=link&per_page=50`;
      let pages = 0;
      while (next !== undefined) {
        const { status, headers } = await ask(next);
        expect(status).toBe(200);
        pages += 1;
        next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
      }
      expect(pages).toBe(4);
    }
  });

  it('a record that was made, and a redirect, are below it', async () => {
    const made = await ask(`${ROOT}/api/commerce/carts`, posted({ currency: 'EUR' }));
    expect(made.headers.get('location')).toMatch(new RegExp(`^${ROOT}/api/commerce/carts/`));
    const moved = await ask(`${ROOT}/api/education/courses?fault=redirect;code=307`);
    expect(moved.headers.get('location')).toMatch(new RegExp(`^${ROOT}/api/education/courses`));
  });

  it('openid-client logs in, and its token is taken', async () => {
    const issuer = `${ROOT}/sandboxes/b/api/oauth`;
    const asked: oidc.CustomFetch = async (url, { body, ...init }) => {
      const headers = { ...init.headers, ...added };
      return fetch(route(new URL(url)), { ...init, headers, body: body instanceof URLSearchParams ? body : null });
    };
    for (const algorithm of ['oidc', 'oauth2'] as const) {
      const options = { [oidc.customFetch]: asked, algorithm };
      const config = await oidc.discovery(new URL(issuer), 'understudy-spa', {}, oidc.None(), options);
      const visit = (url: URL) => {
        expect(url.href).toMatch(new RegExp(`^${issuer}/authorize`));
        return new Browser(route).visit(url, { headers: added });
      };
      const tokens = await openidLogIn(config, { visit, parameters: { login_hint: 'usr_0002' } });
      expect(tokens.claims()).toMatchObject({ iss: issuer, sub: 'usr_0002' });
      expect(await oidc.fetchUserInfo(config, tokens.access_token, 'usr_0002')).toMatchObject({ sub: 'usr_0002' });
      const authorization = `Bearer ${tokens.access_token}`;
      expect((await ask(`${ROOT}/api/oauth/userinfo`, { headers: { authorization } })).status).toBe(401);
    }
  });

  it('the cookie of a login is for the paths of its issuer', async () => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: 'app',
      redirect_uri: CALLBACK,
      scope: 'openid',
    });
    const url = new URL(`${ROOT}/api/oauth/authorize?${query}&login_hint=usr_0002`);
    const { headers } = await new Browser(route).visit(url, { headers: added });
    expect(headers['set-cookie']).toContain(`Path=${PREFIX}/api/oauth;`);
  });

  it('the log-in page and the page of a device lead back to it', async () => {
    const issuer = `${ROOT}/sandboxes/pages/api/oauth`;
    await ask(`${ROOT}/sandboxes/pages`, { ...posted({ login: 'page' }), method: 'PUT' });
    const browser = new Browser(route);
    const headers = { ...added, origin: PUBLIC, 'sec-fetch-site': 'same-origin' };
    const query = new URLSearchParams({ response_type: 'code', client_id: 'app', redirect_uri: CALLBACK });
    const asked = await browser.visit(`${issuer}/authorize?${query}&scope=openid`, { headers: added });
    const { action, fields } = formOf(asked);
    const to = new URL(action, issuer);
    expect(to.href.split('?')[0]).toBe(`${issuer}/authorize`);
    const chosen = await browser.visit(to, { form: form({ ...fields, login_as: 'usr_0003' }), headers });
    expect(destination(chosen).searchParams.get('code')).not.toBeNull();

    const begun = await ask(`${issuer}/device`, {
      method: 'POST',
      body: form({ client_id: 'understudy-spa', scope: 'openid' }),
    });
    const codes = JSON.parse(begun.text) as Record<'verification_uri' | 'user_code' | 'device_code', string>;
    expect(codes.verification_uri).toBe(`${issuer}/device`);
    const question = await browser.visit(`${codes.verification_uri}?user_code=${codes.user_code}`, { headers: added });
    const decision = formOf(question);
    const done = await browser.visit(new URL(decision.action, codes.verification_uri), {
      form: form({ ...decision.fields, decision: 'allow', login_hint: 'usr_0003' }),
      headers,
    });
    expect(done.body).toContain('The device is logged in');
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: 'understudy-spa' };
    const body = form({ ...grant, device_code: codes.device_code });
    expect((await ask(`${issuer}/token`, { method: 'POST', body })).status).toBe(200);
  });
});

describe('beside the prefix', () => {
  it('is nothing, and the answer says where the server is', async () => {
    await using server = await overSocket({ basePath: PREFIX });
    const answer = await server.fetch('/api/education/courses');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      type: `${server.origin}${PREFIX}/problems/not_found`,
      instance: '/api/education/courses',
      detail: `this server is served below ${PREFIX} (--base-path), with all of its addresses; its start page is ${server.origin}${PREFIX}/`,
    });
    expect((await server.fetch('/understudyx/healthz')).status).toBe(404);
    expect((await server.fetch(PREFIX)).status).toBe(200);
  });

  it("X-Forwarded-Prefix is nobody's word without a trusted proxy, nor one that is no path", async () => {
    const said = async (given: Given, prefix: string) => {
      const server = await overSocket(given);
      const answer = await server.fetch('/api/nothing', { headers: { 'x-forwarded-prefix': prefix } });
      await server.close();
      return ((await answer.json()) as { type: string }).type.slice(server.origin.length);
    };
    expect(await said({}, '/a')).toBe('/problems/not_found');
    const trusted = { trustProxy: 2 };
    expect(await said(trusted, '/made-up, /a, /b')).toBe('/a/b/problems/not_found');
    for (const prefix of ['//evil.example', '/../a', 'a', '/a?b', '/a"><script>', '/a%2fb', `/${'a'.repeat(300)}`]) {
      expect(await said(trusted, prefix)).toBe('/problems/not_found');
    }
  });

  it('what the library is asked by a path is below it', async () => {
    const understudy = ending(createUnderstudy({ basePath: PREFIX }));
    expect((await understudy.fetch('/api/education/courses')).status).toBe(200);
    const { baseUrl, fetch: ask } = understudy.sandbox('a');
    expect(baseUrl).toBe(`http://understudy.local${PREFIX}/sandboxes/a`);
    expect((await ask('/api/education/courses')).status).toBe(200);
  });

  it.each(['understudy', '/a//b', '/../a', '/a?b', 'https://a.example'])('--base-path %s is refused', (basePath) => {
    expect(() => settingsOf({ basePath })).toThrow('basePath');
  });
});
