/** Where an authorization request sends the browser: to its client, with what came of it. */
import { issuerOf } from '../../identity/tokens.js';
import type { Browser } from '../../kit/context.js';

/** Of these an authorization request has at least one. */
const REQUEST = ['client_id', 'redirect_uri', 'response_type'];

/** These only a client sends that waits at its redirect_uri. */
const SIGNS = ['state', 'nonce', 'code_challenge', 'prompt', 'request'];

/** Whether a browser or an OIDC client is asking, which wants to be redirected. */
export function wantsRedirect(input: Readonly<Record<string, unknown>>, { prefers, isPosted }: Browser): boolean {
  const sends = (names: readonly string[]): boolean => names.some((name) => input[name] !== undefined);
  if (!sends(REQUEST)) return false;
  if (isPosted || input['response_mode'] !== undefined) return true;
  return prefers !== 'json' && (prefers === 'html' || sends(SIGNS));
}

/** Where a response goes, and what it repeats of the request. */
export interface ResponseAddress {
  readonly uri: string;
  readonly state: string | undefined;
  readonly apiUrl: string;
}

/**
 * The address of a client with the parameters of an authorization response and those of its own query
 * (RFC 6749 §3.1.2, §4.1.2; RFC 9207 §2).
 */
export function clientAddress(
  parameters: Readonly<Record<string, string>>,
  { uri, state, apiUrl }: ResponseAddress,
): string {
  return withParameters(uri, { ...parameters, ...(state === undefined ? {} : { state }), iss: issuerOf({ apiUrl }) });
}

/** An address with parameters behind those of its own query. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(uri);
  if (Object.keys(parameters).length === 0) return url.href;
  // Appended as text: to parse the client's own query and write it again would change its spelling.
  const before = url.search === '' ? '' : `${url.search}&`;
  url.search = `${before}${new URLSearchParams(parameters)}`;
  return url.href;
}
