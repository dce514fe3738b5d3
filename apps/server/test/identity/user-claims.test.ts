/** Groups, roles and other claims of users: what each user has, what they are given, and who is told of it. */
import { describe, expect, test } from 'vitest';
import { jsonRequest, newBase, overSocket, type TestServer } from '../support.js';
import { claimsOf, RelyingParty, tokensOf } from './relying-party.js';
import { openOnce } from '../use.js';

const GIVEN = {
  '*': { tenant: 'acme', roles: ['guest'] },
  'SVEN.WEBER.2@example.net': { roles: ['editor'], groups: [] },
  usr_0002: { 'https://app.example/plan': { name: 'pro' }, email_verified: false },
  'grace@example.com': { roles: ['owner'] },
};

const plain = openOnce(overSocket);
const given = openOnce(() => overSocket({ claims: GIVEN }));

const party = (server: TestServer): RelyingParty => new RelyingParty(server, { base: newBase() });

/** Everything that is said of a user: by the ID token, userinfo, the access token and introspection. */
async function told(rp: RelyingParty, parameters = {}) {
  const { id_token, access_token } = await rp.logIn({ login_hint: 'usr_0002', ...parameters });
  return {
    idToken: claimsOf(id_token),
    userinfo: (await rp.userinfo(access_token)).json,
    accessToken: claimsOf(access_token),
    introspection: (await rp.about('introspect', access_token)).json,
  };
}

describe('groups and roles', () => {
  const own = { groups: ['everyone', expect.any(String)], roles: ['member'] };

  test('come with the scope of their name, wherever they are asked for', async () => {
    const all = await told(party(plain), { scope: 'openid groups roles' });
    for (const one of Object.values(all)) expect(one).toMatchObject(own);
    const { groups: _groups, ...roles } = own;
    for (const one of Object.values(await told(party(plain), { scope: 'openid roles' }))) {
      expect(one).toMatchObject(roles);
      expect(one).not.toHaveProperty('groups');
    }
  });

  test('are told to nobody who did not ask', async () => {
    for (const one of Object.values(await told(party(plain), { scope: 'openid profile email phone' }))) {
      expect(Object.keys(one)).not.toContain('groups');
      expect(Object.keys(one)).not.toContain('roles');
    }
  });

  test('come by the claims parameter, to where it names them', async () => {
    const claims = '{"id_token":{"roles":null},"userinfo":{"groups":{"essential":true}}}';
    const { idToken, userinfo, accessToken } = await told(party(plain), { scope: 'openid', claims });
    expect(idToken).toMatchObject({ roles: own.roles });
    expect(userinfo).toEqual({ sub: 'usr_0002', groups: own.groups });
    expect(accessToken).not.toHaveProperty('roles');
  });

  test('are those of an admin for the user who logs in where nobody is named', async () => {
    const { idToken } = await told(party(plain), { scope: 'openid roles', login_hint: undefined });
    expect(idToken).toMatchObject({ sub: 'usr_0001', roles: ['admin', 'member'] });
  });

  test('are in the tokens of a login with a password, where nobody can ask for them', async () => {
    const answer = await plain.fetch(
      '/api/auth/login',
      jsonRequest('POST', { email: 'sven.weber.2@example.net', password: 'Passw0rd!' }),
    );
    const { data } = (await answer.json()) as { data: [{ access_token: string }] };
    expect(claimsOf(data[0].access_token)).toMatchObject(own);
  });

  test('are among the scopes and claims of the metadata', async () => {
    expect(await party(plain).metadata()).toMatchObject({
      scopes_supported: expect.arrayContaining(['groups', 'roles']),
      claims_supported: expect.arrayContaining(['groups', 'roles', 'acr', 'amr', 'auth_time']),
    });
  });
});

