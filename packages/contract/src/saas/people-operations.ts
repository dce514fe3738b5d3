/** The operations on who may act in an organization: its members and its API keys. */
import { z } from 'zod';
import { unsearchedListInput } from '../kit/controls.js';
import { listOf, nothing, recordOf, writtenOf } from '../kit/envelope.js';
import { choice, recordId } from '../kit/field.js';
import { equal } from '../kit/filter.js';
import { get, post, put, remove } from '../kit/methods.js';
import { onOrganization } from './access.js';
import { apiKey, apiKeyWithSecret, newApiKey } from './api-key.js';
import { member, memberRole } from './member.js';
import { roles } from './organization.js';
import { organizationId, userId } from './texts.js';

const keyId = recordId('Id of the key.', 'key_0001');

/** The operations on members and API keys. */
export const peopleOperations = {
  listMembers: get('/api/saas/organizations/{organization_id}/members', {
    summary: 'List members',
    description: 'Who is in an organization, in the order in which they were added. For viewers.',
    ...onOrganization,
    filters: { role: equal(choice(roles, 'Only members of this role.')) },
    sorts: ['name', 'joined_at'],
    input: unsearchedListInput({ organization_id: organizationId }),
    output: listOf(member),
  }),
  getMember: get('/api/saas/organizations/{organization_id}/members/{user_id}', {
    summary: 'Get a member',
    description: 'One member by the id of the user. For viewers.',
    ...onOrganization,
    input: z.object({ organization_id: organizationId, user_id: userId }),
    output: recordOf(member),
  }),
  putMember: put('/api/saas/organizations/{organization_id}/members/{user_id}', {
    summary: 'Add a member, or change the role',
    description:
      'Gives a user a role in an organization. For admins; only owners give or take the role owner. More members than the plan allows is 402 `plan_limit`, and an organization without an owner 409 `conflict`.',
    ...onOrganization,
    status: 201,
    kinds: ['plan_limit', 'subscription_required', 'conflict'],
    current: member,
    emits: ['member.added'],
    input: memberRole,
    output: writtenOf(member),
  }),
  removeMember: remove('/api/saas/organizations/{organization_id}/members/{user_id}', {
    summary: 'Remove a member',
    description:
      'Takes a user out of an organization. For admins; only owners remove owners, and the last owner stays: 409 `conflict`. A repeated call has the same answer.',
    ...onOrganization,
    kinds: ['subscription_required', 'conflict'],
    current: member,
    input: z.object({
      organization_id: organizationId,
      user_id: recordId('Id of the user, of the auth domain.', 'usr_0008'),
    }),
    output: nothing,
  }),
  listKeys: get('/api/saas/organizations/{organization_id}/keys', {
    summary: 'List API keys',
    description: 'The API keys of an organization, those that no longer work too, and never their secrets. For admins.',
    ...onOrganization,
    sorts: ['name', 'created_at'],
    input: unsearchedListInput({ organization_id: organizationId }),
    output: listOf(apiKey),
  }),
  getKey: get('/api/saas/organizations/{organization_id}/keys/{key_id}', {
    summary: 'Get an API key',
    description: 'One API key by its id, without its secret. For admins.',
    ...onOrganization,
    input: z.object({ organization_id: organizationId, key_id: keyId }),
    output: recordOf(apiKey),
  }),
  createKey: post('/api/saas/organizations/{organization_id}/keys', {
    summary: 'Create an API key',
    description:
      'Adds an API key. The answer is the only one with its secret; with the same Idempotency-Key it comes again. For admins.',
    ...onOrganization,
    status: 201,
    kinds: ['subscription_required'],
    emits: ['key.created'],
    input: newApiKey,
    output: writtenOf(apiKeyWithSecret),
  }),
  revokeKey: remove('/api/saas/organizations/{organization_id}/keys/{key_id}', {
    summary: 'Revoke an API key',
    description: 'Ends an API key at once: its next call is a 401. A repeated call has the same answer. For admins.',
    ...onOrganization,
    kinds: ['subscription_required'],
    emits: ['key.revoked'],
    input: z.object({ organization_id: organizationId, key_id: keyId }),
    output: nothing,
  }),
};
