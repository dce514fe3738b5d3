/** The log-in page: who sees it, what can be chosen on it, and whose answer counts. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { newBase, NOW, overSocket, useServer } from '../support.js';
import type { Page } from './browser.js';
import { formOf, responseOf } from './response-of.js';
import { CALLBACK, claimsOf, failure, form, type Parameters, RelyingParty, tokensOf, web } from './relying-party.js';
import { secretSigner, signed } from './signing.js';

const server = useServer();

/** A relying party at a sandbox that shows the page. */
async function party(settings: object = { login: 'page' }): Promise<RelyingParty> {
  const rp = new RelyingParty(server, { base: newBase() });
  await rp.configure(settings);
  return rp;
}

const ASKED = '<h1>Who logs in?</h1>';

/** Chooses something on a page. */
async function choose(rp: RelyingParty, page: Page, choice: Parameters, changed: Parameters = {}): Promise<Page> {
  const { action, fields } = formOf(page);
  return rp.browser.visit(new URL(action, rp.issuer), { form: form({ ...fields, ...changed, ...choice }) });
}

/** Ids of the users that a page shows. */
const shown = ({ body }: Page) => [...body.matchAll(/name="login_as" value="([^"]+)"/g)].map(([, id]) => id);

/** The user of a code that a page has led to. */
async function userOf(rp: RelyingParty, page: Page): Promise<unknown> {
  const { code = '' } = responseOf(page).says;
  return claimsOf(tokensOf(await rp.redeem(code)).id_token)['sub'];
}

describe('is shown', () => {
  test('to a browser where the sandbox says so, and logs in whoever is chosen', async () => {
    const rp = await party();
    const page = await rp.authorize({ nonce: 'n' });
    expect([page.status, page.location]).toEqual([200, undefined]);
    expect(page.body).toContain(ASKED);
    const after = await choose(rp, page, { login_as: 'usr_0005' });
    expect(responseOf(after).says).toMatchObject({ state: 'state-1', iss: rp.issuer });
    expect(await userOf(rp, after)).toBe('usr_0005');
    // The browser has a session from then on.
    expect(await userOf(rp, await rp.authorize())).toBe('usr_0005');
  });

  test('where the client sends prompt=select_account, in any sandbox', async () => {
    const rp = await party({});
    expect((await rp.authorize()).location).toBeDefined();
    const page = await rp.authorize({ prompt: 'select_account' });
    expect(page.body).toContain(ASKED);
    expect(await userOf(rp, await choose(rp, page, { login_as: 'usr_0002' }))).toBe('usr_0002');
  });

  test('to no program: it is logged in as ever', async () => {
    const rp = await party();
    const page = await rp.authorize({ prompt: 'select_account' }, { accept: '*/*', 'sec-fetch-mode': undefined });
    expect(await userOf(rp, page)).toBe('usr_0001');
  });

  test('never with prompt=none', async () => {
    const rp = await party();
    expect(await rp.response({ prompt: 'none' })).toMatchObject({ error: 'login_required' });
  });

  test.each([
    [{ prompt: 'login' }, true],
    [{ max_age: '5' }, true],
    [{ login_hint: 'usr_0002' }, true],
    [{ max_age: '60' }, false],
    [{ prompt: 'consent' }, false],
  ] as const)('to a browser with a session for %j: %s', async (parameters, isShown) => {
    const rp = await party();
    await choose(rp, await rp.authorize(), { login_as: 'usr_0001' });
    await rp.advance(10);
    const page = await rp.authorize(parameters);
    expect(page.body.includes(ASKED)).toBe(isShown);
    if (isShown) expect(await userOf(rp, await choose(rp, page, { login_as: 'usr_0001' }))).toBe('usr_0001');
  });

  test('by a server that says so for every sandbox', async () => {
    await using own = await overSocket({ login: 'page' });
    expect((await new RelyingParty(own).authorize()).body).toContain(ASKED);
    const other = new RelyingParty(own, { base: '/sandboxes/other' });
    await other.configure({ login: 'automatic' });
    expect((await other.authorize()).location).toBeDefined();
  });

  test('also for a request that came as a form, and answers in the mode that was asked for', async () => {
    const rp = await party();
    const [address = '', query = ''] = rp.authorizeUrl({ response_mode: 'form_post', nonce: 'n' }).split('?');
    const page = await rp.browser.visit(address, { form: new URLSearchParams(query) });
    const after = await choose(rp, page, { login_as: 'usr_0003' });
    expect(responseOf(after).mode).toBe('form_post');
    expect(await userOf(rp, after)).toBe('usr_0003');
  });
});

