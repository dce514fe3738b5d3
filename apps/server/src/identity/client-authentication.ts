/** Authenticates the client of a token request (RFC 6749 §2.3). */
import { fromBase64, textOf } from '#platform/bytes';
import { oauthKinds } from '@understudy/contract/oauth';
import type { AuthenticatedClient } from '../kit/credential.js';
import { type ProblemError, problemsOf } from '../kit/problem-error.js';
import { findClient, isSecretRight } from './clients.js';
import { oauthFault } from './oauth-fault.js';

const problem = problemsOf(oauthKinds);

/** How a client names itself. */
export interface ClientCredentials {
  readonly authorization: string;
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}

/** The 401 for a client that did not prove itself; one that used Basic is challenged to (RFC 6749 §5.2). */
export function invalidClient(detail: string, usedBasic: boolean): ProblemError {
  return problem('invalid_client', {
    detail,
    ...(usedBasic ? { headers: { 'www-authenticate': 'Basic realm="understudy"' } } : {}),
  });
}

/** RFC 6749 §2.3.1: id and secret are form-encoded before they are joined. */
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The id and secret of a Basic header (RFC 7617). */
function basic(authorization: string): { id: string; secret: string } | undefined {
  const encoded = /^Basic +(?<value>[A-Za-z0-9+/]+=*) *$/i.exec(authorization)?.groups?.['value'];
  if (encoded === undefined) return undefined;
  const text = textOf(fromBase64(encoded));
  const at = text.indexOf(':');
  if (at < 0) return undefined;
  return { id: formDecode(text.slice(0, at)), secret: formDecode(text.slice(at + 1)) };
}

/** Finds out who the client is; a wrong one is 401 `invalid_client`. */
export function authenticateClient(credentials: ClientCredentials): AuthenticatedClient {
  const { authorization, client_id, client_secret } = credentials;
  const header = basic(authorization);
  if (authorization !== '' && header === undefined)
    throw invalidClient('the Authorization header is not Basic with an id and a secret', true);
  if (header !== undefined && client_secret !== undefined) {
    throw oauthFault('invalid_request', 'a client authenticates in one way only', 'client_secret');
  }
  if (header !== undefined && client_id !== undefined && client_id !== header.id) {
    throw oauthFault('invalid_request', 'client_id names another client than the Authorization header', 'client_id');
  }
  const id = header?.id ?? client_id;
  if (id === undefined || id === '') throw invalidClient('the request names no client', false);
  const client = findClient(id);
  const secret = header?.secret ?? client_secret ?? '';
  if (secret === '') {
    if (typeof client.secret === 'string') throw invalidClient('the client must send its secret', header !== undefined);
    return { id, isConfidential: false };
  }
  if (!isSecretRight(client, secret)) throw invalidClient('the client or its secret is wrong', header !== undefined);
  return { id, isConfidential: true };
}
