/** What is granted, and what tokens and userinfo then say: by scopes, by the claims parameter, by the settings of the sandbox. */
import { describe, expect, test } from 'vitest';
import { send } from '../sandboxes/client.js';
import { newBase, overSocket, useServer } from '../support.js';
import { claimsOf, failure, form, type Parameters, RelyingParty, tokensOf } from './relying-party.js';

const server = useServer();

const party = (): RelyingParty => new RelyingParty(server, { base: newBase() });

async function configured(settings: object): Promise<RelyingParty> {
  const rp = party();
  expect((await rp.configure(settings)).status).toBe(200);
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
    const rp = await configured({ scopes: ['openid', 'orders:read'] });
    expect(await granted(rp, 'openid profile orders:read orders:write')).toMatchObject({ scope: 'openid orders:read' });
    expect(await granted(rp, undefined)).toMatchObject({ scope: 'openid' });
    expect(await rp.response({ scope: 'orders:write' })).toMatchObject({ error: 'invalid_scope' });
    expect(failure(await rp.token({ grant_type: 'client_credentials', scope: 'orders:write' }))).toBe(
      '400 invalid_scope',
    );
  });

  test('are all that the sandbox lists where a request names none, and none of the usual ones is listed', async () => {
    const rp = await configured({ scopes: ['orders:read', 'orders:write'] });
    expect(await granted(rp, undefined)).toMatchObject({ scope: 'orders:read orders:write' });
  });

  test('that the sandbox lists are those of the metadata', async () => {
    const rp = await configured({ scopes: ['openid', 'orders:read'] });
    expect(await rp.metadata()).toMatchObject({ scopes_supported: ['openid', 'orders:read'] });
    await rp.configure({ scopes: null });
    expect(await rp.metadata()).toMatchObject({ scopes_supported: expect.arrayContaining(['phone']) });
    expect(await granted(rp, 'anything')).toMatchObject({ scope: 'anything' });
  });

  test('of --oauth-scopes hold for sandboxes that list none', async () => {
    await using other = await overSocket({ oauthScopes: 'openid,orders:read' });
    const rp = new RelyingParty(other);
    expect(await granted(rp, 'openid email')).toMatchObject({ scope: 'openid' });
  });

  test.each([{ scopes: [] }, { scopes: ['a b'] }, { scopes: ['"'] }, { scopes: [''] }, { scopes: 'openid' }])(
    'must be scopes: %j',
    async (settings) => {
      expect((await party().configure(settings)).status).toBe(400);
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

const own = ['at_hash', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'sid', 'sub'];

/** Claims of an ID token beside those that every one has. */
async function said(rp: RelyingParty, parameters: Parameters): Promise<Record<string, unknown>> {
  const claims = claimsOf((await rp.logIn(parameters)).id_token);
  expect(Object.keys(claims)).toEqual(expect.arrayContaining(own));
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !own.includes(name)));
}

const byScope = {
  openid: [],
  'openid profile': ['family_name', 'given_name', 'name', 'preferred_username', 'updated_at'],
  'openid email': ['email', 'email_verified'],
  'openid address': ['address'],
  'openid phone': ['phone_number', 'phone_number_verified'],
  'openid groups': ['groups'],
  'openid roles': ['roles'],
} as const;

test.each(Object.entries(byScope))('the ID token has the claims of %s, as userinfo says them', async (scope, names) => {
  const rp = party();
  const { access_token, id_token } = await rp.logIn({ scope });
  const { sub, ...rest } = (await rp.userinfo(access_token)).json;
  expect(Object.keys(rest).toSorted()).toEqual(names);
  expect(claimsOf(id_token)).toMatchObject({ sub, ...rest });
  expect(Object.keys(await said(rp, { scope })).toSorted()).toEqual(names);
});

test('a refresh gives them again, and those of a narrower scope alone', async () => {
  const rp = party();
  const { refresh_token } = await rp.logIn({ scope: 'openid profile email' });
  const wide = tokensOf(await rp.refresh(refresh_token));
  expect(claimsOf(wide.id_token)).toMatchObject({ name: expect.any(String), email: expect.any(String) });
  const narrow = tokensOf(await rp.refresh(wide.refresh_token, { scope: 'openid email' }));
  expect(claimsOf(narrow.id_token)).toMatchObject({ email: expect.any(String) });
  expect(claimsOf(narrow.id_token)).not.toHaveProperty('name');
});

