/** Registers clients, and lets them manage that (RFC 7591, RFC 7592). */
import type { contract } from '@understudy/contract';
import type { ClientRegistration, RegisteredClient } from '@understudy/contract/oauth';
import { grants, nextNumber, revokeGrant, secretValue } from '../../identity/grants.js';
import type { RedirectRules } from '../../identity/redirects.js';
import { type RegisteredRecord, registeredClients, registrationToken } from '../../identity/registered-clients.js';
import { providerUrl } from '../../identity/realm.js';
import type { ContextOf } from '../../kit/context.js';
import type { Result } from '../../kit/handler.js';
import { ProblemError } from '../../kit/problem-error.js';
import type { Records, WritableRecords } from '../../kit/records.js';
import { metadataFault, type MetadataRules, registeredMetadata } from './client-metadata.js';
import { discoveryOf } from './discovery.js';

type OAuth = typeof contract.oauth;

/** Most clients that may register themselves in a sandbox. */
const MAX_REGISTERED = 50;

function rulesOf(
  {
    apiUrl,
    issuer,
    login,
    records: { dataset },
  }: Pick<ContextOf<OAuth, 'registerClient'>, 'apiUrl' | 'issuer' | 'login' | 'records'>,
  redirects: RedirectRules,
): MetadataRules {
  const { grant_types_supported, response_types_supported } = discoveryOf({ apiUrl, issuer, login, dataset });
  return { redirects, grantTypes: grant_types_supported, responseTypes: response_types_supported };
}

/** Where a client is registered. */
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
  ctx: ContextOf<OAuth, 'registerClient'>,
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
export function getClient(ctx: ContextOf<OAuth, 'getClient'>): Result<RegisteredClient> {
  const { records, credential } = ctx;
  return { value: shown(records, records.find(registeredClients, credential.id), ctx) };
}

/** Puts a registration in the place of the one before. */
export function updateClient(
  ctx: ContextOf<OAuth, 'updateClient'>,
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
export function deleteClient({ records, credential }: ContextOf<OAuth, 'deleteClient'>): Result<null> {
  for (const grant of records.changed(grants)) {
    if (grant.client_id === credential.id) revokeGrant(records, grant.id);
  }
  records.remove(registeredClients, credential.id);
  return { value: null };
}
