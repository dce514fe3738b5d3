/** What a code is good for: one use, in time. By whom, and with what, is in `security/`. */
import { describe, expect, test } from 'vitest';
import { send } from '../sandboxes/client.js';
import { failure, RelyingParty, tokensOf } from './relying-party.js';
import { newBase, useServer } from '../support.js';

const server = useServer();

/** A relying party in a sandbox of its own. */
const party = (): RelyingParty => new RelyingParty(server, { base: newBase() });

describe('a code', () => {
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
