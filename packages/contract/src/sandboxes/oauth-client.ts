/** OAuth clients, as far as a sandbox knows more of them than their id: by the names of RFC 7591 and of the logout specifications. */
import { z } from 'zod';
import { clientMetadata } from '../kit/client-metadata.js';

/** Most clients that a sandbox may list. */
export const MAX_OAUTH_CLIENTS = 50;

/** An OAuth client. */
export const oauthClient = z
  .object({
    client_id: z
      .string()
      .min(1)
      .max(200)
      // RFC 6749 A.1: a space is allowed.
      .regex(/^[\x20-\x7e]+$/, 'must be printable ASCII')
      .meta({ description: 'Id of the client.', examples: ['understudy-web'] }),
    client_secret: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({
        description: 'The secret that it must send, or sign with.',
        examples: ['a-secret-of-the-app'],
      }),
    ...clientMetadata,
  })
  .meta({
    id: 'OAuthClient',
    description: 'An OAuth client, how it authenticates, and how it is notified of logouts.',
  });

/** An OAuth client. */
export type OAuthClient = z.infer<typeof oauthClient>;

/** The OAuth clients that a sandbox knows more of than their id. */
export const sandboxOauthClients = z
  .array(oauthClient)
  .max(MAX_OAUTH_CLIENTS)
  .check(({ value, issues }) => {
    const ids = value.map(({ client_id }) => client_id);
    for (const [index, id] of ids.entries()) {
      if (ids.indexOf(id) === index) continue;
      const message = 'must be listed once';
      issues.push({ code: 'custom', message, input: value, path: [index, 'client_id'], continue: true });
    }
  })
  .meta({
    description: 'OAuth clients with settings of their own. Any other client is accepted as well.',
    examples: [[{ client_id: 'understudy-web', backchannel_logout_uri: 'http://127.0.0.1:3000/backchannel-logout' }]],
  });
