/** Registers clients, and lets them manage that (RFC 7591, RFC 7592). */
import type { ClientRegistration, RegisteredClient, oauth as declared } from '@understudy/contract/oauth';
import { grants, nextNumber, revokeGrant, secretValue } from '../../identity/grants.js';
import { isRedirectAllowed, REDIRECT_RULE, type RedirectRules } from '../../identity/redirects.js';
import { registeredClients, type RegisteredRecord, registrationToken } from '../../identity/clients.js';
import { providerUrl } from '../../identity/realm.js';
import type { ContextOf } from '../../kit/context.js';
import type { Result } from '../../kit/handler.js';
import { ProblemError } from '../../kit/problem-error.js';
import type { Records, WritableRecords } from '../../kit/records.js';
import { discoveryOf } from './discovery.js';

/** Largest registration, in characters of JSON. */
const MAX_LENGTH = 16_384;

interface MetadataRules {
  readonly redirects: RedirectRules;
  /** What the metadata of the server names. */
  readonly grantTypes: readonly string[];
  readonly responseTypes: readonly string[];
}

/** A fault of a registration, by its code (RFC 7591 §3.2.2). */
function metadataFault(member: string, detail: string, oauth = 'invalid_client_metadata'): ProblemError {
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

function registeredMetadata(given: ClientRegistration, rules: MetadataRules): ClientRegistration {
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

/** Most clients that may register themselves in a sandbox. */
const MAX_REGISTERED = 50;

function rulesOf(
  {
    apiUrl,
    issuer,
    login,
    records: { dataset },
  }: Pick<ContextOf<typeof declared, 'registerClient'>, 'apiUrl' | 'issuer' | 'login' | 'records'>,
  redirects: RedirectRules,
): MetadataRules {
  const { grant_types_supported, response_types_supported } = discoveryOf({ apiUrl, issuer, login, dataset });
  return { redirects, grantTypes: grant_types_supported, responseTypes: response_types_supported };
}

interface Shown {
  readonly apiUrl: string;
  readonly sandbox: string;
}

/** What a client is told of itself (RFC 7591 §3.2.1). */
function shown(records: Records, record: RegisteredRecord, at: Shown): RegisteredClient {
  const { id, issued_at, secret, metadata } = record;
  return {
    client_id: id,
    ...(secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
    client_id_issued_at: issued_at,
    registration_access_token: registrationToken(records, record, at.sandbox),
    registration_client_uri: `${providerUrl(at)}/register/${id}`,
    ...metadata,
  };
}

/** The secret of a client: the one that it has, where it goes on to need one. */
function secretFor(
  records: WritableRecords,
  { id, secret, metadata }: Pick<RegisteredRecord, 'id' | 'secret' | 'metadata'>,
  sandbox: string,
): string | undefined {
  const { token_endpoint_auth_method: method } = metadata;
  if (method === 'none' || method === 'private_key_jwt') return undefined;
  return secret ?? secretValue(records, ['client', sandbox, id, nextNumber(records)]);
}

function put(records: WritableRecords, record: RegisteredRecord, sandbox: string): RegisteredRecord {
  const { secret: _, ...rest } = record;
  const secret = secretFor(records, record, sandbox);
  return records.put(registeredClients, { ...rest, ...(secret === undefined ? {} : { secret }) });
}

/** Registers a client. */
export function registerClient(
  ctx: ContextOf<typeof declared, 'registerClient'>,
  redirects: RedirectRules,
): Result<RegisteredClient> {
  const { input, records, now, newId, sandbox } = ctx;
  const metadata = registeredMetadata(input, rulesOf(ctx, redirects));
  if (records.changed(registeredClients).length >= MAX_REGISTERED) {
    const detail = `a sandbox holds at most ${MAX_REGISTERED} clients that have registered themselves; delete some, or reset it`;
    throw new ProblemError('sandbox_full', { detail });
  }
  const id = newId(registeredClients, [sandbox, nextNumber(records), now, metadata]);
  const record = put(records, { id, issued_at: Math.floor(now / 1000), metadata }, sandbox);
  return { value: shown(records, record, ctx), location: `/api/oauth/register/${id}` };
}

/** Reads the registration of a client. */
export function getClient(ctx: ContextOf<typeof declared, 'getClient'>): Result<RegisteredClient> {
  const { records, credential } = ctx;
  return { value: shown(records, records.find(registeredClients, credential.id), ctx) };
}

/** Puts a registration in the place of the one before. */
export function updateClient(
  ctx: ContextOf<typeof declared, 'updateClient'>,
  redirects: RedirectRules,
): Result<RegisteredClient> {
  const { input, records, credential, sandbox } = ctx;
  const { registration: _, client_id, client_secret, ...given } = input;
  const before = records.find(registeredClients, credential.id);
  if (client_id !== before.id) throw metadataFault('client_id', 'must be that of the registration');
  if (client_secret !== undefined && client_secret !== before.secret) {
    throw metadataFault('client_secret', 'must be the present secret of the client; it cannot be changed');
  }
  const metadata: ClientRegistration = registeredMetadata(given, rulesOf(ctx, redirects));
  return { value: shown(records, put(records, { ...before, metadata }, sandbox), ctx) };
}

/** Ends a client with all its tokens. */
export function deleteClient({ records, credential }: ContextOf<typeof declared, 'deleteClient'>): Result<null> {
  for (const grant of records.changed(grants)) {
    if (grant.client_id === credential.id) revokeGrant(records, grant.id);
  }
  records.remove(registeredClients, credential.id);
  return { value: null };
}
