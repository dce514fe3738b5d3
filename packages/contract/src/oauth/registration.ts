/** Clients that register themselves (RFC 7591), and manage that (RFC 7592). */
import { z } from 'zod';
import { clientMetadata } from '../kit/client-metadata.js';

const words = (description: string, example: string[]) =>
  z
    .array(z.string().min(1).max(200))
    .max(20)
    .optional()
    .meta({ description, examples: [example] });

const text = (description: string, example: string) =>
  z
    .string()
    .min(1)
    .max(500)
    .optional()
    .meta({ description, examples: [example] });

const page = (description: string, path: string) =>
  z
    .url({ protocol: /^https?$/, error: 'must be an absolute http or https URL' })
    .max(2048)
    .optional()
    .meta({
      description: `${description} The server does not load it.`,
      examples: [`https://app.example.com${path}`],
    });

/** Metadata of a client. */
const registered = {
  ...clientMetadata,
  grant_types: words('The grant types that it may use; by default only `authorization_code`.', [
    'authorization_code',
    'refresh_token',
  ]),
  response_types: words('The response types that it may use.', ['code']),
  client_name: text('What people call it.', 'My app'),
  client_uri: page('Its home page.', '/'),
  logo_uri: page('Its logo, which the log-in page shows.', '/logo.png'),
  tos_uri: page('Its terms of service, which the log-in page links to.', '/terms'),
  policy_uri: page('Its privacy policy, which the log-in page links to.', '/privacy'),
  initiate_login_uri: page('Where third parties start a login at the client.', '/login'),
  jwks_uri: page('Where its keys are. Keys that are needed must be sent as `jwks`.', '/jwks.json'),
  contacts: words('E-mail addresses of the people behind it.', ['dev@example.com']),
  scope: text('The scopes that it intends to ask for. They are stored and shown.', 'openid profile'),
  software_id: text('Identifier of its software.', '4NRB1-0XZABZI9E6-5SM3R'),
  software_version: text('Version of its software.', '2.2'),
  subject_type: z
    .enum(['public', 'pairwise'])
    .optional()
    .meta({ description: 'How users are named to it: `public` only.', examples: ['public'] }),
};

/** A registration (RFC 7591 §2). Members that no standard knows are left out of the answer. */
export const clientRegistration = z.object(registered).meta({
  title: 'ClientRegistration',
  description: 'Metadata of a client.',
  examples: [{ client_name: 'My app', redirect_uris: ['http://127.0.0.1:3000/callback'] }],
});

/** Metadata of a client. */
export type ClientRegistration = z.infer<typeof clientRegistration>;

const registration = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'Id of the client.', examples: ['cli_5f2a81c09d3e'] });

/** Which registration is read or deleted. */
export const registrationId = z.object({ registration });

/** A registration in the place of the one before (RFC 7592 §2.2). */
export const clientUpdate = clientRegistration
  .extend({
    registration,
    client_id: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: 'Id of the client, as in the address.', examples: ['cli_5f2a81c09d3e'] }),
    client_secret: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Its secret, which cannot be chosen.', examples: ['<CLIENT_SECRET>'] }),
  })
  .meta({
    title: 'ClientUpdate',
    description: 'All metadata of a client. What is left out is removed.',
    examples: [{ client_id: 'cli_5f2a81c09d3e', redirect_uris: ['http://127.0.0.1:3000/callback'] }],
  });

/** A registered client (RFC 7591 §3.2.1, RFC 7592 §3). */
export const registeredClient = z
  .object({
    client_id: z.string().meta({ description: 'Its id.', examples: ['cli_5f2a81c09d3e'] }),
    client_secret: z
      .string()
      .optional()
      .meta({ description: 'Its secret, where it authenticates with one.', examples: ['<CLIENT_SECRET>'] }),
    client_id_issued_at: z
      .int()
      .meta({ description: 'When it registered, in seconds since 1970.', examples: [1_767_225_600] }),
    client_secret_expires_at: z
      .int()
      .optional()
      .meta({ description: '0: the secret never expires.', examples: [0] }),
    registration_access_token: z
      .string()
      .meta({ description: 'The token to read, change and delete the registration with.', examples: ['<TOKEN>'] }),
    registration_client_uri: z.string().meta({
      description: 'Where that is done (RFC 7592).',
      examples: ['http://127.0.0.1:4010/api/oauth/register/cli_5f2a81c09d3e'],
    }),
    ...registered,
  })
  .meta({ id: 'RegisteredClient', description: 'A client that has registered itself.' });

/** A client that has registered itself. */
export type RegisteredClient = z.infer<typeof registeredClient>;
