/** Tokens as they are issued, claim by claim, and everything that makes one worthless. */
import { createHash } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { Dataset } from '../kit/dataset.js';
import { Draft } from '../kit/draft.js';
import { Overlay } from '../store/model/overlay.js';
import { View } from '../store/model/view.js';
import { beginGrant, type Grant, grants, revokeGrant, secretValue } from './grants.js';
import { signingKey } from './jwt.js';
import type { Realm } from './realm.js';
import {
  grantOfAccessToken,
  issueAccessToken,
  issueIdToken,
  liveGrant,
  readAccessToken,
  readIdTokenHint,
} from './tokens.js';
import { users } from './users.js';

const SECONDS = Date.parse('2026-03-01T12:00:00Z') / 1000;
const ISSUER = 'http://api.test/sandboxes/one/api/oauth';

/** A realm, a number of seconds after the tokens were issued, and some ms. */
function realmAt(seconds = 0, more: Partial<Realm> = {}): Realm {
  const baseUrl = 'http://api.test/sandboxes/one';
  return {
    baseUrl,
    apiUrl: `${baseUrl}/api`,
    issuer: `${baseUrl}/api/oauth`,
    sandbox: 'one',
    now: (SECONDS + seconds) * 1000 + 999,
    began: 0,
    ...more,
  };
}

const claimsOf = ({ key }: Grant) => ({
  iss: ISSUER,
  sub: 'usr_0001',
  aud: 'http://api.test/sandboxes/one/api',
  exp: SECONDS + 60,
  client_id: 'web',
  scope: 'openid',
  jti: `gnt_n000001.tok_n000002.${key}`,
});

let draft: Draft;
let grant: Grant;
let claims: ReturnType<typeof claimsOf>;
beforeEach(() => {
  draft = new Draft(new View(new Dataset('understudy', { users: 10 }), new Overlay()));
  grant = begin('usr_0001');
  claims = claimsOf(grant);
});

function begin(userId: string | null): Grant {
  const login = { userId, clientId: 'web', scope: 'openid email', authTime: SECONDS - 60, confidential: true };
  return beginGrant(draft, login, { now: SECONDS * 1000, sandbox: 'one' });
}

const issue = async (alg: 'RS256' | 'EdDSA' = 'RS256', of = grant): Promise<string> =>
  (await issueAccessToken(draft, of, { realm: realmAt(), alg, scope: 'openid' })).token;

const idToken = (alg: 'RS256' | 'EdDSA' = 'RS256', nonce?: string): Promise<string> =>
  issueIdToken(grant, { realm: realmAt(), alg, accessToken: 'an access token', nonce, scope: 'openid', login: {} });

/** Signs claims by one of our keys, as anybody could: they are published. */
async function signed(payload: JWTPayload, header: { readonly typ?: string; readonly kid?: string } = {}) {
  const { kid, sign } = await signingKey('RS256');
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt', ...header }).sign(sign);
}

const bearerOf = (token: string, realm = realmAt()) => readAccessToken(draft, token, realm);

describe('an access token', () => {
  it.each(['RS256', 'EdDSA'] as const)('says who may do what, for a day (%s)', async (alg) => {
    const { id, token } = await issueAccessToken(draft, grant, { realm: realmAt(), alg, scope: 'openid' });
    const { kid } = await signingKey(alg);
    expect(id).toBe('tok_n000002');
    expect(decodeProtectedHeader(token)).toEqual({ alg, kid, typ: 'at+jwt' });
    expect(decodeJwt(token)).toEqual({
      iss: ISSUER,
      sub: 'usr_0001',
      aud: 'http://api.test/sandboxes/one/api',
      client_id: 'web',
      scope: 'openid',
      iat: SECONDS,
      exp: SECONDS + 86_400,
      jti: `gnt_n000001.tok_n000002.${grant.key}`,
    });
  });

  it('of a client on its own has the client for its subject', async () => {
    const token = await issue('RS256', begin(null));
    expect(decodeJwt(token)).toMatchObject({ sub: 'web', client_id: 'web' });
    expect(await bearerOf(token)).toMatchObject({ user: null, scope: 'openid', grant: { id: 'gnt_n000002' } });
  });

  it.each(['RS256', 'EdDSA'] as const)('is read back with its user, its own scope and its grant (%s)', async (alg) => {
    expect(await bearerOf(await issue(alg))).toEqual({
      user: draft.get(users, 'usr_0001'),
      scope: 'openid',
      grant: draft.get(grants, grant.id),
    });
  });

  it('is good until its day is over', async () => {
    const token = await issue();
    expect(await bearerOf(token, realmAt(86_399))).toBeDefined();
    expect(await bearerOf(token, realmAt(86_400))).toBeUndefined();
  });

  it('has the empty scope where it names none', async () => {
    const { scope: _, ...rest } = claims;
    expect(await bearerOf(await signed(rest))).toMatchObject({ scope: '' });
  });

  it('is worthless once its grant has ended', async () => {
    const token = await issue();
    revokeGrant(draft, grant.id);
    expect(await bearerOf(token)).toBeUndefined();
  });

  it('leads to its grant, ended or not, while it is one of ours itself', async () => {
    const token = await issue();
    expect(await grantOfAccessToken(draft, token, realmAt())).toBe('gnt_n000001');
    revokeGrant(draft, grant.id);
    expect(await grantOfAccessToken(draft, token, realmAt())).toBe('gnt_n000001');
    expect(await grantOfAccessToken(draft, token, realmAt(86_400))).toBeUndefined();
    expect(await grantOfAccessToken(draft, token, realmAt(0, { sandbox: 'two' }))).toBeUndefined();
    expect(await grantOfAccessToken(draft, 'nonsense', realmAt())).toBeUndefined();
    expect(await grantOfAccessToken(draft, await idToken(), realmAt())).toBeUndefined();
    expect(
      await grantOfAccessToken(draft, await signed({ ...claims, jti: 'gnt_n000009.x' }), realmAt()),
    ).toBeUndefined();
  });
});

