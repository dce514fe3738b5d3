/** Tokens that are bound to a key: proofs at the token endpoint and wherever a token is sent, each check by itself (RFC 9449). */
import { generateKeyPair, exportJWK } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { send, type JsonAnswer } from '../sandboxes/client.js';
import {
  CALLBACK,
  claimsOf,
  failure,
  form,
  type Parameters,
  PKCE,
  RelyingParty,
  spa,
  tokensOf,
  VERIFIER,
  web,
} from './relying-party.js';
import {
  ath,
  type Header,
  newJti,
  type Payload,
  proof,
  SECONDS,
  secretSigner,
  type Signer,
  signed,
  signer,
} from './signing.js';
import { useServer } from '../support.js';

const server = useServer();
let key: Signer;
let other: Signer;
let tokenUrl: string;
let userinfoUrl: string;

beforeAll(async () => {
  [key, other] = await Promise.all([signer(), signer()]);
  tokenUrl = `${server.origin}/api/oauth/token`;
  userinfoUrl = `${server.origin}/api/oauth/userinfo`;
});

const WEB = { client_id: web.id, client_secret: web.secret };

async function request(url: string, init: RequestInit): Promise<JsonAnswer> {
  const answer = await fetch(url, init);
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Record<string, unknown> };
}

/** Sends a token request with a proof. */
const ask = (fields: Parameters, dpop?: string, url = tokenUrl) =>
  request(url, { method: 'POST', body: form(fields), headers: dpop === undefined ? {} : { dpop } });

const atToken = (by: Signer = key) => proof(by, { method: 'POST', url: tokenUrl });

/** Tokens of a user that are bound to a key. */
async function bound(client = spa, by = key) {
  const rp = new RelyingParty(server, { client });
  const code = await rp.code(PKCE);
  const fields = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER };
  const answer = await ask({ ...fields, client_id: client.id, client_secret: client.secret }, await atToken(by));
  return { ...tokensOf(answer), answer };
}

const atUserinfo = async (token: string, dpop: string, scheme = 'DPoP') =>
  request(userinfoUrl, { headers: { authorization: `${scheme} ${token}`, dpop } });

const proofFor = (token: string, more: { payload?: Payload; header?: Header } = {}, by = key) =>
  proof(by, { method: 'GET', url: userinfoUrl, token, ...more });

describe('a token that is bound to a key', () => {
  test('says so in every way, and works with a proof alone', async () => {
    const { access_token, answer } = await bound();
    expect(answer.json['token_type']).toBe('DPoP');
    expect(claimsOf(access_token)['cnf']).toEqual({ jkt: key.jkt });
    const seen = await atUserinfo(access_token, await proofFor(access_token));
    expect([seen.status, seen.json['sub']]).toEqual([200, 'usr_0001']);
    const introspected = await ask({ ...WEB, token: access_token }, undefined, `${server.origin}/api/oauth/introspect`);
    expect(introspected.json).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt: key.jkt } });
  });

  test('is refused as a mere bearer, with and without a proof, in the header and in a form', async () => {
    const { access_token } = await bound();
    const answers = [
      await request(userinfoUrl, { headers: { authorization: `Bearer ${access_token}` } }),
      await atUserinfo(access_token, await proofFor(access_token), 'Bearer'),
      await request(userinfoUrl, { method: 'POST', body: form({ access_token }) }),
      await request(`${server.origin}/api/auth/profile`, { headers: { authorization: `Bearer ${access_token}` } }),
      await request(`${server.origin}/api/auth/logout`, {
        method: 'POST',
        body: '{}',
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      }),
    ];
    for (const { status, headers } of answers) {
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toMatch(
        /^DPoP realm="understudy", error="invalid_token".*algs="RS256 .*ES256/,
      );
    }
    expect((await atUserinfo(access_token, await proofFor(access_token))).status).toBe(200);
  });

  test('works on every route that takes a token, also over tRPC and with any method', async () => {
    const { access_token } = await bound();
    const at = async (method: string, path: string, url = server.origin + path) => ({
      method,
      headers: {
        authorization: `dpop ${access_token}`,
        dpop: await proof(key, { method, url, token: access_token }),
        'content-type': 'application/json',
      },
    });
    const profile = '/api/auth/profile';
    expect((await request(server.origin + profile, await at('GET', profile))).status).toBe(200);
    expect((await fetch(server.origin + profile, await at('HEAD', profile))).status).toBe(200);
    const posted = await request(userinfoUrl, await at('POST', '/api/oauth/userinfo'));
    expect(posted.json['sub']).toBe('usr_0001');
    // Two calls of one request share its proof.
    const batch = '/trpc/auth.getProfile,oauth.getUserinfo';
    const both = await fetch(`${server.origin}${batch}?batch=1&input=%7B%7D`, await at('GET', batch));
    expect([both.status, ((await both.json()) as unknown[]).length]).toEqual([200, 2]);
    const logout = '/api/auth/logout';
    expect((await request(server.origin + logout, { ...(await at('POST', logout)), body: '{}' })).status).toBe(200);
    expect((await atUserinfo(access_token, await proofFor(access_token))).status).toBe(401);
  });
});