describe('a request that says more than its parameters', () => {
  const request = {
    client_id: web.id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid',
    state: 'inside',
  };
  const alone = { redirect_uri: undefined, response_type: undefined, scope: undefined, state: undefined };

  test('is repeated as it was pushed, and is good for one answer', async () => {
    const rp = await party();
    const request_uri = String((await rp.ask('par', request)).json['request_uri']);
    const page = await rp.authorize({ ...alone, request_uri });
    expect(formOf(page).fields).toMatchObject({ client_id: web.id, request_uri });
    const denied = await choose(rp, page, { decision: 'deny' });
    expect(responseOf(denied).says).toMatchObject({ error: 'access_denied', state: 'inside' });
    const after = await choose(rp, page, { login_as: 'usr_0003' });
    expect(responseOf(after).says).toMatchObject({ state: 'inside' });
    expect(await userOf(rp, after)).toBe('usr_0003');
    expect((await choose(rp, page, { login_as: 'usr_0003' })).location).toBeUndefined();
  });

  test('is repeated as it was signed', async () => {
    const rp = await party();
    const jwt = await signed(secretSigner(web.secret ?? ''), request);
    const page = await rp.authorize({ ...alone, request: jwt });
    expect(page.body).toContain(ASKED);
    const denied = await choose(rp, page, { decision: 'deny' });
    expect(responseOf(denied).says).toMatchObject({ error: 'access_denied', state: 'inside' });
    expect(await userOf(rp, await choose(rp, page, { login_as: 'usr_0003' }))).toBe('usr_0003');
  });
});

test('choosing oneself again is no new login, unless the client wants one', async () => {
  const rp = await party();
  const first = await rp.authorize();
  const { code = '' } = responseOf(await choose(rp, first, { login_as: 'usr_0002' })).says;
  const { sid } = claimsOf(tokensOf(await rp.redeem(code)).id_token);
  await rp.advance(10);
  const sidAfter = async (prompt: string) => {
    const page = await rp.authorize({ prompt });
    expect(page.body).toContain('<span class="state">logged in</span>');
    const after = await choose(rp, page, { login_as: 'usr_0002' });
    return claimsOf(tokensOf(await rp.redeem(responseOf(after).says['code'] ?? '')).id_token)['sid'];
  };
  expect(await sidAfter('select_account')).toBe(sid);
  expect(await sidAfter('login select_account')).not.toBe(sid);
});

