/** The webhooks domain: its handlers over the delivery module. */
import { contract } from '@understudy/contract';
import { domain } from '../../call/domain.js';
import { webhookCollections, webhookRegistrations } from '../../webhooks/records.js';
import { listing } from '../../kit/listing.js';
import { deleteRegistration } from './delete-registration.js';
import { register } from './register.js';
import { sendTestEvent } from './send-test-event.js';

/** Handlers of the webhooks domain. */
export const webhooks = domain(
  contract.webhooks,
  {
    registerWebhook: register,
    listRegistrations: ({ input: { status } }) => listing(webhookRegistrations, { status }),
    deleteRegistration,
    sendTestEvent,
  },
  { collections: webhookCollections },
);
