/** What may be asked for: any scope unless the sandbox lists them, and access tokens for an API of one's own. */
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../sandboxes/client.js';
import { NOW, overSocket, type TestServer } from '../support.js';
import { claimsOf, failure, form, type Parameters, RelyingParty, tokensOf } from './relying-party.js';

let server: TestServer;
beforeAll(async () => {
  server = await overSocket();
});
afterAll(() => server.close());

let count = 0;
function party(): RelyingParty {
  return new RelyingParty(server, { base: `/sandboxes/scopes-${count++}` });
}

const sandboxOf = (rp: RelyingParty): string => new URL(rp.issuer).pathname.replace('/api/oauth', '');

async function listing(scopes: readonly string[]): Promise<RelyingParty> {
  const rp = party();
  expect((await send(server, 'PUT', sandboxOf(rp), { scopes })).status).toBe(200);
  return rp;
}

/** What a code with a scope gives. */
async function granted(rp: RelyingParty, scope: string | undefined) {
  return (await rp.redeem(await rp.code({ scope }))).json;
}

describe('scopes', () => {
  test.each([
    'openid orders:read',
    'https://graph.example.com/User.Read',
    'b a openid',
    'api://x/.default offline_access',
  ])('are granted as asked: %s', async (scope) => {
    const rp = party();
    const answer = await granted(rp, scope);
    expect(answer['scope']).toBe(scope);
    expect(claimsOf(String(answer['access_token']))['scope']).toBe(scope);
  });

  test('are each granted once, to a client on its own as well', async () => {
    const rp = party();
    expect(await granted(rp, 'a a openid a')).toMatchObject({ scope: 'a openid' });
    expect((await rp.token({ grant_type: 'client_credentials', scope: 'orders:write x' })).json['scope']).toBe(
      'orders:write x',
    );
  });

  test('that the sandbox does not list are left out', async () => {
    const rp = await listing(['openid', 'orders:read']);
    expect(await granted(rp, 'openid profile orders:read orders:write')).toMatchObject({ scope: 'openid orders:read' });
    expect(await granted(rp, undefined)).toMatchObject({ scope: 'openid' });
    expect(await rp.response({ scope: 'orders:write' })).toMatchObject({ error: 'invalid_scope' });
    expect(failure(await rp.token({ grant_type: 'client_credentials', scope: 'orders:write' }))).toBe(
      '400 invalid_scope',
    );
  });

  test('that the sandbox lists are those of the metadata', async () => {
    const rp = await listing(['openid', 'orders:read']);
    const read = async () => (await fetch(`${rp.issuer}/.well-known/openid-configuration`)).json();
    expect(await read()).toMatchObject({ scopes_supported: ['openid', 'orders:read'] });
    await send(server, 'PUT', sandboxOf(rp), { scopes: null });
    expect(await read()).toMatchObject({ scopes_supported: expect.arrayContaining(['phone']) });
    expect(await granted(rp, 'anything')).toMatchObject({ scope: 'anything' });
  });

  test('of --oauth-scopes hold for sandboxes that list none', async () => {
    const other = await overSocket({ oauthScopes: 'openid,orders:read' });
    const rp = new RelyingParty(other);
    expect(await granted(rp, 'openid email')).toMatchObject({ scope: 'openid' });
    await other.close();
  });

  test.each([{ scopes: [] }, { scopes: ['a b'] }, { scopes: ['"'] }, { scopes: [''] }, { scopes: 'openid' }])(
    'must be scopes: %j',
    async (settings) => {
      expect((await send(server, 'PUT', '/sandboxes/scopes-none', settings)).status).toBe(400);
    },
  );

  test('of opaque tokens reach what they name', async () => {
    const rp = party();
    const list = async (scope: string) => {
      const answer = await fetch(`${rp.issuer}/authorize?${form({ scope })}`, {
        headers: { accept: 'application/json' },
      });
      return ((await answer.json()) as { data: { access_token: string; scope: string }[] }).data[0];
    };
    const one = await list('orders:read openid email');
    expect(one?.scope).toBe('orders:read openid email');
    expect(Object.keys((await rp.userinfo(one?.access_token ?? '')).json)).toEqual(['sub', 'email', 'email_verified']);
    const other = await list('orders:read openid');
    expect(Object.keys((await rp.userinfo(other?.access_token ?? '')).json)).toEqual(['sub']);
    const mixed = (one?.access_token ?? '').replace(/_~.*_/, /_~.*_/.exec(other?.access_token ?? '')?.[0] ?? '');
    expect(await rp.statusOf(mixed)).toBe(401);
  });
});

