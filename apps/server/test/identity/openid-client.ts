/** Logins by openid-client, which checks state, nonce, PKCE, issuer, hashes and signatures. */
import * as oidc from 'openid-client';
import { Browser, destination, type Page } from './browser.js';
import { CALLBACK } from './relying-party.js';

/** What a login is done with beside the client. */
export interface OpenidLogin {
  readonly visit?: (url: URL) => Promise<Page>;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly build?: (config: oidc.Configuration, parameters: Record<string, string>) => Promise<URL> | URL;
  readonly options?: oidc.DPoPOptions;
}

/** Logs a browser in, and gives the tokens that the library has accepted. */
export async function openidLogIn(
  config: oidc.Configuration,
  {
    visit = (url) => new Browser().visit(url),
    parameters = {},
    build = oidc.buildAuthorizationUrl,
    options,
  }: OpenidLogin = {},
) {
  const checks = {
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    expectedNonce: oidc.randomNonce(),
    expectedState: oidc.randomState(),
    idTokenExpected: true,
  };
  const url = await build(config, {
    redirect_uri: CALLBACK,
    scope: 'openid email',
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    nonce: checks.expectedNonce,
    state: checks.expectedState,
    ...parameters,
  });
  return oidc.authorizationCodeGrant(config, destination(await visit(url)), checks, {}, options);
}
