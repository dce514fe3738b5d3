/** The credentials of the OpenAPI document, and which of them an operation takes. */
import type { Credential, OperationMeta } from '@understudy/contract/kit';
import type { Json } from './parameters.js';

/** The credentials, by the name that operations give them. */
export const securitySchemes = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The access token of a user (RFC 6750): from `POST /api/auth/login`, `POST /api/oauth/token` or `GET /api/oauth/authorize`.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, which begins with `usk_` and stands in the place of an access token.',
  },
  clientSecret: {
    type: 'http',
    scheme: 'basic',
    description:
      'Id and secret of an OAuth client (RFC 6749 §2.3.1), such as `understudy-web` and `understudy-secret`. They may stand in the body instead; a public client has no secret.',
  },
  registrationToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The registration_access_token of a client that has registered itself (RFC 7592 §1.2).',
  },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The admin token of the server, needed only where it was started with one.',
  },
} as const;

/** Schemes by credential; a session is none that a caller names: its browser brings the cookie by itself. */
const schemeOf: Readonly<Record<Exclude<Credential, 'none' | 'session'>, keyof typeof securitySchemes>> = {
  bearer: 'accessToken',
  viewer: 'accessToken',
  member: 'accessToken',
  client: 'clientSecret',
  registration: 'registrationToken',
  admin: 'adminToken',
};

/** The security requirements of an operation (OpenAPI 3.1 §4.8.30): none comes first where it is enough, since importers take the first. */
export function operationSecurity({ credential, credentialOptional }: OperationMeta): Json[] {
  if (credential === 'none' || credential === 'session') return [];
  const requirement = { [schemeOf[credential]]: [] };
  const own = credential === 'member' ? [requirement, { apiKey: [] }] : [requirement];
  return credentialOptional ? [{}, ...own] : own;
}
