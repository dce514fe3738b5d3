/** The clients: where each comes from, how it is run, what it can do, and what it needs beside its defaults. */

/** In the order in which they are tried: what comes later needs the log-in. */
export const STEPS = [
  'log-in',
  'userinfo',
  'refresh',
  'revocation',
  'log-out',
  'front-channel',
  'back-channel',
  'roles',
];

/** Those that are tried of every client that can do them. A client is told of logouts by an address of its own, and roles are tried of a few. */
const USUAL = STEPS.filter((step) => !['front-channel', 'back-channel', 'roles'].includes(step));

const without = (...left) => USUAL.filter((step) => !left.includes(step));

/**
 * @typedef {object} Entry
 * @property {string} name
 * @property {string} package that it comes from: of npm as package.json names it, or of Debian
 * @property {readonly string[]} [needs] further packages of Debian
 * @property {string} kind what it runs in: one of kinds/index.mjs
 * @property {string} [program] its file
 * @property {Readonly<Record<string, string>>} [env] what the program is told beside the issuer
 * @property {readonly string[]} steps what it has a function for
 * @property {Readonly<Record<string, string>>} [told] paths of the app at which it is told of logouts, by what the provider calls them
 * @property {string} [settings] what it needs beside issuer, client, secret, scopes and addresses of its own, and why
 * @property {boolean} [tls] whether it speaks to a server with https
 */

