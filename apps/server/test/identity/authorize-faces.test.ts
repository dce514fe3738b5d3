/** The two faces of the authorization endpoint: a page of grants for JSON callers, a redirect for browsers. */
import { describe, expect, test } from 'vitest';
import { send } from '../sandboxes/client.js';
import { inProcess, type TestServer, useServer } from '../support.js';
import { Browser } from './browser.js';
import { CALLBACK, form, PKCE, RelyingParty, tokensOf, VERIFIER } from './relying-party.js';

interface Grant {
  readonly id: string;
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly user_id: string;
  readonly code?: string;
  readonly redirect_to?: string;
}

interface Page {
  readonly data: Grant[];
  readonly pagination: { total: number; nextCursor?: string | null };
}

const server = useServer();

const AUTHORIZE = '/api/oauth/authorize';

async function list(query = '', base = ''): Promise<Page> {
  const answer = await server.fetch(base + AUTHORIZE + query, { headers: { accept: 'application/json' } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

describe('the list', () => {
  test('is the documented envelope', async () => {
    const answer = await server.fetch(AUTHORIZE);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await answer.json()).toEqual({
      data: expect.arrayContaining([
        {
          id: 'tok_0001',
          access_token: expect.stringMatching(/^\S{20,}$/),
          token_type: 'Bearer',
          expires_in: 86_400,
          scope: 'openid profile email',
          user_id: 'usr_0001',
        },
      ]),
      pagination: { page: 1, perPage: 10, total: 35, totalPages: 4 },
      meta: { delayMs: 0 },
    });
  });

  test('has one grant for each active user', async () => {
    const { pagination } = (await (await server.fetch('/api/auth/users?status=active')).json()) as Page;
    const grants = await list('?per_page=50');
    expect(grants.pagination.total).toBe(pagination.total);
    expect(new Set(grants.data.map((one) => one.user_id)).size).toBe(pagination.total);
  });

  test('is the same every time, on every server, and writes nothing', async () => {
    const revision = server.revision();
    const text = async (from: TestServer) => (await from.fetch(`${AUTHORIZE}?per_page=50`)).text();
    const once = await text(server);
    expect(await text(server)).toBe(once);
    await using other = await inProcess({ clock: '2031-01-01T00:00:00Z' });
    expect(await text(other)).toBe(once);
    expect(server.revision()).toBe(revision);
  });

  test('gives other tokens for another seed', async () => {
    await using other = await inProcess({ seed: 'another' });
    const [mine] = (await list()).data;
    const [theirs] = ((await (await other.fetch(AUTHORIZE)).json()) as Page).data;
    expect(theirs?.access_token).not.toBe(mine?.access_token);
    const answer = await other.fetch('/api/oauth/userinfo', {
      headers: { authorization: `Bearer ${mine?.access_token ?? ''}` },
    });
    expect(answer.status).toBe(401);
  });

  test('names its users by tokens that work at userinfo, as far as the scope reaches', async () => {
    const rp = new RelyingParty(server);
    for (const { access_token: token, user_id } of (await list()).data) {
      const { json } = await rp.userinfo(token);
      expect(json).toMatchObject({ sub: user_id, email: expect.any(String), name: expect.any(String) });
    }
    const [narrow] = (await list('?scope=openid')).data;
    expect((await rp.userinfo(narrow?.access_token ?? '')).json).toEqual({ sub: 'usr_0001' });
    const [wide] = (await list('?scope=openid%20phone%20address')).data;
    expect(Object.keys((await rp.userinfo(wide?.access_token ?? '')).json)).toEqual([
      'sub',
      'address',
      'phone_number',
      'phone_number_verified',
    ]);
  });

  test('gives tokens that work for the profile, too', async () => {
    const [grant] = (await list()).data;
    const headers = { authorization: `Bearer ${grant?.access_token ?? ''}` };
    const { json } = await send(server, 'GET', '/api/auth/profile', undefined, headers);
    expect(json).toMatchObject({ data: { id: 'usr_0001' } });
  });

  test('puts the user of login_hint first, and nobody twice', async () => {
    const { data, pagination } = await list('?login_hint=usr_0008&per_page=50');
    expect(data[0]?.user_id).toBe('usr_0008');
    expect(data[1]?.user_id).toBe('usr_0001');
    expect(new Set(data.map((one) => one.user_id)).size).toBe(pagination.total);
  });

  test.each(['nobody@example.com', 'usr_0007'])('refuses login_hint=%s', async (hint) => {
    const answer = await server.fetch(`${AUTHORIZE}?login_hint=${hint}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'access_denied', errors: [{ parameter: 'login_hint' }] });
  });

  test.each(['page', 'link', 'cursor'])('is paged by %s: every grant once, in one order', async (style) => {
    const whole = (await list('?per_page=50&login_hint=usr_0008')).data;
    const seen: Grant[] = [];
    let query: string | undefined = `?pagination_style=${style}&per_page=8&login_hint=usr_0008`;
    for (let page = 1; query !== undefined; page++) {
      const answer = await server.fetch(AUTHORIZE + query);
      const { data, pagination } = (await answer.json()) as Page;
      seen.push(...data);
      const next = /<[^>]*(\?[^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      expect(next === undefined).toBe(style === 'page' || seen.length === whole.length);
      if (style === 'cursor') expect(pagination.nextCursor === null).toBe(next === undefined);
      const more = seen.length < whole.length ? `?per_page=8&login_hint=usr_0008&page=${page + 1}` : undefined;
      query = style === 'page' ? more : next;
    }
    expect(seen).toEqual(whole);
  });

  test('follows a user who registers, and one who is suspended', async () => {
    const base = '/sandboxes/faces';
    const body = { email: 'new@example.com', password: 'correct horse', name: 'New User' };
    const { json } = await send(server, 'POST', `${base}/api/auth/register`, body);
    const [{ id = '' } = {}] = (json as { data: { id: string }[] }).data;
    const grants = (await list('?per_page=50', base)).data;
    expect(grants.at(-1)?.user_id).toBe(id);
    await send(server, 'PATCH', `${base}/api/auth/users/${id}`, { status: 'suspended' });
    expect((await list('?per_page=50', base)).data).toEqual(grants.slice(0, -1));
    const rp = new RelyingParty(server, { base });
    expect(await rp.statusOf(grants.at(-1)?.access_token ?? '')).toBe(401);
  });
});

describe('with client_id and redirect_uri', () => {
  const query = `?${form({ client_id: 'understudy-web', redirect_uri: CALLBACK, state: 's', login_hint: 'usr_0002' })}`;

  test('each grant has a code, and says where a browser would be sent with it', async () => {
    const rp = new RelyingParty(server);
    for (const { user_id, code = '', redirect_to = '' } of (await list(query)).data) {
      const back = new URL(redirect_to);
      expect(back.origin + back.pathname).toBe(CALLBACK);
      expect(Object.fromEntries(back.searchParams)).toEqual({ code, state: 's', iss: rp.issuer });
      const tokens = tokensOf(await rp.redeem(code));
      expect((await rp.userinfo(tokens.access_token)).json['sub']).toBe(user_id);
    }
  });

  test('the code keeps challenge and nonce', async () => {
    const party = new RelyingParty(server, { base: '/sandboxes/pkce', client: { id: 'understudy-spa' } });
    const asked = `?${form({ client_id: 'understudy-spa', redirect_uri: CALLBACK, nonce: 'n-1', ...PKCE })}`;
    const [{ code = '' } = {}] = (await list(asked, '/sandboxes/pkce')).data;
    expect((await party.redeem(code)).json['error']).toBe('invalid_grant');
    tokensOf(await party.redeem(code, { code_verifier: VERIFIER }));
  });

  test('one alone gives no code', async () => {
    for (const alone of ['?client_id=understudy-web', `?redirect_uri=${encodeURIComponent(CALLBACK)}`]) {
      const [grant] = (await list(alone)).data;
      expect(grant).not.toHaveProperty('code');
      expect(grant).not.toHaveProperty('redirect_to');
    }
  });

  test('an address that no browser would be sent to gets the tokens, but no code', async () => {
    const { data } = await list(
      `?${form({ client_id: 'understudy-web', redirect_uri: 'https://app.example/callback' })}`,
    );
    expect(data).toHaveLength(10);
    for (const grant of data) {
      expect(grant).not.toHaveProperty('code');
      expect(grant).not.toHaveProperty('redirect_to');
    }
  });
});

describe('which face', () => {
  const oauth = `?${form({ client_id: 'understudy-web', redirect_uri: CALLBACK, response_type: 'code' })}`;
  const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const AXIOS = 'application/json, text/plain, */*';
  const mode = (value: string) => ({ 'sec-fetch-mode': value, accept: '*/*' });

  test.each([
    ['a browser that goes to the bare address', '', {}, 200],
    ['a browser that goes there with controls only', '?per_page=2&delay=0', {}, 200],
    ['a browser that goes there with a scope only', '?scope=openid', {}, 200],
    ['a browser that sends OAuth parameters', oauth, {}, 302],
    ['a browser that sends one alone', '?client_id=understudy-web', {}, 400],
    ['a browser that sends response_type alone', '?response_type=code', {}, 400],
    ['a program that navigates', oauth, mode('navigate'), 302],
    ['a program that prefers HTML', oauth, { accept: HTML, 'sec-fetch-mode': undefined }, 302],
    ['fetch in a page', oauth, mode('cors'), 200],
    ['a program that says cors, as they all do, and accepts HTML', oauth, { ...mode('cors'), accept: HTML }, 302],
    ['a page that fetches JSON', oauth, { accept: 'application/json', 'sec-fetch-mode': 'cors' }, 200],
    ['curl', oauth, { accept: '*/*', 'sec-fetch-mode': undefined }, 200],
    ...['state=s', 'nonce=n', `${form(PKCE)}`, 'prompt=login'].map(
      (sign) => [`a program that sends ${sign}`, `${oauth}&${sign}`, mode('cors'), 302] as const,
    ),
    ['a program that sends a request object', `${oauth}&request=x`, mode('cors'), 302],
    ['a program that sends no Accept, but state', `${oauth}&state=s`, { accept: undefined }, 302],
    ['a program that sends an empty state', `${oauth}&state=`, mode('cors'), 200],
    ['a program that sends state alone', '?state=s', mode('navigate'), 200],
    ['axios that sends state', `${oauth}&state=s`, { ...mode('cors'), accept: AXIOS }, 200],
    ['axios with response_mode=query', `${oauth}&response_mode=query`, { ...mode('cors'), accept: AXIOS }, 302],
    ['a client that asks for a fragment', `${oauth}&response_mode=fragment`, mode('cors'), 302],
    ['a client that names JSON', oauth, { accept: 'application/json', 'sec-fetch-mode': undefined }, 200],
    ['a browser that is made to name JSON', oauth, { ...mode('navigate'), accept: 'application/json' }, 200],
    [
      'a client that prefers JSON',
      oauth,
      { accept: 'application/json, text/html;q=0.5', 'sec-fetch-mode': undefined },
      200,
    ],
    [
      'curl with response_mode=query',
      `${oauth}&response_mode=query`,
      { accept: '*/*', 'sec-fetch-mode': undefined },
      302,
    ],
    ['response_mode=query alone', '?response_mode=query', { accept: '*/*', 'sec-fetch-mode': undefined }, 200],
  ] as const)('%s gets it: %j', async (_who, query, headers, status) => {
    const page = await new Browser().visit(server.origin + AUTHORIZE + query, { headers });
    expect(page.status).toBe(status);
    expect(page.location === undefined).toBe(status !== 302);
    if (status === 200) expect(JSON.parse(page.body)).toHaveProperty('pagination');
  });
});

describe('parameters of a JSON caller may be missing, but not malformed', () => {
  test.each([
    ['redirect_uri=callback', 'invalid_request'],
    ['redirect_uri=%2F%2Fapp.example', 'invalid_request'],
    ['client_id=a&redirect_uri=javascript:alert(1)', 'invalid_request'],
    ['client_id=a&redirect_uri=data:text/html,x', 'invalid_request'],
    ['client_id=a&redirect_uri=http://user@127.0.0.1/', 'invalid_request'],
    ['client_id=a&redirect_uri=http://127.0.0.1/%23here', 'invalid_request'],
    ['response_type=token', 'unsupported_response_type'],
    ['response_mode=query.jwt', 'invalid_request'],
    ['code_challenge=short&code_challenge_method=S256', 'invalid_request'],
    ['prompt=none%20login', 'invalid_request'],
    ['max_age=soon', 'invalid_request'],
    ['scope=%22', 'invalid_scope'],
    ['request=x', 'invalid_request'],
    ['request=x&client_id=a', 'invalid_request_object'],
    ['per_page=51', 'invalid_request'],
  ])('%s is 400 %s', async (query, error) => {
    const answer = await server.fetch(`${AUTHORIZE}?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error });
  });
});

test('parameters without a value are left out (RFC 6749 §3.1)', async () => {
  const names = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'response_mode', 'prompt', 'max_age'];
  const { data } = await list(`?${names.map((name) => `${name}=`).join('&')}`);
  expect(data).toEqual((await list()).data);
});