describe('minimal', () => {
  test('leaves them to userinfo', async () => {
    const rp = await configured({ id_token_claims: 'minimal' });
    expect(await said(rp, { scope: 'openid profile email' })).toEqual({});
    const { access_token } = await rp.logIn();
    expect((await rp.userinfo(access_token)).json).toMatchObject({ email: expect.any(String) });
  });

  test('as an option holds for every sandbox that does not say otherwise', async () => {
    await using other = await overSocket({ idTokenClaims: 'minimal' });
    const [first, second] = ['a', 'b'].map((name) => new RelyingParty(other, { base: `/sandboxes/${name}` }));
    if (first === undefined || second === undefined) throw new Error('there are two');
    const put = await second.configure({ id_token_claims: 'scopes' });
    expect(put.json).toMatchObject({ data: [{ id_token_claims: 'scopes' }] });
    expect(await said(first, {})).toEqual({});
    expect(await said(second, {})).toHaveProperty('email');
  });

  test('is kept where a sandbox is reset, copied, exported and restored', async () => {
    const rp = await configured({ id_token_claims: 'minimal' });
    const from = `/sandboxes/${rp.sandbox}`;
    await send(server, 'POST', `${from}/reset`);
    const snapshot = await send(server, 'GET', `${from}/snapshot`);
    expect(snapshot.json).toMatchObject({ config: { id_token_claims: 'minimal' } });
    const [copied, restored] = [party(), party()];
    await copied.configure({ from: rp.sandbox });
    expect((await send(server, 'PUT', `/sandboxes/${restored.sandbox}/snapshot`, snapshot.json)).status).toBe(200);
    for (const one of [rp, copied, restored]) expect(await said(one, {})).toEqual({});
    await rp.configure({ id_token_claims: 'scopes' });
    expect(await said(rp, {})).toHaveProperty('email');
  });
});

describe('the claims parameter (OpenID Connect Core §5.5)', () => {
  test('puts claims where it names them, and no others', async () => {
    const rp = await configured({ id_token_claims: 'minimal' });
    const claims = JSON.stringify({
      id_token: { email: null, auth_time: { essential: true } },
      userinfo: { phone_number: { essential: true }, 'https://claims.example/other': null },
    });
    const { id_token, access_token, refresh_token } = await rp.logIn({ scope: 'openid', claims });
    expect(Object.keys(claimsOf(id_token)).filter((name) => !own.includes(name))).toEqual(['email']);
    const { json } = await rp.userinfo(access_token);
    expect(Object.keys(json)).toEqual(['sub', 'phone_number']);
    const later = tokensOf(await rp.refresh(refresh_token));
    expect(claimsOf(later.id_token)).toHaveProperty('email');
    expect((await rp.userinfo(later.access_token)).json).toEqual(json);
  });

  test('adds to the claims of scopes', async () => {
    const claims = '{"id_token":{"phone_number":null}}';
    expect(Object.keys(await said(party(), { scope: 'openid email', claims }))).toEqual(
      expect.arrayContaining(['email', 'phone_number']),
    );
  });

  test('says who must log in', async () => {
    const claims = '{"id_token":{"sub":{"value":"usr_0002"}}}';
    const rp = party();
    expect(claimsOf((await rp.logIn({ claims })).id_token)['sub']).toBe('usr_0002');
    expect(await rp.response({ claims: claims.replace('2"', '3"'), prompt: 'none' })).toMatchObject({
      error: 'login_required',
    });
    expect(await rp.response({ claims, login_hint: 'usr_0003' })).toMatchObject({ error: 'login_required' });
    expect(await rp.response({ claims: claims.replace('usr_0002', 'usr_nobody') })).toMatchObject({
      error: 'access_denied',
      error_description: 'claims names no user',
    });
  });

  test.each(['x', '[]', '"a"', '{"id_token":[]}', '{"userinfo":{"name":true}}', '{"userinfo":{"name":{"values":1}}}'])(
    'that is malformed is an invalid_request: %s',
    async (claims) => {
      expect(await party().response({ claims })).toMatchObject({ error: 'invalid_request' });
    },
  );

  test.each([
    '{}',
    '{"userinfo":null}',
    '{"other":1}',
    '{"id_token":{"nobody_knows":null}}',
    '{"userinfo":{"__proto__":null}}',
  ])('that asks for nothing that is known changes nothing: %s', async (claims) => {
    expect(await said(party(), { scope: 'openid', claims })).toEqual({});
  });
});

test('no claim of a user takes the place of one of the token', async () => {
  const claims = JSON.stringify({ id_token: { iss: { value: 'x' }, aud: { value: 'x' }, exp: { value: 1 } } });
  const rp = party();
  expect(claimsOf((await rp.logIn({ claims })).id_token)).toMatchObject({ iss: rp.issuer, aud: 'understudy-web' });
});

test('a client on its own gets no ID token', async () => {
  const answer = await party().token(Object.fromEntries(form({ grant_type: 'client_credentials', scope: 'openid' })));
  expect(answer.json).not.toHaveProperty('id_token');
});
