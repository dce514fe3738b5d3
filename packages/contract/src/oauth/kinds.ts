/** Problem kinds of the OAuth domain: the errors of the token endpoint (RFC 6749 §5.2). */
import { defineKinds } from '../kit/problem-kinds.js';

/** Problem kinds of the OAuth domain. */
export const oauthKinds = defineKinds({
  invalid_client: {
    status: 401,
    title: 'Invalid Client',
    description:
      'The client is unknown, sent a wrong secret or assertion, or did not send a required one (RFC 6749 §5.2, RFC 7523 §3.2).',
    oauth: 'invalid_client',
  },
  invalid_grant: {
    status: 400,
    title: 'Invalid Grant',
    description:
      'The code or refresh token is wrong, expired, used before, issued to another client, or does not fit redirect_uri or code_verifier (RFC 6749 §5.2).',
    oauth: 'invalid_grant',
  },
  unauthorized_client: {
    status: 400,
    title: 'Unauthorized Client',
    description: 'The client may not use this grant type (RFC 6749 §5.2).',
    oauth: 'unauthorized_client',
  },
  unsupported_grant_type: {
    status: 400,
    title: 'Unsupported Grant Type',
    description:
      'The server knows authorization_code, refresh_token, client_credentials and device codes (RFC 6749 §5.2).',
    oauth: 'unsupported_grant_type',
  },
  invalid_scope: {
    status: 400,
    title: 'Invalid Scope',
    description: 'The scope asks for more than was granted (RFC 6749 §5.2).',
    oauth: 'invalid_scope',
  },
});