describe('a token signed by our key', () => {
  it('is good with these claims', async () => {
    expect(await bearerOf(await signed(claims))).toBeDefined();
  });

  it.each(['iss', 'sub', 'aud', 'exp', 'jti', 'client_id'] as const)('is worthless without %s', async (name) => {
    const { [name]: _, ...rest } = claims;
    expect(await bearerOf(await signed(rest))).toBeUndefined();
  });

  it.each([
    'gnt_n000009.tok_n000002',
    'tok_n000002.gnt_n000001',
    '.gnt_n000001',
    'gnt_n00000',
    'gnt_n000001.tok_n000002',
  ])('is worthless with the id %j', async (jti) => {
    expect(await bearerOf(await signed({ ...claims, jti }))).toBeUndefined();
  });

  it.each([{ sub: 'usr_0002' }, { sub: 'web' }, { client_id: 'other' }])(
    'is worthless where it says %j',
    async (other) => {
      expect(await bearerOf(await signed({ ...claims, ...other }))).toBeUndefined();
    },
  );

  it.each([{ typ: 'JWT' }, { typ: '' }, { kid: 'another' }])('is worthless with the header %j', async (header) => {
    expect(await bearerOf(await signed(claims, header))).toBeUndefined();
  });

  it.each([
    ['http://api.test/sandboxes/one/api/oauth', 'one'],
    ['https://another-name.test:8443/sandboxes/one/api/oauth', 'one'],
    ['http://api.test/api/oauth', 'default'],
    ['http://api.test/sandboxes/default/api/oauth', 'default'],
    ['http://api.test/sandboxes/one/api/oauth/', undefined],
    ['http://api.test/sandboxes/one/api/oauth2', undefined],
    ['http://api.test/below/sandboxes/one/api/oauth', undefined],
    ['http://api.test/below/api/oauth', undefined],
    ['http://api.test/sandboxes/one/two/api/oauth', undefined],
    ['http://api.test/sandboxes//api/oauth', undefined],
    ['http://api.test/sandboxes/api/oauth', undefined],
    ['/sandboxes/one/api/oauth', undefined],
    ['one', undefined],
    ['', undefined],
  ])('by the issuer %j is one of the sandbox %s alone', async (iss, name) => {
    const aud = ['http://api.test/api', 'http://api.test/sandboxes/one/api'];
    const token = await signed({ ...claims, iss, aud });
    for (const sandbox of ['one', 'default', '']) {
      draft.put(grants, { ...grant, sandbox });
      expect((await bearerOf(token, realmAt(0, { sandbox }))) !== undefined).toBe(sandbox === name);
    }
  });
});

describe('by its audience a token is', () => {
  it.each([
    ['http://api.test/sandboxes/one/api', true],
    ['https://another-name.test/sandboxes/one/api', true],
    [['https://orders.example.com', 'http://api.test/sandboxes/one/api'], true],
    ['https://orders.example.com', false],
    ['orders', false],
    [[], false],
    ['http://api.test/api', false],
    ['http://api.test/sandboxes/two/api', false],
    ['http://api.test/sandboxes/one/api/oauth', false],
    ['http://api.test/sandboxes/one', false],
  ])('%j: good here %s', async (aud, isGood) => {
    expect((await bearerOf(await signed({ ...claims, aud }))) !== undefined).toBe(isGood);
  });
});

