/** What a login gives: tokens, and the user they stand for. */
import { z } from 'zod';
import { recordId } from '../kit/field.js';
import { user } from './user.js';

/** Seconds that access tokens live. */
export const ACCESS_TOKEN_SECONDS = 86_400;

/** What a login or refresh answers. */
export const session = z
  .object({
    id: recordId('Id of the tokens.', 'tok_0001'),
    access_token: z.string().meta({
      description: 'Access token: a JWT (RFC 9068) that verifies with the JWKS.',
      examples: ['<ACCESS_TOKEN>'],
    }),
    refresh_token: z.string().meta({
      description: 'Refresh token. It can be used once, and is exchanged for a new one.',
      examples: ['<REFRESH_TOKEN>'],
    }),
    token_type: z
      .literal('Bearer')
      .meta({ description: 'How to send the access token (RFC 6750).', examples: ['Bearer'] }),
    expires_in: z
      .int()
      .meta({ description: 'Lifetime of the access token in seconds.', examples: [ACCESS_TOKEN_SECONDS] }),
    user,
  })
  .meta({ id: 'Session', description: 'The tokens of a login, and the user they are for.' });

/** The tokens of a login, and the user they are for. */
export type Session = z.infer<typeof session>;

/** A refresh token as a client sends it. */
export const refreshToken = z
  .string()
  .min(1)
  .max(2000)
  .meta({
    description: 'Refresh token from the last login or refresh.',
    examples: ['<REFRESH_TOKEN>'],
  });

/** What a logout answers. */
export const loggedOut = z
  .object({
    id: recordId('Id of the session that ended.', 'gnt_0001'),
    status: z.literal('logged_out').meta({ description: 'The session is over.', examples: ['logged_out'] }),
  })
  .meta({ id: 'LoggedOut', description: 'What a logout answers.' });
