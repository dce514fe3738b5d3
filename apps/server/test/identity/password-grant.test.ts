/** The password grant, for the one client that stands for apps of the past (RFC 6749 §4.3). */
import { describe, expect, test } from 'vitest';
import { type Client, claimsOf, failure, type Parameters, RelyingParty, tokensOf, web } from './relying-party.js';
import { useServer } from '../support.js';

const server = useServer();

const legacy: Client = { id: 'understudy-legacy', secret: 'understudy-secret' };
const ask = (fields: Parameters = {}, client = legacy) => {
  const right = { username: 'marcelo.abbott.1@example.com', password: 'Passw0rd!' };
  return new RelyingParty(server, { client }).token({ grant_type: 'password', ...right, ...fields });
};

test('gives the tokens of a login', async () => {
  const answer = await ask({ scope: 'openid email' });
  const { access_token, id_token, refresh_token } = tokensOf(answer);
  expect(answer.json['scope']).toBe('openid email');
  expect(claimsOf(id_token)).toMatchObject({ sub: 'usr_0001', email: 'marcelo.abbott.1@example.com', aud: legacy.id });
  const rp = new RelyingParty(server, { client: legacy });
  expect(await rp.statusOf(access_token)).toBe(200);
  expect((await rp.refresh(refresh_token)).status).toBe(200);
});

describe('refuses', () => {
  test.each<[string, Parameters, string]>([
    ['a wrong password', { password: 'wrong' }, '400 invalid_grant'],
    ['an unknown user', { username: 'nobody@example.com' }, '400 invalid_grant'],
    ['no password', { password: undefined }, '400 invalid_request'],
    ['no username', { username: undefined }, '400 invalid_request'],
  ])('%s', async (_what, fields, error) => {
    expect(failure(await ask(fields))).toBe(error);
  });

  test.each([
    ['pending', 4],
    ['suspended', 7],
    ['deactivated', 9],
  ])('a user who is %s, and says so by a code', async (status, number) => {
    const { data } = (await (await server.fetch(`/api/auth/users/usr_000${number}`)).json()) as {
      data: { email: string };
    };
    const answer = await ask({ username: data.email });
    expect(failure(answer)).toBe('400 invalid_grant');
    const detail = `the user is ${status}`;
    expect(answer.json).toMatchObject({
      error_description: detail,
      errors: [{ parameter: 'username', code: `user_${status}`, detail }],
    });
    // Who does not know the password does not learn it.
    expect((await ask({ username: data.email, password: 'wrong' })).json).not.toHaveProperty('errors');
  });

  test('every other client', async () => {
    for (const client of [web, { id: 'understudy-spa' }, { id: 'whoever', secret: 'x' }]) {
      expect(failure(await ask({}, client))).toBe('400 unsupported_grant_type');
    }
    expect(failure(await ask({}, { ...legacy, secret: 'wrong' }))).toBe('401 invalid_client');
  });
});
