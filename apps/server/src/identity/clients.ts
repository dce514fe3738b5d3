/** Clients: those that every server knows, and those that registered themselves. */
import { bytesOf, timingSafeEqual } from '#platform/runtime';
import { type ClientMetadata, clientRegistration } from '@understudy/contract/oauth';
import type { LoginSettings } from '../kit/logins.js';
import type { Records } from '../kit/records.js';
import type { SigningAlgorithm } from './jwt.js';
import { z } from 'zod';
import { type Collection, internalCollection } from '../kit/collection.js';
import { isCreatedId } from '../kit/random.js';
import { secretValue } from './grants.js';

const registered = z.object({
  id: z.string(),
  /** When it registered, in seconds since 1970. */
  issued_at: z.int(),
  /** Left out where it authenticates without one. */
  secret: z.string().optional(),
  metadata: clientRegistration,
});

/** A client that has registered itself. */
export type RegisteredRecord = z.infer<typeof registered>;

/** The clients that have registered themselves. */
export const registeredClients: Collection<RegisteredRecord> = internalCollection({
  name: 'oauth_registrations',
  prefix: 'cli',
  schema: registered,
});

/** Whether an id is one that registering gives. A client of such an id that is not registered was, here or elsewhere, or before. */
function isRegistrationId(id: string): boolean {
  return isCreatedId(registeredClients.prefix, id);
}

/** The token that a registration is read, changed and deleted with. */
export function registrationToken(records: Records, { id, issued_at }: RegisteredRecord, sandbox: string): string {
  return `rat_${secretValue(records, ['registration', sandbox, id, issued_at])}`;
}

/** Whether a token is that of a registration. */
export function isRegistrationToken(
  records: Records,
  client: RegisteredRecord,
  { token, sandbox }: { readonly token: string; readonly sandbox: string },
): boolean {
  const [right, given] = [bytesOf(registrationToken(records, client, sandbox)), bytesOf(token)];
  return timingSafeEqual(right, given);
}

/** Whether a client may use a grant type or a response type, which are named differently. */
function isTypeAllowed(
  { grant_types = ['authorization_code'], response_types = ['code'] }: RegisteredRecord['metadata'],
  type: string,
): boolean {
  return grant_types.includes(type) || response_types.includes(type);
}

/** A client, registered or not. */
export interface OAuthClient {
  readonly id: string;
  /** The secret it must send; null for one that has none; undefined where any will do. */
  readonly secret: string | null | undefined;
  readonly alg: SigningAlgorithm;
  /** What the sandbox knows of it. */
  readonly metadata: ClientMetadata;
  /** Whether it was registered and is no more, or was in another sandbox: such a client may do nothing (RFC 7592 §2.3). */
  readonly isGone: boolean;
  /** Whether it may use a grant type or a response type: a client that registered itself uses those that it named. */
  readonly allows: (type: string) => boolean;
}

const SECRET = 'understudy-secret';

/** The client that may send the password of its user (RFC 6749 §4.3). */
export const LEGACY_CLIENT = 'understudy-legacy';

const builtinClients: readonly Pick<OAuthClient, 'id' | 'secret' | 'alg'>[] = [
  { id: 'understudy-web', secret: SECRET, alg: 'RS256' },
  { id: 'understudy-spa', secret: null, alg: 'RS256' },
  { id: 'understudy-eddsa', secret: SECRET, alg: 'EdDSA' },
  { id: LEGACY_CLIENT, secret: SECRET, alg: 'RS256' },
];

/** The client of the authentication domain's own logins. */
export const LOGIN_CLIENT = 'understudy-login';

/** The client that a server knows by itself; one that it does not know may send any secret, or none with PKCE. */
export function findClient(id: string): Pick<OAuthClient, 'id' | 'secret' | 'alg'> {
  return builtinClients.find((client) => client.id === id) ?? { id, secret: undefined, alg: 'RS256' };
}

/** Where clients are looked up. */
export interface ClientSource {
  readonly records: Records;
  readonly login: LoginSettings;
}

const anyType = (): boolean => true;

/** The client as the sandbox knows it. */
export function clientIn({ records, login }: ClientSource, id: string): OAuthClient {
  const own: RegisteredRecord | undefined = records.get(registeredClients, id);
  if (own !== undefined) {
    const { metadata, secret = null } = own;
    const alg = metadata.id_token_signed_response_alg ?? 'RS256';
    return { id, secret, alg, metadata, isGone: false, allows: (type) => isTypeAllowed(metadata, type) };
  }
  const built = findClient(id);
  const listed = login.oauth_clients?.find(({ client_id }) => client_id === id);
  if (listed === undefined) return { ...built, metadata: {}, isGone: isRegistrationId(id), allows: anyType };
  const { client_id: _id, client_secret, ...metadata } = listed;
  const method = metadata.token_endpoint_auth_method;
  const hasNone = method === 'none' || method === 'private_key_jwt';
  const secret = hasNone ? null : (client_secret ?? built.secret);
  return {
    id,
    secret,
    alg: metadata.id_token_signed_response_alg ?? built.alg,
    metadata,
    isGone: false,
    allows: anyType,
  };
}

/** Whether a client cannot prove itself, and so must use PKCE; one that nothing is known of is no such client. */
export function isPublic({ secret, metadata }: OAuthClient): boolean {
  return secret === null && metadata.token_endpoint_auth_method !== 'private_key_jwt';
}

/** Whether a client sent the right secret. A public client has none to send. */
export function isSecretRight(client: Pick<OAuthClient, 'secret'>, secret: string): boolean {
  if (client.secret === undefined) return secret !== '';
  if (client.secret === null) return false;
  const [right, given] = [bytesOf(client.secret), bytesOf(secret)];
  return timingSafeEqual(right, given);
}
