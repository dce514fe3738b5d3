/** The SaaS domain: its handlers over its records. */
import { saas as declared } from '@understudy/contract/saas';
import { type CountedCall, type CountedWith, implement, listing } from '../../kit/index.js';
import { invoicesOf } from './bills.js';
import { enter, permit, roleIn } from './caller.js';
import { changeSubscription } from './change-subscription.js';
import {
  contactToChange,
  contactToDelete,
  createContact,
  deleteContact,
  exportContacts,
  getContact,
  listContacts,
  replaceContact,
  updateContact,
} from './contacts.js';
import { getImport, startImport } from './imports.js';
import { createKey, getKey, listKeys, revokeKey } from './keys.js';
import { createOrganization, getOrganization, listOrganizations } from './organizations.js';
import { getMember, listMembers, putMember, removeMember } from './people.js';
import { hasFeatures, limitsOf } from './plans.js';
import { addresses } from './records/address.js';
import { apiKeys, keyHashes, keyWith } from './records/api-key.js';
import { auditEntries } from './records/audit-entry.js';
import { contacts } from './records/contact.js';
import { importJobs } from './records/import-job.js';
import { members } from './records/member.js';
import { organizations } from './records/organization.js';
import { usages } from './records/usage.js';

/** Calls count with their organization, up to what its plan allows; those of whoever is not in it with none. */
function countedWith({ input, records, credential }: CountedCall): CountedWith | undefined {
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
      const caller = enter(ctx);
      permit(ctx, caller, { role: 'owner' });
      return { entries: invoicesOf(caller.organization, ctx.now) };
    },

    listAuditEntries: (ctx) => {
      const caller = enter(ctx);
      permit(ctx, caller, { role: 'admin', scope: 'audit:read' });
      const { id, subscription } = caller.organization;
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
