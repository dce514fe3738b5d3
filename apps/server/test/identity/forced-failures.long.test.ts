/** Forced failures and latency on the OAuth endpoints: as RFC codes in redirects, as HTTP statuses elsewhere. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '@understudy/contract/kit';
import { sampleInput } from '@understudy/contract/samples';
import { type CallOptions, defaultSandbox, type TransportAnswer, transports } from '../../src/check/host.js';
import { api, inProcess, type TestServer, useServer } from '../support.js';
import { destination } from './browser.js';
import { basicHeader, CALLBACK, RelyingParty, tokensOf } from './relying-party.js';
import { openOnce } from '../use.js';

const server = useServer();
let rp: RelyingParty;
beforeAll(async () => {
  rp = new RelyingParty(server);
});

const failures = [
  ['rate_limit', 429, 'temporarily_unavailable'],
  ['server_error', 500, 'server_error'],
  ['not_found', 404, 'invalid_request'],
  ['unauthorized', 401, 'access_denied'],
  ['forbidden', 403, 'access_denied'],
  ['bad_request', 400, 'invalid_request'],
  ['service_unavailable', 503, 'temporarily_unavailable'],
  ['timeout', 504, 'temporarily_unavailable'],
  ['malformed', 200, 'server_error'],
] as const;

describe.each(failures)('%s', (failure, status, code) => {
  test(`travels back to the client as ${code}`, async () => {
    const response = await rp.response({ simulate_error: failure, delay: '0' });
    expect(response).toMatchObject({ error: code, state: 'state-1', iss: rp.issuer });
    expect(response['error_description']).toContain('simulated');
    expect(response).not.toHaveProperty('code');
  });

  test('travels back from a POST as well', async () => {
    const url = new URL(rp.authorizeUrl());
    const address = `${url.origin}${url.pathname}?simulate_error=${failure}&delay=0`;
    const page = await rp.browser.visit(address, { form: url.searchParams });
    expect(destination(page).searchParams.get('error')).toBe(code);
  });

  test('never travels to a foreign address', async () => {
    const page = await rp.authorize({
      simulate_error: failure,
      delay: '0',
      redirect_uri: 'https://evil.example/callback',
    });
    expect(page.location).toBeUndefined();
    // Cutting an answer comes last, so the real fault is reported first.
    expect(page.status).toBe(failure === 'malformed' ? 400 : status);
  });
});

test('a missing credential is named by the endpoint that wants it', async () => {
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await server.fetch(path, init);
    return ((await answer.json()) as { error: string }).error;
  };
  expect(await ask('/api/oauth/token?simulate_error=unauthorized', { method: 'POST' })).toBe('invalid_client');
  expect(await ask('/api/oauth/token?simulate_error=forbidden', { method: 'POST' })).toBe('unauthorized_client');
  expect(await ask('/api/oauth/userinfo?simulate_error=unauthorized')).toBe('invalid_token');
  expect(await ask('/api/oauth/userinfo?simulate_error=forbidden')).toBe('insufficient_scope');
});

test('a forced failure uses up neither code nor refresh token', async () => {
  const code = await rp.code({ state: 'kept' });
  const { headers } = rp.credentials();
  const fields = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK });
  for (const [failure, status] of failures) {
    const path = `/api/oauth/token?simulate_error=${failure}&delay=0`;
    expect((await server.fetch(path, { method: 'POST', headers, body: fields })).status).toBe(status);
  }
  const { refresh_token: token } = tokensOf(await rp.redeem(code));
  const refresh = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token });
  for (const [failure, status] of failures) {
    const path = `/api/oauth/token?simulate_error=${failure}&delay=0`;
    expect((await server.fetch(path, { method: 'POST', headers, body: refresh })).status).toBe(status);
  }
  tokensOf(await rp.refresh(token));
});

test('a browser waits as well, and gets its code', async () => {
  const before = server.waits.length;
  expect(await rp.response({ delay: '1.5', state: 'late' })).toHaveProperty('code');
  expect(server.waits.slice(before)).toEqual([1500]);
});

test('a control that is faulty is reported in the redirect, and elsewhere as 400', async () => {
  expect(await rp.response({ simulate_error: 'explode' })).toMatchObject({ error: 'invalid_request' });
  const answer = await server.fetch('/api/oauth/token?delay=11', { method: 'POST' });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
});

/** What clients tell failures apart by, whoever has made them: the kind alone may be called by the name of the fault. */
function looksOf({ status, headers, problem }: TransportAnswer) {
  const challenge = headers.get('www-authenticate') ?? '';
  return {
    status,
    type: headers.get('content-type'),
    scheme: /^\w+/.exec(challenge)?.[0],
    realm: /realm="(.*?)"/.exec(challenge)?.[1],
    challenged: /error="(.*?)"/.exec(challenge)?.[1],
    algs: /algs="(.*?)"/.exec(challenge)?.[1],
    error: problem?.['error'],
    described: typeof problem?.['error_description'],
  };
}

