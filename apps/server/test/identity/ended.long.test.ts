/** What ended is never reborn: nothing that a sandbox has handed out is anything to what comes after it, or to another sandbox. */
import { describe, expect, test } from 'vitest';
import { send } from '../sandboxes/client.js';
import { stores } from '../stores/stores.js';
import { overSocket, type TestServer } from '../support.js';
import { SEEDED } from './account.js';
import { basicHeader, CALLBACK, failure, form, RelyingParty, tokensOf, web } from './relying-party.js';
import { openOnce } from '../use.js';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** What somebody holds who has lived in a sandbox. */
interface Holding {
  readonly access: string;
  readonly refresh: string;
  readonly session: { readonly access_token: string; readonly refresh_token: string };
  readonly own: string;
  readonly code: string;
  readonly usedCode: string;
  readonly cookie: string;
  readonly endedCookie: string;
  readonly device: { readonly device_code: string; readonly user_code: string };
  readonly pushed: string;
  readonly client: {
    readonly client_id: string;
    readonly client_secret: string;
    readonly registration_access_token: string;
  };
}

/** A sandbox as those see it who log in. */
class Place {
  readonly #server: TestServer;
  readonly #base: string;

  constructor(server: TestServer, name: string) {
    this.#server = server;
    this.#base = `/sandboxes/${name}`;
  }