/** What is wrong with a proof, by the numbers of RFC 9449 §4.3. Each is right but for one thing. */
interface Wrong {
  readonly payload?: Payload;
  readonly header?: Header;
  readonly make?: (right: () => Promise<string>) => Promise<string>;
}

const wrongs: readonly (readonly [string, Wrong])[] = [
  ['1: two headers', { make: async (right) => `${await right()}, ${await right()}` }],
  ['2: no JWT', { make: async () => 'x' }],
  ['2: three parts that are none', { make: async () => 'x.y.z' }],
  ['3: no jti', { payload: { jti: undefined } }],
  ['3: a jti that is a number', { payload: { jti: 1 } }],
  ['3: no htm', { payload: { htm: undefined } }],
  ['3: no htu', { payload: { htu: undefined } }],
  ['3: no iat', { payload: { iat: undefined } }],
  ['4: another type', { header: { typ: 'jwt' } }],
  ['4: no type', { header: { typ: undefined } }],
  [
    '5: no algorithm',
    {
      make: async (right) => {
        const [, payload = ''] = (await right()).split('.');
        const head = Buffer.from(JSON.stringify({ alg: 'none', typ: 'dpop+jwt', jwk: key.jwk })).toString('base64url');
        return `${head}.${payload}.`;
      },
    },
  ],
  [
    '5: a secret instead of a key',
    {
      make: async (right) => {
        const payload = claimsOf(await right());
        const jwk = { kty: 'oct', k: Buffer.from('secret').toString('base64url') };
        return signed(secretSigner('secret'), payload, { typ: 'dpop+jwt', jwk });
      },
    },
  ],
  ['6: no key', { header: { jwk: undefined } }],
  [
    '6: a signature of another key',
    {
      make: async (right) => signed(other, claimsOf(await right()), { typ: 'dpop+jwt', jwk: key.jwk }),
    },
  ],
  [
    '6: a payload that was changed',
    {
      make: async (right) => {
        const [head = '', payload = '', signature = ''] = (await right()).split('.');
        const changed = { ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), jti: newJti() };
        return `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`;
      },
    },
  ],
  [
    '7: a private key',
    {
      make: async (right) => {
        const { privateKey } = await generateKeyPair('ES256', { extractable: true });
        const own = { ...key, sign: privateKey };
        return signed(own, claimsOf(await right()), { typ: 'dpop+jwt', jwk: await exportJWK(privateKey) });
      },
    },
  ],
  ['8: another method', { payload: { htm: 'PUT' } }],
  ['8: the method in small letters', { payload: { htm: 'get' } }],
  ['9: another path', { payload: { htu: 'http://127.0.0.1/api/oauth/authorize' } }],
  ['9: another host', { payload: { htu: 'https://else.example/api/oauth/userinfo' } }],
  ['9: no address', { payload: { htu: 'userinfo' } }],
  ['11: one from long ago', { payload: { iat: SECONDS - 301 } }],
  ['11: one from a time to come', { payload: { iat: SECONDS + 61 } }],
];

describe('a wrong proof gives no token', () => {
  test.each(wrongs)('%s', async (_what, { make, ...wrong }) => {
    const right = () => proof(key, { method: 'POST', url: tokenUrl });
    const dpop = await (make?.(right) ?? proof(key, { method: 'POST', url: tokenUrl, ...wrong }));
    const answer = await ask({ grant_type: 'client_credentials', ...WEB }, dpop);
    expect(failure(answer)).toBe('400 invalid_dpop_proof');
    expect(answer.json['error_description']).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });
});

