/** What a code is good for: one use, by the client that asked, in time, with the verifier that fits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../sandboxes/client.js';
import { overSocket, type TestServer } from '../support.js';
import { type Client, failure, PKCE, RelyingParty, spa, tokensOf, VERIFIER, web } from './relying-party.js';

let server: TestServer;
beforeAll(async () => {
  server = await overSocket();
});
afterAll(() => server.close());

let count = 0;
/** A relying party in a sandbox of its own; `others` are further clients of the same issuer. */
function party(client: Client = web): RelyingParty {
  return new RelyingParty(server, { base: `/sandboxes/code-${count++}`, client });
}

const stranger: Client = { id: 'stranger', secret: 'anything' };

function sibling(client: Client): RelyingParty {
  return new RelyingParty(server, { base: `/sandboxes/code-${count - 1}`, client });
}

describe('a code', () => {
  test('used again is refused, and what it gave is revoked', async () => {
    const rp = party();
    const code = await rp.code();
    const tokens = tokensOf(await rp.redeem(code));
    expect(await rp.statusOf(tokens.access_token)).toBe(200);
    const again = await rp.redeem(code);
    expect(failure(again)).toBe('400 invalid_grant');
    expect(again.headers.get('cache-control')).toBe('no-store');
    expect(await rp.statusOf(tokens.access_token)).toBe(401);
    expect(failure(await rp.refresh(tokens.refresh_token))).toBe('400 invalid_grant');
  });

  test('used again revokes what its refresh tokens gave as well', async () => {
    const rp = party();
    const code = await rp.code();
    const first = tokensOf(await rp.redeem(code));
    const second = tokensOf(await rp.refresh(first.refresh_token));
    await rp.advance(86_400 * 2);
    const third = tokensOf(await rp.refresh(second.refresh_token));
    expect(failure(await rp.redeem(code))).toBe('400 invalid_grant');
    expect(await rp.statusOf(third.access_token)).toBe(401);
    expect(failure(await rp.refresh(third.refresh_token))).toBe('400 invalid_grant');
  });

  test.each([
    ['a part added', (code: string) => `${code}.x`],
    ['an empty part added', (code: string) => `${code}.`],
    ['padding added', (code: string) => `${code}=`],
    ['a space added', (code: string) => `${code} `],
  ])('used again with %s is no new code', async (_what, change) => {
    const rp = party();
    const code = await rp.code();
    tokensOf(await rp.redeem(code));
    expect(failure(await rp.redeem(change(code)))).toBe('400 invalid_grant');
  });

  test('lives for 60 seconds', async () => {
    const rp = party();
    const [early, late] = [await rp.code({ state: 'early' }), await rp.code({ state: 'late' })];
    await rp.advance(59);
    tokensOf(await rp.redeem(early));
    await rp.advance(2);
    expect(failure(await rp.redeem(late))).toBe('400 invalid_grant');
  });

  test('is bound to its redirect_uri', async () => {
    const rp = party();
    const code = await rp.code();
    for (const redirect_uri of ['http://127.0.0.1:3000/other', 'http://127.0.0.1:3000/callback/', '', undefined]) {
      expect(failure(await rp.redeem(code, { redirect_uri })), redirect_uri).toBe('400 invalid_grant');
    }
    // None of that has used it up.
    tokensOf(await rp.redeem(code));
  });

  test('is bound to its client', async () => {
    const rp = party();
    const code = await rp.code();
    expect(failure(await sibling(stranger).redeem(code))).toBe('400 invalid_grant');
    expect(failure(await sibling(spa).redeem(code, { code_verifier: VERIFIER }))).toBe('400 invalid_grant');
    tokensOf(await rp.redeem(code));
  });

  test('is bound to its sandbox', async () => {
    const code = await party().code();
    expect(failure(await party().redeem(code))).toBe('400 invalid_grant');
  });

  test('of a user who was suspended meanwhile is refused', async () => {
    const rp = party();
    const code = await rp.code({ login_hint: 'usr_0002' });
    const base = new URL(rp.issuer).pathname.replace('/api/oauth', '');
    const suspended = await send(server, 'PATCH', `${base}/api/auth/users/usr_0002`, { status: 'suspended' });
    expect(suspended.status).toBe(200);
    expect(failure(await rp.redeem(code))).toBe('400 invalid_grant');
  });

  test.each(['', 'nonsense', 'a.b', 'a.b.c'])('that is %j is refused', async (code) => {
    expect(failure(await party().redeem(code))).toBe(code === '' ? '400 invalid_request' : '400 invalid_grant');
  });

  test('that was changed is refused', async () => {
    const rp = party();
    const [body = '', mac = ''] = (await rp.code()).split('.');
    const content = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...content, sub: 'usr_0003' })).toString('base64url');
    expect(failure(await rp.redeem(`${forged}.${mac}`))).toBe('400 invalid_grant');
  });
});

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
