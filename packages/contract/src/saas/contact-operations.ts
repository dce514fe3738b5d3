/** The operations on contacts: one by one, by import and by export. */
import { z } from 'zod';
import { listInput } from '../kit/controls.js';
import { listOf, nothing, recordOf, writtenOf } from '../kit/envelope.js';
import { instant, recordId } from '../kit/field.js';
import { after, equal, equalInAnyCase, ids } from '../kit/filter.js';
import { linesInput, linesOf } from '../kit/lines.js';
import { get, patch, post, put, remove } from '../kit/methods.js';
import { onOrganization } from './access.js';
import { contact, contactId, newContact } from './contact.js';
import { importJob, newImport } from './import-job.js';
import { organizationId, text } from './texts.js';

const one = { organization_id: organizationId, contact_id: contactId };

const searches = ['name', 'email', 'company', 'tags'] as const;
const sorts = ['name', 'created_at'] as const;
const filters = {
  tag: equal('tags', text('Only contacts with this tag.', 'customer', 40)),
  company: equalInAnyCase(text('Only contacts of this company; case is ignored.', 'Okafor Logistics', 200)),
  created_after: after('created_at', instant('Only contacts created from then on.', '2025-06-01T00:00:00.000Z')),
  ids: ids(recordId('Only the contacts with these ids.', 'cnt_0001')),
};

/** What a contact is changed to: its address is not that of the contact which the examples create. */
const changes = newContact.extend({
  ...one,
  email: contact.shape.email.meta({
    description: 'E-mail address, which no other contact of the organization has in any case.',
    examples: ['katherine.johnson@example.com'],
  }),
});

/** The operations on contacts. */
export const contactOperations = {
  listContacts: get('/api/saas/organizations/{organization_id}/contacts', {
    summary: 'List contacts',
    description:
      'The contacts of an organization, in the order in which they were created. For viewers, and keys with contacts:read.',
    ...onOrganization,
    searches,
    filters,
    sorts,
    fields: true,
    input: listInput({ organization_id: organizationId }),
    output: listOf(contact),
  }),
  createContact: post('/api/saas/organizations/{organization_id}/contacts', {
    summary: 'Create a contact',
    description:
      'Adds a contact. An e-mail address that another contact has, in any case, is 409 `conflict`; more contacts than the plan allows is 402 `plan_limit`. For members, and keys with contacts:write.',
    ...onOrganization,
    status: 201,
    kinds: ['conflict', 'plan_limit', 'subscription_required'],
    current: contact,
    input: newContact.extend({ organization_id: organizationId }),
    output: writtenOf(contact),
  }),
  exportContacts: get('/api/saas/organizations/{organization_id}/contacts/export', {
    summary: 'Export contacts',
    description:
      'All contacts of an organization line by line, or those that pass the filters. X-Total-Count says how many there are: only that reveals that a file was cut. For viewers, and keys with contacts:read. The plan free has no export: 403 `plan_feature`.',
    ...onOrganization,
    kinds: ['plan_feature'],
    searches,
    filters,
    sorts,
    input: linesInput({ organization_id: organizationId }),
    output: linesOf(contact, {
      name: 'contacts',
      columns: ['id', 'email', 'name', 'company', 'phone', 'tags', 'properties', 'created_at'],
    }),
  }),
  getContact: get('/api/saas/organizations/{organization_id}/contacts/{contact_id}', {
    summary: 'Get a contact',
    description: 'One contact by its id; one that was deleted is 410 `gone`. For viewers, and keys with contacts:read.',
    ...onOrganization,
    kinds: ['gone'],
    versioned: 'optional',
    fields: true,
    input: z.object(one),
    output: recordOf(contact),
  }),
  replaceContact: put('/api/saas/organizations/{organization_id}/contacts/{contact_id}', {
    summary: 'Replace a contact',
    description:
      'Replaces the contact by the body: what is left out is emptied. For members, and keys with contacts:write.',
    ...onOrganization,
    kinds: ['gone', 'conflict', 'subscription_required'],
    current: contact,
    emits: ['contact.updated'],
    versioned: 'optional',
    input: changes,
    output: writtenOf(contact),
  }),
  updateContact: patch('/api/saas/organizations/{organization_id}/contacts/{contact_id}', {
    summary: 'Update a contact',
    description:
      'Changes some members of the contact; what is left out stays, and null empties a member (RFC 7396). For members, and keys with contacts:write.',
    ...onOrganization,
    kinds: ['gone', 'conflict', 'subscription_required'],
    current: contact,
    emits: ['contact.updated'],
    versioned: 'optional',
    patch: 'merge',
    input: changes,
    output: writtenOf(contact),
  }),
  deleteContact: remove('/api/saas/organizations/{organization_id}/contacts/{contact_id}', {
    summary: 'Delete a contact',
    description:
      'Removes the contact for good. A repeated call has the same answer. For members, and keys with contacts:write.',
    ...onOrganization,
    kinds: ['subscription_required'],
    versioned: 'optional',
    input: z.object({ ...one, contact_id: recordId('Id of the contact.', 'cnt_0021') }),
    output: nothing,
  }),
  startImport: post('/api/saas/organizations/{organization_id}/imports', {
    summary: 'Import contacts',
    description:
      'Accepts 1 to 500 rows, as JSON, CSV or NDJSON, and adds those that are good: ten a second by the clock of the sandbox, after a second. The answer is 202 even if every row is bad; `status` and `errors` of the import show the result. For members, and keys with contacts:write.',
    ...onOrganization,
    status: 202,
    kinds: ['subscription_required'],
    emits: ['import.started'],
    bodies: ['json', 'csv', 'ndjson'],
    input: newImport,
    output: writtenOf(importJob),
  }),
  getImport: get('/api/saas/organizations/{organization_id}/imports/{import_id}', {
    summary: 'Get an import',
    description:
      'How far an import has progressed, and what is wrong with each row that has failed. Until it is over, Retry-After says when to ask again. The status is 200 even if rows have failed. For viewers, and keys with contacts:read.',
    ...onOrganization,
    input: z.object({ organization_id: organizationId, import_id: recordId('Id of the import.', 'imp_0001') }),
    output: recordOf(importJob),
  }),
};