describe('the users', () => {
  test('are of every status, and one who may not log in is turned away', async () => {
    const rp = await party();
    const page = await rp.authorize();
    expect(shown(page)).toHaveLength(10);
    for (const status of ['pending', 'suspended', 'deactivated']) {
      expect(page.body).toContain(`<span class="state">${status}</span>`);
    }
    const after = await choose(rp, page, { login_as: 'usr_0007' });
    expect(responseOf(after).says).toMatchObject({
      error: 'access_denied',
      error_description: 'the user who was chosen is suspended',
    });
    const unknown = await choose(rp, await rp.authorize(), { login_as: 'usr_9999' });
    expect(responseOf(unknown).says).toMatchObject({ error: 'access_denied' });
  });

  test('are found by name, address, id and status', async () => {
    const rp = await party();
    const page = await rp.authorize();
    expect(page.body).toContain('Find one of 50 users');
    const { data } = (await (await server.fetch(`/sandboxes/${rp.sandbox}/api/auth/users/usr_0042`)).json()) as {
      data: { name: string; email: string };
    };
    for (const find_user of ['usr_0042', data.email, data.email.toUpperCase(), data.name.toLowerCase()]) {
      expect(shown(await rp.authorize({ find_user }))).toContain('usr_0042');
    }
    const suspended = await rp.authorize({ find_user: 'suspended' });
    expect(shown(suspended)).toEqual(['usr_0007', 'usr_0017', 'usr_0027', 'usr_0037', 'usr_0047']);
    const none = await rp.authorize({ find_user: '<b>nobody' });
    expect(none.body).toContain('“&lt;b&gt;nobody”');
    expect(shown(none)).toEqual([]);
    const found = await rp.authorize({ find_user: 'usr_0042' });
    expect(await userOf(rp, await choose(rp, found, { login_as: 'usr_0042' }))).toBe('usr_0042');
  });

  test('of a large sandbox are not all looked through, but every one is found by id', async () => {
    const rp = await party({ login: 'page', sizes: { users: 100_000 } });
    expect(shown(await rp.authorize({ find_user: 'usr_99999' }))).toEqual(['usr_99999']);
    expect((await rp.authorize({ find_user: 'no such name' })).body).toContain('by their whole id or e-mail address');
  });

  test('begin with the one who is hinted at, and are that one alone where no other may come of it', async () => {
    const rp = await party();
    expect(shown(await rp.authorize({ login_hint: 'usr_0042' }))[0]).toBe('usr_0042');
    const claims = JSON.stringify({ id_token: { sub: { value: 'usr_0009' } } });
    const page = await rp.authorize({ claims });
    expect(shown(page)).toEqual(['usr_0009']);
    const after = await choose(rp, page, { login_as: 'usr_0001' });
    expect(responseOf(after).says).toMatchObject({ error: 'login_required' });
  });
});

describe('a login can fail', () => {
  test.each([
    ['deny', 'access_denied'],
    ['fail', 'server_error'],
  ])('%s: %s, and there is no session', async (decision, error) => {
    const rp = await party();
    const after = await choose(rp, await rp.authorize({ response_mode: 'fragment' }), { decision });
    const { mode, says } = responseOf(after);
    expect([mode, says]).toEqual([
      'fragment',
      { error, error_description: expect.any(String), state: 'state-1', iss: rp.issuer },
    ]);
    expect(await rp.response({ prompt: 'none' })).toMatchObject({ error: 'login_required' });
  });

  test('expire: the code is too old, and the next login works', async () => {
    const rp = await party();
    const { code = '' } = responseOf(await choose(rp, await rp.authorize(), { decision: 'expire' })).says;
    expect(failure(await rp.redeem(code))).toBe('400 invalid_grant');
    expect(await userOf(rp, await rp.authorize())).toBe('usr_0001');
  });

  test('expire: an ID token is past its time', async () => {
    const rp = await party();
    const page = await rp.authorize({ response_type: 'id_token', nonce: 'n' });
    const { id_token = '' } = responseOf(await choose(rp, page, { decision: 'expire' })).says;
    expect(Number(claimsOf(id_token)['exp'])).toBeLessThan(Date.parse(NOW) / 1000);
  });

  test('nothing expires where nothing comes back', async () => {
    expect((await (await party()).authorize({ response_type: 'none' })).body).not.toContain('Let it expire');
  });
});

