/** The modules of the certification plans for an ID token at once, each as a test of the same name. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overSocket, type TestServer } from '../support.js';
import { namesOf, sharedModules } from './certification-modules.js';
import { logInAtOnce } from './openid.js';
import { type Parameters, RelyingParty } from './relying-party.js';
import { responseOf } from './response-of.js';

let server: TestServer;
beforeAll(async () => {
  server = await overSocket();
});
afterAll(() => server.close());

let count = 0;
/** The plan for Form Post is that for Implicit with another response_mode. */
const plans: readonly (readonly [plan: string, parameters: Parameters])[] = [
  ['oidcc-implicit-certification-test-plan', {}],
  ['oidcc-formpost-implicit-certification-test-plan', { response_mode: 'form_post' }],
];

const own = ['aud', 'auth_time', 'exp', 'iat', 'iss', 'nonce', 'sid', 'sub'];

describe.each(plans)('%s', (_plan, parameters) => {
  /** A relying party with a browser that has no cookies, in a sandbox of its own. */
  const party = (): RelyingParty =>
    new RelyingParty(server, {
      base: `/sandboxes/implicit-${count++}`,
      always: { response_type: 'id_token', nonce: 'n', scope: 'openid', ...parameters },
    });

  /** Claims of an ID token beside those that every one has (OpenID Connect Core §5.4). */
  async function scoped(scope: string): Promise<string[]> {
    const { claims } = await logInAtOnce(party(), { scope });
    return Object.keys(claims).filter((name) => !own.includes(name));
  }

  test('oidcc-server', async () => {
    const { claims } = await logInAtOnce(party());
    expect(Object.keys(claims).toSorted()).toEqual(own);
    expect(responseOf(await party().authorize()).mode).toBe(parameters['response_mode'] ?? 'fragment');
  });

  test('oidcc-idtoken-signature', async () => {
    const { tokens } = await logInAtOnce(party());
    const header = JSON.parse(Buffer.from(tokens.id_token.split('.')[0] ?? '', 'base64url').toString()) as object;
    expect(header).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
  });

  test('oidcc-ensure-request-without-nonce-fails', async () => {
    const response = await party().response({ nonce: undefined });
    expect(response).toMatchObject({ error: 'invalid_request', state: 'state-1' });
    expect(response).not.toHaveProperty('id_token');
  });

  test.each(['profile', 'email', 'address', 'phone'])('oidcc-scope-%s', async (scope) => {
    expect(await scoped(`openid ${scope}`)).toEqual(namesOf(scope));
  });

  test('oidcc-scope-all', async () => {
    expect(await scoped('openid profile email address phone')).toEqual(namesOf('profile', 'email', 'address', 'phone'));
  });

  test('oidcc-alternate-happy-flow', async () => {
    expect(await scoped('email openid')).toEqual(namesOf('email'));
  });

  test('oidcc-prompt-none-not-logged-in', async () => {
    const response = await party().response({ prompt: 'none' });
    expect(response).toMatchObject({ error: 'login_required', state: 'state-1' });
    expect(response).not.toHaveProperty('id_token');
  });

  test('oidcc-claims-essential', async () => {
    const claims = '{"id_token":{"name":{"essential":true}}}';
    expect((await logInAtOnce(party(), { claims })).claims).toHaveProperty('name');
  });

  sharedModules({ party, logIn: logInAtOnce, parameters, responseType: 'id_token', returned: 'id_token' });
});
