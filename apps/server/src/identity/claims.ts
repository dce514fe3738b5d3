/** The claims about a user: those that a server is started with or that follow from the user, as far as scopes and requests reach (OpenID Connect Core §5.4, §5.5). */
import { reservedClaims, type User, type UserClaims } from '@understudy/contract/auth';
import type { Userinfo } from '@understudy/contract/oauth';
import { z } from 'zod';
import { ProblemError } from '../kit/problem-error.js';
import { hashText } from '../kit/random.js';
import type { Dataset } from '../kit/dataset.js';
import type { LoginSettings } from '../kit/logins.js';

/** Scopes that have a meaning here (OpenID Connect Core §5.4, §11); `groups` and `roles` are those of large providers. */
export const scopes = ['openid', 'profile', 'email', 'address', 'phone', 'offline_access', 'groups', 'roles'] as const;

/** A scope that has a meaning here. */
type StandardScope = (typeof scopes)[number];

/** Scope of a request that names none. */
const DEFAULT_SCOPE = 'openid profile email';

/**
 * What is granted of the scopes of a request, each once: all of them, since this stands in for anybody's API, or those
 * that the sandbox lists. A request that names none is granted the usual ones, or where none of these is listed all that
 * are.
 *
 * @throws ProblemError `invalid_scope` where the sandbox lists none of those that were asked for
 */
export function grantedScope(requested: string | undefined, { scopes: listed }: LoginSettings): string {
  const asked = [...new Set((requested ?? DEFAULT_SCOPE).split(' '))];
  const granted = asked.filter((name) => listed?.includes(name) ?? true);
  // A scope that is empty reads like a grant of nothing (RFC 6749 §3.3).
  if (granted.length > 0) return granted.join(' ');
  if (requested === undefined) return [...new Set(listed)].join(' ');
  const detail = `the sandbox grants none of these scopes, but ${listed?.join(' ') ?? ''}`;
  throw oauthFault('invalid_scope', detail, 'scope');
}

/** The scopes that the metadata names. */
export function supportedScopes({ scopes: listed }: LoginSettings): string[] {
  return [...(listed ?? scopes)];
}

