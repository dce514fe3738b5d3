/** API keys of organizations. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';
import { organizationId, text } from './texts.js';

/** What an API key may be allowed. */
export const keyScopes = ['contacts:read', 'contacts:write', 'audit:read'] as const;

/** Something that an API key may be allowed. */
export type KeyScope = (typeof keyScopes)[number];

/** States of an API key. */
export const keyStatuses = ['active', 'revoked', 'expired'] as const;

const scopes = z
  .array(choice(keyScopes, 'What it may do.'))
  .meta({ description: 'What it may do.', examples: [['contacts:read']] });

/** An API key. */
export const apiKey = z
  .object({
    id: recordId('Id of the key.', 'key_0001'),
    organization_id: organizationId,
    name: text('Name.', 'Nightly sync'),
    prefix: z
      .string()
      .meta({ description: 'Its first eight characters, by which people recognize it.', examples: ['usk_seed'] }),
    scopes,
    status: choice(keyStatuses, 'State. A key that is not active is a 401.'),
    created_at: instant('When it was created.', '2024-02-01T09:00:00.000Z'),
    expires_at: instant('When it expires.', '2026-04-05T10:00:00.000Z')
      .nullable()
      .meta({ description: 'When it expires; null for never.', examples: [null] }),
  })
  .meta({ id: 'ApiKey', description: 'An API key of an organization, without the secret itself.' });

/** An API key. */
export type ApiKey = z.infer<typeof apiKey>;

/** An API key with its secret. */
export const apiKeyWithSecret = apiKey
  .extend({
    secret: z.string().meta({
      description: 'The key itself: no other answer has it. Send it as `Authorization: Bearer usk_…`.',
      examples: ['usk_9RkVq2Lw8ZtYc4Nb7Hs3Xd6Mf1Pg5Jae'],
    }),
  })
  .meta({ id: 'ApiKeyWithSecret', description: 'An API key that was just created, with its secret.' });

/** An API key with its secret. */
export type ApiKeyWithSecret = z.infer<typeof apiKeyWithSecret>;

/** Body of `POST /api/saas/organizations/{organization_id}/keys`. */
export const newApiKey = z
  .object({
    organization_id: organizationId,
    name: text('Name.', 'Nightly sync'),
    scopes: scopes
      .min(1)
      .max(keyScopes.length)
      .meta({
        description: 'What it may do, one scope or more.',
        examples: [['contacts:read', 'contacts:write']],
      }),
    expires_in_days: z
      .int()
      .min(1)
      .max(365)
      .optional()
      .meta({ description: 'Days after which it expires; if left out, it never does.', examples: [90] }),
  })
  .meta({
    title: 'NewApiKey',
    description: 'The key to create.',
    examples: [{ name: 'Nightly sync', scopes: ['contacts:read', 'contacts:write'] }],
  });
