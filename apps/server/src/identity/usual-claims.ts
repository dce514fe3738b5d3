/** What is said of a user who was given no claims: it follows from the user alone. */
import type { User, UserClaims } from '@understudy/contract/auth';
import { hashText } from '../kit/random.js';

/** An address, and its country. */
type Address = readonly [string, string];

const addresses: readonly [Address, ...Address[]] = [
  ['12 Mill Lane, Exampleton', 'United Kingdom'],
  ['48 Rue du Moulin, Villexemple', 'France'],
  ['7 Hauptstraße, Musterstadt', 'Germany'],
  ['230 Oak Street, Springvale', 'United States'],
];

const departments: readonly [string, ...string[]] = ['engineering', 'finance', 'sales', 'support'];

/** The user who logs in where nobody names one: whoever tries an app first sees all of it. */
const ADMIN = 'usr_0001';

function pick<Item>(items: readonly [Item, ...Item[]], ...key: readonly string[]): Item {
  return items[hashText(key.join(' ')) % items.length] ?? items[0];
}

function profile(user: User): UserClaims {
  const [given = user.name, ...rest] = user.name.split(' ');
  return {
    name: user.name,
    given_name: given,
    ...(rest.length === 0 ? {} : { family_name: rest.join(' ') }),
    preferred_username: user.email.split('@')[0] ?? user.email,
    updated_at: Math.floor(Date.parse(user.updated_at) / 1000),
  };
}

function address(user: User): UserClaims {
  const [formatted, country] = pick(addresses, user.id);
  return { address: { formatted, country } };
}

/** Numbers of a range that is reserved for fiction. */
function phone(user: User): UserClaims {
  const number = String(hashText(`phone ${user.id}`) % 1000).padStart(3, '0');
  return { phone_number: `+441632960${number}`, phone_number_verified: false };
}

function authorization({ id }: User): UserClaims {
  return {
    groups: ['everyone', pick(departments, 'department', id)],
    roles: id === ADMIN ? ['admin', 'member'] : ['member'],
  };
}

/** The claims of a user who was given none. */
export function usualClaims(user: User): UserClaims {
  return {
    ...profile(user),
    email: user.email,
    email_verified: true,
    ...address(user),
    ...phone(user),
    ...authorization(user),
  };
}

/** Names of the claims that every user has. */
export const usualClaimNames = [
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
  'groups',
  'roles',
] as const satisfies readonly (keyof UserClaims)[];
