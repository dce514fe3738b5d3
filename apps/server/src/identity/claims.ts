/** The claims about a user, as far as scopes and the claims parameter reach (OpenID Connect Core §5.4, §5.5). */
import type { User } from '@understudy/contract/auth';
import type { Userinfo } from '@understudy/contract/oauth';
import { hashText } from '../kit/random.js';
import { hasScope } from './scopes.js';

const addresses = [
  ['12 Mill Lane, Exampleton', 'United Kingdom'],
  ['48 Rue du Moulin, Villexemple', 'France'],
  ['7 Hauptstraße, Musterstadt', 'Germany'],
  ['230 Oak Street, Springvale', 'United States'],
] as const;

function profile(user: User): Partial<Userinfo> {
  const [given = user.name, ...rest] = user.name.split(' ');
  return {
    name: user.name,
    given_name: given,
    ...(rest.length === 0 ? {} : { family_name: rest.join(' ') }),
    preferred_username: user.email.split('@')[0] ?? user.email,
    updated_at: Math.floor(Date.parse(user.updated_at) / 1000),
  };
}

function address(user: User): Partial<Userinfo> {
  const [formatted, country] = addresses[hashText(user.id) % addresses.length] ?? addresses[0];
  return { address: { formatted, country } };
}

/** Numbers of a range that is reserved for fiction. */
function phone(user: User): Partial<Userinfo> {
  const number = String(hashText(`phone ${user.id}`) % 1000).padStart(3, '0');
  return { phone_number: `+441632960${number}`, phone_number_verified: false };
}

/** The claims of a user that each scope reaches. */
const byScope = {
  profile,
  email: (user: User): Partial<Userinfo> => ({ email: user.email, email_verified: true }),
  address,
  phone,
} as const;

const names = ['profile', 'email', 'address', 'phone'] as const;

/** The claims that may be asked for by name. */
export const claimNames = [
  'name',
  'given_name',
  'family_name',
  'preferred_username',
  'updated_at',
  'email',
  'email_verified',
  'address',
  'phone_number',
  'phone_number_verified',
] as const satisfies readonly (keyof Userinfo)[];

/** The claims that a scope reaches, and those that were asked for by name. */
export function claimsOf(user: User, scope: string, requested: readonly string[] = []): Userinfo {
  const reached = names.map((name) => (hasScope(scope, name) ? byScope[name](user) : {}));
  const asked = names.flatMap((name) =>
    Object.entries(byScope[name](user)).filter(([claim]) => requested.includes(claim)),
  );
  return Object.assign({ sub: user.id }, ...reached, Object.fromEntries(asked));
}
