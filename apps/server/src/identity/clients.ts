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

/**
 * This machine, as native apps name it (RFC 8252 §7.3), and names below localhost (RFC 6761 §6.3). No other spelling: what
 * reads the address next may take it for another host.
 */
const LOOPBACK = /^(?:(?:[a-z0-9_-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address could be a redirect_uri at all: absolute, http or https, without fragment (RFC 6749 §3.1.2) or credentials. */
export function isRedirectWellFormed(uri: string): boolean {
  // What a URL parser forgives (backslashes, spaces, control characters) is no address to go to.
  if (!/^https?:\/\/[!-[\]-~]+$/i.test(uri) || !URL.canParse(uri)) return false;
  const { username, password } = new URL(uri);
  return username === '' && password === '' && !uri.includes('#') && !/^[^/]*\/\/[^/?#]*@/.test(uri);
}

/**
 * Whether a browser may be sent to an address: on this machine, or at an origin that was configured.
 * Anything else would make an open redirector (RFC 9700 §4.11).
 */
export function isRedirectAllowed(uri: string, allowed: readonly string[]): boolean {
  if (!isRedirectWellFormed(uri)) return false;
  const { hostname, origin } = new URL(uri);
  return LOOPBACK.test(hostname) || allowed.includes(origin);
}
