/** The userinfo endpoint (OpenID Connect Core §5.3). */
import { z } from 'zod';

/** Claims about a user, as far as the scopes of the token reach. */
export const userinfo = z
  .object({
    sub: z.string().meta({ description: 'Id of the user.', examples: ['usr_0001'] }),
    name: z
      .string()
      .optional()
      .meta({ description: 'Full name (scope profile).', examples: ['Ada Lovelace'] }),
    given_name: z
      .string()
      .optional()
      .meta({ description: 'First name (scope profile).', examples: ['Ada'] }),
    family_name: z
      .string()
      .optional()
      .meta({ description: 'Last name (scope profile).', examples: ['Lovelace'] }),
    preferred_username: z
      .string()
      .optional()
      .meta({ description: 'Name to log in with (scope profile).', examples: ['ada.lovelace'] }),
    updated_at: z
      .int()
      .optional()
      .meta({
        description: 'When the user last changed, in seconds since 1970 (scope profile).',
        examples: [1_736_154_000],
      }),
    email: z
      .string()
      .optional()
      .meta({ description: 'E-mail address (scope email).', examples: ['ada.lovelace@example.com'] }),
    email_verified: z
      .boolean()
      .optional()
      .meta({ description: 'Whether it was verified (scope email).', examples: [true] }),
    address: z
      .object({
        formatted: z
          .string()
          .optional()
          .meta({ description: 'Full address.', examples: ['12 Mill Lane, Exampleton'] }),
        country: z
          .string()
          .optional()
          .meta({ description: 'Country.', examples: ['United Kingdom'] }),
      })
      .catchall(z.unknown().meta({ description: 'Any other part of the address.' }))
      .optional()
      .meta({ description: 'Postal address (scope address).' }),
    phone_number: z
      .string()
      .optional()
      .meta({
        description: 'Phone number, from a range reserved for fiction (scope phone).',
        examples: ['+441632960001'],
      }),
    phone_number_verified: z
      .boolean()
      .optional()
      .meta({ description: 'Whether it was verified (scope phone).', examples: [false] }),
    groups: z
      .array(z.string())
      .optional()
      .meta({ description: 'Groups that the user is in (scope groups).', examples: [['everyone', 'finance']] }),
    roles: z
      .array(z.string())
      .optional()
      .meta({ description: 'Roles that the user has (scope roles).', examples: [['editor']] }),
  })
  .catchall(z.unknown().meta({ description: 'Any other claim that the user was given.' }))
  .meta({ id: 'Userinfo', description: 'Claims about a user.' });

/** Claims about a user. */
export type Userinfo = z.infer<typeof userinfo>;
