/** Logout tokens to the clients of a session (OpenID Connect Back-Channel Logout 1.0), delivered as webhooks are. */
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { ending } from '../use.js';
import { send } from '../sandboxes/client.js';
import { overSocket, type TestServer } from '../support.js';
import { advance, dispatch, registrations } from '../webhooks/hooks.js';
import { type Answer, type Receiver, startReceiver, statuses } from '../webhooks/receiver.js';
import { type Client, eddsa, form, RelyingParty, spa, web } from './relying-party.js';

const start = async (options: Record<string, unknown> = {}): Promise<TestServer> =>
  ending(await overSocket({ clock: 'real', webhookDelivery: 'on', ...options }));

const receive = async (answer?: Answer): Promise<Receiver> => ending(await startReceiver(answer));

/** Lists clients with the addresses of receivers. */
async function list(server: TestServer, clients: readonly object[], sandbox = 'default'): Promise<void> {
  const { status, json } = await send(server, 'PUT', `/sandboxes/${sandbox}`, { oauth_clients: clients });
  if (status !== 200) throw new Error(JSON.stringify(json));
}

const told = ({ id }: Client, { url }: Receiver) => ({ client_id: id, backchannel_logout_uri: url });

/** The token of a request, and nothing else. */
function tokenOf({ received }: Receiver, index = 0): string {
  const fields = Object.fromEntries(new URLSearchParams(received[index]?.body.toString()));
  expect(Object.keys(fields)).toEqual(['logout_token']);
  return fields['logout_token'] ?? '';
}

/** A server that tells one client, with a relying party that is this client. */
async function telling({ options = {}, answer, client = web }: Partial<Telling> = {}) {
  const [server, receiver] = [await start(options), await receive(answer)];
  await list(server, [told(client, receiver)]);
  const rp = new RelyingParty(server, { client });
  /** Logs in, and out again. */
  const logInAndOut = async () => {
    await rp.logIn();
    await rp.leave();
    await server.idle();
  };
  return { server, receiver, rp, logInAndOut };
}

interface Telling {
  readonly options: Record<string, unknown>;
  readonly answer: Answer;
  readonly client: Client;
}

describe('the logout token', () => {
  test.each([web, spa, eddsa])('tells $id, as the specification has it', async (client) => {
    const { server, receiver, rp } = await telling({ client });
    const { id_token } = await rp.logIn();
    const login = decodeJwt(id_token);
    await rp.logOut({ id_token_hint: id_token });
    await server.idle();
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Understudy-Webhooks/1',
    });
    const token = tokenOf(receiver);
    const keys = createRemoteJWKSet(new URL(`${rp.issuer}/.well-known/jwks.json`));
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: rp.issuer,
      audience: client.id,
      typ: 'logout+jwt',
      requiredClaims: ['iat', 'exp', 'jti', 'events'],
    });
    expect(protectedHeader.alg).toBe(client === eddsa ? 'EdDSA' : 'RS256');
    expect(payload).toEqual({
      iss: rp.issuer,
      sub: login.sub,
      aud: client.id,
      iat: expect.any(Number),
      exp: (payload.iat ?? 0) + 120,
      jti: expect.any(String),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      sid: login['sid'],
    });
  });

  test('is good for nothing else: neither as a hint nor as an access token', async () => {
    const { receiver, rp, logInAndOut } = await telling();
    await logInAndOut();
    const token = tokenOf(receiver);
    const hinted = await fetch(`${rp.issuer}/logout?${form({ id_token_hint: token })}`);
    expect(hinted.status).toBe(400);
    expect(await rp.statusOf(token)).toBe(401);
  });
});

describe('told is', () => {
  test('every listed client of the session once, and no other', async () => {
    const [server, one, two, other] = [await start(), await receive(), await receive(), await receive()];
    await list(server, [told(web, one), told({ id: 'another' }, two), told(eddsa, other)]);
    const rp = new RelyingParty(server);
    await rp.logIn();
    await rp.logIn();
    // The same browser, at another client.
    const code = await rp.code({ client_id: 'another' });
    const redeemed = await rp.post(
      form({
        grant_type: 'authorization_code',
        code,
        redirect_uri: 'http://127.0.0.1:3000/callback',
        client_id: 'another',
        client_secret: 'x',
      }),
    );
    expect(redeemed.status).toBe(200);
    // Another browser, at a third.
    await new RelyingParty(server, { client: eddsa }).logIn({ state: 'another browser' });
    await rp.leave();
    await server.idle();
    expect([one, two, other].map(({ received }) => received.length)).toEqual([1, 1, 0]);
    expect(decodeJwt(tokenOf(two)).aud).toBe('another');
    await rp.logOut();
    await server.idle();
    expect(one.received).toHaveLength(1);
  });

  test('also a client that was given an ID token alone, of which nothing is kept', async () => {
    const { server, receiver, rp } = await telling();
    await rp.authorize({ response_type: 'id_token', nonce: 'n', response_mode: 'form_post' });
    await rp.leave();
    await server.idle();
    expect(decodeJwt(tokenOf(receiver))).toMatchObject({ aud: web.id, sub: 'usr_0001' });
  });

  test('nobody by a hint whose session is unknown or over, and nobody whose address is gone', async () => {
    const { server, receiver, rp } = await telling();
    const { id_token } = await rp.logIn();
    await list(server, []);
    await rp.logOut({ id_token_hint: id_token });
    await list(server, [told(web, receiver)]);
    await rp.logOut({ id_token_hint: id_token });
    await server.idle();
    expect(receiver.received).toHaveLength(0);
  });
});

