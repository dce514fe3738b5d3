/** Whoever knows the seed and the published keys can seal and sign anything: no shape of it is a fault of the server's. */
import { createHmac } from 'node:crypto';
import { SignJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeCursor } from '../../src/kit/cursor.js';
import { signingKey } from '../../src/identity/jwt.js';
import { NOW, overSocket } from '../support.js';
import { Accounts } from './account.js';
import { claimsOf, failure, RelyingParty, tokensOf } from './relying-party.js';
import { openOnce } from '../use.js';

let rp: RelyingParty;
let auth: Accounts;
const server = openOnce(() => overSocket({ log: 'json' }));
beforeAll(async () => {
  rp = new RelyingParty(server);
  auth = new Accounts(server);
  // Of a login there is what only it has: the key of its grant, and the session that was begun with it.
  const { access_token } = tokensOf(await rp.redeem(await rp.code()));
  claims.jti = String(claimsOf(access_token)['jti']);
  const [, own = ''] =
    /understudy_session=([\w-]+)/.exec(rp.browser.cookiesFor(new URL(`${rp.issuer}/authorize`))) ?? [];
  session = JSON.parse(Buffer.from(own, 'base64url').toString()) as object;
});
afterAll(async () => {
  // Its last lines are written as it ends.
  await server.close();
  expect(server.lines.join('')).not.toContain('"level":"error"');
});

const now = Date.parse(NOW);

/** Texts that stand for nothing that is sealed. */
const texts = [
  '',
  'null',
  '1',
  '"x"',
  '[]',
  '{}',
  '{"sub":1}',
  '{',
  '\u0000',
  '{"__proto__":{"sub":"usr_0001"}}',
  'NaN',
];

/** Members that no sealed value has in that shape. */
const wrong: readonly unknown[] = [undefined, null, 1.5, -1, 1e300, '', 'x', [], {}, true];

let session: object = { sub: 'usr_0001', at: now / 1000, sid: 'ses_x', n: 9 };
const code = {
  sub: 'usr_0001',
  client: 'understudy-web',
  uri: 'http://127.0.0.1:3000/callback',
  scope: 'openid',
  auth: now / 1000,
  iat: now,
  n: 9,
};
const claims = {
  sub: 'usr_0001',
  aud: 'http://x/api',
  client_id: 'understudy-web',
  scope: 'openid',
  iat: now / 1000,
  exp: now / 1000 + 60,
  jti: 'gnt_n000001.tok_n000002',
};

/** Each member of a value, replaced by what it never is. */
function misshapen(value: object): string[] {
  return Object.keys(value).flatMap((name) => wrong.map((one) => JSON.stringify({ ...value, [name]: one })));
}

function sealed(purpose: 'code' | 'session', text: string): string {
  const body = Buffer.from(text).toString('base64url');
  const parts = JSON.stringify(['sealed', purpose, 'default', body]);
  return `${body}.${createHmac('sha256', 'understudy understudy').update(parts).digest('base64url')}`;
}

async function signed(payload: object, typ: string): Promise<string> {
  const { kid, sign } = await signingKey('RS256');
  return new SignJWT(payload as JWTPayload).setProtectedHeader({ alg: 'RS256', kid, typ }).sign(sign);
}

/** Tokens of every wrong shape. */
async function tokens(typ: string): Promise<string[]> {
  const whole = { iss: rp.issuer, ...claims };
  const shapes = ['iss', 'sub', 'jti', 'scope', 'iat', 'exp'].flatMap((name) =>
    wrong.slice(0, 9).map((one) => ({ ...whole, [name]: one })),
  );
  return [
    ...(await Promise.all(shapes.map((shape) => signed(shape, typ)))),
    await signed({}, typ),
    'a.b.c',
    '..',
    'e30..',
  ];
}