/** Whether a scope contains a name. */
export function hasScope(scope: string, name: StandardScope): boolean {
  return scope.split(' ').includes(name);
}

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
function usualClaims(user: User): UserClaims {
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

/** The standard claims and those of groups and roles, by the scope that they come with; all others come with a login. */
const namesByScope = {
  profile: [
    'name',
    'given_name',
    'family_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
  ],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
  groups: ['groups'],
  roles: ['roles'],
} as const satisfies { readonly [Scope in StandardScope]?: readonly (keyof UserClaims)[] };

const scopeOf: ReadonlyMap<string, StandardScope> = new Map(
  Object.entries(namesByScope).flatMap(([scope, names]) =>
    names.map((name): [string, StandardScope] => [name, scope as keyof typeof namesByScope]),
  ),
);

/** All claims of a user: those that they were given, and the usual ones. */
function allOf(user: User): [name: string, value: unknown][] {
  return Object.entries({ ...usualClaims(user), ...user.claims });
}

/** The claims that a scope reaches, and those that were asked for by name. */
export function claimsOf(user: User, scope: string, requested: readonly string[] = []): Userinfo {
  const reached = allOf(user).filter(
    ([name]) => hasScope(scope, scopeOf.get(name) ?? 'openid') || requested.includes(name),
  );
  return { sub: user.id, ...Object.fromEntries(reached) };
}

/**
 * What an API is to decide by: groups and roles where the scope reaches them (RFC 9068 §2.2.3.1), and all that the user
 * was given beyond the standard claims, which an API can ask nobody for.
 */
export function authorizationClaims(user: User, scope: string): Readonly<Record<string, unknown>> {
  const reached = allOf(user).filter(([name]) => {
    const needed = scopeOf.get(name);
    return needed === undefined || ((needed === 'groups' || needed === 'roles') && hasScope(scope, needed));
  });
  return Object.fromEntries(reached);
}

const wanted = z
  .looseObject({ essential: z.boolean().optional(), value: z.unknown(), values: z.array(z.unknown()).optional() })
  .partial()
  .nullable();
const member = z.record(z.string(), wanted).nullish();
const claimsParameter = z.looseObject({ userinfo: member, id_token: member });

/** Names of claims by where they are to stand: those of users alone, the others are there anyway. */
export const requestedClaims = z.object({
  id_token: z.array(z.string()).optional(),
  userinfo: z.array(z.string()).optional(),
});

/** Names of claims by where they are to stand. */
export type RequestedClaims = z.infer<typeof requestedClaims>;

/** Members of what is remembered of how a user has logged in, where a client asks (OpenID Connect Core §2, RFC 8176). */
export const loginMethod = {
  /** How strongly. */
  acr: z.string().optional(),
  /** By which methods. */
  amr: z.array(z.string()).optional(),
};

/** How a user has logged in. */
export type LoginMethod = z.infer<z.ZodObject<typeof loginMethod>>;

/** What tokens say of how the user has logged in; nothing where no client asked. */
export function loginMethodOf({ acr, amr }: LoginMethod = {}): LoginMethod {
  return { ...(acr === undefined ? {} : { acr }), ...(amr === undefined ? {} : { amr }) };
}

/** What an authorization request asks for by its claims parameter. */
export interface ReadClaims {
  /** Undefined where it asks for none that there are. */
  readonly requested: RequestedClaims | undefined;
  /** Id of the user who must log in; undefined where anybody may. */
  readonly subject: string | undefined;
  /** How the user is to log in, as the ID token is to say it. */
  readonly method: LoginMethod;
}

function parse(text: string): z.infer<typeof claimsParameter> {
  try {
    return claimsParameter.parse(JSON.parse(text));
  } catch {
    const detail =
      'claims must be a JSON object whose members id_token and userinfo name claims, each with null or an object';
    throw oauthFault('invalid_request', detail, 'claims');
  }
}

/** Most claims that a request can name: they travel in its code. */
const MAX_NAMES = 50;

const reserved: ReadonlySet<string> = new Set(reservedClaims);

function named(asked: z.infer<typeof member>): string[] | undefined {
  const found = Object.keys(asked ?? {}).filter((name) => !reserved.has(name));
  return found.length === 0 ? undefined : found.slice(0, MAX_NAMES);
}

const texts = z.array(z.string()).min(1);

/** What a login without questions says of itself: level 0 (ISO/IEC 29115), and what it stands in for. */
const USUAL = { acr: '0', amr: ['pwd'] };

/** How a user is to log in: as the request has it, since nobody is asked for anything here. */
function methodOf(asked: z.infer<typeof member>, values: string | undefined): LoginMethod {
  const { acr, amr } = asked ?? {};
  const wished = [acr?.value, ...(acr?.values ?? []), ...(values?.split(' ') ?? [])];
  const first = wished.find((value) => typeof value === 'string' && value !== '');
  const levels = z.string().safeParse(first).data ?? (acr === undefined ? undefined : USUAL.acr);
  const methods = [amr?.value, amr?.values]
    .map((value) => texts.safeParse(value).data)
    .find((one) => one !== undefined);
  return { acr: levels, amr: methods ?? (amr === undefined ? undefined : USUAL.amr) };
}

interface ClaimsRequest {
  readonly claims?: string | undefined;
  readonly acr_values?: string | undefined;
}

/**
 * Reads the claims parameter. What nothing is known of is left out, as §5.5 wants it.
 *
 * @throws ProblemError `invalid_request` where it is malformed
 */
export function readClaims({ claims: text, acr_values: values }: ClaimsRequest): ReadClaims {
  if (text === undefined) return { requested: undefined, subject: undefined, method: methodOf(undefined, values) };
  const { id_token, userinfo } = parse(text);
  const [inIdToken, atUserinfo] = [named(id_token), named(userinfo)];
  const subject = id_token?.['sub']?.value ?? userinfo?.['sub']?.value;
  const isAny = inIdToken === undefined && atUserinfo === undefined;
  return {
    requested: isAny ? undefined : { id_token: inIdToken, userinfo: atUserinfo },
    subject: typeof subject === 'string' ? subject : undefined,
    method: methodOf(id_token, values),
  };
}

/** Under this key stand the claims of every user. */
export const EVERYBODY = '*';

/** The claims that a user begins with; undefined for none. What is said of one takes the place of what is said of all. */
export function claimsAtFirst(
  { claims }: Dataset,
  { id, email }: { readonly id: string; readonly email: string },
): UserClaims | undefined {
  if (claims.size === 0) return undefined;
  const found = [EVERYBODY, email.toLowerCase(), id].map((key) => claims.get(key));
  const given = Object.assign({}, ...found) as UserClaims;
  return Object.keys(given).length === 0 ? undefined : given;
}

/** Names of the claims that any user begins with, for the metadata. */
export function namesAtFirst({ claims }: Dataset): string[] {
  return [...new Set([...claims.values()].flatMap((given) => Object.keys(given)))].toSorted();
}

/**
 * A fault of a request, by its OAuth code (RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core §3.1.2.6).
 *
 * @param parameter the one that it lies in
 * @param code what the fault is called in the list of faults, where that says more
 */
export function oauthFault(oauth: string, detail: string, parameter?: string, code = oauth): ProblemError {
  return new ProblemError('bad_request', {
    detail,
    oauth,
    ...(parameter === undefined ? {} : { errors: [{ parameter, code, detail }] }),
  });
}

/** What a fault is called that lies in the user: as the kinds of the log-in are. OAuth has one code for all of them. */
export function userFaultCode(user: Pick<User, 'status'> | undefined): string | undefined {
  return user === undefined || user.status === 'active' ? undefined : `user_${user.status}`;
}
