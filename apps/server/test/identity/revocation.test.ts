/** Revocation (RFC 7009) and introspection (RFC 7662): who may end a token, who may ask about one, and what is said. */
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { signingKey } from '../../src/identity/jwt.js';
import { newBase, NOW, useServer } from '../support.js';
import { send } from '../sandboxes/client.js';
import { claimsOf, eddsa, failure, form, RelyingParty, spa, tokensOf, web } from './relying-party.js';

const server = useServer();

const party = (client = web, base = newBase()): RelyingParty => new RelyingParty(server, { base, client });

const SECONDS = Date.parse(NOW) / 1000;

describe('revoking', () => {
  test.each([web, spa, eddsa])('an access token ends it, and nothing else ($id)', async (client) => {
    const rp = party(client);
    const { access_token, refresh_token } = await rp.logIn();
    const answer = await rp.about('revoke', access_token);
    expect([answer.status, answer.json]).toEqual([200, {}]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await rp.statusOf(access_token)).toBe(401);
    const { access_token: next } = tokensOf(await rp.refresh(refresh_token));
    expect(await rp.statusOf(next)).toBe(200);
  });

  test.each([web, spa])('a refresh token ends the whole login ($id)', async (client) => {
    const rp = party(client);
    const first = await rp.logIn();
    const second = tokensOf(await rp.refresh(first.refresh_token));
    expect((await rp.about('revoke', second.refresh_token, { token_type_hint: 'access_token' })).status).toBe(200);
    for (const { access_token } of [first, second]) expect(await rp.statusOf(access_token)).toBe(401);
    expect(failure(await rp.refresh(second.refresh_token))).toBe('400 invalid_grant');
  });

  test('what is no token, or has ended, is no error (§2.2)', async () => {
    const rp = party();
    const { access_token, id_token } = await rp.logIn();
    for (const token of ['x', `${access_token}x`, id_token, access_token, access_token, 'rt_x']) {
      expect((await rp.about('revoke', token)).status).toBe(200);
    }
    expect(await rp.statusOf(access_token)).toBe(401);
  });

  test('a token that was signed with the published key to last for ever leaves a date that can be kept', async () => {
    const base = newBase();
    const rp = party(web, base);
    const { access_token } = await rp.logIn();
    const { kid, sign } = await signingKey('RS256');
    const header = { alg: 'RS256', kid, typ: 'at+jwt' };
    const token = await new SignJWT({ ...claimsOf(access_token), exp: 1e308 }).setProtectedHeader(header).sign(sign);
    expect((await rp.about('revoke', token)).status).toBe(200);
    const { json } = await send(server, 'GET', `${base}/snapshot`);
    expect((await send(server, 'PUT', `${base}/snapshot`, json)).status).toBe(200);
    expect(await rp.statusOf(access_token)).toBe(401);
  });

  test('is for the client that a token was issued to alone (§2.1)', async () => {
    const base = newBase();
    const [mine, other] = [party(web, base), party(eddsa, base)];
    const { access_token, refresh_token } = await mine.logIn();
    expect(failure(await other.about('revoke', access_token))).toBe('400 invalid_grant');
    expect(failure(await other.about('revoke', refresh_token))).toBe('400 invalid_grant');
    expect(await mine.statusOf(access_token)).toBe(200);
    expect((await mine.refresh(refresh_token)).status).toBe(200);
  });

  test('needs the secret of a login that was made with one', async () => {
    const base = newBase();
    const withSecret = party({ id: 'whoever', secret: 'x' }, base);
    const { refresh_token, access_token } = await withSecret.logIn();
    const without = party({ id: 'whoever' }, base);
    expect(failure(await without.about('revoke', refresh_token))).toBe('401 invalid_client');
    expect(failure(await without.about('revoke', access_token))).toBe('401 invalid_client');
    expect(await withSecret.statusOf(access_token)).toBe(200);
  });

  test('needs a client, and a token', async () => {
    const rp = party();
    const ask = (fields: Record<string, string>) =>
      fetch(`${rp.issuer}/revoke`, { method: 'POST', body: form(fields) }).then((answer) => answer.status);
    expect(await ask({ token: 'x' })).toBe(401);
    expect(await ask({ token: 'x', client_id: web.id, client_secret: 'wrong' })).toBe(401);
    expect(await ask({ client_id: web.id, client_secret: 'understudy-secret' })).toBe(400);
    expect(await ask({ token: '', client_id: web.id, client_secret: 'understudy-secret' })).toBe(400);
  });

  test('an opaque token is unsupported: it is the same for everybody', async () => {
    const rp = party();
    const list = await fetch(`${rp.issuer}/authorize`);
    const { data } = (await list.json()) as { data: { access_token: string }[] };
    const token = data[0]?.access_token ?? '';
    expect(failure(await rp.about('revoke', token))).toBe('400 unsupported_token_type');
    expect(await rp.statusOf(token)).toBe(200);
    expect((await rp.about('introspect', token)).json).toMatchObject({ active: true, iss: rp.issuer, sub: 'usr_0001' });
  });
});

