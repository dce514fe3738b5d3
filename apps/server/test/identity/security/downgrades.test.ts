/** Nobody in between can talk either side into less than the other asked for: PKCE, signatures, ways of the answer (RFC 9700 §4.8, RFC 8725). */
import { importJWK, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { type Client, claimsOf, failure, PKCE, RelyingParty, spa, tokensOf, VERIFIER, web } from '../relying-party.js';
import { responseOf } from '../response-of.js';
import { newBase, useServer } from '../../support.js';

const server = useServer();

const party = (client: Client = web): RelyingParty => new RelyingParty(server, { base: newBase(), client });

describe('PKCE', () => {
  test.each([
    ['wrong', { code_verifier: `${VERIFIER}x` }],
    ['missing', {}],
    ['empty', { code_verifier: '' }],
    ['the challenge itself', { code_verifier: PKCE.code_challenge }],
  ])('a verifier that is %s is refused, of a public and of a confidential client', async (_what, sent) => {
    for (const client of [spa, web]) {
      const rp = party(client);
      const code = await rp.code(PKCE);
      expect(failure(await rp.redeem(code, sent))).toBe('400 invalid_grant');
      tokensOf(await rp.redeem(code, { code_verifier: VERIFIER }));
    }
  });

  test('a verifier without a challenge is refused (RFC 9700 §2.1.1: a downgrade)', async () => {
    const rp = party();
    const code = await rp.code();
    expect(failure(await rp.redeem(code, { code_verifier: VERIFIER }))).toBe('400 invalid_grant');
    tokensOf(await rp.redeem(code));
  });

  test.each([
    ['plain', { code_challenge: VERIFIER, code_challenge_method: 'plain' }],
    ['plain by default', { code_challenge: VERIFIER }],
    ['an unknown method', { ...PKCE, code_challenge_method: 'S512' }],
    ['s256 in small letters', { ...PKCE, code_challenge_method: 's256' }],
    ['a method without a challenge', { code_challenge_method: 'S256' }],
    ['a challenge that is no SHA-256', { ...PKCE, code_challenge: 'short' }],
    ['padding', { ...PKCE, code_challenge: `${PKCE.code_challenge}=` }],
  ])('%s is refused in the redirect', async (_what, sent) => {
    for (const client of [spa, web]) {
      expect(await party(client).response(sent)).toMatchObject({ error: 'invalid_request', state: 'state-1' });
    }
  });

  test('is demanded of a public client', async () => {
    expect(await party(spa).response()).toMatchObject({ error: 'invalid_request' });
  });

  test('is demanded of an unknown client that sends no secret', async () => {
    const rp = party({ id: 'someone' });
    const code = await rp.code();
    expect(failure(await rp.redeem(code))).toBe('400 invalid_grant');
    tokensOf(await rp.redeem(await rp.code(PKCE), { code_verifier: VERIFIER }));
  });
});

describe('a signature', () => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

  /** The claims of a token, signed as nobody should take them. */
  async function forged(rp: RelyingParty, token: string, typ: string): Promise<string[]> {
    const keys = (await (await fetch(`${rp.issuer}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] };
    const [key] = keys.keys;
    const [, payload = ''] = token.split('.');
    const secret = await importJWK({ kty: 'oct', k: Buffer.from(JSON.stringify(key)).toString('base64url') }, 'HS256');
    return [
      `${part({ alg: 'none', typ })}.${payload}.`,
      `${part({ alg: 'None', typ, kid: key?.kid })}.${payload}.`,
      `${part({ alg: 'none', typ })}.${payload}.${token.split('.')[2]}`,
      await new SignJWT(claimsOf(token)).setProtectedHeader({ alg: 'HS256', typ, kid: key?.kid ?? '' }).sign(secret),
    ];
  }

  test('is needed: an access token with none, or with the public key as a secret, is worthless', async () => {
    const rp = party();
    const { access_token } = await rp.logIn();
    for (const token of await forged(rp, access_token, 'at+jwt')) {
      expect(await rp.statusOf(token)).toBe(401);
      expect((await rp.about('introspect', token)).json).toEqual({ active: false });
    }
  });

  test('is needed of an id_token_hint as well', async () => {
    const rp = party();
    const { id_token } = await rp.logIn();
    expect(await rp.response({ prompt: 'none', id_token_hint: id_token })).toHaveProperty('code');
    for (const id_token_hint of await forged(rp, id_token, 'JWT')) {
      expect(await rp.response({ prompt: 'none', id_token_hint })).toMatchObject({ error: 'login_required' });
    }
  });

  test('is offered with RS256 and EdDSA alone', async () => {
    const metadata = await party().metadata();
    expect(metadata['id_token_signing_alg_values_supported']).toEqual(['RS256', 'EdDSA']);
    expect(metadata['code_challenge_methods_supported']).toEqual(['S256']);
  });
});

describe('the way of an answer', () => {
  test.each([spa, web])('carries no access token, whatever a request of $id asks for', async (client) => {
    for (const response_type of ['token', 'id_token token', 'code token', 'code id_token token']) {
      const page = await party(client).authorize({ response_type, nonce: 'n' });
      const { says } = responseOf(page);
      expect([says['error'], says['access_token']], response_type).toEqual(['unsupported_response_type', undefined]);
    }
  });

  test('names its issuer, errors too, so that no other provider can pass it off as its own (RFC 9207)', async () => {
    for (const response_mode of ['query', 'fragment', 'form_post']) {
      const rp = party();
      expect(await rp.response({ response_mode })).toMatchObject({ iss: rp.issuer });
      expect(await rp.response({ response_mode, scope: '"' })).toMatchObject({
        iss: rp.issuer,
        error: 'invalid_scope',
      });
    }
  });
});
