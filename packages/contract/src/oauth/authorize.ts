/** The authorization endpoint: one path for JSON callers and for browsers. */
import { z } from 'zod';
import { unsearchedListInput } from '../kit/controls.js';
import { recordId } from '../kit/field.js';
import { parameter } from './parameter.js';
import { resource } from './resource.js';

/** What the log-in page sends beside the request that it repeats; no client does. */
const pageAnswer = {
  find_user: parameter(
    'Text that the log-in page searches users for: a part of a name, e-mail address, id or status.',
    'ada',
  ),
  login_as: parameter('Id of the user who was chosen on the log-in page.', 'usr_0002'),
  decision: parameter('What else was chosen there: `deny`, `fail` or `expire`.', 'deny'),
  confirm_token: parameter('What the log-in page sends back: it belongs to the browser and to the request.', 'Zk8pQ2'),
};

/** Parameters of an authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3, OpenID Connect Core §3.1.2.1). */
export const authorizationParameters = {
  client_id: parameter('Id of the client (RFC 6749 §4.1.1).', 'understudy-web'),
  redirect_uri: parameter(
    'Address to redirect to: an absolute URL. Browsers are redirected to this machine only, or to an origin or scheme that --oauth-redirect-allow names. A server that is bound to loopback redirects to any private-use scheme as well (RFC 8252 §7.1).',
    'http://127.0.0.1:3000/callback',
  ),
  response_type: parameter(
    'What the answer contains: `code`, `id_token` (an ID token at once), `code id_token` (both) or `none`, which logs in and brings nothing.',
    'code',
  ),
  scope: parameter('Scopes, separated by spaces.', 'openid profile email'),
  state: parameter('A value of the client, which is returned unchanged.', 'af0ifjsldkj'),
  nonce: parameter('Value to put into the ID token.', 'n-0S6_WzA2Mj'),
  code_challenge: parameter(
    'PKCE challenge: the SHA-256 of the verifier (RFC 7636 §4.2).',
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  ),
  code_challenge_method: parameter('How the challenge was made: `S256` only.', 'S256'),
  response_mode: parameter(
    'How the answer reaches the client: `query`, `fragment` or `form_post`. Sending it asks for the redirect. By default a code is sent in the query, and an answer with an ID token in the fragment.',
  ),
  prompt: parameter(
    '`none` (never ask), `login` (log in again), `consent`, or `select_account`, which shows browsers a page to choose a user on.',
    'login',
  ),
  max_age: z
    .int()
    .min(0)
    .optional()
    .meta({
      description: 'Longest time since the user logged in, in seconds.',
      examples: [3600],
    }),
  login_hint: parameter('E-mail address or id of the user who logs in; the first active user if left out.', 'usr_0002'),
  id_token_hint: parameter('An ID token issued earlier to the user who is expected.', 'eyJhbGciOiJSUzI1NiJ9.e30.sig'),
  acr_values: parameter(
    'How strongly the user is to log in, by preference: the first value is the `acr` of the tokens.',
    'phr',
  ),
  ui_locales: parameter('Accepted and ignored.', 'en'),
  claims_locales: parameter('Accepted and ignored.', 'en'),
  display: parameter('Accepted and ignored.', 'page'),
  claims: parameter(
    'Claims to put into the ID token or to answer at userinfo, as JSON (OpenID Connect Core §5.5). A value of `sub` names the user who must log in; values of `acr` and `amr` are granted as asked.',
    '{"id_token":{"email":null}}',
  ),
  resource: resource.optional(),
  audience: parameter(
    'The API that the access token is for, by any name; `resource` does the same with URIs.',
    'my-api',
  ),
  dpop_jkt: parameter(
    'Thumbprint of the key that the code is bound to: only a proof with that key redeems it (RFC 9449 §10).',
    'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
  ),
  request: z.string().min(1).max(20_000).optional().meta({
    description:
      'The request as a JWT that the client has signed with its key or secret (RFC 9101, OpenID Connect Core §6.1). Its contents override the other parameters. It may be unsigned if the client has registered that.',
  }),
};

/** Parameters of an authorization request of a browser. */
export const authorizationRequest = unsearchedListInput({
  ...authorizationParameters,
  request_uri: parameter(
    'The request_uri of a pushed request, from the answer of /api/oauth/par; it can be used once. No other address is fetched.',
  ),
  ...pageAnswer,
});

/** A grant that a JSON caller is given: tokens that work at once, and the code a browser would get. */
export const authorizationGrant = z
  .object({
    id: recordId('Id of the grant.', 'tok_0001'),
    access_token: z.string().meta({
      description: 'An opaque access token for userinfo: the same every time.',
      examples: ['<ACCESS_TOKEN>'],
    }),
    token_type: z
      .literal('Bearer')
      .meta({ description: 'How to send the access token (RFC 6750).', examples: ['Bearer'] }),
    expires_in: z.int().meta({ description: 'Lifetime of the access token in seconds.', examples: [86_400] }),
    scope: z.string().meta({ description: 'Scopes granted, separated by spaces.', examples: ['openid profile email'] }),
    user_id: recordId('The user it is for.', 'usr_0001'),
    code: z
      .string()
      .optional()
      .meta({
        description:
          'Authorization code; present if client_id was sent, and a redirect_uri that browsers may be sent to.',
        examples: ['<CODE>'],
      }),
    redirect_to: z
      .string()
      .optional()
      .meta({
        description: 'Where a browser would be redirected with the code; present if `code` is.',
        examples: ['http://127.0.0.1:3000/callback?code=%3CCODE%3E'],
      }),
  })
  .meta({ id: 'AuthorizationGrant', description: 'A grant for one user.' });

/** A grant for one user. */
export type AuthorizationGrant = z.infer<typeof authorizationGrant>;