describe('introspecting', () => {
  test('an access token says all of it', async () => {
    const rp = party();
    const { access_token } = await rp.logIn({ scope: 'openid orders:read', resource: 'https://orders.example.com' });
    const { status, json, headers } = await rp.about('introspect', access_token);
    const { iss, sub, aud, exp, iat, jti } = claimsOf(access_token);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(json).toEqual({
      active: true,
      scope: 'openid orders:read',
      client_id: 'understudy-web',
      username: expect.stringContaining('@'),
      token_type: 'Bearer',
      iss,
      sub,
      aud,
      exp,
      iat,
      jti,
    });
    expect(exp).toBe(SECONDS + 86_400);
  });

  test('a token of a client on its own names no user', async () => {
    const rp = party();
    const { json } = await rp.token({ grant_type: 'client_credentials' });
    const said = (await rp.about('introspect', String(json['access_token']))).json;
    expect(said).toMatchObject({ active: true, sub: 'understudy-web' });
    expect(said).not.toHaveProperty('username');
  });

  test('a refresh token says when it ends, to its client alone', async () => {
    const base = newBase();
    const rp = party(web, base);
    const { refresh_token, access_token } = await rp.logIn();
    expect((await rp.about('introspect', refresh_token)).json).toMatchObject({
      active: true,
      iss: rp.issuer,
      exp: SECONDS + 30 * 86_400,
      client_id: 'understudy-web',
    });
    const other = party(eddsa, base);
    expect((await other.about('introspect', refresh_token)).json).toEqual({ active: false });
    // A server of resources asks about tokens that were issued to others.
    expect((await other.about('introspect', access_token)).json).toMatchObject({ active: true });
  });

  test('what is not valid says no more than that', async () => {
    const base = newBase();
    const rp = party(web, base);
    const { access_token, refresh_token, id_token } = await rp.logIn();
    const inactive = async (token: string) => (await rp.about('introspect', token)).json;
    for (const token of ['x', `${access_token}x`, id_token, 'rt_x', (await party().logIn()).access_token]) {
      expect(await inactive(token)).toEqual({ active: false });
    }
    const { refresh_token: next } = tokensOf(await rp.refresh(refresh_token));
    expect(await inactive(refresh_token)).toEqual({ active: false });
    expect(await inactive(next)).toMatchObject({ active: true });
    await rp.advance(86_400);
    expect(await inactive(access_token)).toEqual({ active: false });
    await send(server, 'PATCH', `${base}/api/auth/users/usr_0001`, { status: 'suspended' });
    expect(await inactive(next)).toEqual({ active: false });
  });

  test('is for clients with a secret: whoever finds a token learns nothing of it (RFC 7662 §4)', async () => {
    const base = newBase();
    const { access_token } = await party(web, base).logIn();
    expect(failure(await party(spa, base).about('introspect', access_token))).toBe('401 invalid_client');
    expect(failure(await party({ id: 'whoever' }, base).about('introspect', access_token))).toBe('401 invalid_client');
  });
});

test('the tokens are in no journal, log or problem', async () => {
  const base = newBase();
  const rp = party(web, base);
  const { access_token, refresh_token } = await rp.logIn();
  const other = party(eddsa, base);
  const texts = [JSON.stringify((await other.about('revoke', refresh_token)).json)];
  await rp.about('introspect', access_token);
  await rp.about('introspect', refresh_token);
  await rp.about('revoke', access_token, { token_type_hint: 'access_token' });
  const json = JSON.stringify({ token: refresh_token, client_id: web.id, client_secret: web.secret });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${rp.issuer}/revoke`, { method: 'POST', headers, body: json })).status).toBe(200);
  await rp.logOut({ id_token_hint: (await rp.logIn()).id_token });
  const { json: journal } = await send(server, 'GET', `${base}/requests?per_page=50`);
  texts.push(JSON.stringify(journal), server.lines.join('\n'));
  expect(texts[1]).toContain('/api/oauth/revoke');
  for (const text of texts) {
    for (const token of [access_token, refresh_token, String(web.secret)]) expect(text).not.toContain(token);
    expect(text).not.toMatch(/eyJ[\w-]{20,}\.[\w-]{20,}\.[\w-]{20,}/);
  }
});
