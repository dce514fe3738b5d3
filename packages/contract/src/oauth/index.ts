/** The OAuth and OpenID Connect domain: authorize, token, userinfo, discovery, keys. */
import { z } from 'zod';
import { defineDomain } from '../kit/define-domain.js';
import { listOf } from '../kit/envelope.js';
import { get, post } from '../kit/methods.js';
import { clientOperations } from './client-operations.js';
import { oauthKinds } from './kinds.js';
import { authorizationGrant, authorizationRequest } from './authorize.js';
import { introspection, endedSession, logoutRequest, revoked, tokenQuery } from './logout.js';
import { discovery, jwks } from './metadata.js';
import { tokenRequest, tokenResponse } from './token.js';
import { userinfo } from './userinfo.js';

/** The OAuth domain. */
export const oauth = defineDomain({
  name: 'oauth',
  description:
    'An OpenID Connect provider that logs users in without asking. Clients: `understudy-web` (secret `understudy-secret`), `understudy-spa` (public), `understudy-eddsa` (Ed25519), `understudy-legacy` (with the password grant). Any other client id is accepted with any secret, or with PKCE. Browsers are redirected to this machine only, unless --oauth-redirect-allow names other origins.',
  kinds: oauthKinds,
  operations: {
    authorize: get('/api/oauth/authorize', {
      summary: 'Authorize a client',
      description:
        'Answers JSON callers with a list of grants, one for each active user, whose opaque access tokens work at userinfo. Redirects browsers and OIDC clients to redirect_uri, with code, state and iss. A request counts as theirs if it has client_id, redirect_uri or response_type, and also is a POST or names a response_mode. Without those two it counts as theirs unless its Accept header prefers JSON, if it has state, nonce, code_challenge, prompt, request or request_uri, or prefers HTML.',
      cache: 'none',
      credential: 'session',
      errors: 'redirect',
      aliases: [{ method: 'POST', path: '/api/oauth/authorize', operationId: 'oauth.authorizeByPost' }],
      empty: 'omitted',
      input: authorizationRequest,
      output: listOf(authorizationGrant),
    }),
    exchangeToken: post('/api/oauth/token', {
      summary: 'Exchange a grant for tokens',
      description:
        'authorization_code with PKCE (S256), refresh_token with rotation, client_credentials, device codes, and password for understudy-legacy. Clients authenticate with HTTP Basic, in the body, with a signed assertion (RFC 7523), or not at all if they are public. A request with a proof of possession in the header `DPoP` gets tokens that are bound to its key (RFC 9449).',
      credential: 'client',
      errors: 'oauth',
      bodies: ['form', 'json'],
      kinds: ['invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope'],
      empty: 'omitted',
      input: tokenRequest,
      output: tokenResponse,
    }),
    endSession: post('/api/oauth/logout', {
      summary: 'Log out',
      description:
        'Ends the session of the browser and the login of the ID token, with their tokens, tells the clients of the session that have asked for it, and redirects to post_logout_redirect_uri (OpenID Connect RP-Initiated, Front-Channel and Back-Channel Logout). Refresh tokens that were asked for with offline_access stay valid. Without post_logout_redirect_uri it says that the user is logged out. A browser that sends no ID token of its user gets a page that asks; a client that does not prefer HTML is never asked.',
      extension: true,
      credential: 'session',
      errors: 'redirect',
      aliases: [{ method: 'GET', path: '/api/oauth/logout', operationId: 'oauth.endSessionByGet' }],
      bodies: ['form', 'json'],
      empty: 'omitted',
      input: logoutRequest,
      output: endedSession,
    }),
    revokeToken: post('/api/oauth/revoke', {
      summary: 'Revoke a token',
      description:
        'Ends an access token, or a refresh token with its whole login (RFC 7009). A token that is not valid is no error. Clients authenticate as at the token endpoint, and can revoke their own tokens only.',
      extension: true,
      credential: 'client',
      errors: 'oauth',
      bodies: ['form', 'json'],
      kinds: ['invalid_client', 'invalid_grant'],
      empty: 'omitted',
      input: tokenQuery,
      output: revoked,
    }),
    introspectToken: post('/api/oauth/introspect', {
      summary: 'Introspect a token',
      description:
        'Says whether a token is valid, and what it stands for (RFC 7662). Any client with a secret may ask about any access token, and about refresh tokens of its own.',
      extension: true,
      credential: 'client',
      errors: 'oauth',
      bodies: ['form', 'json'],
      kinds: ['invalid_client'],
      empty: 'omitted',
      input: tokenQuery,
      output: introspection,
    }),
    ...clientOperations,
    getUserinfo: get('/api/oauth/userinfo', {
      summary: 'Get the claims of a user',
      description:
        'Claims about the user to whom the bearer token belongs, as far as its scopes allow. With `Accept: application/jwt` they come as a JWT, with iss and aud, signed as the ID tokens of the client are (OpenID Connect Core §5.3.2).',
      signed: true,
      credential: 'bearer',
      cache: 'none',
      errors: 'oauth',
      aliases: [{ method: 'POST', path: '/api/oauth/userinfo', operationId: 'oauth.getUserinfoByPost' }],
      empty: 'omitted',
      input: z.object({}),
      output: userinfo,
    }),
    getDiscovery: get('/api/oauth/.well-known/openid-configuration', {
      summary: 'Get the provider metadata',
      description: 'How to use this issuer (OpenID Connect Discovery, RFC 8414), as the sandbox is set up now.',
      aliases: [
        { method: 'GET', path: '/.well-known/openid-configuration/api/oauth' },
        { method: 'GET', path: '/.well-known/oauth-authorization-server/api/oauth' },
      ],
      input: z.object({}),
      output: discovery,
    }),
    getJwks: get('/api/oauth/.well-known/jwks.json', {
      summary: 'Get the keys',
      description: 'The public keys that sign tokens. They are fixed and published: for tests only.',
      cache: 'static',
      aliases: [{ method: 'GET', path: '/api/oauth/jwks' }],
      input: z.object({}),
      output: jwks,
    }),
  },
});

export type { ClientMetadata } from '../kit/client-metadata.js';
export * from './authorize.js';
export * from './client-credentials.js';
export * from './device.js';
export * from './kinds.js';
export * from './logout.js';
export * from './metadata.js';
export * from './pushed.js';
export * from './registration.js';
export * from './token.js';
export * from './userinfo.js';
