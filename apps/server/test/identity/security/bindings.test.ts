/** Codes, tokens and sessions are good for whom they were made, and for nobody else who comes by them (RFC 9700 §2, §4). */
import { describe, expect, test } from 'vitest';
import { type Client, failure, PKCE, RelyingParty, spa, tokensOf, VERIFIER, web } from '../relying-party.js';
import { newBase, useServer } from '../../support.js';

const server = useServer();

/** Several clients of one sandbox, which nothing else uses. */
function parties<const Clients extends readonly Client[]>(...clients: Clients) {
  const base = newBase();
  return clients.map((client) => new RelyingParty(server, { base, client })) as {
    [Index in keyof Clients]: RelyingParty;
  };
}

const own: Client = { id: 'own-client', secret: 'own-secret' };
const stranger: Client = { id: 'stranger', secret: 'anything' };
/** Whoever has found the id of a client, but not its secret. */
const pretender: Client = { id: own.id };
const API = 'https://orders.example.com';

describe('a code', () => {
  test.each([
    ['another client', stranger, '400 invalid_grant'],
    ['a public client', spa, '400 invalid_grant'],
    ['a registered client', web, '400 invalid_grant'],
    ['one who knows the id of its client alone', pretender, '400 invalid_grant'],
  ] as const)('is nothing to %s, and stays good for its own', async (_who, client, refusal) => {
    const [rp, other] = parties(own, client);
    const code = await rp.code();
    for (const code_verifier of [undefined, VERIFIER]) {
      expect(failure(await other.redeem(code, { code_verifier }))).toBe(refusal);
    }
    tokensOf(await rp.redeem(code));
  });

  test('with a challenge is nothing to one without its verifier, by its own id as well', async () => {
    const [rp, other] = parties(own, pretender);
    const code = await rp.code(PKCE);
    expect(failure(await other.redeem(code))).toBe('400 invalid_grant');
    expect(failure(await rp.redeem(code))).toBe('400 invalid_grant');
    tokensOf(await rp.redeem(code, { code_verifier: VERIFIER }));
  });

  test('of a registered client needs its secret', async () => {
    const [rp, other] = parties(web, { id: web.id });
    const code = await rp.code();
    expect(failure(await other.redeem(code))).toBe('401 invalid_client');
    tokensOf(await rp.redeem(code));
  });

  test.each([
    'http://127.0.0.1:3000/other',
    'http://127.0.0.1:3000/callback/',
    'http://127.0.0.1:3001/callback',
    '',
    undefined,
  ])('is bound to its redirect_uri: %j is another', async (redirect_uri) => {
    const [rp] = parties(web);
    const code = await rp.code();
    expect(failure(await rp.redeem(code, { redirect_uri }))).toBe('400 invalid_grant');
    // That has not used it up.
    tokensOf(await rp.redeem(code));
  });

  test('is bound to its sandbox', async () => {
    const [[here], [there]] = [parties(web), parties(web)];
    expect(failure(await there.redeem(await here.code()))).toBe('400 invalid_grant');
  });
});

describe('a refresh token', () => {
  test.each([
    ['another client', stranger, '400 invalid_grant'],
    ['a public client', spa, '400 invalid_grant'],
    ['one who knows the id of its client alone', pretender, '401 invalid_client'],
  ] as const)('is nothing to %s, and stays good for its own', async (_who, client, refusal) => {
    const [rp, other] = parties(own, client);
    const { refresh_token: token } = await rp.logIn();
    expect(failure(await other.refresh(token))).toBe(refusal);
    tokensOf(await rp.refresh(token));
  });

  test('is bound to its sandbox, though both have issued as many', async () => {
    const [[here], [there]] = [parties(web), parties(web)];
    const [mine, foreign] = [await here.logIn(), await there.logIn()];
    expect(foreign.refresh_token).not.toBe(mine.refresh_token);
    expect(failure(await here.refresh(foreign.refresh_token))).toBe('400 invalid_grant');
    tokensOf(await here.refresh(mine.refresh_token));
  });

  test('used again ends every token of its login, whoever holds it by then', async () => {
    const [rp] = parties(web);
    const first = await rp.logIn();
    const second = tokensOf(await rp.refresh(first.refresh_token));
    expect(failure(await rp.refresh(first.refresh_token))).toBe('400 invalid_grant');
    for (const { access_token } of [first, second]) expect(await rp.statusOf(access_token)).toBe(401);
    expect(failure(await rp.refresh(second.refresh_token))).toBe('400 invalid_grant');
  });
});

describe('an access token', () => {
  test('is no ID token, no refresh token and no code, nor the other way round', async () => {
    const [rp] = parties(web);
    const { access_token, refresh_token, id_token } = await rp.logIn();
    for (const token of [id_token, refresh_token]) expect(await rp.statusOf(token)).toBe(401);
    for (const token of [access_token, id_token]) {
      expect(failure(await rp.refresh(token))).toBe('400 invalid_grant');
      expect(failure(await rp.redeem(token))).toBe('400 invalid_grant');
    }
    const hinted = await rp.response({ prompt: 'none', id_token_hint: access_token });
    expect(hinted).toMatchObject({ error: 'login_required' });
  });
});

describe('an audience', () => {
  test('is none that the login was not asked for, at the exchange or at a refresh', async () => {
    const [rp] = parties(web);
    const code = await rp.code({ resource: API });
    expect(failure(await rp.redeem(code, { resource: 'https://other.example.com' }))).toBe('400 invalid_target');
    expect(failure(await rp.redeem(code, { audience: 'other' }))).toBe('400 invalid_target');
    const { refresh_token } = tokensOf(await rp.redeem(code, { resource: API }));
    expect(failure(await rp.refresh(refresh_token, { resource: 'https://other.example.com' }))).toBe(
      '400 invalid_target',
    );
    // What was refused has used up nothing.
    tokensOf(await rp.refresh(refresh_token));
  });

  test('of another API makes a token worthless here, but for userinfo where the login is one (RFC 9068 §4)', async () => {
    const [rp] = parties(web);
    const plain = await rp.redeem(await rp.code({ scope: 'email', resource: API }));
    expect(await rp.statusOf(String(plain.json['access_token']))).toBe(401);
    expect(await rp.statusOf((await rp.logIn({ resource: API })).access_token)).toBe(200);
    const ofClient = await rp.token({ grant_type: 'client_credentials', resource: API });
    expect(await rp.statusOf(String(ofClient.json['access_token']))).toBe(401);
  });
});