describe('the claims that a server is started with', () => {
  test('are those of the id, of the e-mail address in any case, and of everybody, in this order', async () => {
    const { userinfo } = await told(party(given), { scope: 'openid email groups roles' });
    expect(userinfo).toEqual({
      sub: 'usr_0002',
      email: 'sven.weber.2@example.net',
      email_verified: false,
      groups: [],
      roles: ['editor'],
      tenant: 'acme',
      'https://app.example/plan': { name: 'pro' },
    });
  });

  test('come with every login where no scope is theirs, but for minimal ID tokens', async () => {
    const rp = party(given);
    for (const one of Object.values(await told(rp, { scope: 'openid' }))) {
      expect(one).toMatchObject({ tenant: 'acme' });
      expect(one).not.toHaveProperty('roles');
    }
    await rp.configure({ id_token_claims: 'minimal' });
    const { idToken, userinfo } = await told(rp, { scope: 'openid roles' });
    expect([idToken['tenant'], idToken['roles'], userinfo['tenant']]).toEqual([undefined, undefined, 'acme']);
  });

  test('are shown with the user, and named by the metadata', async () => {
    const rp = party(given);
    const { json } = await rp.changeUser('usr_0003', { name: 'Grace' });
    expect(json).toMatchObject({ data: [{ name: 'Grace', claims: GIVEN['*'] }] });
    expect((await rp.metadata())['claims_supported']).toEqual(
      expect.arrayContaining(['tenant', 'https://app.example/plan']),
    );
  });

  test('are those of a user who registers', async () => {
    const answer = await given.fetch(
      '/api/auth/register',
      jsonRequest('POST', { email: 'Grace@Example.com', password: 'correct horse', name: 'Grace' }),
    );
    expect(await answer.json()).toMatchObject({ data: [{ claims: { tenant: 'acme', roles: ['owner'] } }] });
  });

  test('can be asked for by name without a scope', async () => {
    const claims = '{"id_token":{"tenant":null}}';
    const rp = party(given);
    await rp.configure({ id_token_claims: 'minimal' });
    expect((await told(rp, { scope: 'openid', claims })).idToken).toMatchObject({ tenant: 'acme' });
  });
});

describe('a user who is changed', () => {
  test('has other claims from the next token on, and at userinfo at once', async () => {
    const rp = party(plain);
    const before = await rp.logIn({ scope: 'openid roles' });
    await rp.changeUser('usr_0001', { claims: { roles: ['auditor'], department: 'law' } });
    expect((await rp.userinfo(before.access_token)).json).toEqual({
      sub: 'usr_0001',
      roles: ['auditor'],
      department: 'law',
    });
    expect(claimsOf(before.access_token)['roles']).toEqual(['admin', 'member']);
    const after = tokensOf(await rp.refresh(before.refresh_token));
    for (const token of [after.access_token, after.id_token]) {
      expect(claimsOf(token)).toMatchObject({ roles: ['auditor'], department: 'law' });
    }
  });

  test('merges what is sent, and null takes away (RFC 7396)', async () => {
    const rp = party(given);
    const shown = async (claims: object | null) => {
      const { status, json } = await rp.changeUser('usr_0001', { claims });
      return [status, (json as { data: [{ claims?: object }] }).data[0].claims];
    };
    expect(await shown({ tenant: null, groups: ['a'] })).toEqual([200, { roles: ['guest'], groups: ['a'] }]);
    expect(await shown({ roles: null, nested: { a: 1, b: 2 } })).toEqual([
      200,
      { groups: ['a'], nested: { a: 1, b: 2 } },
    ]);
    expect(await shown({ nested: { a: null } })).toEqual([200, { groups: ['a'], nested: { b: 2 } }]);
    expect(await shown({ groups: null, nested: null })).toEqual([200, undefined]);
    expect((await told(rp, { login_hint: 'usr_0001', scope: 'openid roles' })).userinfo).toEqual({
      sub: 'usr_0001',
      roles: ['admin', 'member'],
    });
  });

  test('is another one in another sandbox, and again the first after a reset', async () => {
    const [rp, other] = [party(plain), party(plain)];
    await rp.changeUser('usr_0002', { claims: { roles: ['x'] } });
    const roles = async (one: RelyingParty) => (await told(one, { scope: 'openid roles' })).userinfo['roles'];
    expect(await Promise.all([roles(rp), roles(other)])).toEqual([['x'], ['member']]);
    await plain.fetch(`/sandboxes/${rp.sandbox}/reset`, { method: 'POST' });
    expect(await roles(rp)).toEqual(['member']);
  });

  test.each([
    'iss',
    'sub',
    'aud',
    'exp',
    'nbf',
    'iat',
    'nonce',
    'sid',
    'azp',
    'auth_time',
    'acr',
    'amr',
    'at_hash',
    'c_hash',
    'jti',
    'scope',
    'client_id',
    'cnf',
    'act',
    'active',
  ])('cannot be given %s, which is the business of the token', async (name) => {
    const { status, json } = await party(plain).changeUser('usr_0001', { claims: { [name]: 'x' } });
    expect([status, json['errors']]).toEqual([
      400,
      [expect.objectContaining({ pointer: `#/claims/${name}`, detail: expect.stringContaining('token itself') })],
    ]);
  });

  test.each([
    ['roles that are no list', { roles: 'admin' }, '#/claims/roles'],
    ['a role that is no text', { roles: [1] }, '#/claims/roles/0'],
    ['a group twice', { groups: ['a', 'a'] }, '#/claims/groups'],
    ['an e-mail address that is no text', { email: 1 }, '#/claims/email'],
    ['a claim without a name', { '': 1 }, '#/claims/'],
    ['too much', { text: 'x'.repeat(4000) }, '#/claims'],
    ['too many', Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`c${index}`, 1])), '#/claims'],
    ['a list', ['admin'], '#/claims'],
  ])('cannot be given %s', async (_what, claims, pointer) => {
    const { status, json } = await party(plain).changeUser('usr_0001', { claims });
    expect([status, json['errors']]).toEqual([400, [expect.objectContaining({ pointer })]]);
  });
});

