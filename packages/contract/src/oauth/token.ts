/** The token endpoint (RFC 6749 §3.2). */
import { z } from 'zod';
import { clientCredentials } from './client-credentials.js';
import { parameter } from './parameter.js';
import { resource } from './resource.js';

/** Parameters of a token request. */
export const tokenRequest = z
  .object({
    grant_type: z
      .string()
      .min(1)
      .max(200)
      .meta({
        description:
          '`authorization_code`, `refresh_token`, `client_credentials`, or `urn:ietf:params:oauth:grant-type:device_code`; `password` for `understudy-legacy` alone.',
        examples: ['client_credentials'],
      }),
    ...clientCredentials,
    code: parameter('The authorization code (RFC 6749 §4.1.3).', '<CODE>'),
    redirect_uri: parameter(
      'The redirect_uri of the authorization request, unchanged.',
      'http://127.0.0.1:3000/callback',
    ),
    code_verifier: parameter('PKCE verifier (RFC 7636 §4.5).', 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'),
    refresh_token: parameter('The refresh token (RFC 6749 §6).', '<REFRESH_TOKEN>'),
    device_code: parameter('The code of the device (RFC 8628 §3.4).', '<CODE>'),
    username: parameter('E-mail address of the user (RFC 6749 §4.3).', 'marcelo.abbott.1@example.com'),
    password: parameter('Their password.', 'Passw0rd!'),
    scope: parameter('Scopes, separated by spaces.', 'openid profile'),
    resource: resource.optional(),
    audience: parameter(
      'The API that the access token is for, by any name; `resource` does the same with URIs.',
      'my-api',
    ),
  })
  .meta({
    title: 'TokenRequest',
    description: 'A token request.',
    examples: [{ grant_type: 'client_credentials', client_id: 'understudy-web', client_secret: 'understudy-secret' }],
  });

/** A successful token response (RFC 6749 §5.1). */
export const tokenResponse = z
  .object({
    access_token: z.string().meta({ description: 'Access token: a JWT (RFC 9068).', examples: ['<ACCESS_TOKEN>'] }),
    token_type: z.enum(['Bearer', 'DPoP']).meta({
      description: 'How to send it: `DPoP` with a proof each time (RFC 6750, RFC 9449).',
      examples: ['Bearer'],
    }),
    expires_in: z.int().meta({ description: 'Its lifetime in seconds.', examples: [86_400] }),
    scope: z.string().meta({ description: 'Scopes granted, separated by spaces.', examples: ['openid profile'] }),
    refresh_token: z
      .string()
      .optional()
      .meta({ description: 'Refresh token; it can be used once.', examples: ['<REFRESH_TOKEN>'] }),
    id_token: z
      .string()
      .optional()
      .meta({ description: 'ID token (OpenID Connect Core §2).', examples: ['<ID_TOKEN>'] }),
  })
  .meta({ id: 'TokenResponse', description: 'A successful token response.' });

/** A successful token response. */
export type TokenResponse = z.infer<typeof tokenResponse>;
