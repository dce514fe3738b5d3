/** Claims that a user is given: groups, roles, and whatever else tokens are to say of them. */
import { z } from 'zod';

/** Claims that are the business of a token itself (OpenID Connect Core §2, RFC 7662 §2.2, RFC 9068 §2.2). */
export const reservedClaims = [
  'iss',
  'sub',
  'aud',
  'exp',
  'nbf',
  'iat',
  'jti',
  'nonce',
  'sid',
  'azp',
  'auth_time',
  'acr',
  'amr',
  'at_hash',
  'c_hash',
  's_hash',
  'scope',
  'client_id',
  'cnf',
  'act',
  'may_act',
  'events',
  'active',
  'username',
  'token_type',
] as const;

/** Most claims that a user can be given. */
const MAX_CLAIMS = 50;

/** Most characters of all of them as JSON: tokens travel in headers, which have an end. */
const MAX_CHARACTERS = 4000;

const text = (description: string, example: string) =>
  z
    .string()
    .max(2000)
    .optional()
    .meta({ description, examples: [example] });
const yes = (description: string) =>
  z
    .boolean()
    .optional()
    .meta({ description, examples: [false] });
const names = (what: string, examples: string[]) =>
  z
    .array(z.string().min(1).max(200))
    .max(100)
    .refine((given) => new Set(given).size === given.length, 'must not name anything twice')
    .optional()
    .meta({ description: `${what} Up to 100, none of them twice.`, examples: [examples] });

/** What is wrong with a claim by its name; undefined for nothing. */
function nameFault(name: string): string | undefined {
  if (reservedClaims.some((one) => one === name)) return 'is a claim of the token itself, and cannot be given';
  return name === '' || name.length > 200 ? 'must have a name of 1 to 200 characters' : undefined;
}

/** The claims that a user is given, in place of those that the server makes up. */
export const userClaims = z
  .object({
    groups: names('Groups that the user is in (scope groups).', ['everyone', 'finance']),
    roles: names('Roles that the user has (scope roles).', ['editor']),
    name: text('Full name (scope profile).', 'Ada Lovelace'),
    given_name: text('First name (scope profile).', 'Ada'),
    family_name: text('Last name (scope profile).', 'Lovelace'),
    middle_name: text('Middle name (scope profile).', 'Augusta'),
    nickname: text('Casual name (scope profile).', 'Ada'),
    preferred_username: text('Name to log in with (scope profile).', 'ada.lovelace'),
    profile: text('URL of the profile page (scope profile).', 'https://example.com/ada'),
    picture: text('URL of the picture (scope profile).', 'https://example.com/ada.png'),
    website: text('URL of the web site (scope profile).', 'https://example.com'),
    gender: text('Gender (scope profile).', 'female'),
    birthdate: text('Birthday (scope profile).', '1815-12-10'),
    zoneinfo: text('Time zone (scope profile).', 'Europe/London'),
    locale: text('Language and country (scope profile).', 'en-GB'),
    updated_at: z
      .int()
      .optional()
      .meta({ description: 'When the user last changed, in seconds since 1970 (scope profile).', examples: [0] }),
    email: text('E-mail address (scope email).', 'ada.lovelace@example.com'),
    email_verified: yes('Whether it was verified (scope email).'),
    address: z
      .object({
        formatted: text('Full address.', '12 Mill Lane, Exampleton'),
        country: text('Country.', 'United Kingdom'),
      })
      .catchall(z.unknown().meta({ description: 'Any other part of the address.' }))
      .optional()
      .meta({ description: 'Postal address (scope address).', examples: [{ country: 'France' }] }),
    phone_number: text('Phone number (scope phone).', '+441632960001'),
    phone_number_verified: yes('Whether it was verified (scope phone).'),
  })
  .catchall(z.unknown().meta({ description: 'Any other claim.' }))
  .superRefine((claims, ctx) => {
    const given = Object.keys(claims);
    for (const name of given) {
      const message = nameFault(name);
      if (message !== undefined) ctx.addIssue({ code: 'custom', path: [name], message });
    }
    if (given.length > MAX_CLAIMS) {
      ctx.addIssue({ code: 'custom', message: `must be at most ${MAX_CLAIMS} claims` });
    }
    if (JSON.stringify(claims).length > MAX_CHARACTERS) {
      ctx.addIssue({ code: 'custom', message: `must have at most ${MAX_CHARACTERS} characters as JSON` });
    }
  })
  .meta({
    id: 'UserClaims',
    description:
      'Claims that tokens and userinfo say of the user, instead of those that the server makes up. `groups` and `roles` need the scope of that name, the standard claims need theirs (OpenID Connect Core §5.4), and all others come with every login. Claims of the token itself, such as `sub` and `exp`, cannot be given.',
    examples: [{ roles: ['editor'], tenant: 'acme' }],
  });

/** The claims that a user is given. */
export type UserClaims = z.infer<typeof userClaims>;
