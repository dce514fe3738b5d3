/** The webhooks domain: its handlers over the module that delivers. */
import { webhooks as declared } from '@understudy/contract/webhooks';
import { implement } from '../../kit/implement.js';
import { listing } from '../../kit/listing.js';
import type { Outbox } from '../../webhooks/outbox.js';
import { webhookCollections, webhookRegistrations } from '../../webhooks/records.js';
import type { RegistrationLimit } from '../../webhooks/registration-limit.js';
import { deleteRegistration } from './delete-registration.js';
import { register } from './register.js';
import { sendTestEvent } from './send-test-event.js';

/** What the domain needs of a server. */
export interface Server {
  readonly outbox: Outbox;
  readonly limits: RegistrationLimit;
}

/** The webhooks domain. */
export const webhooks = implement(declared, {
  collections: webhookCollections,
  handlers: ({ outbox, limits }: Server) => ({
    registerWebhook: (ctx) => register(ctx, limits),
    listRegistrations: () => listing(webhookRegistrations),
    deleteRegistration,
    sendTestEvent: (ctx) => sendTestEvent(ctx, outbox),
  }),
});