describe('a grant is alive', () => {
  const isAlive = (id = grant.id, ms = SECONDS * 1000): boolean =>
    liveGrant(draft, draft.get(grants, id), ms) !== undefined;

  it('until it expires', () => {
    expect(liveGrant(draft, grant, grant.expires_at - 1)).toEqual({ grant, user: draft.get(users, 'usr_0001') });
    expect(isAlive(grant.id, grant.expires_at)).toBe(false);
  });

  it('until it is ended', () => {
    revokeGrant(draft, grant.id);
    expect(isAlive()).toBe(false);
  });

  it('where it is there', () => expect(isAlive('gnt_n000009')).toBe(false));
  it('without a user, for a client on its own', () => {
    const own = begin(null);
    expect(liveGrant(draft, own, SECONDS * 1000)).toEqual({ grant: own, user: null });
  });

  it('not with a user who is not there', () => expect(isAlive(begin('usr_9999').id)).toBe(false));

  it.each(['pending', 'suspended', 'deactivated'] as const)('not while its user is %s', (status) => {
    const user = draft.get(users, 'usr_0001');
    if (user === undefined) throw new Error('there is a first user');
    draft.put(users, { ...user, status });
    expect(isAlive()).toBe(false);
    draft.put(users, { ...user, status: 'active' });
    expect(isAlive()).toBe(true);
  });

  it.each([
    [1, true],
    [2, false],
  ])('where it is no older than its user allows: from %i on it is %s', (from, expected) => {
    const user = draft.get(users, 'usr_0001');
    if (user === undefined) throw new Error('there is a first user');
    draft.put(users, { ...user, grants_from: from });
    expect(isAlive()).toBe(expected);
  });
});

describe('an opaque token', () => {
  const opaque = (user: string): string =>
    `uat_${user}_03_${secretValue(draft, ['opaque', 'one', user, '03']).slice(0, 24)}`;

  it('stands for an active user, without a grant', async () => {
    expect(await bearerOf(opaque('usr_0001'))).toEqual({
      user: draft.get(users, 'usr_0001'),
      scope: expect.stringContaining('openid') as unknown,
      grant: null,
    });
  });

  it('is worthless for one who is not active, or not there', async () => {
    expect(draft.get(users, 'usr_0007')?.status).toBe('suspended');
    expect(await bearerOf(opaque('usr_0007'))).toBeUndefined();
    expect(await bearerOf(opaque('usr_9999'))).toBeUndefined();
  });
});

describe('an ID token', () => {
  it.each([
    ['RS256', 'sha256', 16],
    ['EdDSA', 'sha512', 32],
  ] as const)('says who logged in where and when, and binds the access token (%s)', async (alg, hash, half) => {
    const token = await idToken(alg);
    const { kid } = await signingKey(alg);
    expect(decodeProtectedHeader(token)).toEqual({ alg, kid, typ: 'JWT' });
    expect(decodeJwt(token)).toEqual({
      iss: ISSUER,
      sub: 'usr_0001',
      aud: 'web',
      iat: SECONDS,
      exp: SECONDS + 3600,
      auth_time: SECONDS - 60,
      at_hash: createHash(hash).update('an access token').digest().subarray(0, half).toString('base64url'),
      sid: 'gnt_n000001',
    });
  });

  it('repeats a nonce, also an empty one', async () => {
    expect(decodeJwt(await idToken('RS256', 'n-1'))).toHaveProperty('nonce', 'n-1');
    expect(decodeJwt(await idToken('RS256', ''))).toHaveProperty('nonce', '');
  });

  it('is a hint at its subject, expired or not, in its own sandbox', async () => {
    for (const alg of ['RS256', 'EdDSA'] as const) {
      const token = await idToken(alg);
      expect((await readIdTokenHint(token, realmAt()))?.sub).toBe('usr_0001');
      expect((await readIdTokenHint(token, realmAt(400 * 86_400)))?.sub).toBe('usr_0001');
      expect((await readIdTokenHint(token, realmAt(0, { sandbox: 'two' })))?.sub).toBeUndefined();
    }
  });

  it('is neither an access token nor what anybody else has signed', async () => {
    expect(await bearerOf(await idToken())).toBeUndefined();
    expect((await readIdTokenHint(await issue(), realmAt()))?.sub).toBeUndefined();
    const [header, payload] = (await idToken()).split('.');
    expect((await readIdTokenHint(`${header}.${payload}.AAAA`, realmAt()))?.sub).toBeUndefined();
    expect((await readIdTokenHint('', realmAt()))?.sub).toBeUndefined();
  });
});
