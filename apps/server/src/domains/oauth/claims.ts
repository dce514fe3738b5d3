/** The claims about a user, as far as scopes reach (OpenID Connect Core §5.4). */
import type { User, Userinfo } from '@understudy/contract';
import { hasScope } from '../../identity/scopes.js';
import { hashText } from '../../kit/random.js';

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

/** The claims that a scope reaches. */
export function claimsOf(user: User, scope: string): Userinfo {
  return {
    sub: user.id,
    ...(hasScope(scope, 'profile') ? profile(user) : {}),
    ...(hasScope(scope, 'email') ? { email: user.email, email_verified: true } : {}),
    ...(hasScope(scope, 'address') ? address(user) : {}),
    ...(hasScope(scope, 'phone') ? phone(user) : {}),
  };
}
