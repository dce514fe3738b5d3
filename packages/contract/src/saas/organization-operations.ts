/** The operations on organizations: their subscriptions, invoices and audit log. */
import { z } from 'zod';
import { listInput, unsearchedListInput } from '../kit/controls.js';
import { listOf, recordOf, writtenOf } from '../kit/envelope.js';
import { choice, instant, recordId } from '../kit/field.js';
import { after, equal } from '../kit/filter.js';
import { get, post, put } from '../kit/methods.js';
import { onOrganization } from './access.js';
import { auditActions, auditEntry } from './audit-entry.js';
import { invoice } from './invoice.js';
import { newOrganization, organization } from './organization.js';
import { subscriptionChange } from './subscription.js';
import { organizationId } from './texts.js';

/** The operations on organizations. */
export const organizationOperations = {
  listOrganizations: get('/api/saas/organizations', {
    summary: 'List organizations',
    description: 'The organizations that the caller is in. An API key gets the one that it belongs to.',
    credential: 'member',
    searches: ['name', 'slug'],
    sorts: ['name', 'created_at'],
    input: listInput({}),
    output: listOf(organization),
  }),
  createOrganization: post('/api/saas/organizations', {
    summary: 'Create an organization',
    description:
      'Adds an organization, which the caller owns, and begins a trial of the plan team of 14 days. A slug that another organization has is 409 `conflict`; if the caller owns that organization, it is the answer. API keys may not do this.',
    credential: 'member',
    status: 201,
    kinds: ['conflict'],
    emits: ['organization.created'],
    input: newOrganization,
    output: writtenOf(organization),
  }),
  getOrganization: get('/api/saas/organizations/{organization_id}', {
    summary: 'Get an organization',
    description:
      'One organization with its subscription, limits and usage. For viewers and any API key of it. A caller who is not in it gets a 404, as if it did not exist.',
    ...onOrganization,
    input: z.object({ organization_id: organizationId }),
    output: recordOf(organization),
  }),
  changeSubscription: put('/api/saas/organizations/{organization_id}/subscription', {
    summary: 'Change the subscription',
    description:
      'Sets plan, card and cancellation, and answers the organization. For owners. During the trial nothing is charged. After it, another plan begins with a full period, and a subscription that is past due or paused goes on once its open invoice is paid. A card that is declined is 402 `payment_declined`, and nothing changes: the number decides, as it does for orders of the shop. 4000000000000341 can be put on file during a trial, and is declined when it is charged. A plan whose limits are below the usage is 409 `conflict`. Repeating a change charges nothing again.',
    ...onOrganization,
    kinds: ['payment_declined', 'conflict'],
    current: organization,
    emits: ['customer.subscription.updated', 'invoice.paid'],
    input: subscriptionChange,
    output: writtenOf(organization),
  }),
  listInvoices: get('/api/saas/organizations/{organization_id}/invoices', {
    summary: 'List invoices',
    description: 'The invoices of an organization, the newest first. For owners.',
    ...onOrganization,
    sorts: ['issued_at'],
    input: unsearchedListInput({ organization_id: organizationId }),
    output: listOf(invoice),
  }),
  listAuditEntries: get('/api/saas/organizations/{organization_id}/audit', {
    summary: 'List the audit log',
    description:
      'What was changed in an organization and by whom, the newest first. For admins, and keys with audit:read. The plan free has none: 403 `plan_feature`.',
    ...onOrganization,
    kinds: ['plan_feature'],
    searches: ['action'],
    filters: {
      action: equal(choice(auditActions, 'Only entries of this action.')),
      actor_id: equal('actor.id', recordId('Only what this user or key has done.', 'usr_0001')),
      since: after('at', instant('Only entries from then on.', '2025-01-01T00:00:00.000Z')),
    },
    sorts: ['at'],
    input: listInput({ organization_id: organizationId }),
    output: listOf(auditEntry),
  }),
};