describe('a wrong proof opens nothing', () => {
  let token: string;
  beforeAll(async () => {
    token = (await bound()).access_token;
  });

  const more: readonly (readonly [string, Wrong])[] = [
    ['12: no hash of the token', { payload: { ath: undefined } }],
    ['12: the hash of another token', { payload: { ath: ath('another') } }],
  ];
  test.each([...wrongs, ...more])('%s', async (_what, { make, ...wrong }) => {
    const right = () => proofFor(token);
    const answer = await atUserinfo(token, await (make?.(right) ?? proofFor(token, wrong)));
    expect(failure(answer)).toBe('401 invalid_dpop_proof');
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_dpop_proof"');
  });

  test('12: a proof of another key than that of the token', async () => {
    expect(failure(await atUserinfo(token, await proofFor(token, {}, other)))).toBe('401 invalid_token');
  });

  test('no proof at all', async () => {
    const answer = await request(userinfoUrl, { headers: { authorization: `DPoP ${token}` } });
    expect(failure(answer)).toBe('401 invalid_dpop_proof');
  });

  test('a token that is not bound', async () => {
    const { access_token } = await new RelyingParty(server, { client: spa }).logIn();
    expect(failure(await atUserinfo(access_token, await proofFor(access_token)))).toBe('401 invalid_token');
  });

  test('the query and the spelling of the address do not matter', async () => {
    const spelt = userinfoUrl.replace('http://127', 'HTTP://127');
    for (const htu of [`${userinfoUrl}?a=b#c`, spelt]) {
      const dpop = await proofFor(token, { payload: { htu } });
      expect((await request(`${userinfoUrl}?x=1`, { headers: { authorization: `DPoP ${token}`, dpop } })).status).toBe(
        200,
      );
    }
  });
});

describe('a proof is good once', () => {
  test('at the token endpoint, also where its request failed', async () => {
    const [first, second] = [await atToken(), await atToken()];
    const fields = { grant_type: 'client_credentials', ...WEB };
    expect((await ask(fields, first)).status).toBe(200);
    expect(failure(await ask(fields, first))).toBe('400 invalid_dpop_proof');
    expect(failure(await ask({ ...WEB, grant_type: 'refresh_token', refresh_token: 'x' }, second))).toBe(
      '400 invalid_grant',
    );
    expect(failure(await ask(fields, second))).toBe('400 invalid_dpop_proof');
  });

  test('at a resource, until it would be refused anyway', async () => {
    const { access_token } = await bound();
    const dpop = await proofFor(access_token);
    const all = await Promise.all([1, 2, 3].map(async () => (await atUserinfo(access_token, dpop)).status));
    expect(all.toSorted()).toEqual([200, 401, 401]);
    expect(failure(await atUserinfo(access_token, dpop))).toBe('401 invalid_dpop_proof');
  });
});

describe('refresh tokens', () => {
  test('of a public client are bound to its key', async () => {
    const { refresh_token } = await bound();
    const fields = { grant_type: 'refresh_token', refresh_token, client_id: spa.id };
    expect(failure(await ask(fields))).toBe('400 invalid_grant');
    expect(failure(await ask(fields, await atToken(other)))).toBe('400 invalid_grant');
    // It is no way around that to use it where no client is asked for.
    expect((await send(server, 'POST', '/api/auth/refresh', { refresh_token })).status).toBe(401);
    const again = await ask(fields, await atToken());
    expect([again.status, again.json['token_type']]).toEqual([200, 'DPoP']);
  });

  test('of a client with a secret are not: it may take another key', async () => {
    const { refresh_token } = await bound(web);
    const again = await ask({ grant_type: 'refresh_token', refresh_token, ...WEB }, await atToken(other));
    expect(claimsOf(tokensOf(again).access_token)['cnf']).toEqual({ jkt: other.jkt });
  });

  test('of a public client that has sent no proof are as they were', async () => {
    const rp = new RelyingParty(server, { client: spa });
    const { refresh_token } = await rp.logIn();
    expect((await rp.refresh(refresh_token)).json['token_type']).toBe('Bearer');
  });
});

describe('a code is bound to a key', () => {
  const redeem = async (code: string, dpop?: string) =>
    ask(
      { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER, client_id: spa.id },
      dpop,
    );

  test('by dpop_jkt', async () => {
    const code = await new RelyingParty(server, { client: spa }).code({ ...PKCE, dpop_jkt: key.jkt });
    expect(failure(await redeem(code))).toBe('400 invalid_grant');
    expect(failure(await redeem(code, await atToken(other)))).toBe('400 invalid_grant');
    expect((await redeem(code, await atToken())).status).toBe(200);
  });

  test('by the proof of a pushed request', async () => {
    const parUrl = `${server.origin}/api/oauth/par`;
    const fields = { client_id: spa.id, response_type: 'code', redirect_uri: CALLBACK, ...PKCE };
    const dpop = () => proof(key, { method: 'POST', url: parUrl });
    expect(failure(await ask({ ...fields, dpop_jkt: other.jkt }, await dpop(), parUrl))).toBe('400 invalid_dpop_proof');
    const { json } = await ask(fields, await dpop(), parUrl);
    const rp = new RelyingParty(server, { client: spa });
    const { code = '' } = await rp.response({
      request_uri: String(json['request_uri']),
      redirect_uri: undefined,
      response_type: undefined,
    });
    expect(failure(await redeem(code))).toBe('400 invalid_grant');
    expect((await redeem(code, await atToken())).status).toBe(200);
  });

  test('a thumbprint that is none is refused', async () => {
    const { error } = await new RelyingParty(server, { client: spa }).response({ ...PKCE, dpop_jkt: 'short' });
    expect(error).toBe('invalid_request');
  });
});