describe('the delivery', () => {
  test('is tried again by the clock of the sandbox, each time with a token of its own', async () => {
    const { server, receiver, rp } = await telling({
      options: { clock: '2026-03-01T12:00:00Z' },
      answer: statuses(500, 503, 200),
    });
    const { id_token } = await rp.logIn();
    await rp.logOut({ id_token_hint: id_token });
    await server.idle();
    expect(receiver.received).toHaveLength(1);
    expect(await advance(server, 1)).toBe(1);
    await server.idle();
    expect(await advance(server, 5)).toBe(1);
    await server.idle();
    const tokens = [0, 1, 2].map((index) => decodeJwt(tokenOf(receiver, index)));
    const [first = 0] = tokens.map(({ iat }) => iat ?? 0);
    expect(tokens.map(({ iat = 0, exp = 0 }) => [iat - first, exp - iat])).toEqual([
      [0, 120],
      [1, 120],
      [6, 120],
    ]);
    expect(new Set(tokens.map(({ jti }) => jti)).size).toBe(3);
    const [registration] = await registrations(server);
    expect(registration).toMatchObject({
      type: 'oauth.backchannel_logout',
      client_id: 'understudy-web',
      url: receiver.url,
      deliveries: { total: 1, succeeded: 1, failed: 0, pending: 0 },
      attempts: [{ status: 200 }, { status: 503 }, { status: 500 }],
    });
    expect(registration).not.toHaveProperty('secret');
  });

  test('keeps to the addresses that are open, and says which option opens others', async () => {
    const { server, receiver, logInAndOut } = await telling({ options: { webhookAllow: '' } });
    await logInAndOut();
    expect(receiver.connections()).toBe(0);
    const [registration] = await registrations(server);
    expect(registration?.attempts[0]?.reason).toBe('the address 127.0.0.1 is loopback; --webhook-allow opens it');
  });

  test('is simulated where webhooks are', async () => {
    const { server, receiver, logInAndOut } = await telling({ options: { webhookDelivery: 'off' } });
    await logInAndOut();
    expect(receiver.connections()).toBe(0);
    const [registration] = await registrations(server);
    expect(registration).toMatchObject({ deliveries: { total: 1, succeeded: 1 }, attempts: [{ status: 200 }] });
  });

  test('ends with 410: the client is told no more, until its registration is deleted', async () => {
    const { server, receiver, logInAndOut } = await telling({ answer: statuses(410, 200) });
    const times = async () => {
      await logInAndOut();
      return receiver.received.length;
    };
    expect([await times(), await times()]).toEqual([1, 1]);
    const [registration] = await registrations(server);
    expect(registration?.status).toBe('disabled');
    await send(server, 'DELETE', `/api/webhooks/registrations/${registration?.id}`);
    expect(await times()).toBe(2);
  });

  test('has no events of webhooks beside it', async () => {
    const { server, receiver, rp } = await telling();
    await rp.logIn();
    await rp.leave();
    const [registration] = await registrations(server);
    const { delivery_count } = await dispatch(server, 'oauth.backchannel_logout', {
      ...(registration && { registration_id: registration.id }),
    });
    await dispatch(server, 'oauth.backchannel_logout');
    await server.idle();
    expect([delivery_count, receiver.received.length]).toEqual([0, 1]);
  });

  test('goes to the last address of a client, and leaves no more registrations than there may be clients', async () => {
    const [server, one, two] = [await start({ maxRegistrations: 1 }), await receive(statuses(500)), await receive()];
    const rp = new RelyingParty(server);
    for (const receiver of [one, two]) {
      await list(server, [told(web, receiver)]);
      await rp.logIn();
      await rp.leave();
      await server.idle();
    }
    expect((await registrations(server)).map(({ url }) => url)).toEqual([two.url]);
    await advance(server, 60);
    await server.idle();
    expect(one.received).toHaveLength(1);
    for (const round of ['a', 'b']) {
      const clients = Array.from({ length: 50 }, (_, index) => told({ id: `${round}${index}` }, two));
      await list(server, clients);
      for (const { client_id } of clients) {
        await rp.authorize({ client_id, response_type: 'id_token', nonce: 'n' });
      }
      await rp.leave();
      await server.idle();
    }
    const { json } = await send(server, 'GET', '/api/webhooks/registrations');
    expect((json['pagination'] as { total: number }).total).toBe(50);
    expect(two.received).toHaveLength(101);
    // They do not count against the limit on others.
    expect((await send(server, 'POST', '/api/webhooks/register', { url: two.url, events: ['*'] })).status).toBe(200);
    expect((await send(server, 'POST', '/api/webhooks/register', { url: one.url, events: ['*'] })).status).not.toBe(
      200,
    );
  });

  test('waits for nobody: the browser goes on although the client does not answer', async () => {
    const { receiver, rp } = await telling({ answer: () => undefined });
    const { id_token } = await rp.logIn();
    const page = await rp.logOut({ id_token_hint: id_token, post_logout_redirect_uri: 'http://127.0.0.1:3000/' });
    expect(page.status).toBe(302);
    await receiver.reached(1);
  });
});
