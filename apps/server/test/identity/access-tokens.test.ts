/** Access tokens at userinfo: how they may be sent, and everything that makes one worthless. */
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { signingKey } from '../../src/identity/jwt.js';
import { basicHeader, claimsOf, eddsa, failure, RelyingParty, web } from './relying-party.js';
import { useServer } from '../support.js';

const server = useServer();
let rp: RelyingParty;
let token: string;
beforeAll(async () => {
  rp = new RelyingParty(server, { base: '/sandboxes/a' });
  token = (await rp.logIn({ login_hint: 'usr_0002' })).access_token;
});

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const encoded = (text: string) => new URLSearchParams({ access_token: text });

/** How userinfo refuses a token that is worthless. */
const refused = {
  error: '401 invalid_token',
  challenge: 'Bearer realm="understudy", error="invalid_token", error_description="The access token is not valid"',
  cache: 'no-store',
};

async function answerTo(worthless: string, party = rp): Promise<object> {
  const answer = await party.userinfo(worthless);
  const { headers } = answer;
  return { error: failure(answer), challenge: headers.get('www-authenticate'), cache: headers.get('cache-control') };
}

describe('is taken', () => {
  test('in the header of a POST with an empty form', async () => {
    const answer = await rp.userinfo(token, { method: 'POST', body: new URLSearchParams() });
    expect(answer.json['sub']).toBe('usr_0002');
  });

  test('whatever the case of the scheme', async () => {
    const answer = await rp.userinfo('', { headers: { authorization: `bearer ${token}` } });
    expect(answer.status).toBe(200);
  });
});

describe('is not taken', () => {
  test('in header and form at once: 400 invalid_request (RFC 6750 §3.1)', async () => {
    for (const header of [`Bearer ${token}`, basicHeader(web)]) {
      const init = { method: 'POST', body: encoded(token), headers: { authorization: header } };
      const answer = await rp.userinfo('', init);
      expect(failure(answer)).toBe('400 invalid_request');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="understudy", error="invalid_request"');
      expect(answer.json['errors']).toMatchObject([{ pointer: '#/access_token', code: 'conflict' }]);
    }
  });

  test('as a member of JSON: only a form may hold it (RFC 6750 §2.2)', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ access_token: token });
    expect((await rp.userinfo('', { method: 'POST', body, headers })).status).toBe(401);
  });
});

test('the answer is never kept by a cache', async () => {
  expect((await rp.userinfo(token)).headers.get('cache-control')).toBe('no-store');
});

describe('without a token', () => {
  test.each<[string, RequestInit]>([
    ['nothing is sent', {}],
    ['another scheme is used', { headers: { authorization: basicHeader(web) } }],
    ['a form is empty', { method: 'POST', body: new URLSearchParams() }],
  ])('the challenge has no error code where %s (RFC 6750 §3.1)', async (_what, init) => {
    const answer = await rp.userinfo('', { headers: {}, ...init });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="understudy"');
    expect(answer.json).not.toHaveProperty('error');
  });

  test('a token in the query is none: it would stand in logs', async () => {
    const answer = await server.fetch(`/sandboxes/a/api/oauth/userinfo?access_token=${token}`);
    expect(answer.status).toBe(401);
  });
});

describe('is worthless', () => {
  test('signed by another key under our kid', async () => {
    const { kid } = await signingKey('RS256');
    const { privateKey } = await generateKeyPair('RS256');
    const header = { alg: 'RS256', typ: 'at+jwt', kid };
    expect(await answerTo(await new SignJWT(claimsOf(token)).setProtectedHeader(header).sign(privateKey))).toEqual(
      refused,
    );
  });

  test('signed by another key that the header brings along', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const header = { alg: 'RS256', typ: 'at+jwt', jwk };
    expect(await answerTo(await new SignJWT(claimsOf(token)).setProtectedHeader(header).sign(privateKey))).toEqual(
      refused,
    );
  });

  test('with another payload under its signature', async () => {
    const [header = '', , signature = ''] = token.split('.');
    expect(await answerTo(`${header}.${part({ ...claimsOf(token), sub: 'usr_0003' })}.${signature}`)).toEqual(refused);
  });

  test('signed by us for a grant that is not there', async () => {
    const { kid, sign } = await signingKey('RS256');
    const claims = { ...claimsOf(token), jti: 'gnt_n999999.tok_n999999' };
    const header = { alg: 'RS256', typ: 'at+jwt', kid };
    expect(await answerTo(await new SignJWT(claims).setProtectedHeader(header).sign(sign))).toEqual(refused);
  });

  test.each(['a', 'a.b.c', 'uat_usr_0001_07_nonsense', 'x'.repeat(4000)])('where it is %j', async (text) => {
    expect(await answerTo(text)).toEqual(refused);
  });

  test.each([
    ['RS256', web],
    ['EdDSA', eddsa],
  ])('in another sandbox (%s)', async (_alg, client) => {
    const [a, b] = ['a', 'b'].map((name) => new RelyingParty(server, { base: `/sandboxes/${name}`, client }));
    if (a === undefined || b === undefined) throw new Error('there are two');
    const { access_token: own } = await a.logIn({ state: 'a' });
    // The other sandbox has as many grants, so only the issuer distinguishes them.
    for (let i = 0; i < 6; i++) await b.logIn({ state: `b${i}` });
    expect(await answerTo(own, b)).toEqual(refused);
    expect(await answerTo(own, new RelyingParty(server))).toEqual(refused);
    expect(await a.statusOf(own)).toBe(200);
  });

  test('after a day, by the clock of the sandbox', async () => {
    const party = new RelyingParty(server, { base: '/sandboxes/day' });
    const { access_token: old, refresh_token: refresh } = await party.logIn();
    await party.advance(86_399);
    expect(await party.statusOf(old)).toBe(200);
    await party.advance(1);
    expect(await answerTo(old, party)).toEqual(refused);
    expect((await party.refresh(refresh)).status).toBe(200);
  });

  test('where it speaks for a client, which has no claims', async () => {
    const { json } = await rp.token({ grant_type: 'client_credentials' });
    expect(await answerTo(String(json['access_token']))).toEqual(refused);
  });
});

test('the alias of the default sandbox accepts its tokens, whatever address they were got at', async () => {
  const [bare, named] = [new RelyingParty(server), new RelyingParty(server, { base: '/sandboxes/default' })];
  const { access_token: one } = await bare.logIn({ state: 'bare' });
  const { access_token: other } = await named.logIn({ state: 'named' });
  expect(claimsOf(other)['iss']).toBe(named.issuer);
  expect([await named.statusOf(one), await bare.statusOf(other)]).toEqual([200, 200]);
});
