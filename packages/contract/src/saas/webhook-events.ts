/** The webhook events of the SaaS domain. */
import { webhookEvent } from '../kit/webhook.js';
import { apiKey } from './api-key.js';
import { contact } from './contact.js';
import { importJob } from './import-job.js';
import { invoice } from './invoice.js';
import { member } from './member.js';
import { organization } from './organization.js';
import { organizationSubscription } from './subscription.js';

/** The webhook events of the SaaS domain, by type. */
export const saasEvents = {
  'organization.created': webhookEvent({
    type: 'organization.created',
    description: 'An organization was created.',
    object: organization,
  }),
  'member.added': webhookEvent({
    type: 'member.added',
    description: 'A user was added to an organization.',
    object: member,
  }),
  'key.created': webhookEvent({
    type: 'key.created',
    description: 'An API key was created. The event does not have its secret.',
    object: apiKey,
  }),
  'key.revoked': webhookEvent({ type: 'key.revoked', description: 'An API key was revoked.', object: apiKey }),
  'contact.updated': webhookEvent({
    type: 'contact.updated',
    description: 'A client has changed a contact.',
    object: contact,
  }),
  'import.started': webhookEvent({
    type: 'import.started',
    description: 'An import of contacts has begun.',
    object: importJob,
  }),
  'import.completed': webhookEvent({
    type: 'import.completed',
    description: 'An import is over, even if it has failed: by the clock, without a request.',
    object: importJob,
  }),
  'customer.subscription.updated': webhookEvent({
    type: 'customer.subscription.updated',
    description:
      'A subscription was changed by an owner, or by the clock because its trial or its plan ended, or it was not paid.',
    object: organizationSubscription,
  }),
  'invoice.paid': webhookEvent({
    type: 'invoice.paid',
    description: 'An invoice was paid, at a change of the subscription or at the beginning of a period.',
    object: invoice,
  }),
  'invoice.payment_failed': webhookEvent({
    type: 'invoice.payment_failed',
    description: 'The card was declined at the beginning of a period: by the clock, without a request.',
    object: invoice,
  }),
};
