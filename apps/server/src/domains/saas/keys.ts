/** API keys of organizations. */
import type { contract } from '@understudy/contract';
import type { ApiKey, ApiKeyWithSecret } from '@understudy/contract/saas';
import { type ContextOf, instantText, listing, newApiKey, numberedId, type Result } from '../../kit/index.js';
import { audit, changesOf } from './audit.js';
import { type Calling, checkPaid, enter, permit, type Refusing } from './caller.js';
import { apiKeys, keyHashes, SHOWN } from './records/api-key.js';

type Saas = typeof contract.saas;

const DAY_MS = 86_400_000;

/** Lists the keys of an organization. */
export function listKeys(ctx: ContextOf<Saas, 'listKeys'>) {
  const caller = enter(ctx);
  permit(ctx, caller, { role: 'admin' });
  return listing(apiKeys, { organization_id: caller.organization.id });
}

/** The key that a call names, for an admin. */
function keyOf(ctx: Calling & Refusing & { readonly input: { readonly key_id: string } }) {
  const caller = enter(ctx);
  const { id: organization_id } = caller.organization;
  const key = ctx.records.find(apiKeys, ctx.input.key_id);
  if (key.organization_id !== organization_id) throw ctx.records.missing(apiKeys, key.id);
  permit(ctx, caller, { role: 'admin' });
  return { caller, key };
}

/** Shows a key. */
export const getKey = (ctx: ContextOf<Saas, 'getKey'>): Result<ApiKey> => ({ value: keyOf(ctx).key });

/** Creates a key. Only its hash is kept. */
export function createKey(ctx: ContextOf<Saas, 'createKey'>): Result<readonly ApiKeyWithSecret[]> {
  const { input, records, now } = ctx;
  const caller = enter(ctx);
  permit(ctx, caller, { role: 'admin' });
  checkPaid(ctx, caller.organization);
  const { id: organization_id } = caller.organization;
  const { secret, hash } = newApiKey(records, [ctx.sandbox, now, organization_id, input]);
  const { expires_in_days: days } = input;
  const key = records.put(apiKeys, {
    id: numberedId(records, apiKeys.prefix),
    organization_id,
    name: input.name,
    prefix: secret.slice(0, SHOWN),
    scopes: [...new Set(input.scopes)],
    status: 'active',
    created_at: instantText(now),
    expires_at: days === undefined ? null : instantText(now + days * DAY_MS),
  });
  records.put(keyHashes, { id: hash, key_id: key.id });
  const changes = [
    ...changesOf(undefined, key, ['name', 'scopes', 'expires_at']),
    { field: 'secret', before: null, after: '***' },
  ];
  audit(ctx, { organization_id, action: 'key.created', target: { type: 'key', id: key.id }, changes });
  ctx.emit('key.created', key);
  return { value: [{ ...key, secret }], location: `/api/saas/organizations/${organization_id}/keys/${key.id}` };
}

/** Revokes a key. */
export function revokeKey(ctx: ContextOf<Saas, 'revokeKey'>): Result<null> {
  const { caller, key } = keyOf(ctx);
  checkPaid(ctx, caller.organization);
  // One that has expired works no more, and stays as it is.
  if (key.status !== 'active') return { value: null };
  const { organization_id } = key;
  const revoked = ctx.records.put(apiKeys, { ...key, status: 'revoked' });
  const changes = changesOf(key, revoked, ['status']);
  audit(ctx, { organization_id, action: 'key.revoked', target: { type: 'key', id: key.id }, changes });
  ctx.emit('key.revoked', revoked);
  return { value: null };
}
