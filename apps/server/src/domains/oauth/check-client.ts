/** What an authorization request must keep to where more is known of its client than its id (RFC 7591 §2). */
import { isLoopback } from '../../kit/sandbox-address.js';
import type { OAuthClient } from '../../identity/clients.js';
import { oauthFault } from '../../identity/oauth-fault.js';
import { badRequest } from '../../kit/problem-error.js';
import type { RequestParameters } from './authorize-context.js';
import { responseTypeOf } from './response-type.js';

/** An address of this machine without its port, which an app on a device cannot choose (RFC 8252 §7.3). */
function anyPort(uri: string): string | undefined {
  if (!URL.canParse(uri)) return undefined;
  const url = new URL(uri);
  if (url.protocol !== 'http:' || !isLoopback(url.hostname.replace(/^\[|\]$/g, ''))) return undefined;
  url.port = '';
  return url.href;
}

/** Whether a client may be redirected to an address: those that it has registered, to the letter, where it has any. */
export function isTargetOf(client: OAuthClient | undefined, uri: string): boolean {
  if (client?.isGone === true) return false;
  const { redirect_uris: known, application_type: type } = client?.metadata ?? {};
  if (known === undefined || known.includes(uri)) return true;
  const own = type === 'native' ? anyPort(uri) : undefined;
  return own !== undefined && known.some((one) => anyPort(one) === own);
}

/** Checks that the browser is sent to the client. This fault is never redirected, like those of `checkTarget`. */
export function checkClientTarget({ redirect_uri: uri }: RequestParameters, client: OAuthClient | undefined): void {
  if (client?.isGone === true) {
    const gone = 'must be a client that is registered in this sandbox: this one is not, or no longer';
    throw badRequest([{ parameter: 'client_id', code: 'not_registered', detail: gone }]);
  }
  if (uri === undefined || isTargetOf(client, uri)) return;
  const detail = 'must be one of the redirect_uris that are known of the client, to the letter';
  throw badRequest([{ parameter: 'redirect_uri', code: 'not_registered', detail }]);
}

/** Checks what else the client has bound itself to. */
export function checkClient(
  { response_type: type, dpop_jkt: jkt }: RequestParameters,
  client: OAuthClient | undefined,
): void {
  if (jkt !== undefined && !/^[\w-]{43}$/.test(jkt)) {
    throw oauthFault(
      'invalid_request',
      'dpop_jkt must be a SHA-256 thumbprint: 43 characters of base64url',
      'dpop_jkt',
    );
  }
  if (type !== undefined && client?.allows(responseTypeOf(type) ?? type) === false) {
    throw oauthFault('unauthorized_client', 'the client has not registered this response_type', 'response_type');
  }
}