/** @type {readonly Entry[]} */
export const clients = [
  {
    name: 'openid-client 6',
    package: 'openid-client',
    kind: 'node',
    program: 'openid-client-6.mjs',
    steps: USUAL,
    settings: '`allowInsecureRequests`, for http',
  },
  {
    name: 'openid-client 6, over https',
    package: 'openid-client',
    kind: 'node',
    program: 'openid-client-6.mjs',
    steps: USUAL,
    tls: true,
  },
  {
    name: 'openid-client 5',
    package: 'openid-client-5',
    kind: 'node',
    program: 'openid-client-5.mjs',
    steps: USUAL,
  },
  {
    name: 'oauth4webapi',
    package: 'oauth4webapi',
    kind: 'node',
    program: 'oauth4webapi.mjs',
    steps: without('log-out'),
    settings: '`allowInsecureRequests`, for http',
  },
  {
    name: '@auth/core',
    package: '@auth/core',
    kind: 'node',
    program: 'auth-core.mjs',
    steps: ['log-in'],
    settings: '`trustHost: true`, as for every app that is not on Vercel',
  },
  {
    name: '@auth/express',
    package: '@auth/express',
    kind: 'node',
    program: 'auth-express.mjs',
    steps: ['log-in'],
  },
  {
    name: 'next-auth 4',
    package: 'next-auth',
    kind: 'node',
    program: 'next-auth-4.mjs',
    steps: ['log-in'],
    settings: '`idToken: true`, for names from the ID token',
  },
  {
    name: 'passport-openidconnect',
    package: 'passport-openidconnect',
    kind: 'node',
    program: 'passport-openidconnect.mjs',
    steps: ['log-in', 'userinfo'],
    settings: '`skipUserProfile: false`, for userinfo',
  },
  {
    name: 'express-openid-connect',
    package: 'express-openid-connect',
    kind: 'node',
    program: 'express-openid-connect.mjs',
    steps: ['log-in', 'log-out', 'back-channel', 'roles'],
    told: { backchannel_logout_uri: '/backchannel-logout' },
    settings:
      '`idpLogout: true`, for the log-out; `backchannelLogout` with a store; it takes an ID token by `form_post`',
  },
  {
    name: 'express-openid-connect, with codes',
    package: 'express-openid-connect',
    kind: 'node',
    program: 'express-openid-connect.mjs',
    env: { VARIANT: 'code' },
    steps: [...without('revocation'), 'back-channel', 'roles'],
    told: { backchannel_logout_uri: '/backchannel-logout' },
    settings: '`idpLogout: true`; `backchannelLogout` with a store; `response_type: code`, for access tokens',
  },
  {
    name: 'express-openid-connect, hybrid',
    package: 'express-openid-connect',
    kind: 'node',
    program: 'express-openid-connect.mjs',
    env: { VARIANT: 'code id_token' },
    steps: [...without('revocation'), 'back-channel', 'roles'],
    told: { backchannel_logout_uri: '/backchannel-logout' },
    settings:
      '`idpLogout: true`; `backchannelLogout` with a store; `response_type: code id_token`, for access tokens: it takes both by `form_post`',
  },
  {
    name: 'better-auth',
    package: 'better-auth',
    kind: 'node',
    program: 'better-auth.mjs',
    steps: ['log-in', 'refresh', 'log-out'],
    settings: 'its plugin `genericOAuth`',
  },
  {
    name: 'grant',
    package: 'grant',
    kind: 'node',
    program: 'grant.mjs',
    steps: ['log-in', 'userinfo'],
    settings: 'the scopes as one text: it joins a list of them with commas',
  },
  {
    name: 'arctic',
    package: 'arctic',
    kind: 'node',
    program: 'arctic.mjs',
    steps: without('userinfo', 'log-out'),
  },
  {
    name: 'simple-oauth2',
    package: 'simple-oauth2',
    kind: 'node',
    program: 'simple-oauth2.mjs',
    steps: without('userinfo', 'log-out'),
  },
  {
    name: '@fastify/oauth2',
    package: '@fastify/oauth2',
    kind: 'node',
    program: 'fastify-oauth2.mjs',
    steps: without('log-out'),
  },
  {
    name: '@azure/msal-node',
    package: '@azure/msal-node',
    kind: 'node',
    program: 'msal-node.mjs',
    steps: ['log-in', 'refresh'],
    settings:
      '`protocolMode: OIDC` and `knownAuthorities`, for a provider other than Microsoft; https, without which it refuses the issuer',
    tls: true,
  },
  {
    name: 'oidc-client-ts',
    package: 'oidc-client-ts',
    kind: 'page',
    program: 'oidc-client-ts.mjs',
    steps: USUAL,
    settings: '`loadUserInfo: true`, for userinfo',
  },
  {
    name: 'react-oidc-context',
    package: 'react-oidc-context',
    kind: 'page',
    program: 'react-oidc-context.mjs',
    steps: USUAL,
    settings: '`loadUserInfo: true`, for userinfo',
  },
  {
    name: 'angular-auth-oidc-client',
    package: 'angular-auth-oidc-client',
    kind: 'page',
    program: 'angular-auth-oidc-client.mjs',
    steps: USUAL,
    settings: '`silentRenew` and `useRefreshToken`, for the refresh',
  },
  {
    name: '@azure/msal-browser',
    package: '@azure/msal-browser',
    kind: 'page',
    program: 'msal-browser.mjs',
    steps: ['log-in', 'refresh', 'log-out'],
    settings:
      '`protocolMode: OIDC` and `knownAuthorities`, for a provider other than Microsoft; https, without which it refuses the issuer; a click, since it sends no `id_token_hint` by itself and the server asks before such a log-out',
    tls: true,
  },
  {
    name: 'mod_auth_openidc',
    package: 'libapache2-mod-auth-openidc',
    needs: ['apache2'],
    kind: 'apache',
    steps: [...without('revocation'), 'front-channel', 'back-channel', 'roles'],
    told: { frontchannel_logout_uri: '/callback?logout=get', backchannel_logout_uri: '/callback?logout=backchannel' },
    settings: '`OIDCInfoHook`, to see its tokens',
  },
  {
    name: 'Authlib, in Flask',
    package: 'python3-authlib',
    needs: ['python3-flask', 'python3-requests'],
    kind: 'python',
    program: 'authlib_app.py',
    steps: without('log-out'),
  },
  {
    name: 'Authlib, in Flask, over https',
    package: 'python3-authlib',
    needs: ['python3-flask', 'python3-requests'],
    kind: 'python',
    program: 'authlib_app.py',
    steps: without('log-out'),
    tls: true,
  },
  {
    name: 'go-oidc',
    package: 'golang-github-coreos-go-oidc-dev',
    needs: ['golang-go'],
    kind: 'go',
    program: 'go_oidc.go',
    steps: without('revocation', 'log-out'),
  },
  {
    name: 'go-oidc, over https',
    package: 'golang-github-coreos-go-oidc-dev',
    needs: ['golang-go'],
    kind: 'go',
    program: 'go_oidc.go',
    steps: without('revocation', 'log-out'),
    tls: true,
  },
];
