/** Access tokens for an API of one's own. What they are not good for is in `security/`. */
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { newBase, NOW, useServer } from '../support.js';
import { claimsOf, failure, type Parameters, RelyingParty, tokensOf } from './relying-party.js';

const server = useServer();

const party = (): RelyingParty => new RelyingParty(server, { base: newBase() });

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
  });

  test.each(['orders', '/orders', 'https://orders.example.com/#part', 'https://a b'])(
    'is for no resource that is no absolute URI: %s',
    async (resource) => {
      expect(await party().response({ resource })).toMatchObject({ error: 'invalid_target' });
      expect(failure(await party().token({ grant_type: 'client_credentials', resource }))).toBe('400 invalid_target');
    },
  );
});