test('the values as they are made are taken: the forgeries differ by their shape alone', async () => {
  tokensOf(await rp.redeem(sealed('code', JSON.stringify(code))));
  const own = { cookie: `understudy_session=${sealed('session', JSON.stringify(session))}` };
  expect((await rp.authorize({ prompt: 'none' }, own)).location?.searchParams.has('code')).toBe(true);
  expect(await rp.statusOf(await signed({ iss: rp.issuer, ...claims }, 'at+jwt'))).toBe(200);
});

describe('an authorization code', () => {
  test.each([...texts, ...misshapen({ ...code, challenge: 'x', nonce: 'x', state: 'x', sid: 'x' })])(
    '%j is no 500',
    async (text) => {
      const answer = await rp.redeem(sealed('code', text));
      // Some shapes are those of a code that this client did not ask for.
      expect(failure(answer)).toMatch(/^400 invalid_grant$|^200/);
    },
  );

  test.each([
    ...texts,
    '{"iat":1}',
    JSON.stringify({ ...code, iat: now + 1 }),
    JSON.stringify({ ...code, iat: 1e300 }),
  ])('%j is invalid_grant', async (text) => {
    expect(failure(await rp.redeem(sealed('code', text)))).toBe('400 invalid_grant');
  });

  test.each(['', '.', '..', 'x', 'x.y', `${sealed('code', '{}')}.`, sealed('session', JSON.stringify(code))])(
    'nor is the text %j',
    async (text) => {
      expect(failure(await rp.redeem(text))).toMatch(/^400 invalid_(?:grant|request)$/);
    },
  );
});

test.each([...texts, ...misshapen(session)])('a session cookie %j is none, or one', async (text) => {
  const own = { cookie: `understudy_session=${sealed('session', text)}` };
  const { status, location } = await rp.authorize({ prompt: 'none' }, own);
  expect(status).toBe(302);
  expect(location?.searchParams.get('error') ?? 'login_required').toBe('login_required');
});

test('access tokens of every shape are good or 401, everywhere', async () => {
  for (const token of [...(await tokens('at+jwt')), 'uat_', 'uat_usr_0001_ff_', `uat_usr_0001_00_${'x'.repeat(24)}`]) {
    expect([200, 401], token).toContain(await rp.statusOf(token));
  }
  // What says too little is refused.
  expect(await rp.statusOf(await signed({ iss: rp.issuer, sub: 'usr_0001', exp: claims.exp }, 'at+jwt'))).toBe(401);
  // Last, since one of them ends the login.
  for (const token of await tokens('at+jwt')) expect([200, 401], token).toContain((await auth.logout(token)).status);
});

test('ID tokens of every shape as a hint are a login, or a fault that travels', async () => {
  for (const token of await tokens('JWT')) {
    const { status, location } = await rp.authorize({ id_token_hint: token, prompt: 'login' });
    expect([status, location?.origin], token).toEqual([302, 'http://127.0.0.1:3000']);
    expect(location?.searchParams.get('error') ?? '', token).not.toBe('server_error');
  }
});

test.each(['', ' ', 'rt_', '__proto__', '\u0000', '0', 'ü'.repeat(1000)])(
  'the refresh token %j is refused',
  async (text) => {
    expect(failure(await rp.refresh(text))).toMatch(/^400 invalid_(?:grant|request)$/);
    expect([400, 401]).toContain((await auth.refresh(text)).status);
    expect([400, 401]).toContain((await auth.logout(undefined, text)).status);
  },
);

test.each([0, 1, 2 ** 31, 2 ** 32 - 1])('a cursor at the position %d is a page', async (position) => {
  for (const direction of ['after', 'before'] as const) {
    const query = JSON.stringify(['education.listCourses', {}, undefined, '', 10]);
    const cursor = encodeCursor({ direction, position }, { key: 'understudy', query });
    expect((await server.fetch(`/api/education/courses?cursor=${cursor}`)).status).toBe(200);
  }
});

test.each(['', '=', '_', 'x'.repeat(20), 'A'.repeat(5000), '%00'])('the cursor %j is 400', async (cursor) => {
  expect((await server.fetch(`/api/education/courses?cursor=${cursor}`)).status).toBe(400);
});
