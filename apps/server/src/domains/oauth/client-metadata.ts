/** Checks what a client says of itself, and fills in what it leaves out (RFC 7591 §2). */
import type { ClientRegistration } from '@understudy/contract/oauth';
import { isRedirectAllowed, REDIRECT_RULE, type RedirectRules } from '../../identity/redirects.js';
import { ProblemError } from '../../kit/problem-error.js';

/** Largest registration, in characters of JSON. */
const MAX_LENGTH = 16_384;

/** What a registration is held against. */
export interface MetadataRules {
  readonly redirects: RedirectRules;
  /** What the metadata of the server names. */
  readonly grantTypes: readonly string[];
  readonly responseTypes: readonly string[];
}

/** A fault of a registration, by its code (RFC 7591 §3.2.2). */
export function metadataFault(member: string, detail: string, oauth = 'invalid_client_metadata'): ProblemError {
  const errors = [{ pointer: `#/${member}`, code: oauth, detail }];
  return new ProblemError('bad_request', { detail: `${member.split('/', 1)[0] ?? ''} ${detail}`, oauth, errors });
}

function checkAddresses(given: ClientRegistration, types: readonly string[], { redirects }: MetadataRules): void {
  const { redirect_uris: uris = [] } = given;
  if (uris.length === 0 && types.some((type) => type === 'authorization_code' || type === 'implicit')) {
    throw metadataFault('redirect_uris', 'must have an address, since logins lead there', 'invalid_redirect_uri');
  }
  for (const [index, uri] of uris.entries()) {
    if (isRedirectAllowed(uri, redirects)) continue;
    throw metadataFault(`redirect_uris/${index}`, REDIRECT_RULE, 'invalid_redirect_uri');
  }
  for (const [index, uri] of (given.post_logout_redirect_uris ?? []).entries()) {
    if (!isRedirectAllowed(uri, redirects)) throw metadataFault(`post_logout_redirect_uris/${index}`, REDIRECT_RULE);
  }
  const { frontchannel_logout_uri: frame } = given;
  if (frame !== undefined && !isRedirectAllowed(frame, redirects)) {
    throw metadataFault('frontchannel_logout_uri', REDIRECT_RULE);
  }
}

/** Grant types that response types need (RFC 7591 §2.1). */
function neededBy(types: readonly string[]): string[] {
  const parts = types.flatMap((type) => type.split(' '));
  return [
    ...(parts.includes('code') ? ['authorization_code'] : []),
    ...(parts.some((part) => part === 'id_token' || part === 'token') ? ['implicit'] : []),
  ];
}

/** Keys are not fetched, so those that are needed must be there. */
function checkKeys(given: ClientRegistration): void {
  const { jwks, jwks_uri, token_endpoint_auth_method: method, request_object_signing_alg: alg } = given;
  if (jwks !== undefined && jwks_uri !== undefined)
    throw metadataFault('jwks_uri', 'cannot be given together with jwks');
  if (jwks !== undefined) return;
  const isNeeded = method === 'private_key_jwt' || (alg !== undefined && !/^(?:HS|none)/.test(alg));
  if (isNeeded)
    throw metadataFault('jwks', 'is required: the keys of the client are needed, and none are fetched from jwks_uri');
}

function checkMethod({ token_endpoint_auth_method: method, ...given }: ClientRegistration): void {
  const { token_endpoint_auth_signing_alg: alg, request_object_signing_alg: ofRequests } = given;
  const isSecret = alg?.startsWith('HS') ?? false;
  if (
    (method === 'private_key_jwt' && isSecret) ||
    (method === 'client_secret_jwt' && alg !== undefined && !isSecret)
  ) {
    throw metadataFault('token_endpoint_auth_signing_alg', `does not go with ${method}`);
  }
  if (ofRequests?.startsWith('HS') && (method === 'none' || method === 'private_key_jwt')) {
    throw metadataFault(
      'request_object_signing_alg',
      `needs a secret, which a client that authenticates by ${method} has not`,
    );
  }
}

/** What a client is registered with. */
export function registeredMetadata(given: ClientRegistration, rules: MetadataRules): ClientRegistration {
  if (JSON.stringify(given).length > MAX_LENGTH) {
    throw metadataFault('', `the registration is longer than ${MAX_LENGTH} characters of JSON`);
  }
  if (given.subject_type === 'pairwise')
    throw metadataFault('subject_type', 'must be public: users have the same id for all');
  const { response_types: named, grant_types: asked } = given;
  const isCode = asked === undefined || asked.includes('authorization_code');
  const response_types = [...new Set(named ?? (isCode ? ['code'] : []))];
  const grant_types = [...new Set([...(asked ?? ['authorization_code']), ...neededBy(response_types)])];
  const odd = grant_types.findIndex((type) => !rules.grantTypes.includes(type));
  if (odd >= 0) throw metadataFault(`grant_types/${odd}`, `must be some of ${rules.grantTypes.join(', ')}`);
  const unknown = response_types.findIndex((type) => !rules.responseTypes.includes(type));
  if (unknown >= 0)
    throw metadataFault(`response_types/${unknown}`, `must be some of ${rules.responseTypes.join(', ')}`);
  const { token_endpoint_auth_method = 'client_secret_basic' } = given;
  const all = { ...given, token_endpoint_auth_method, grant_types, response_types };
  checkAddresses(all, grant_types, rules);
  checkKeys(all);
  checkMethod(all);
  if (token_endpoint_auth_method === 'none' && grant_types.includes('client_credentials')) {
    throw metadataFault('grant_types', 'client_credentials is for clients that authenticate');
  }
  return all;
}