describe('an access token', () => {
  const API = 'https://orders.example.com';

  const audienceOf = async (rp: RelyingParty, parameters: Parameters) =>
    claimsOf((await rp.logIn(parameters)).access_token)['aud'];

  test('is for the API that resource or audience names, and for userinfo where there is one', async () => {
    const rp = party();
    const own = rp.issuer.replace('/oauth', '');
    expect(await audienceOf(rp, { resource: API })).toEqual([API, own]);
    expect(await audienceOf(rp, { audience: 'my api' })).toEqual(['my api', own]);
    expect(await audienceOf(rp, { audience: own })).toBe(own);
    expect(await audienceOf(rp, {})).toBe(own);
    const plain = await rp.redeem(await rp.code({ scope: 'orders:read', resource: API }));
    expect(claimsOf(String(plain.json['access_token']))['aud']).toBe(API);
  });

  test('is verified by that API with the published keys', async () => {
    const rp = party();
    const { json } = await rp.token({ grant_type: 'client_credentials', scope: 'orders:read', resource: API });
    const keys = createRemoteJWKSet(new URL(`${rp.issuer}/.well-known/jwks.json`));
    const { payload } = await jwtVerify(String(json['access_token']), keys, {
      issuer: rp.issuer,
      audience: API,
      typ: 'at+jwt',
      currentDate: new Date(NOW),
    });
    expect(payload).toMatchObject({ aud: API, scope: 'orders:read', client_id: 'understudy-web' });
  });

  test('for another API alone is none for this one (RFC 9068 §4)', async () => {
    const rp = party();
    const plain = await rp.redeem(await rp.code({ scope: 'email', resource: API }));
    expect(await rp.statusOf(String(plain.json['access_token']))).toBe(401);
    expect(await rp.statusOf((await rp.logIn({ resource: API })).access_token)).toBe(200);
  });

  test('of a refresh keeps the audience, and may be for fewer', async () => {
    const rp = party();
    const fields = new URL(rp.authorizeUrl());
    for (const one of [API, 'urn:example:two']) fields.searchParams.append('resource', one);
    const page = await rp.browser.visit(fields);
    const first = tokensOf(await rp.redeem(page.location?.searchParams.get('code') ?? ''));
    expect(claimsOf(first.access_token)['aud']).toEqual([API, 'urn:example:two', expect.any(String)]);
    const second = tokensOf(await rp.refresh(first.refresh_token));
    expect(claimsOf(second.access_token)['aud']).toEqual([API, 'urn:example:two', expect.any(String)]);
    const third = tokensOf(await rp.refresh(second.refresh_token, { resource: 'urn:example:two' }));
    expect(claimsOf(third.access_token)['aud']).toEqual(['urn:example:two', expect.any(String)]);
    expect(failure(await rp.refresh(third.refresh_token, { resource: 'https://other.example.com' }))).toBe(
      '400 invalid_target',
    );
    // What was refused has used up nothing.
    expect((await rp.refresh(third.refresh_token)).status).toBe(200);
  });

  test('cannot be for another API than the login was asked for', async () => {
    const rp = party();
    const code = await rp.code({ resource: API });
    expect(failure(await rp.redeem(code, { resource: 'https://other.example.com' }))).toBe('400 invalid_target');
    expect((await rp.redeem(code, { resource: API })).status).toBe(200);
  });

  test.each(['orders', '/orders', 'https://orders.example.com/#part', 'https://a b'])(
    'is for no resource that is no absolute URI: %s',
    async (resource) => {
      expect(await party().response({ resource })).toMatchObject({ error: 'invalid_target' });
      expect(failure(await party().token({ grant_type: 'client_credentials', resource }))).toBe('400 invalid_target');
    },
  );
});