  party(): RelyingParty {
    return new RelyingParty(this.#server, { base: this.#base });
  }

  async control(method: string, action = '', body?: unknown): Promise<Record<string, unknown>> {
    return (await send(this.#server, method, this.#base + action, body)).json;
  }

  async post(path: string, fields: object, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
    const init = {
      method: 'POST',
      body: form({ ...fields }),
      headers: { authorization: basicHeader(web), ...headers },
    };
    return (await (await this.#server.fetch(`${this.#base}/api/oauth${path}`, init)).json()) as Record<string, unknown>;
  }

  async get(path: string, headers: Record<string, string>): Promise<number> {
    return (await this.#server.fetch(`${this.#base}/api${path}`, { headers, redirect: 'manual' })).status;
  }

  /** Where a browser ends up that may be asked nothing. */
  async silent(cookie: string): Promise<string> {
    const url = this.party().authorizeUrl({ prompt: 'none' });
    const answer = await fetch(url, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' });
    const to = new URL(answer.headers.get('location') ?? 'x:').searchParams;
    return to.get('error') ?? (to.has('code') ? 'a code' : String(answer.status));
  }

  /** Lives here, and keeps all that it is given. */
  async live(user: string): Promise<Holding> {
    const rp = this.party();
    const login_hint = user;
    const cookieOf = () => rp.browser.cookiesFor(new URL(`${rp.issuer}/authorize`));
    await rp.code({ login_hint });
    const endedCookie = cookieOf();
    await rp.leave();
    const usedCode = await rp.code({ login_hint });
    const { access_token: access, refresh_token: refresh } = tokensOf(await rp.redeem(usedCode));
    const { data } = await this.control('GET', `/api/auth/users/${user}`);
    const { email } = data as { email: string };
    const began = await this.control('POST', '/api/auth/login', { email, password: SEEDED });
    const {
      data: [session],
    } = began as { data: [Holding['session']] };
    const own = await this.post('/token', { grant_type: 'client_credentials', scope: user });
    return {
      access,
      refresh,
      session,
      own: String(own['access_token']),
      code: await rp.code({ login_hint, state: 'another' }),
      usedCode,
      cookie: cookieOf(),
      endedCookie,
      device: (await this.post('/device', { login_hint })) as unknown as Holding['device'],
      pushed: String(
        (await this.post('/par', { redirect_uri: CALLBACK, response_type: 'code', login_hint }))['request_uri'],
      ),
      client: (await this.control('POST', '/api/oauth/register', {
        redirect_uris: [CALLBACK],
        client_name: user,
      })) as unknown as Holding['client'],
    };
  }

  /** What is left of what somebody holds: how each of it is answered. */
  async left({ access, refresh, session, own, code, usedCode, cookie, endedCookie, device, pushed, client }: Holding) {
    const rp = this.party();
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const active = async (token: string) => (await rp.about('introspect', token)).json['active'];
    const { client_id, client_secret, registration_access_token } = client;
    const asked = form({ client_id: web.id, request_uri: pushed });
    return {
      userinfo: await rp.statusOf(access),
      profile: await this.get('/auth/profile', bearer(session.access_token)),
      active: [await active(access), await active(refresh), await active(own), await active(session.refresh_token)],
      refresh: failure(await rp.refresh(refresh)),
      session: (await this.control('POST', '/api/auth/refresh', { refresh_token: session.refresh_token }))['status'],
      logout: (await this.control('POST', '/api/auth/logout', { refresh_token: session.refresh_token }))['status'],
      codes: [failure(await rp.redeem(code)), failure(await rp.redeem(usedCode))],
      cookies: [await this.silent(cookie), await this.silent(endedCookie)],
      device: (await this.post('/token', { grant_type: DEVICE_GRANT, device_code: device.device_code }))['error'],
      user_code: (await this.control('GET', `/api/oauth/device?user_code=${device.user_code}`))['error'],
      pushed: await this.get(`/oauth/authorize?${asked}`, { accept: 'application/json' }),
      registration: await this.get(`/oauth/register/${client_id}`, bearer(registration_access_token)),
      client: (
        await this.post(
          '/token',
          { grant_type: 'client_credentials' },
          { authorization: basicHeader({ id: client_id, secret: client_secret }) },
        )
      )['error'],
    };
  }
}

const NOTHING = {
  userinfo: 401,
  profile: 401,
  active: [false, false, false, false],
  refresh: '400 invalid_grant',
  session: 401,
  logout: 401,
  codes: ['400 invalid_grant', '400 invalid_grant'],
  cookies: ['login_required', 'login_required'],
  device: 'invalid_grant',
  user_code: 'invalid_request',
  pushed: 400,
  registration: 401,
  client: 'invalid_client',
};

let count = 0;

describe.each(stores)('on %s', (store, find) => {
  const backend = openOnce(find);
  const server = openOnce(async () => overSocket({ store: await backend.open() }));

  const endings: readonly (readonly [string, (place: Place, before: unknown) => Promise<unknown>])[] = [
    ['a reset', (place) => place.control('POST', '/reset')],
    ['a deletion', (place) => place.control('DELETE')],
    ['a snapshot of before is restored', (place, before) => place.control('PUT', '/snapshot', before)],
  ];

  describe.each(['real', '2026-03-01T12:00:00Z'])('by the clock %s', (clock) => {
    test.each(endings)('after %s nothing is left of what was handed out, whoever lives there then', async (_, end) => {
      const place = new Place(server, `ended-${++count}`);
      await place.control('PUT', '', { clock });
      const before = await place.control('GET', '/snapshot');
      const held = await place.live('usr_0001');
      await end(place, before);
      await place.control('PUT', '', { clock });
      expect(await place.left(held)).toEqual(NOTHING);
      await place.control('POST', '/reset');
      await place.live('usr_0002');
      expect(await place.left(held)).toEqual(NOTHING);
    });

    test('nothing of one sandbox is good in another, or in a copy, with the same history', async () => {
      const [one, other, copy] = [
        new Place(server, `one-${++count}`),
        new Place(server, `other-${count}`),
        new Place(server, `copy-${count}`),
      ];
      for (const place of [one, other]) await place.control('PUT', '', { clock });
      const [held, theirs] = [await one.live('usr_0001'), await other.live('usr_0001')];
      const texts = (holding: Holding) => Object.values(JSON.parse(JSON.stringify(holding)) as object).map(String);
      expect(texts(held)).not.toEqual(texts(theirs));
      expect(await other.left(held)).toEqual(NOTHING);
      await copy.control('PUT', '', { from: `other-${count}` });
      const { userinfo, profile, active, refresh, session } = NOTHING;
      expect(await copy.left(theirs)).toMatchObject({ userinfo, profile, active, refresh, session });
      expect(await one.left(held)).toMatchObject({ userinfo: 200, profile: 200, registration: 200 });
    });
  });

  test('by the system’s clock a login is another one each time, however alike', async () => {
    const place = new Place(server, `again-${++count}`);
    await place.control('PUT', '', { clock: 'real' });
    const held = await place.live('usr_0001');
    await place.control('POST', '/reset');
    await place.live('usr_0001');
    expect(await place.left(held)).toEqual(NOTHING);
  });

  test('a code that no browser was sent away with is redeemed once, and not again after a reset', async () => {
    const place = new Place(server, `json-${++count}`);
    for (const end of ['reset', 'deletion']) {
      await place.control('PUT', '', { clock: 'real' });
      const query = form({ client_id: web.id, redirect_uri: CALLBACK, response_type: 'code', per_page: '1' });
      const { data } = await place.control('GET', `/api/oauth/authorize?${query}`);
      const [{ code }] = data as [{ code: string }];
      expect((await place.party().redeem(code)).status).toBe(200);
      await (end === 'reset' ? place.control('POST', '/reset') : place.control('DELETE'));
      expect(failure(await place.party().redeem(code))).toBe('400 invalid_grant');
    }
  });

  if (store !== 'memory') return;

  test.each(['real', '2026-03-01T12:00:00Z'])('a restart in memory ends everything (%s)', async (clock) => {
    const first = await overSocket({ clock });
    const held = await new Place(first, 'kept').live('usr_0001');
    await first.close();
    await using second = await overSocket({ clock });
    const place = new Place(second, 'kept');
    expect(await place.left(held)).toEqual(NOTHING);
    await place.control('POST', '/reset');
    await place.live('usr_0002');
    expect(await place.left(held)).toEqual(NOTHING);
  });
});
