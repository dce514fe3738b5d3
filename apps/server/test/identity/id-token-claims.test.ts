/** What ID tokens and userinfo say of a user: by scopes, by the claims parameter, and by the settings of the sandbox. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../sandboxes/client.js';
import { overSocket, type TestServer } from '../support.js';
import { claimsOf, form, type Parameters, RelyingParty, tokensOf } from './relying-party.js';

let server: TestServer;
beforeAll(async () => {
  server = await overSocket();
});
afterAll(() => server.close());

let count = 0;
function party(): RelyingParty {
  return new RelyingParty(server, { base: `/sandboxes/claims-${count++}` });
}

const sandboxOf = (rp: RelyingParty): string => new URL(rp.issuer).pathname.replace('/api/oauth', '');

async function minimal(): Promise<RelyingParty> {
  const rp = party();
  await send(server, 'PUT', sandboxOf(rp), { id_token_claims: 'minimal' });
  return rp;
}

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
    const rp = await minimal();
    expect(await said(rp, { scope: 'openid profile email' })).toEqual({});
    const { access_token } = await rp.logIn();
    expect((await rp.userinfo(access_token)).json).toMatchObject({ email: expect.any(String) });
  });

  test('as an option holds for every sandbox that does not say otherwise', async () => {
    const other = await overSocket({ idTokenClaims: 'minimal' });
    const [first, second] = ['a', 'b'].map((name) => new RelyingParty(other, { base: `/sandboxes/${name}` }));
    if (first === undefined || second === undefined) throw new Error('there are two');
    const put = await send(other, 'PUT', '/sandboxes/b', { id_token_claims: 'scopes' });
    expect(put.json).toMatchObject({ data: [{ id_token_claims: 'scopes' }] });
    expect(await said(first, {})).toEqual({});
    expect(await said(second, {})).toHaveProperty('email');
    await other.close();
  });

  test('is kept where a sandbox is reset, copied, exported and restored', async () => {
    const rp = await minimal();
    const from = sandboxOf(rp);
    await send(server, 'POST', `${from}/reset`);
    const snapshot = await send(server, 'GET', `${from}/snapshot`);
    expect(snapshot.json).toMatchObject({ config: { id_token_claims: 'minimal' } });
    const [copied, restored] = [party(), party()];
    await send(server, 'PUT', sandboxOf(copied), { from: from.replace('/sandboxes/', '') });
    expect((await send(server, 'PUT', `${sandboxOf(restored)}/snapshot`, snapshot.json)).status).toBe(200);
    for (const one of [rp, copied, restored]) expect(await said(one, {})).toEqual({});
    await send(server, 'PUT', from, { id_token_claims: 'scopes' });
    expect(await said(rp, {})).toHaveProperty('email');
  });
});

describe('the claims parameter (OpenID Connect Core §5.5)', () => {
  test('puts claims where it names them, and no others', async () => {
    const rp = await minimal();
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

  test('is honoured, says the metadata', async () => {
    const metadata = await fetch(`${party().issuer}/.well-known/openid-configuration`);
    expect(await metadata.json()).toMatchObject({ claims_parameter_supported: true });
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