test('a client that has said so gets bound tokens only', async () => {
  const name = '/sandboxes/bound-only';
  const oauth_clients = [{ client_id: 'bound', client_secret: 's', dpop_bound_access_tokens: true }];
  await send(server, 'PUT', name, { oauth_clients });
  const url = `${server.origin}${name}/api/oauth/token`;
  const fields = { grant_type: 'client_credentials', client_id: 'bound', client_secret: 's' };
  expect(failure(await ask(fields, undefined, url))).toBe('400 invalid_request');
  expect((await ask(fields, await proof(key, { method: 'POST', url }), url)).status).toBe(200);
});

describe('where the sandbox wants a nonce', () => {
  const base = '/sandboxes/nonces';
  let rp: RelyingParty;
  let own: string;
  beforeAll(async () => {
    await send(server, 'PUT', base, { dpop_nonce: 'required' });
    rp = new RelyingParty(server, { base, client: web });
    own = `${rp.issuer}/token`;
  });

  const credentials = { grant_type: 'client_credentials', ...WEB };
  const with_ = (nonce?: string) =>
    proof(key, { method: 'POST', url: own, payload: nonce === undefined ? {} : { nonce } });

  test('a proof without it is told which, and one with it is taken, at the token endpoint and at a resource', async () => {
    const refused = await ask(credentials, await with_(), own);
    expect(failure(refused)).toBe('400 use_dpop_nonce');
    const nonce = refused.headers.get('dpop-nonce') ?? '';
    expect(refused.headers.get('access-control-expose-headers')).toContain('DPoP-Nonce');
    expect(failure(await ask(credentials, await with_('made up'), own))).toBe('400 use_dpop_nonce');
    expect((await ask(credentials, await with_(nonce), own)).status).toBe(200);

    const code = await rp.code();
    const { access_token } = tokensOf(
      await ask({ ...WEB, grant_type: 'authorization_code', code, redirect_uri: CALLBACK }, await with_(nonce), own),
    );
    const url = `${rp.issuer}/userinfo`;
    const get = async (payload: Payload) =>
      request(url, {
        headers: {
          authorization: `DPoP ${access_token}`,
          dpop: await proof(key, { method: 'GET', url, token: access_token, payload }),
        },
      });
    const challenged = await get({});
    expect(failure(challenged)).toBe('401 use_dpop_nonce');
    expect(challenged.headers.get('www-authenticate')).toContain('error="use_dpop_nonce"');
    expect((await get({ nonce: challenged.headers.get('dpop-nonce') })).status).toBe(200);
  });

  test('it changes with the clock of the sandbox, and is good a while longer', async () => {
    const nonceNow = async () => (await ask(credentials, await with_(), own)).headers.get('dpop-nonce') ?? '';
    const first = await nonceNow();
    await rp.advance(300);
    const at = (nonce: string, iat: number) => proof(key, { method: 'POST', url: own, payload: { nonce, iat } });
    const second = (await ask(credentials, await at('', SECONDS + 300), own)).headers.get('dpop-nonce') ?? '';
    expect(second).not.toBe(first);
    expect((await ask(credentials, await at(first, SECONDS + 300), own)).status).toBe(200);
    await rp.advance(300);
    expect(failure(await ask(credentials, await at(first, SECONDS + 600), own))).toBe('400 use_dpop_nonce');
    expect((await ask(credentials, await at(second, SECONDS + 600), own)).status).toBe(200);
  });
});

test('the clock of the sandbox decides whether a proof is new, and the answer says what it shows', async () => {
  await send(server, 'PUT', '/sandboxes/elsewhen', { clock: '2020-01-01T00:00:00.000Z' });
  const url = `${server.origin}/sandboxes/elsewhen/api/oauth/token`;
  const answer = await ask(
    { grant_type: 'client_credentials', ...WEB },
    await proof(key, { method: 'POST', url }),
    url,
  );
  expect(failure(answer)).toBe('400 invalid_dpop_proof');
  expect(answer.json['error_description']).toContain('2020-01-01T00:00:00.000Z');
});

test('a proof beside a token that needs none is not looked at', async () => {
  const { access_token } = await new RelyingParty(server).logIn();
  expect((await atUserinfo(access_token, 'nonsense', 'Bearer')).status).toBe(200);
});
