/** Pushed authorization requests (RFC 9126). */
import { z } from 'zod';
import { authorizationParameters } from './authorize.js';
import { clientCredentials } from './client-credentials.js';
import { parameter } from './parameter.js';

/** An authorization request that its client sends by itself, before the browser comes (RFC 9126 §2.1). */
export const pushedRequest = z
  .object({
    ...authorizationParameters,
    ...clientCredentials,
    request_uri: parameter('Refused: what is pushed is the request itself (RFC 9126 §2.1).'),
  })
  .meta({
    title: 'PushedRequest',
    description: 'An authorization request, and the client that sends it.',
    examples: [
      {
        client_id: 'understudy-web',
        client_secret: 'understudy-secret',
        response_type: 'code',
        redirect_uri: 'http://127.0.0.1:3000/callback',
        scope: 'openid',
      },
    ],
  });

/** Where the request is kept (RFC 9126 §2.2). */
export const pushedAnswer = z
  .object({
    request_uri: z.string().meta({
      description: 'The value that the browser sends to the authorization endpoint, once, together with client_id.',
      examples: ['urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c'],
    }),
    expires_in: z.int().meta({ description: 'Seconds for which it is kept.', examples: [60] }),
  })
  .meta({ id: 'PushedAnswer', description: 'Reference to a pushed authorization request.' });