interface Given extends CallOptions {
  readonly input?: Readonly<Record<string, unknown>>;
}

/** How a 401 is forced. */
const forcing = ['simulate_error=unauthorized', 'fault=status;code%3D401'];

/** The looks of a true 401, which no fault has made; those that are forced on the same request are expected to be equal. */
async function looksOfBoth(
  host: TestServer,
  operation: Operation,
  { input = sampleInput(operation), ...given }: Given,
) {
  const sandbox = defaultSandbox(host);
  const both = transports.map(async (over) => {
    const real = await over.call(sandbox, operation, { ...given, input });
    expect(real.problem).toMatchObject({ status: 401, simulated: false });
    for (const query of forcing) {
      const forced = await over.call(sandbox, operation, { ...given, input, query });
      expect(forced.problem).toMatchObject({ simulated: true });
      expect(looksOf(forced)).toEqual(looksOf(real));
    }
    return looksOf(real);
  });
  return Promise.all(both);
}

function operationOf(name: string): Operation {
  const found = api.operations.get(name);
  if (found === undefined) throw new Error(`no operation is ${name}`);
  return found;
}

/** Wrong credentials, by what operations read. */
const wrong = {
  none: [],
  admin: [],
  session: [],
  bearer: ['Bearer nobody', 'DPoP nobody'],
  viewer: ['Bearer nobody', 'DPoP nobody', 'Basic dXNlcjpwYXNz', 'DPoP'],
  member: ['Bearer nobody', 'Bearer usk_nobody', 'DPoP nobody', 'DPoP'],
  client: [basicHeader({ id: 'understudy-web', secret: 'wrong' }), 'Basic ???', 'Bearer nobody'],
  registration: ['Bearer nobody', 'DPoP nobody'],
} as const;

describe('a forced 401 looks as the real one', () => {
  const host = openOnce(inProcess);

  const refusing = [...api.operations.values()].filter(({ meta }) => wrong[meta.credential].length > 0);

  test.each(refusing.map(({ name }) => name))('of %s', async (name) => {
    const operation = operationOf(name);
    for (const authorization of wrong[operation.meta.credential]) {
      await looksOfBoth(host, operation, { headers: { authorization } });
    }
  });

  test.each(refusing.filter(({ meta }) => meta.credential === 'client').map(({ name }) => name))(
    'of %s for a wrong secret in the body, which no header is challenged for',
    async (name) => {
      const input = { ...sampleInput(operationOf(name)), client_id: 'understudy-web', client_secret: 'wrong' };
      for (const looks of await looksOfBoth(host, operationOf(name), { input })) {
        expect(looks.scheme).toBeUndefined();
      }
    },
  );

  test.each([
    ['auth.login', { email: 'marcelo.abbott.1@example.com', password: 'wrong' }, undefined],
    ['auth.login', { email: 'nobody@example.com', password: 'wrong' }, undefined],
    ['auth.refresh', { refresh_token: 'none' }, 'invalid_token'],
  ])('of %s for %o', async (name, input, challenged) => {
    for (const looks of await looksOfBoth(host, operationOf(name), { input })) {
      expect(looks).toMatchObject({ scheme: 'Bearer', realm: 'understudy', challenged });
    }
  });
});
