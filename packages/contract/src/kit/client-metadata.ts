/** What is known of an OAuth client, by the names of RFC 7591 and of the logout specifications: how it proves itself, and where it may be found. */
import { z } from 'zod';
import { clientAuthMethods, keyAlgorithms, secretAlgorithms } from './client-proofs.js';

const anyUrl = z.url();

/** An address that the server or the browser calls: never with a fragment (Back-Channel Logout §2.2) or credentials. */
const callable = (description: string, path: string) =>
  z
    .stringFormat(
      'uri',
      (value) => /^https?:\/\/(?![^/?#]*@)[!-"$-[\]-~]+$/i.test(value) && anyUrl.safeParse(value).success,
      {
        error: ({ code }) =>
          code === 'invalid_format'
            ? 'must be an absolute http or https URL, without credentials and without a fragment'
            : undefined,
      },
    )
    .max(2048)
    .optional()
    .meta({ description, examples: [`http://127.0.0.1:3000${path}`] });

const flag = (description: string) =>
  z
    .boolean()
    .optional()
    .meta({ description, examples: [true] });

const uris = (description: string, example: string) =>
  z
    .array(z.string().min(1).max(2048))
    .max(20)
    .optional()
    .meta({ description, examples: [[example]] });

/** Algorithms of what a client signs. */
const clientAlgorithms = [...keyAlgorithms, ...secretAlgorithms] as const;

/** A public key (RFC 7517 §4). */
const publicKey = z
  .object({ kty: z.enum(['RSA', 'EC', 'OKP']).meta({ description: 'Key type.', examples: ['EC'] }) })
  .catchall(z.unknown().meta({ description: 'What else there is in the key (RFC 7518 §6).' }))
  .refine((key) => ['d', 'p', 'q', 'k'].every((name) => !(name in key)), 'must be a public key');

/** The public keys of a client (RFC 7591 §2). */
const clientKeys = z
  .object({ keys: z.array(publicKey).min(1).max(10).meta({ description: 'The keys.' }) })
  .optional()
  .meta({
    description: 'Its public keys, to verify what it signs; none are fetched.',
    examples: [{ keys: [{ kty: 'EC' }] }],
  });

/** What is known of a client beyond its id. */
export const clientMetadata = {
  redirect_uris: uris(
    'Where its logins may redirect to: only these addresses, compared exactly. If left out, any address that the rules for redirect URIs allow.',
    'http://127.0.0.1:3000/callback',
  ),
  application_type: z
    .enum(['web', 'native'])
    .optional()
    .meta({
      description: 'native: its redirect URIs may have any port of this machine (RFC 8252 §7.3).',
      examples: ['web'],
    }),
  token_endpoint_auth_method: z
    .enum(clientAuthMethods)
    .optional()
    .meta({
      description: 'How it authenticates. A secret may be in the header or the body; with `none` it must use PKCE.',
      examples: ['private_key_jwt'],
    }),
  token_endpoint_auth_signing_alg: z
    .enum(clientAlgorithms)
    .optional()
    .meta({ description: 'The one algorithm of its assertions.', examples: ['ES256'] }),
  jwks: clientKeys,
  id_token_signed_response_alg: z
    .enum(['RS256', 'EdDSA'])
    .optional()
    .meta({ description: 'Algorithm that signs its tokens.', examples: ['RS256'] }),
  userinfo_signed_response_alg: z
    .enum(['RS256', 'EdDSA'])
    .optional()
    .meta({
      description: 'Algorithm that signs its userinfo, which is then a JWT; if left out, userinfo is not signed.',
      examples: ['RS256'],
    }),
  request_object_signing_alg: z
    .enum([...clientAlgorithms, 'none'])
    .optional()
    .meta({
      description: 'The one algorithm of its request objects; `none`: unsigned.',
      examples: ['ES256'],
    }),
  require_signed_request_object: flag('Whether all its requests are signed (RFC 9101 §10.5).'),
  require_pushed_authorization_requests: flag('Whether all its requests are pushed (RFC 9126 §6).'),
  dpop_bound_access_tokens: flag('Whether all its tokens are bound to a key (RFC 9449 §5.2).'),
  post_logout_redirect_uris: uris(
    'Where its logouts may redirect to: only these addresses, compared exactly (RP-Initiated Logout §3.1). If left out, the same as its logins.',
    'http://127.0.0.1:3000/',
  ),
  frontchannel_logout_uri: callable(
    'Address that browsers load in a frame when a session with the client ends (Front-Channel Logout §2). It follows the rules of redirect URIs.',
    '/frontchannel-logout',
  ),
  frontchannel_logout_session_required: flag('Whether it is loaded with `iss` and `sid`.'),
  backchannel_logout_uri: callable(
    'Address that a logout token is sent to when a session with the client ends (Back-Channel Logout §2.2). It is sent like webhooks: with --webhook-delivery on, to the addresses that --webhook-allow opens.',
    '/backchannel-logout',
  ),
  backchannel_logout_session_required: flag('Accepted: logout tokens always have `sid`.'),
};

/** What is known of a client beyond its id. */
export type ClientMetadata = z.infer<z.ZodObject<typeof clientMetadata>>;
