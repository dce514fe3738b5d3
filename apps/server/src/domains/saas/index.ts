/** The SaaS domain: its handlers over its records. */
import { type Organization, type Role, saas as declared } from '@understudy/contract/saas';
import {
  type ContextOf,
  type LimitedCall,
  type LimitedWith,
  type Entries,
  type EntryAt,
  implement,
  instantText,
  listing,
  type Result,
} from '../../kit/index.js';
import { hasFeatures, invoicesOf, limitsOf, TRIAL_MS } from './billing.js';
import { admit, roleIn } from './caller.js';
import { changeSubscription, showOrganization } from './change-subscription.js';
import {
  contactToChange,
  contactToDelete,
  createContact,
  deleteContact,
  exportContacts,
  getContact,
  getImport,
  listContacts,
  replaceContact,
  startImport,
  updateContact,
} from './contacts.js';
import { createKey, getKey, getMember, listKeys, listMembers, putMember, removeMember, revokeKey } from './people.js';
import { addresses, contacts, importJobs } from './records/contact.js';
import { apiKeys, keyHashes, keyWith, memberId, memberOf, members, organizationsOf } from './records/member.js';
import { audit, auditEntries, changesOf } from './audit.js';
import { type OrganizationRecord, organizations } from './records/organization.js';
import { usages, use } from './records/usage.js';
import { type StoredSubscription } from './records/subscription.js';

type Saas = typeof declared;
type CreateContext = ContextOf<Saas, 'createOrganization'>;

function listOrganizations({ records, credential, now }: ContextOf<Saas, 'listOrganizations'>): Entries<Organization> {
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

function getOrganization(ctx: ContextOf<Saas, 'getOrganization'>): Result<Organization> {
  const caller = admit(ctx, { role: 'viewer', scope: 'any' });
  return showOrganization(caller.organization, { ...ctx, role: caller.role });
}

function withSlug({ records, onlyId }: CreateContext, slug: string): OrganizationRecord | undefined {
  const [position] = Array.from(organizations.lookup?.slug?.(records.dataset, slug) ?? []);
  return position === undefined
    ? records.get(organizations, onlyId(organizations, [slug]))
    : records.at(organizations, position);
}

function trialFrom(now: number): StoredSubscription {
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

function createOrganization(ctx: CreateContext): Result<readonly Organization[]> {
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

/** Calls count with their organization, up to what its plan allows; those of whoever is not in it with none. */
function countedWith({ input, records, credential }: LimitedCall): LimitedWith | undefined {
  const found = records.get(organizations, String(input['organization_id']));
  const isMember = typeof credential === 'object' && 'type' in credential;
  if (found === undefined || !isMember || roleIn({ records, credential }, found.id) === undefined) return undefined;
  const { plan } = found.subscription;
  return { key: found.id, policy: plan, quota: limitsOf[plan].writes_per_minute };
}

/** The SaaS domain. */
export const saas = implement(declared, {
  collections: [organizations, members, apiKeys, contacts, importJobs, auditEntries, usages, keyHashes, addresses],
  findApiKey: ({ records, hash }) => {
    const found = keyWith(records, hash);
    if (found?.status !== 'active') return undefined;
    return { id: found.id, owner: found.organization_id, scopes: found.scopes };
  },
  limits: { 'organization writes': countedWith },
  handlers: {
    listOrganizations,
    createOrganization,
    getOrganization,
    changeSubscription,

    listInvoices: (ctx) => {
      const { organization } = admit(ctx, { role: 'owner' });
      return { entries: invoicesOf(organization, ctx.now) };
    },

    listAuditEntries: (ctx) => {
      const { id, subscription } = admit(ctx, { role: 'admin', scope: 'audit:read' }).organization;
      if (!hasFeatures(subscription.plan)) {
        throw ctx.problem('plan_feature', { detail: `the plan ${subscription.plan} of ${id} has no audit log` });
      }
      return listing(auditEntries, { organization_id: id }, { newestFirst: true });
    },

    listMembers,
    getMember,
    putMember,
    removeMember,

    listKeys,
    getKey,
    createKey,
    revokeKey,

    listContacts,
    createContact,
    exportContacts,
    getContact,
    replaceContact: { current: contactToChange, handle: replaceContact },
    updateContact: { current: contactToChange, handle: updateContact },
    deleteContact: { current: contactToDelete, handle: deleteContact },

    startImport,
    getImport,
  },
});
