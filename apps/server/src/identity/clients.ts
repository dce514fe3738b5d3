/** The OAuth clients: three are registered, others are taken as they come. */
import { bytesOf } from '#platform/bytes';
import { timingSafeEqual } from '#platform/hash';
import type { SigningAlgorithm } from './keys.js';

/** A client, registered or not. */
export interface OAuthClient {
  readonly id: string;
  /** The secret it must send; null for a public client; undefined where any will do. */
  readonly secret: string | null | undefined;
  readonly alg: SigningAlgorithm;
}

const SECRET = 'understudy-secret';

const registered: readonly OAuthClient[] = [
  { id: 'understudy-web', secret: SECRET, alg: 'RS256' },
  { id: 'understudy-spa', secret: null, alg: 'RS256' },
  { id: 'understudy-eddsa', secret: SECRET, alg: 'EdDSA' },
];

/** The client of the authentication domain's own logins. */
export const LOGIN_CLIENT = 'understudy-login';

/** The client of an id; one that is not registered may send any secret, or none with PKCE. */
export function findClient(id: string): OAuthClient {
  return registered.find((client) => client.id === id) ?? { id, secret: undefined, alg: 'RS256' };
}

/** Whether a client sent the right secret. A public client has none to send. */
export function isSecretRight(client: OAuthClient, secret: string): boolean {
  if (client.secret === undefined) return secret !== '';
  if (client.secret === null) return false;
  const [right, given] = [bytesOf(client.secret), bytesOf(secret)];
  return right.length === given.length && timingSafeEqual(right, given);
}
