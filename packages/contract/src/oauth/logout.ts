/** Ending logins: RP-Initiated Logout, token revocation, token introspection. */
import { z } from 'zod';
import { clientCredentials } from './client-credentials.js';
import { parameter } from './parameter.js';

/** Parameters of a logout (OpenID Connect RP-Initiated Logout §2). */
export const logoutRequest = z
  .object({
    id_token_hint: parameter('An ID token of the login that is to end; it may have expired.', '<ID_TOKEN>'),
    client_id: parameter('Id of the client; it must be that of the ID token.', 'understudy-web'),
    post_logout_redirect_uri: parameter(
      'Where the browser goes afterwards, under the same rules as redirect_uri.',
      'http://127.0.0.1:3000/',
    ),
    state: parameter('A value of the client, which is returned to post_logout_redirect_uri.', 'af0ifjsldkj'),
    logout_hint: parameter('Accepted and ignored.', 'usr_0001'),
    ui_locales: parameter('Accepted and ignored.', 'en'),
    confirm_token: parameter('What the page that asks sends back: it belongs to the session of the browser.', 'Zk8pQ2'),
    decision: parameter('What the user has chosen on that page: `log_out` or `stay`.', 'log_out'),
  })
  .meta({ title: 'LogoutRequest', description: 'A logout.', examples: [{ client_id: 'understudy-web' }] });

/** What a logout that leads nowhere answers. */
export const endedSession = z
  .object({
    logged_out: z.boolean().meta({
      description:
        'Whether the browser has no session any more. Programs always get true; a browser may be asked first.',
      examples: [true],
    }),
  })
  .meta({ id: 'EndedSession', description: 'The answer of a logout without post_logout_redirect_uri.' });

/** A token, and the client that asks (RFC 7009 §2.1, RFC 7662 §2.1). */
export const tokenQuery = z
  .object({
    token: z
      .string()
      .min(1)
      .max(10_000)
      .meta({ description: 'The access token or refresh token.', examples: ['<ACCESS_TOKEN>'] }),
    token_type_hint: parameter('What it probably is: `access_token` or `refresh_token`.', 'access_token'),
    ...clientCredentials,
  })
  .meta({
    title: 'TokenQuery',
    description: 'A token, and the client that asks.',
    examples: [{ token: '<ACCESS_TOKEN>', client_id: 'understudy-web', client_secret: 'understudy-secret' }],
  });

/** What a revocation answers (RFC 7009 §2.2). */
export const revoked = z
  .looseObject({})
  .meta({ id: 'Revoked', description: 'The token is not valid any more, or never was.' });

/** What is known of a token (RFC 7662 §2.2). */
export const introspection = z
  .object({
    active: z.boolean().meta({
      description: 'Whether the token is valid now. If it is not, the answer has no other member.',
      examples: [true],
    }),
    scope: z
      .string()
      .optional()
      .meta({ description: 'Scopes, separated by spaces.', examples: ['openid profile'] }),
    client_id: z
      .string()
      .optional()
      .meta({ description: 'The client that it was issued to.', examples: ['understudy-web'] }),
    username: z
      .string()
      .optional()
      .meta({ description: 'E-mail address of the user.', examples: ['ada.lovelace@example.com'] }),
    token_type: z
      .enum(['Bearer', 'DPoP'])
      .optional()
      .meta({ description: 'How an access token is sent.', examples: ['Bearer'] }),
    exp: z
      .int()
      .optional()
      .meta({ description: 'When it expires, in seconds since 1970.', examples: [1_767_312_000] }),
    iat: z
      .int()
      .optional()
      .meta({ description: 'When it was issued, in seconds since 1970.', examples: [1_767_225_600] }),
    sub: z
      .string()
      .optional()
      .meta({ description: 'Id of the user, or of a client on its own.', examples: ['usr_0001'] }),
    aud: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .meta({ description: 'Whom it is for.', examples: ['http://127.0.0.1:4010/api'] }),
    iss: z
      .string()
      .optional()
      .meta({ description: 'The issuer.', examples: ['http://127.0.0.1:4010/api/oauth'] }),
    jti: z
      .string()
      .optional()
      .meta({ description: 'Id of an access token.', examples: ['gnt_n000001.tok_n000002'] }),
    cnf: z
      .object({
        jkt: z.string().meta({
          description: 'Thumbprint of the key (RFC 7638).',
          examples: ['0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I'],
        }),
      })
      .optional()
      .meta({ description: 'The key that the token is bound to (RFC 9449 §6.2).' }),
    groups: z
      .array(z.string())
      .optional()
      .meta({ description: 'Groups of the user (scope groups).', examples: [['everyone', 'finance']] }),
    roles: z
      .array(z.string())
      .optional()
      .meta({ description: 'Roles of the user (scope roles).', examples: [['editor']] }),
    auth_time: z
      .int()
      .optional()
      .meta({ description: 'When the user logged in, in seconds since 1970.', examples: [1_767_225_600] }),
    acr: z
      .string()
      .optional()
      .meta({ description: 'How strongly the user logged in, if the client asked for that.', examples: ['phr'] }),
    amr: z
      .array(z.string())
      .optional()
      .meta({ description: 'Methods by which the user logged in, if the client asked for them.', examples: [['pwd']] }),
  })
  .catchall(z.unknown().meta({ description: 'Any other claim that the user was given.' }))
  .meta({ id: 'Introspection', description: 'What is known of a token.' });

/** What is known of a token. */
export type Introspection = z.infer<typeof introspection>;
