/** The provider metadata (OpenID Connect Discovery §3, RFC 8414 §2). */
import { clientAuthMethods, keyAlgorithms, secretAlgorithms } from '@understudy/contract/kit';
import type { Discovery } from '@understudy/contract/oauth';
import { namesAtFirst, supportedScopes, usualClaimNames } from '../../identity/claims.js';
import { providerUrl } from '../../identity/realm.js';
import type { Dataset } from '../../kit/dataset.js';
import type { LoginSettings } from '../../kit/logins.js';
import { DEVICE_GRANT } from './device.js';
import { responseModes, responseTypes } from './check-request.js';

const proving = clientAuthMethods.filter((method) => method !== 'none');

/** Algorithms of what clients sign. */
const algorithms = [...keyAlgorithms, ...secretAlgorithms];

/** Claims that no scope is needed for. */
const always = ['sub', 'iss', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'sid', 'acr', 'amr'] as const;

interface Described {
  readonly apiUrl: string;
  readonly issuer: string;
  readonly login: LoginSettings;
  readonly dataset: Dataset;
}

/** Metadata of the issuer of an API. */
export function discoveryOf({ apiUrl, issuer, login, dataset }: Described): Discovery {
  const provider = providerUrl({ apiUrl });
  return {
    issuer,
    authorization_endpoint: `${provider}/authorize`,
    token_endpoint: `${provider}/token`,
    userinfo_endpoint: `${provider}/userinfo`,
    jwks_uri: `${provider}/.well-known/jwks.json`,
    end_session_endpoint: `${provider}/logout`,
    frontchannel_logout_supported: true,
    frontchannel_logout_session_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    registration_endpoint: `${provider}/register`,
    pushed_authorization_request_endpoint: `${provider}/par`,
    require_pushed_authorization_requests: false,
    device_authorization_endpoint: `${provider}/device`,
    revocation_endpoint: `${provider}/revoke`,
    revocation_endpoint_auth_methods_supported: [...clientAuthMethods],
    revocation_endpoint_auth_signing_alg_values_supported: [...algorithms],
    introspection_endpoint: `${provider}/introspect`,
    introspection_endpoint_auth_methods_supported: [...proving],
    introspection_endpoint_auth_signing_alg_values_supported: [...algorithms],
    scopes_supported: supportedScopes(login),
    response_types_supported: [...responseTypes],
    response_modes_supported: [...responseModes],
    grant_types_supported: [
      'authorization_code',
      'implicit',
      'refresh_token',
      'client_credentials',
      'password',
      DEVICE_GRANT,
    ],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'EdDSA'],
    userinfo_signing_alg_values_supported: ['RS256', 'EdDSA'],
    token_endpoint_auth_methods_supported: [...clientAuthMethods],
    token_endpoint_auth_signing_alg_values_supported: [...algorithms],
    dpop_signing_alg_values_supported: [...keyAlgorithms],
    request_object_signing_alg_values_supported: [...algorithms, 'none'],
    claims_supported: [...new Set([...always, ...usualClaimNames, ...namesAtFirst(dataset)])],
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: true,
    request_parameter_supported: true,
    request_uri_parameter_supported: false,
  };
}
