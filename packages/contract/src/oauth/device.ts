/** Logins of devices that have no browser (RFC 8628). */
import { z } from 'zod';
import { clientCredentials } from './client-credentials.js';
import { parameter } from './parameter.js';
import { resource } from './resource.js';

/** What begins the login of a device (RFC 8628 §3.1). */
export const deviceRequest = z
  .object({
    ...clientCredentials,
    scope: parameter('Scopes, separated by spaces.', 'openid profile'),
    resource: resource.optional(),
    audience: parameter(
      'The API that the access token is for, by any name; `resource` does the same with URIs.',
      'my-api',
    ),
    auto_approve: z
      .int()
      .min(0)
      .max(1000)
      .optional()
      .meta({
        description:
          'Polls after which the login is allowed automatically, for tests without a person; by default device_auto_approve of the sandbox.',
        examples: [2],
      }),
    login_hint: parameter('E-mail address or id of the user who logs in when it is allowed automatically.', 'usr_0002'),
  })
  .meta({
    title: 'DeviceRequest',
    description: 'A request to begin the login of a device.',
    examples: [{ client_id: 'understudy-spa', scope: 'openid profile' }],
  });

/** What the device shows, and polls with (RFC 8628 §3.2). */
export const deviceAuthorization = z
  .object({
    device_code: z
      .string()
      .meta({ description: 'What the device polls the token endpoint with.', examples: ['<CODE>'] }),
    user_code: z.string().meta({ description: 'What the user types in.', examples: ['WDJB-MJHT'] }),
    verification_uri: z
      .string()
      .meta({ description: 'Where the user types it in.', examples: ['http://127.0.0.1:4010/api/oauth/device'] }),
    verification_uri_complete: z.string().meta({
      description: 'The same with the code in it, to be shown as a picture.',
      examples: ['http://127.0.0.1:4010/api/oauth/device?user_code=WDJB-MJHT'],
    }),
    expires_in: z.int().meta({ description: 'Seconds for which both codes are valid.', examples: [600] }),
    interval: z.int().meta({ description: 'Seconds to wait between polls.', examples: [5] }),
  })
  .meta({ id: 'DeviceAuthorization', description: 'The codes of a device that logs in.' });

/** What a user decides on the page of a device. */
export const deviceDecision = z
  .object({
    user_code: parameter('The code that the device shows; case and dash do not matter.', 'WDJB-MJHT'),
    decision: parameter('`allow` or `deny`; if left out, a page asks.', 'allow'),
    login_hint: parameter(
      'E-mail address or id of the user who decides; else whoever is logged in, or the first active user.',
      'usr_0002',
    ),
    find_user: parameter(
      'Text that the page searches users for, if a person chooses: a part of a name, e-mail address, id or status.',
      'ada',
    ),
  })
  .meta({
    title: 'DeviceDecision',
    description: 'What a user decides.',
    examples: [{ user_code: 'WDJB-MJHT', decision: 'allow' }],
  });

/** The state of the login of a device. */
export const deviceLogin = z
  .object({
    user_code: z
      .string()
      .nullable()
      .meta({ description: 'The code; null where none was sent.', examples: ['WDJB-MJHT'] }),
    client_id: z
      .string()
      .nullable()
      .meta({ description: 'The client that runs on the device.', examples: ['understudy-spa'] }),
    scope: z
      .string()
      .nullable()
      .meta({ description: 'Scopes that it asks for.', examples: ['openid profile'] }),
    status: z
      .enum(['unknown', 'pending', 'allowed', 'denied'])
      .meta({ description: 'The state of the login.', examples: ['allowed'] }),
    user_id: z
      .string()
      .nullable()
      .meta({ description: 'Who has allowed it; null for nobody.', examples: ['usr_0001'] }),
  })
  .meta({ id: 'DeviceLogin', description: 'The state of the login of a device.' });
