/** Members of organizations: who is in it, and in which role. */
import type { ApiKey, ApiKeyWithSecret, Member, saas as declared } from '@understudy/contract/saas';
import { users } from '../../identity/users.js';
import {
  type ContextOf,
  instantText,
  listing,
  newApiKey,
  numberedId,
  type ProblemDetails,
  type Records,
  type Result,
} from '../../kit/index.js';
import { audit, changesOf } from './audit.js';
import { admit, type Caller, type Calling, checkPaid, enter, permit, type Refusing } from './caller.js';
import { limitsOf } from './billing.js';
import { apiKeys, keyHashes, memberId, memberOf, members, SHOWN } from './records/member.js';
import { usageOf, use } from './records/usage.js';

const DAY_MS = 86_400_000;

/** Lists the keys of an organization. */
export function listKeys(ctx: ContextOf<typeof declared, 'listKeys'>) {
  const { id: organization_id } = admit(ctx, { role: 'admin' }).organization;
  return listing(apiKeys, { organization_id });
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
export const getKey = (ctx: ContextOf<typeof declared, 'getKey'>): Result<ApiKey> => ({ value: keyOf(ctx).key });

/** Creates a key. Only its hash is kept. */
export function createKey(ctx: ContextOf<typeof declared, 'createKey'>): Result<readonly ApiKeyWithSecret[]> {
  const { input, records, now } = ctx;
  const { organization } = admit(ctx, { role: 'admin' });
  checkPaid(ctx, organization);
  const { id: organization_id } = organization;
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
export function revokeKey(ctx: ContextOf<typeof declared, 'revokeKey'>): Result<null> {
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

type PutContext = ContextOf<typeof declared, 'putMember'>;
type RemoveContext = ContextOf<typeof declared, 'removeMember'>;

/** A member, with the name and address that the user has now. */
function shownMember(records: Records, member: Member): Member {
  const { name = member.name, email = member.email } = records.get(users, member.user_id) ?? {};
  return { ...member, name, email };
}

/** Lists members. */
export function listMembers(ctx: ContextOf<typeof declared, 'listMembers'>) {
  const { id: organization_id } = admit(ctx, { role: 'viewer' }).organization;
  return listing(members, { organization_id }, { show: (member) => shownMember(ctx.records, member) });
}

/** The 404 for a user who is not in an organization. */
function notIn(
  { problem }: { readonly problem: (kind: 'not_found', details: ProblemDetails) => Error },
  { organization }: Caller,
  user_id: string,
) {
  const errors = [{ parameter: 'user_id', code: 'not_found', detail: 'must be the id of a member' }];
  return problem('not_found', { detail: `${JSON.stringify(user_id)} is not in ${organization.id}`, errors });
}

/** Shows a member. */
export function getMember(ctx: ContextOf<typeof declared, 'getMember'>): Result<Member> {
  const { records, input } = ctx;
  const caller = enter(ctx);
  const found = memberOf(records, caller.organization.id, input.user_id);
  if (found === undefined) throw notIn(ctx, caller, input.user_id);
  permit(ctx, caller, { role: 'viewer' });
  return { value: shownMember(records, found) };
}

/** Lets admins through, and where it is about owners only owners. */
function permitPeople(ctx: PutContext | RemoveContext, caller: Caller, isOfOwners: boolean): void {
  permit(ctx, caller, { role: isOfOwners ? 'owner' : 'admin' });
}

/** Refuses what would leave an organization without an owner. */
function checkOwners({ records, problem }: PutContext | RemoveContext, member: Member): void {
  if (member.role !== 'owner' || usageOf(records, member.organization_id).owners > 1) return;
  const detail = `${member.user_id} is the last owner of ${member.organization_id}; give the role to somebody else first`;
  throw problem('conflict', { detail, current: shownMember(records, member) });
}

function checkSeats({ records, problem }: PutContext, { organization }: Caller): void {
  const { plan } = organization.subscription;
  const { members: most } = limitsOf[plan];
  if (usageOf(records, organization.id).members < most) return;
  throw problem('plan_limit', { detail: `the plan ${plan} allows ${most} members` });
}

const ownersIn = (role: Member['role'] | undefined): number => (role === 'owner' ? 1 : 0);

/** Adds a member, or changes the role of one. */
export function putMember(ctx: PutContext): Result<readonly Member[]> {
  const { input, records, now } = ctx;
  const caller = enter(ctx);
  const { id: organization_id } = caller.organization;
  const user = records.find(users, input.user_id);
  const found = memberOf(records, organization_id, user.id);
  const { role } = input;
  permitPeople(ctx, caller, found?.role !== role && (role === 'owner' || found?.role === 'owner'));
  checkPaid(ctx, caller.organization);
  const location = `/api/saas/organizations/${organization_id}/members/${user.id}`;
  if (found?.role === role) return { value: [shownMember(records, found)], location, existed: true };
  if (found === undefined) checkSeats(ctx, caller);
  else checkOwners(ctx, found);
  const { name, email } = user;
  const added = {
    id: memberId(records, organization_id, user.id),
    organization_id,
    user_id: user.id,
    joined_at: instantText(now),
  };
  const put = records.put(members, { ...added, ...found, name, email, role });
  use(records, organization_id, {
    members: found === undefined ? 1 : 0,
    owners: ownersIn(role) - ownersIn(found?.role),
  });
  const action = found === undefined ? 'member.added' : 'member.role_changed';
  audit(ctx, {
    organization_id,
    action,
    target: { type: 'member', id: put.id },
    changes: changesOf(found, put, ['role']),
  });
  if (found === undefined) ctx.emit('member.added', put);
  return { value: [put], location, existed: found !== undefined };
}

/** Removes a member. */
export function removeMember(ctx: RemoveContext): Result<null> {
  const { input, records } = ctx;
  const caller = enter(ctx);
  const { id: organization_id } = caller.organization;
  const id = memberId(records, organization_id, input.user_id);
  const found = records.get(members, id);
  if (found === undefined && !records.has(members, id)) throw notIn(ctx, caller, input.user_id);
  permitPeople(ctx, caller, found?.role === 'owner');
  checkPaid(ctx, caller.organization);
  if (found === undefined) return { value: null };
  checkOwners(ctx, found);
  records.remove(members, id);
  use(records, organization_id, { members: -1, owners: -ownersIn(found.role) });
  const changes = changesOf(found, undefined, ['role']);
  audit(ctx, { organization_id, action: 'member.removed', target: { type: 'member', id }, changes });
  return { value: null };
}