describe('how a user has logged in', () => {
  test.each([
    ['acr_values', { acr_values: 'phr mfa' }, { acr: 'phr' }],
    [
      'values of the claims parameter',
      { claims: '{"id_token":{"acr":{"essential":true,"values":["a","b"]}}}' },
      { acr: 'a' },
    ],
    ['a value before acr_values', { acr_values: 'x', claims: '{"id_token":{"acr":{"value":"y"}}}' }, { acr: 'y' }],
    ['claims without values', { claims: '{"id_token":{"acr":null,"amr":null}}' }, { acr: '0', amr: ['pwd'] }],
    ['values of amr', { claims: '{"id_token":{"amr":{"values":["mfa","otp"]}}}' }, { amr: ['mfa', 'otp'] }],
    ['nothing', {}, {}],
  ])('is said as it was asked for: %s', async (_what, parameters, expected) => {
    const rp = party(plain);
    const { id_token, refresh_token, access_token } = await rp.logIn(parameters);
    const method = (token: string) =>
      Object.fromEntries(Object.entries(claimsOf(token)).filter(([name]) => name === 'acr' || name === 'amr'));
    expect(method(id_token)).toEqual(expected);
    const later = tokensOf(await rp.refresh(refresh_token));
    expect(method(later.id_token)).toEqual(expected);
    // RFC 9470: an API sees how strong the login was where a strength was asked for.
    const atApi = 'acr' in expected ? { ...expected, auth_time: claimsOf(id_token)['auth_time'] } : {};
    const { iat: _iat, ...introspected } = (await rp.about('introspect', access_token)).json;
    expect(claimsOf(access_token)).toMatchObject(atApi);
    expect(introspected).toMatchObject(atApi);
    if (!('acr' in expected)) expect(introspected).not.toHaveProperty('auth_time');
  });

  test('is in an ID token at once as well', async () => {
    const page = await party(plain).authorize({
      response_type: 'id_token',
      nonce: 'n',
      scope: 'openid',
      acr_values: 'phr',
    });
    const fragment = new URLSearchParams(page.location?.hash.slice(1));
    expect(claimsOf(fragment.get('id_token') ?? '')).toMatchObject({ acr: 'phr' });
  });

  test('is as old as the login: auth_time stays through refreshes, and a new login has its own', async () => {
    const rp = party(plain);
    const first = await rp.logIn();
    const at = Number(claimsOf(first.id_token)['auth_time']);
    await rp.advance(100);
    const refreshed = tokensOf(await rp.refresh(first.refresh_token));
    expect(claimsOf(refreshed.id_token)).toMatchObject({ auth_time: at, iat: at + 100 });
    expect(claimsOf((await rp.logIn()).id_token)).toMatchObject({ auth_time: at });
    expect(claimsOf((await rp.logIn({ prompt: 'login' })).id_token)).toMatchObject({ auth_time: at + 100 });
  });
});
