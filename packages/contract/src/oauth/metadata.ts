/** The documents that tell clients how to use the issuer: discovery and keys. */
import { z } from 'zod';

const url = (description: string, path: string) =>
  z.string().meta({ description, examples: [`http://127.0.0.1:4010/api/oauth${path}`] });
const yes = (description: string) => z.boolean().meta({ description, examples: [true] });
const no = (description: string) => z.boolean().meta({ description, examples: [false] });
const words = (description: string, example: string[]) =>
  z.array(z.string()).meta({ description, examples: [example] });

/** Provider metadata (OpenID Connect Discovery §3, RFC 8414 §2). */
export const discovery = z
  .object({
    issuer: url('The issuer, as in every token.', ''),
    authorization_endpoint: url('Where browsers log in.', '/authorize'),
    token_endpoint: url('Where codes and refresh tokens are exchanged.', '/token'),
    userinfo_endpoint: url('Where claims about the user are read.', '/userinfo'),
    jwks_uri: url('Where the keys are.', '/.well-known/jwks.json'),
    end_session_endpoint: url('Where users log out (RP-Initiated Logout).', '/logout'),
    frontchannel_logout_supported: yes('Logged-out pages load the frontchannel_logout_uri of clients.'),
    frontchannel_logout_session_supported: yes('They load it with `iss` and `sid`.'),
    backchannel_logout_supported: yes('The backchannel_logout_uri of clients gets logout tokens.'),
    backchannel_logout_session_supported: yes('Logout tokens have `sid`.'),
    registration_endpoint: url('Where clients register themselves (RFC 7591).', '/register'),
    pushed_authorization_request_endpoint: url('Where clients push authorization requests (RFC 9126).', '/par'),
    require_pushed_authorization_requests: no('Whether all clients must do that.'),
    device_authorization_endpoint: url('Where devices begin to log in (RFC 8628).', '/device'),
    revocation_endpoint: url('Where tokens are revoked (RFC 7009).', '/revoke'),
    revocation_endpoint_auth_methods_supported: words('How clients authenticate there.', [
      'client_secret_basic',
      'client_secret_post',
      'none',
    ]),
    revocation_endpoint_auth_signing_alg_values_supported: words('Algorithms of assertions there.', ['ES256']),
    introspection_endpoint: url('Where tokens are introspected (RFC 7662).', '/introspect'),
    introspection_endpoint_auth_methods_supported: words('How clients authenticate there.', [
      'client_secret_basic',
      'client_secret_post',
    ]),
    introspection_endpoint_auth_signing_alg_values_supported: words('Algorithms of assertions there.', ['ES256']),
    scopes_supported: words('Scopes.', [
      'openid',
      'profile',
      'email',
      'address',
      'phone',
      'offline_access',
      'groups',
      'roles',
    ]),
    response_types_supported: words('Response types.', ['code', 'id_token', 'code id_token', 'none']),
    response_modes_supported: words('Response modes.', ['query', 'fragment', 'form_post']),
    grant_types_supported: words('Grant types.', [
      'authorization_code',
      'implicit',
      'refresh_token',
      'client_credentials',
    ]),
    subject_types_supported: words('Subject types.', ['public']),
    id_token_signing_alg_values_supported: words('Algorithms that sign ID tokens.', ['RS256', 'EdDSA']),
    userinfo_signing_alg_values_supported: words('Algorithms that sign userinfo.', ['RS256', 'EdDSA']),
    token_endpoint_auth_methods_supported: words('How clients authenticate.', [
      'client_secret_basic',
      'client_secret_post',
      'none',
    ]),
    token_endpoint_auth_signing_alg_values_supported: words('Algorithms of assertions there.', ['ES256']),
    dpop_signing_alg_values_supported: words('Algorithms of proofs of possession (RFC 9449 §5.1).', ['ES256']),
    request_object_signing_alg_values_supported: words('Algorithms of request objects.', ['ES256', 'none']),
    claims_supported: words('Claims.', ['sub', 'name', 'email', 'groups', 'roles']),
    code_challenge_methods_supported: words('PKCE methods.', ['S256']),
    prompt_values_supported: words('Values of prompt.', ['none', 'login', 'consent', 'select_account']),
    authorization_response_iss_parameter_supported: z.boolean().meta({
      description: 'The redirect carries `iss` (RFC 9207).',
      examples: [true],
    }),
    claims_parameter_supported: z.boolean().meta({ description: 'Whether `claims` is honoured.', examples: [true] }),
    request_parameter_supported: z
      .boolean()
      .meta({ description: 'Whether request objects are accepted.', examples: [true] }),
    request_uri_parameter_supported: z
      .boolean()
      .meta({ description: 'Whether request objects are fetched.', examples: [false] }),
  })
  .meta({ id: 'Discovery', description: 'Provider metadata.' });

/** Provider metadata. */
export type Discovery = z.infer<typeof discovery>;

/** The public keys that sign tokens (RFC 7517 §5). */
export const jwks = z
  .object({
    keys: z
      .array(
        z.object({
          kty: z.string().meta({ description: 'Key type.', examples: ['RSA'] }),
          kid: z.string().meta({ description: 'Key id, as in the header of tokens.', examples: ['understudy-rsa-1'] }),
          use: z.string().meta({ description: 'What it is for.', examples: ['sig'] }),
          alg: z.string().meta({ description: 'Algorithm it signs with.', examples: ['RS256'] }),
          n: z
            .string()
            .optional()
            .meta({ description: 'RSA modulus.', examples: ['0vx7agoebGcQ'] }),
          e: z
            .string()
            .optional()
            .meta({ description: 'RSA exponent.', examples: ['AQAB'] }),
          crv: z
            .string()
            .optional()
            .meta({ description: 'Curve.', examples: ['Ed25519'] }),
          x: z
            .string()
            .optional()
            .meta({
              description: 'Public key on the curve.',
              examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
            }),
        }),
      )
      .meta({ description: 'The keys: the one in use, the next one, and one for EdDSA.' }),
  })
  .meta({ id: 'Jwks', description: 'The public keys that sign tokens.' });

/** The public keys that sign tokens. */
export type Jwks = z.infer<typeof jwks>;
