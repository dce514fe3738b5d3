/** openid-client, unmodified, through the grants and proofs of clients that do more than send a secret. */
import { exportJWK, generateKeyPair } from 'jose';
import * as oauth from 'oauth4webapi';
import * as oidc from 'openid-client';
import { describe, expect, test } from 'vitest';
import { send } from '../sandboxes/client.js';
import { newBase, overSocket, useServer } from '../support.js';
import { openidLogIn } from './openid-client.js';
import { CALLBACK } from './relying-party.js';

// Libraries make proofs and assertions by the clock of the machine.
const server = useServer(overSocket, { clock: 'real' });

/** The issuer of a sandbox of its own. */
async function issuerWith(settings: object = {}): Promise<string> {
  const name = newBase();
  const { status, json } = await send(server, 'PUT', name, settings);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return `${server.origin}${name}/api/oauth`;
}

async function keyPair(alg = 'ES256') {
  const pair = await generateKeyPair(alg, { extractable: true });
  return { ...pair, jwk: await exportJWK(pair.publicKey) };
}

describe('openid-client', () => {
  const insecure = { execute: [oidc.allowInsecureRequests] };

  async function discover(
    issuer: string,
    id: string,
    authentication: oidc.ClientAuth,
    metadata: Partial<oidc.ClientMetadata> = {},
  ) {
    return oidc.discovery(new URL(issuer), id, metadata, authentication, insecure);
  }

  const secrets = { client_id: 'signs', client_secret: 'a secret of the client' };
  test.each<[string, () => Promise<{ listed: object; authentication: oidc.ClientAuth; id: string }>]>([
    ...['ES256', 'RS256', 'PS256', 'EdDSA'].map(
      (alg): [string, () => Promise<{ listed: object; authentication: oidc.ClientAuth; id: string }>] => [
        `private_key_jwt with ${alg}`,
        async () => {
          const { privateKey, jwk } = await keyPair(alg);
          const listed = { client_id: 'signs', jwks: { keys: [jwk] }, token_endpoint_auth_method: 'private_key_jwt' };
          return { listed, id: 'signs', authentication: oidc.PrivateKeyJwt(privateKey) };
        },
      ],
    ),
    [
      'client_secret_jwt',
      async () => ({ listed: secrets, id: 'signs', authentication: oidc.ClientSecretJwt(secrets.client_secret) }),
    ],
    [
      'client_secret_jwt of a client that every server knows',
      async () => ({
        listed: secrets,
        id: 'understudy-web',
        authentication: oidc.ClientSecretJwt('understudy-secret'),
      }),
    ],
  ])('logs in, refreshes, revokes and introspects with %s', async (_how, make) => {
    const { listed, authentication, id } = await make();
    const config = await discover(await issuerWith({ oauth_clients: [listed] }), id, authentication);
    const tokens = await openidLogIn(config);
    const again = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await oidc.tokenIntrospection(config, again.access_token)).toMatchObject({ active: true, client_id: id });
    await oidc.tokenRevocation(config, again.access_token);
    expect(await oidc.tokenIntrospection(config, again.access_token)).toEqual({ active: false });
    expect((await oidc.clientCredentialsGrant(config)).access_token).toBeDefined();
  });

  test('pushes its requests', async () => {
    const config = await discover(await issuerWith(), 'understudy-web', oidc.ClientSecretBasic('understudy-secret'));
    const tokens = await openidLogIn(config, {
      build: (own, parameters) => oidc.buildAuthorizationUrlWithPAR(own, parameters),
    });
    expect(tokens.claims()?.sub).toBe('usr_0001');
  });

  test('signs its requests, also those that it pushes', async () => {
    const { privateKey, jwk } = await keyPair();
    const listed = {
      client_id: 'signs',
      client_secret: 's',
      jwks: { keys: [jwk] },
      require_signed_request_object: true,
    };
    const config = await discover(await issuerWith({ oauth_clients: [listed] }), 'signs', oidc.ClientSecretPost('s'));
    const signing = (own: oidc.Configuration, parameters: Record<string, string>) =>
      oidc.buildAuthorizationUrlWithJAR(own, parameters, privateKey);
    expect((await openidLogIn(config, { build: signing })).claims()?.sub).toBe('usr_0001');
    const both = async (own: oidc.Configuration, parameters: Record<string, string>) => {
      const url = await signing(own, parameters);
      return oidc.buildAuthorizationUrlWithPAR(own, url.searchParams);
    };
    expect((await openidLogIn(config, { build: both })).claims()?.sub).toBe('usr_0001');
  });

  test.each(['optional', 'required'])('has its tokens bound to a key, where a nonce is %s', async (dpop_nonce) => {
    const config = await discover(await issuerWith({ dpop_nonce }), 'understudy-spa', oidc.None());
    const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'));
    const build = (own: oidc.Configuration, parameters: Record<string, string>) =>
      oidc.buildAuthorizationUrlWithPAR(own, parameters, { DPoP });
    const tokens = await openidLogIn(config, { build, options: { DPoP } });
    expect(tokens.token_type).toBe('dpop');
    const { sub = '' } = tokens.claims() ?? {};
    const claims = await oidc.fetchUserInfo(config, tokens.access_token, sub, { DPoP });
    expect(claims.email).toMatch(/@example\.com$/);
    const again = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '', {}, { DPoP });
    expect(again.token_type).toBe('dpop');
    const profile = new URL(config.serverMetadata().issuer.replace(/oauth$/, 'auth/profile'));
    const answer = await oidc.fetchProtectedResource(config, again.access_token, profile, 'GET', null, undefined, {
      DPoP,
    });
    expect(answer.status).toBe(200);
    // Without the key it is of no use to anyone.
    await expect(oidc.fetchUserInfo(config, again.access_token, sub)).rejects.toThrow();
  });

  test('polls for a device until it is allowed', async () => {
    const config = await discover(await issuerWith(), 'understudy-spa', oidc.None());
    const begun = await oidc.initiateDeviceAuthorization(config, { scope: 'openid email', auto_approve: '1' });
    expect(begun.user_code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
    // It waits for as long as the server says before each poll.
    const tokens = await oidc.pollDeviceAuthorizationGrant(config, { ...begun, interval: 0 });
    expect(tokens.claims()?.sub).toBe('usr_0001');
  });

  test('learns that its user has denied it', async () => {
    const config = await discover(await issuerWith(), 'understudy-spa', oidc.None());
    const begun = await oidc.initiateDeviceAuthorization(config, { scope: 'openid' });
    const decision = new URLSearchParams({ user_code: begun.user_code, decision: 'deny' });
    await fetch(`${config.serverMetadata().issuer}/device/decision`, { method: 'POST', body: decision });
    const polling = oidc.pollDeviceAuthorizationGrant(config, { ...begun, interval: 0 });
    await expect(polling).rejects.toMatchObject({ error: 'access_denied' });
  });

  test.each(['client_secret_basic', 'client_secret_post', 'none'] as const)(
    'registers with %s, and logs in',
    async (method) => {
      const issuer = await issuerWith();
      const metadata = { redirect_uris: [CALLBACK], token_endpoint_auth_method: method };
      const config = await oidc.dynamicClientRegistration(new URL(issuer), metadata, undefined, insecure);
      expect((await openidLogIn(config)).claims()?.aud).toBe(config.clientMetadata().client_id);
    },
  );

  test('registers, pushes a signed request, and has its tokens bound, authenticated by its key and with nonces', async () => {
    const issuer = await issuerWith({ dpop_nonce: 'required' });
    const { privateKey, jwk } = await keyPair();
    const metadata = {
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'private_key_jwt',
      request_object_signing_alg: 'ES256',
      require_pushed_authorization_requests: true,
      require_signed_request_object: true,
      dpop_bound_access_tokens: true,
      grant_types: ['authorization_code', 'refresh_token'],
      jwks: { keys: [jwk as unknown as oauth.JsonObject] },
    };
    const authentication = oidc.PrivateKeyJwt(privateKey);
    const config = await oidc.dynamicClientRegistration(new URL(issuer), metadata, authentication, insecure);
    const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'));
    const build = async (own: oidc.Configuration, parameters: Record<string, string>) => {
      const url = await oidc.buildAuthorizationUrlWithJAR(own, parameters, privateKey);
      return oidc.buildAuthorizationUrlWithPAR(own, url.searchParams, { DPoP });
    };
    const tokens = await openidLogIn(config, { build, options: { DPoP } });
    const again = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '', {}, { DPoP });
    expect([tokens.token_type, again.token_type]).toEqual(['dpop', 'dpop']);
    const introspected = await oidc.tokenIntrospection(config, again.access_token);
    expect(introspected).toMatchObject({ active: true, cnf: { jkt: expect.any(String) } });

    // A resource server of its own takes the token and its proof.
    const audience = issuer.replace(/\/oauth$/, '');
    const proofs: Request[] = [];
    config[oidc.customFetch] = async (to, { method, headers }) => {
      proofs.push(new Request(to, { method, headers }));
      return new Response('{}');
    };
    const things = new URL(`${audience}/things`);
    await oidc.fetchProtectedResource(config, again.access_token, things, 'GET', null, undefined, { DPoP });
    const taken = await oauth.validateJwtAccessToken(config.serverMetadata(), proofs[0] as Request, audience, {
      [oauth.allowInsecureRequests]: true,
    });
    const { client_id } = config.clientMetadata();
    expect(taken).toMatchObject({ sub: tokens.claims()?.sub, client_id });
  });
});
