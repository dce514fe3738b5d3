/** An Auth.js app, with nothing configured but issuer, client and secret; and the recipe for one. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { Auth, type AuthConfig } from '@auth/core';
import { expect, test } from 'vitest';
import { overSocket, useServer } from '../support.js';
import { Browser, destination } from './browser.js';

/** Where the app would be; it is asked in process. */
const APP = 'http://127.0.0.1:3000';

const server = useServer(overSocket, { clock: 'real' });

type Provider = Extract<AuthConfig['providers'][number], { type?: 'oidc' }>;

/** An app with its visitor's cookies. */
function startApp(issuer: string, provider: Partial<Provider> = {}) {
  const understudy = {
    id: 'understudy',
    name: 'Understudy',
    type: 'oidc',
    issuer,
    clientId: 'understudy-web',
    clientSecret: 'understudy-secret',
    checks: ['pkce', 'state', 'nonce'],
    ...provider,
  } as Provider;
  const config: AuthConfig = {
    providers: [understudy],
    secret: 'a secret of the app, for its own cookies',
    trustHost: true,
    basePath: '/auth',
    logger: { error: () => undefined },
    callbacks: { session: ({ session, token }) => ({ ...session, sub: token.sub }) },
  };
  const cookies = new Map<string, string>();
  return async function ask(path: string, form?: URLSearchParams): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const init = form === undefined ? {} : { method: 'POST', body: form };
    const answer = await Auth(new Request(new URL(path, APP), { headers: { cookie }, ...init }), config);
    for (const header of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
}

/** The provider in the README of examples/login-app. */
function recipe(): Partial<Provider> {
  const page = readFileSync(new URL('../../../../examples/login-app/README.md', import.meta.url), 'utf8');
  const [, settings = ''] = /```js\n.* = NextAuth\((.*?)\);\n```/s.exec(page) ?? [];
  const { providers } = runInNewContext(`(${settings})`) as { providers: [Partial<Provider>] };
  return providers[0];
}

async function logIn(ask: ReturnType<typeof startApp>): Promise<Response> {
  const { csrfToken } = (await (await ask('/auth/csrf')).json()) as { csrfToken: string };
  const leaving = await ask('/auth/signin/understudy', new URLSearchParams({ csrfToken, callbackUrl: `${APP}/home` }));
  const back = destination(await new Browser().visit(leaving.headers.get('location') ?? ''));
  expect(back.origin).toBe(APP);
  return ask(back.pathname + back.search);
}

test.each([
  ['', {}],
  ['/sandboxes/x', {}],
  ['', { client: { token_endpoint_auth_method: 'client_secret_post' } }],
  ['', { clientId: 'understudy-spa', client: { token_endpoint_auth_method: 'none' } }],
  ['', { clientId: 'understudy-eddsa', client: { id_token_signed_response_alg: 'EdDSA' } }],
  // Claims from userinfo instead of the ID token.
  ['/sandboxes/x', { idToken: false }],
] as const)('logs in below %j with %j', async (base, provider) => {
  const ask = startApp(`${server.origin}${base}/api/oauth`, provider as Partial<Provider>);
  const landed = await logIn(ask);
  expect(landed.headers.get('location')).toBe(`${APP}/home`);
  const session = await (await ask('/auth/session')).json();
  expect(session).toMatchObject({ user: {}, sub: expect.any(String) });
  if ('idToken' in provider) {
    expect(session).toMatchObject({ user: { name: expect.any(String), email: expect.stringContaining('@example.') } });
  }
});

test('logs in by the recipe, which brings name and e-mail address', async () => {
  const { issuer = '', ...provider } = recipe();
  expect(issuer).toBe('http://127.0.0.1:4010/api/oauth');
  const ask = startApp(issuer.replace('http://127.0.0.1:4010', server.origin), provider);
  expect((await logIn(ask)).headers.get('location')).toBe(`${APP}/home`);
  expect(await (await ask('/auth/session')).json()).toMatchObject({
    user: { name: expect.any(String), email: expect.stringContaining('@example.') },
  });
});

test('shows its error where the login was refused', async () => {
  const authorization = { params: { login_hint: 'nobody@example.com' } };
  const landed = await logIn(startApp(`${server.origin}/api/oauth`, { authorization }));
  expect(landed.headers.get('location')).toContain('error=OAuthCallbackError');
});