describe('an answer counts', () => {
  test.each<[string, Parameters]>([
    ['without its token', { confirm_token: undefined }],
    ['with a made-up token', { confirm_token: 'e30.x' }],
    ['for another client', { client_id: 'another' }],
    ['for another state', { state: 'another' }],
    ['for another scope', { scope: 'openid admin' }],
  ])('not %s', async (_what, changed) => {
    const rp = await party();
    const after = await choose(rp, await rp.authorize(), { login_as: 'usr_0002' }, changed);
    expect(after.body).toContain('Your choice did not count');
    expect(await rp.response({ prompt: 'none' })).toMatchObject({ error: 'login_required' });
  });

  test('from no other browser: its cookie is needed, which no other site can send', async () => {
    const rp = await party();
    const page = await rp.authorize();
    expect(page.headers['set-cookie']).toMatch(
      /^understudy_login=[\w-]{24}; Path=\/sandboxes\/[^;]+\/api\/oauth; HttpOnly; SameSite=Strict; Max-Age=600$/,
    );
    const stranger = new RelyingParty(server, { base: `/sandboxes/${rp.sandbox}` });
    const after = await choose(stranger, page, { login_as: 'usr_0002' });
    expect(after.body).toContain('Your choice did not count');
    expect(await stranger.response({ prompt: 'none' })).toMatchObject({ error: 'login_required' });
  });

  test('in two tabs of one browser', async () => {
    const rp = await party();
    const [one, other] = [await rp.authorize({ state: 'one' }), await rp.authorize({ state: 'other' })];
    expect(await userOf(rp, await choose(rp, one, { login_as: 'usr_0002' }))).toBe('usr_0002');
    const again = await choose(rp, other, { login_as: 'usr_0002' });
    expect(await userOf(rp, again)).toBe('usr_0002');
  });

  test('for ten minutes by the clock of the sandbox', async () => {
    const rp = await party();
    const page = await rp.authorize();
    await rp.advance(599);
    expect(await userOf(rp, await choose(rp, page, { login_as: 'usr_0002' }))).toBe('usr_0002');
    const late = await rp.authorize({ prompt: 'login' });
    await rp.advance(600);
    const after = await choose(rp, late, { login_as: 'usr_0003' });
    expect(after.body).toContain('Your choice did not count');
    expect(await userOf(rp, await choose(rp, after, { login_as: 'usr_0003' }))).toBe('usr_0003');
  });

  test('not as a GET, which is a link of anybody', async () => {
    const rp = await party();
    const { fields } = formOf(await rp.authorize());
    const page = await rp.browser.visit(`${rp.issuer}/authorize?${form({ ...fields, login_as: 'usr_0002' })}`);
    expect(page.body).toContain(ASKED);
  });
});

test('nothing that a request says breaks out of the page, and nothing runs in it', async () => {
  const rp = await party();
  const text = `"'><script>alert(1)</script>`;
  const page = await rp.authorize({ client_id: text, state: text, find_user: text });
  expect(page.body).not.toContain('<script');
  const policy = page.headers['content-security-policy'];
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self' http: https:;/,
  );
  expect(policy).toContain("frame-ancestors 'none'");
  expect(formOf(page).fields['state']).toBe(text);
});

test('shows the page for an app of this machine too, and lets its form lead there alone', async () => {
  const rp = await party();
  const page = await rp.authorize({ redirect_uri: 'com.example.app:/callback' });
  expect(page.headers['content-security-policy']).toContain("form-action 'self' com.example.app:;");
  const after = await choose(rp, page, { login_as: 'usr_0002' });
  expect(after.headers['location']).toMatch(/^com\.example\.app:\/callback\?code=/);
});

describe('the clock', () => {
  afterEach(() => vi.useRealTimers());

  test('is spoken of where clients would notice', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
    const rp = await party();
    expect((await rp.authorize()).body).not.toContain('The clock of the sandbox');
    await rp.advance(7200);
    expect((await rp.authorize()).body).toContain(
      'The clock of the sandbox is 2 hours ahead of that of the machine: an app that goes by its own clock takes this login for issued in the future.',
    );
  });
});

test('writes no more than that a session has begun, and the same requests are answered with the same bytes', async () => {
  const bodies = [];
  for (const _ of [1, 2]) {
    await using own = await overSocket({ login: 'page' });
    const rp = new RelyingParty(own);
    const page = await rp.authorize();
    expect(own.revision()).toBe(0);
    const after = await choose(rp, page, { login_as: 'usr_0002' });
    expect(own.revision()).toBe(1);
    bodies.push([
      page.body.replaceAll(own.origin, ''),
      page.headers['set-cookie'],
      after.location?.searchParams.get('code'),
    ]);
  }
  expect(bodies[0]).toEqual(bodies[1]);
});
