/** Organizations: those of a caller, and new ones. */
import type { contract } from '@understudy/contract';
import type { Organization, Role } from '@understudy/contract/saas';
import { type ContextOf, type Entries, type EntryAt, instantText, type Result } from '../../kit/index.js';
import { audit, changesOf } from './audit.js';
import { TRIAL_MS } from './billing.js';
import { enter, permit } from './caller.js';
import { memberId, memberOf, members, organizationsOf } from './records/member.js';
import { type OrganizationRecord, organizations } from './records/organization.js';
import type { KeptSubscription } from './records/subscription.js';
import { use } from './records/usage.js';
import { showOrganization } from './shown-organization.js';

type Saas = typeof contract.saas;
type CreateContext = ContextOf<Saas, 'createOrganization'>;

/** Lists the organizations of the caller. */
export function listOrganizations({
  records,
  credential,
  now,
}: ContextOf<Saas, 'listOrganizations'>): Entries<Organization> {
  const found: ReadonlyMap<string, Role | null> =
    credential.type === 'key' ? new Map([[credential.key.owner, null]]) : organizationsOf(records, credential.user.id);
  let until = Infinity;
  const entries = Array.from(found).flatMap(([id, role]): EntryAt<Organization>[] => {
    const record = records.get(organizations, id);
    if (record === undefined) return [];
    const shown = showOrganization(record, { records, now, role });
    until = Math.min(until, shown.until);
    return [{ position: records.positionOf(organizations, id) ?? 0, item: shown.value }];
  });
  return { entries: entries.toSorted((one, other) => one.position - other.position), until };
}

/** Shows an organization. */
export function getOrganization(ctx: ContextOf<Saas, 'getOrganization'>): Result<Organization> {
  const caller = enter(ctx);
  permit(ctx, caller, { role: 'viewer', scope: 'any' });
  return showOrganization(caller.organization, { ...ctx, role: caller.role });
}

/** The organization that has a slug. */
function withSlug({ records, onlyId }: CreateContext, slug: string): OrganizationRecord | undefined {
  const [position] = Array.from(organizations.lookup?.slug?.(records.dataset, slug) ?? []);
  return position === undefined
    ? records.get(organizations, onlyId(organizations, [slug]))
    : records.at(organizations, position);
}

function trialFrom(now: number): KeptSubscription {
  return {
    plan: 'team',
    status: 'trialing',
    trial_ends_at: instantText(now + TRIAL_MS),
    cancel_at_period_end: false,
    card: null,
    is_rolling: false,
    runs: [],
    open_run: null,
    ends_at: null,
    past_due_since: null,
    had_processing_error: false,
    changed_at: instantText(now),
  };
}

/** Creates an organization, which its creator owns. */
export function createOrganization(ctx: CreateContext): Result<readonly Organization[]> {
  const { input, records, credential, now, problem, emit } = ctx;
  if (credential.type === 'key') {
    const detail = 'only users may create organizations';
    throw problem('forbidden', { detail, errors: [{ code: 'insufficient_scope', detail }] });
  }
  const { user } = credential;
  const location = (id: string) => `/api/saas/organizations/${id}`;
  const found = withSlug(ctx, input.slug);
  if (found !== undefined) {
    if (memberOf(records, found.id, user.id)?.role === 'owner') {
      const { value } = showOrganization(found, { records, now, role: 'owner' });
      return { value: [value], location: location(found.id), existed: true };
    }
    const detail = 'is the slug of another organization';
    const errors = [{ pointer: '#/slug', code: 'taken', detail }];
    throw problem('conflict', { detail: `#/slug ${detail}`, errors });
  }
  const at = instantText(now);
  const { name, slug } = input;
  const id = ctx.onlyId(organizations, [slug]);
  const created = records.put(organizations, { id, name, slug, created_at: at, subscription: trialFrom(now) });
  records.put(members, {
    id: memberId(records, id, user.id),
    organization_id: id,
    user_id: user.id,
    name: user.name,
    email: user.email,
    role: 'owner',
    joined_at: at,
  });
  use(records, id, { members: 1, owners: 1 });
  const changes = changesOf(undefined, created, ['name', 'slug']);
  audit(ctx, { organization_id: id, action: 'organization.created', target: { type: 'organization', id }, changes });
  const { value } = showOrganization(created, { records, now, role: 'owner' });
  emit('organization.created', value);
  return { value: [value], location: location(id) };
}
