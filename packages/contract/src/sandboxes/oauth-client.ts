/** OAuth clients, as far as a sandbox knows more of them than their id: by the names of RFC 7591 and of the logout specifications. */
import { z } from 'zod';

/** Most clients that a sandbox may list. */
export const MAX_OAUTH_CLIENTS = 50;

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

const needsSession = (description: string) =>
  z
    .boolean()
    .optional()
    .meta({ description, examples: [true] });

/** An OAuth client. */
export const oauthClient = z
  .object({
    client_id: z
      .string()
      .min(1)
      .max(200)
      .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
      .meta({ description: 'Id of the client.', examples: ['understudy-web'] }),
    post_logout_redirect_uris: z
      .array(z.string().min(1).max(2048))
      .max(20)
      .optional()
      .meta({
        description:
          'Where its logouts may lead: these addresses only, to the letter (RP-Initiated Logout §3.1). Left out: wherever its logins may.',
        examples: [['http://127.0.0.1:3000/']],
      }),
    frontchannel_logout_uri: callable(
      'What browsers load in a frame when a session with the client ends (Front-Channel Logout §2). It follows the rules of redirect URIs.',
      '/frontchannel-logout',
    ),
    frontchannel_logout_session_required: needsSession('Whether it is loaded with `iss` and `sid`.'),
    backchannel_logout_uri: callable(
      'What is sent a logout token when a session with the client ends (Back-Channel Logout §2.2). It is sent as webhooks are: with --webhook-delivery on, to the addresses that --webhook-allow opens.',
      '/backchannel-logout',
    ),
    backchannel_logout_session_required: needsSession('Accepted: logout tokens always have `sid`.'),
  })
  .meta({ id: 'OAuthClient', description: 'An OAuth client, and what follows when its users log out.' });

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
    description:
      'OAuth clients of which more is to be known than their id: where they are told of logouts. Any other client is accepted just the same.',
    examples: [[{ client_id: 'understudy-web', backchannel_logout_uri: 'http://127.0.0.1:3000/backchannel-logout' }]],
  });
